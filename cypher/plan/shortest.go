package plan

import "bdgraph/cypher/syntax"

// simpleSelection reports whether a selective path pattern is one repeated stretch between
// two nodes, which [Shortest] searches from both ends. Other patterns
// are matched in full and then chosen from.
func simpleSelection(p *syntax.PathPattern) bool {
	if p.Legacy != syntax.NotShortest {
		return true
	}
	elements, _ := flatten(p.Elements)
	if len(elements) != 3 {
		return false
	}
	switch e := elements[1].(type) {
	case *syntax.RelPattern:
		return e.Length != nil || e.Quantifier != nil
	case *syntax.GroupPattern:
		return true
	}
	return false
}

// selectShortest makes the one edge of a selective path pattern a search.
func (m *matcher) selectShortest(p *syntax.PathPattern, added []*edge, path *pathVariable, inner []syntax.Expr) {
	e := added[0]
	e.shortest = &shortest{count: 1, inner: inner}
	if e.repeat == nil {
		m.repeatOnce(e)
	}
	if path != nil {
		e.shortest.path, e.shortest.start = path.slot, path.start
	}
	switch {
	case p.Legacy == syntax.ShortestPath:
		e.shortest.legacy = true
	case p.Legacy == syntax.AllShortestPaths:
		e.shortest.legacy, e.shortest.groups = true, true
	default:
		e.shortest.count = max(1, p.Selector.Count)
		e.shortest.groups = p.Selector.Kind == syntax.SelectAllShortest || p.Selector.Kind == syntax.SelectShortestGroups
	}
}

// repeatOnce turns a single relationship into a repetition of one.
func (m *matcher) repeatOnce(e *edge) {
	inner := m.b.newSlot()
	r := &repetition{
		nodes: []Slot{NoSlot, NoSlot}, rels: []Slot{inner}, types: []syntax.LabelExpr{e.types}, dirs: []Direction{e.dir},
		min: 1, max: 1,
	}
	r.inner.add(inner)
	e.repeat = r
}

// fills returns the slots that the search of an edge fills.
func (e *edge) fills() slotSet {
	var s slotSet
	if e.rel != NoSlot {
		s.add(e.rel)
	}
	if e.repeat != nil {
		for _, g := range e.repeat.groups {
			s.add(g.Outer)
		}
	}
	if e.shortest != nil && e.shortest.path != NoSlot {
		s.add(e.shortest.path)
	}
	return s
}

// selectPaths plans a selective path pattern that is not one repeated stretch: all
// its paths are matched, then the shortest are kept for each pair of ends.
func (b *builder) selectPaths(s *stream, p *syntax.PathPattern, where syntax.Expr) error {
	all := *p
	all.Selector = nil
	if all.Var == nil {
		all.Var = b.variable(b.newSlot(), p.Span)
	}
	inner := &stream{op: &Argument{Base{Rows: 1}}, bound: s.bound.clone()}
	m := &matcher{b: b, outer: s.bound, stream: *inner, labels: make(map[Slot][]syntax.LabelExpr)}
	if err := m.readPath(&all); err != nil {
		return err
	}
	if err := m.resolve(); err != nil {
		return err
	}
	m.keepPaths = true
	if err := m.solve(); err != nil {
		return err
	}
	var live []Slot
	for _, x := range m.bound.list() {
		if !s.bound.has(x) {
			live = append(live, x)
		}
	}
	to := m.nodes[0] // a path of one node ends where it begins
	if len(m.edges) > 0 {
		to = m.edges[len(m.edges)-1].right
	}
	sel := &SelectPaths{
		Base: Base{In: s.op, Rows: s.rows() * m.rows()}, Inner: m.op,
		From: m.nodes[0], To: to, Path: all.Var.ID,
		Count:  max(1, p.Selector.Count),
		Groups: p.Selector.Kind == syntax.SelectAllShortest || p.Selector.Kind == syntax.SelectShortestGroups,
		Live:   live,
	}
	s.op, s.bound = sel, m.bound
	return b.filter(s, where)
}

package plan

import (
	"bdgraph/cypher/syntax"
)

// matcher plans the patterns of one MATCH: it reads them into nodes, edges and
// predicates, then adds operators until all of them are used up.
type matcher struct {
	b     *builder
	outer slotSet // what was bound before
	stream

	nodes      []Slot // in order of first appearance
	labels     map[Slot][]syntax.LabelExpr
	edges      []*edge
	conditions []syntax.Expr
	predicates []predicate
	paths      []pathVariable
	all        slotSet // every slot of the pattern
	keepPaths  bool    // all paths are wanted

	progress
}

// progress is how far a matcher has come; copies of it let the matcher try
// several ways.
type progress struct {
	edgeDone, predicateDone, pathDone slotSet // by place in the lists
	sought                            slotSet // predicates that an index has answered already
	deferred                          []Slot
	cost                              float64 // sum of the rows that flow between operators
}

// edge is a relationship pattern, or a stretch of several, between two nodes.
type edge struct {
	left, right Slot
	rel         Slot // the relationship, or the list of them where repeat is set
	types       syntax.LabelExpr
	dir         Direction // from left
	bound       bool      // rel is filled before this MATCH
	repeat      *repetition
	shortest    *shortest
}

// repetition is the inside of a variable-length relationship or a quantified
// path pattern.
type repetition struct {
	nodes    []Slot // one more than rels
	rels     []Slot
	types    []syntax.LabelExpr
	dirs     []Direction // left to right
	filter   []predicate
	min, max int
	groups   []Group
	inner    slotSet // the slots that exist inside only
}

// shortest says how an edge chooses among its walks.
type shortest struct {
	legacy bool
	count  int64 // of walks, or with groups of lengths
	groups bool
	path   Slot
	start  Slot
	inner  []syntax.Expr // conditions that stand inside the selection
	search []syntax.Expr // those of them that are part of the search
}

// predicate is a condition and the slots that it needs.
type predicate struct {
	expr  syntax.Expr
	needs slotSet
}

// pathVariable is a named path: where it starts and what it runs along.
type pathVariable struct {
	slot  Slot
	start Slot
	steps []Slot
}

// pattern adds the operators that match path patterns and test a WHERE.
func (b *builder) pattern(s *stream, paths []*syntax.PathPattern, where syntax.Expr) error {
	if len(paths) == 1 && paths[0].Selector != nil && paths[0].Selector.Kind != syntax.SelectAll && !simpleSelection(paths[0]) {
		return b.selectPaths(s, paths[0], where)
	}
	m := &matcher{b: b, outer: s.bound, stream: stream{op: s.op, bound: s.bound.clone()}, labels: make(map[Slot][]syntax.LabelExpr)}
	for _, p := range paths {
		if err := m.readPath(p); err != nil {
			return err
		}
	}
	m.readWhere(where)
	if err := m.resolve(); err != nil {
		return err
	}
	if err := m.solve(); err != nil {
		return err
	}
	s.op, s.bound = m.op, m.bound
	return nil
}

// readWhere splits a WHERE into predicates, to be looked at once the whole
// pattern has been read.
func (m *matcher) readWhere(where syntax.Expr) {
	m.conditions = conjuncts(where, m.conditions)
}

// resolve turns conditions into predicates.
func (m *matcher) resolve() error {
	visible := m.outer.clone()
	visible.addAll(m.all)
	for _, e := range m.conditions {
		if h, ok := e.(*syntax.HasLabels); ok && Static(h.Labels) && !m.b.options.Naive {
			if v, ok := h.X.(*syntax.Variable); ok && m.isNode(v.ID) && !m.outer.has(v.ID) {
				m.labels[v.ID] = append(m.labels[v.ID], h.Labels)
				continue
			}
		}
		if err := m.b.prepare(e, visible); err != nil {
			return err
		}
		m.predicates = append(m.predicates, predicate{e, variables(e).intersect(visible)})
	}
	for _, e := range m.edges {
		if e.shortest == nil {
			continue
		}
		for _, w := range e.shortest.inner {
			for _, c := range conjuncts(w, nil) {
				if err := m.b.prepare(c, visible); err != nil {
					return err
				}
				p := predicate{c, variables(c).intersect(visible)}
				if p.needs.intersect(e.fills()).empty() {
					m.predicates = append(m.predicates, p)
				} else {
					e.shortest.search = append(e.shortest.search, c)
				}
			}
		}
	}
	return nil
}

func (m *matcher) isNode(s Slot) bool {
	_, ok := m.labels[s]
	return ok
}

// Static reports whether a label expression names all its labels.
func Static(l syntax.LabelExpr) bool {
	switch l := l.(type) {
	case *syntax.LabelAnd:
		return Static(l.X) && Static(l.Y)
	case *syntax.LabelOr:
		return Static(l.X) && Static(l.Y)
	case *syntax.LabelNot:
		return Static(l.X)
	case *syntax.LabelDynamic:
		return false
	}
	return true
}

// nodeLabels joins all static label conditions of a node; nil if there is none.
func (m *matcher) nodeLabels(n Slot) syntax.LabelExpr {
	var joined syntax.LabelExpr
	for _, l := range m.labels[n] {
		if joined == nil {
			joined = l
		} else {
			joined = &syntax.LabelAnd{Span: l.Extent(), X: joined, Y: l}
		}
	}
	return joined
}

// readPath reads one path pattern.
func (m *matcher) readPath(p *syntax.PathPattern) error {
	var path *pathVariable
	if p.Var != nil {
		path = &pathVariable{slot: p.Var.ID}
		m.all.add(p.Var.ID)
	}
	elements, inner := flatten(p.Elements)
	first := len(m.edges)
	start, err := m.readElements(elements)
	if err != nil {
		return err
	}
	added := m.edges[first:]
	if path != nil {
		path.start = start
		for _, e := range added {
			path.steps = append(path.steps, e.rel)
		}
	}

	if selective(p) {
		m.selectShortest(p, added, path, inner)
		return nil
	}
	if path != nil {
		m.paths = append(m.paths, *path)
	}
	for _, w := range inner {
		m.readWhere(w)
	}
	return nil
}

func selective(p *syntax.PathPattern) bool {
	return p.Legacy != syntax.NotShortest || p.Selector != nil && p.Selector.Kind != syntax.SelectAll
}

// flatten takes the plain parentheses out of a path pattern; it returns the
// conditions that stood in them.
func flatten(elements []syntax.PathElement) (flat []syntax.PathElement, where []syntax.Expr) {
	for _, e := range elements {
		g, ok := e.(*syntax.GroupPattern)
		if !ok || g.Quantifier != nil {
			flat = append(flat, e)
			continue
		}
		inner, more := flatten(g.Path.Elements)
		flat = append(flat, inner...)
		where = append(where, more...)
		if g.Where != nil {
			where = append(where, g.Where)
		}
	}
	return flat, where
}

// readElements reads a chain of nodes and relationships and returns its first
// node.
func (m *matcher) readElements(elements []syntax.PathElement) (start Slot, err error) {
	var left Slot // the node on the left of what comes next
	var waiting *edge
	place := func(n Slot) {
		if start == NoSlot {
			start = n
		}
		if waiting != nil {
			waiting.right = n
			waiting = nil
		}
		left = n
	}
	for _, e := range elements {
		switch e := e.(type) {
		case *syntax.NodePattern:
			place(m.readNode(e))
		case *syntax.RelPattern:
			waiting, err = m.readRel(e)
			if err != nil {
				return 0, err
			}
			waiting.left = left
			m.edges = append(m.edges, waiting)
		case *syntax.GroupPattern:
			if left == NoSlot || waiting != nil {
				place(m.addNode(m.b.newSlot()))
			}
			waiting, err = m.readGroup(e)
			if err != nil {
				return 0, err
			}
			waiting.left = left
			m.edges = append(m.edges, waiting)
		}
	}
	if waiting != nil {
		place(m.addNode(m.b.newSlot()))
	}
	return start, nil
}

func (m *matcher) addNode(n Slot) Slot {
	if !m.isNode(n) {
		m.labels[n] = nil
		m.nodes = append(m.nodes, n)
		m.all.add(n)
	}
	return n
}

func (m *matcher) readNode(p *syntax.NodePattern) Slot {
	n := NoSlot
	if p.Var != nil {
		n = p.Var.ID
	} else {
		n = m.b.newSlot()
	}
	m.addNode(n)
	if p.Labels != nil {
		m.conditions = append(m.conditions, m.b.hasLabels(n, p.Labels))
	}
	m.conditions = append(m.conditions, m.b.propertyPredicates(n, p.Properties)...)
	m.readWhere(p.Where)
	return n
}

// hasLabels is a label expression as a condition on a slot.
func (b *builder) hasLabels(s Slot, l syntax.LabelExpr) syntax.Expr {
	at := l.Extent()
	return &syntax.HasLabels{Span: at, X: b.variable(s, at), Labels: l}
}

// propertyPredicates turns a map in a pattern into conditions.
func (b *builder) propertyPredicates(s Slot, e syntax.Expr) []syntax.Expr {
	properties, ok := e.(*syntax.MapLit)
	if !ok {
		return nil // package check refuses a parameter here
	}
	var out []syntax.Expr
	for _, entry := range properties.Entries {
		at := entry.Key.Extent()
		out = append(out, &syntax.Binary{
			Span: at, Op: syntax.OpEq, OpPos: at.Start,
			X: &syntax.Property{Span: at, X: b.variable(s, at), Key: entry.Key},
			Y: entry.Value,
		})
	}
	return out
}

func direction(d syntax.Direction) Direction {
	switch d {
	case syntax.Outgoing:
		return Out
	case syntax.Incoming:
		return In
	}
	return Both
}

// readRel reads one relationship pattern; the caller sets its ends.
func (m *matcher) readRel(p *syntax.RelPattern) (*edge, error) {
	e := &edge{types: p.Types, dir: direction(p.Direction)}
	if p.Length != nil || p.Quantifier != nil {
		return m.readRepeatedRel(p, e)
	}
	if p.Var != nil {
		e.rel = p.Var.ID
		e.bound = m.outer.has(e.rel)
	} else {
		e.rel = m.b.newSlot()
	}
	m.all.add(e.rel)
	if p.Types != nil && !Static(p.Types) {
		e.types = nil
		m.conditions = append(m.conditions, m.b.hasLabels(e.rel, p.Types))
	}
	m.conditions = append(m.conditions, m.b.propertyPredicates(e.rel, p.Properties)...)
	m.readWhere(p.Where)
	return e, nil
}

func (m *matcher) readRepeatedRel(p *syntax.RelPattern, e *edge) (*edge, error) {
	r := &repetition{min: 1, max: NoMax, types: []syntax.LabelExpr{p.Types}, dirs: []Direction{e.dir}}
	inner := m.b.newSlot()
	if l := p.Length; l != nil {
		if l.Min != nil {
			r.min = int(*l.Min)
		}
		if l.Max != nil {
			r.max = int(*l.Max)
		}
	} else {
		r.min, r.max = quantifier(p.Quantifier)
		for _, g := range p.Groups {
			inner = g.Inner
			e.rel = g.Outer
		}
	}
	switch {
	case e.rel != NoSlot:
	case p.Var != nil:
		e.rel = p.Var.ID
	default:
		e.rel = m.b.newSlot() // other relationships must differ; dropUnread sees whether any can be the same
	}
	e.bound = m.outer.has(e.rel)
	m.all.add(e.rel)
	r.nodes = []Slot{NoSlot, NoSlot}
	r.rels = []Slot{inner}
	r.inner.add(inner)
	e.repeat = r
	conditions := m.b.propertyPredicates(inner, p.Properties)
	if p.Types != nil && !Static(p.Types) {
		r.types[0] = nil
		conditions = append(conditions, m.b.hasLabels(inner, p.Types))
	}
	conditions = conjuncts(p.Where, conditions)
	return e, m.addInner(r, conditions)
}

func quantifier(q *syntax.PathQuantifier) (int, int) {
	if q.Max == nil {
		return int(q.Min), NoMax
	}
	return int(q.Min), int(*q.Max)
}

// addInner keeps conditions that are tested in each repetition.
func (m *matcher) addInner(r *repetition, conditions []syntax.Expr) error {
	visible := m.outer.clone()
	visible.addAll(r.inner)
	for _, c := range conditions {
		if err := m.b.prepare(c, visible); err != nil {
			return err
		}
		r.filter = append(r.filter, predicate{c, variables(c).intersect(r.inner)})
	}
	return nil
}

// readGroup reads a quantified path pattern; the caller sets its ends.
func (m *matcher) readGroup(p *syntax.GroupPattern) (*edge, error) {
	r := &repetition{}
	r.min, r.max = quantifier(p.Quantifier)
	e := &edge{rel: m.b.newSlot(), repeat: r}
	m.all.add(e.rel)
	var conditions []syntax.Expr
	elements, where := flatten(p.Path.Elements)
	for _, el := range elements {
		switch el := el.(type) {
		case *syntax.NodePattern:
			n := NoSlot
			if el.Var != nil {
				n = el.Var.ID
			} else {
				n = m.b.newSlot()
			}
			if r.inner.has(n) { // once more the same node: it is reached as another one, then compared
				again := m.b.newSlot()
				conditions = append(conditions, &syntax.Binary{
					Span: el.Span, Op: syntax.OpEq, OpPos: el.Start, X: m.b.variable(n, el.Span), Y: m.b.variable(again, el.Span),
				})
				n = again
			}
			r.nodes = append(r.nodes, n)
			r.inner.add(n)
			if el.Labels != nil {
				conditions = append(conditions, m.b.hasLabels(n, el.Labels))
			}
			conditions = append(conditions, m.b.propertyPredicates(n, el.Properties)...)
			conditions = conjuncts(el.Where, conditions)
		case *syntax.RelPattern:
			rel := NoSlot
			if el.Var != nil {
				rel = el.Var.ID
			} else {
				rel = m.b.newSlot()
			}
			if r.inner.has(rel) { // two relationships that are one: no repetition can match
				conditions = append(conditions, &syntax.BoolLit{Span: el.Span})
			}
			r.rels = append(r.rels, rel)
			r.inner.add(rel)
			types := el.Types
			if types != nil && !Static(types) {
				conditions = append(conditions, m.b.hasLabels(rel, types))
				types = nil
			}
			r.types = append(r.types, types)
			r.dirs = append(r.dirs, direction(el.Direction))
			conditions = append(conditions, m.b.propertyPredicates(rel, el.Properties)...)
			conditions = conjuncts(el.Where, conditions)
		}
	}
	for _, w := range where {
		conditions = conjuncts(w, conditions)
	}
	conditions = conjuncts(p.Where, conditions)
	for _, g := range p.Groups {
		r.groups = append(r.groups, Group{g.Inner, g.Outer})
		m.all.add(g.Outer)
	}
	return e, m.addInner(r, conditions)
}

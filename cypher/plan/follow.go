package plan

import (
	"slices"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/syntax"
)

// follow returns the operator for an edge of which one end is bound; reversed
// says that it starts from the right end. It notes what the operator fills.
func (m *matcher) follow(i int, reversed bool) Op {
	e := m.edges[i]
	rows := m.followEstimate(e, reversed)
	from, to, dir := e.left, e.right, e.dir
	if reversed {
		from, to, dir = to, from, dir.Reverse()
	}
	into := m.bound.has(to) || from == to
	base := Base{In: m.op, Rows: rows}
	unlike := m.unlike(i)
	var labels syntax.LabelExpr
	if !m.bound.has(to) {
		labels = m.nodeLabels(to)
	}

	m.edgeDone.add(i)
	if e.rel != NoSlot {
		m.bound.add(e.rel)
	}
	defer func() { m.bound.add(to) }()

	switch {
	case e.shortest != nil:
		return m.searchShortest(e, base, unlike)
	case e.bound && e.repeat != nil:
		op := &FollowList{
			Base: base, From: from, List: e.rel, To: to, Types: e.repeat.types[0], Direction: e.repeat.dirs[0],
			Min: e.repeat.min, Max: e.repeat.max, ToBound: into, Reversed: reversed,
		}
		if reversed {
			op.Direction = op.Direction.Reverse()
		}
		return m.withLabels(op, to, labels)
	case e.repeat != nil:
		for _, g := range e.repeat.groups {
			m.bound.add(g.Outer)
		}
		return m.withLabels(&Repeat{Base: base, Walk: m.walk(e, reversed, unlike), Into: into}, to, labels)
	case e.bound:
		op := &RelEnds{
			Base: base, From: from, Rel: e.rel, To: to, FromBound: m.bound.has(from), ToBound: into,
			Types: e.types, Direction: dir, Unlike: unlike,
		}
		if !op.FromBound {
			m.bound.add(from)
			return m.withLabels(m.withLabels(op, from, m.nodeLabels(from)), to, labels)
		}
		return m.withLabels(op, to, labels)
	}
	return &Expand{Base: base, From: from, Rel: e.rel, To: to, Types: e.types, Direction: dir, Into: into, Labels: labels, Unlike: unlike}
}

// withLabels tests the labels of a node that an operator has filled.
func (m *matcher) withLabels(op Op, n Slot, labels syntax.LabelExpr) Op {
	if labels == nil {
		return op
	}
	return &Filter{Base: Base{In: op, Rows: op.Estimate()}, Predicates: []syntax.Expr{m.b.hasLabels(n, labels)}}
}

// unlike returns the relationships and lists, filled so far, that an edge must differ from.
func (m *matcher) unlike(i int) []Slot {
	var out []Slot
	for j, other := range m.edges {
		filled := m.edgeDone.has(j) || other.bound
		if j != i && filled && other.rel != NoSlot && m.overlap(m.edges[i], other) {
			out = append(out, other.rel)
		}
	}
	return out
}

// overlap reports whether two edges might use the same relationship.
func (m *matcher) overlap(a, b *edge) bool {
	for _, x := range a.typeExprs() {
		for _, y := range b.typeExprs() {
			if x == nil || y == nil {
				return true
			}
			if slices.ContainsFunc(m.b.types(x), func(t graph.TypeID) bool { return slices.Contains(m.b.types(y), t) }) {
				return true
			}
		}
	}
	return false
}

// typeExprs returns the type conditions of all relationships of an edge.
func (e *edge) typeExprs() []syntax.LabelExpr {
	if e.repeat != nil {
		return e.repeat.types
	}
	return []syntax.LabelExpr{e.types}
}

// walk is what a repeated edge repeats, from the end that it starts at. A
// condition stands at the first hop that fills all it needs.
func (m *matcher) walk(e *edge, reversed bool, unlike []Slot) Walk {
	r := e.repeat
	w := Walk{
		From: e.left, To: e.right, Min: r.min, Max: r.max,
		Trail: e.rel, Groups: r.groups, Reversed: reversed, Unlike: unlike,
	}
	nodes, rels, types, dirs := r.nodes, r.rels, r.types, r.dirs
	if reversed {
		w.From, w.To = w.To, w.From
		nodes, rels, types = reverse(nodes), reverse(rels), reverse(types)
		dirs = reverse(dirs)
		for i := range dirs {
			dirs[i] = dirs[i].Reverse()
		}
	}
	var filled slotSet
	left := slices.Clone(r.filter)
	take := func() (now []syntax.Expr) {
		left = slices.DeleteFunc(left, func(p predicate) bool {
			if p.needs.within(filled) {
				now = append(now, p.expr)
				return true
			}
			return false
		})
		return now
	}
	w.First = nodes[0]
	filled.add(nodes[0])
	w.FirstFilter = take()
	for i, rel := range rels {
		filled.add(rel)
		filled.add(nodes[i+1])
		w.Hops = append(w.Hops, Hop{types[i], dirs[i], rel, nodes[i+1], take()})
	}
	return w
}

func reverse[T any](list []T) []T {
	c := slices.Clone(list)
	slices.Reverse(c)
	return c
}

// searchShortest returns the search of a selective edge, with the predicates
// that are part of it.
func (m *matcher) searchShortest(e *edge, base Base, unlike []Slot) Op {
	sh := e.shortest
	fills := e.fills()
	visible := m.bound.clone()
	visible.addAll(fills)
	op := &Shortest{
		Base: base, Walk: m.walk(e, false, unlike),
		Legacy: sh.legacy, Count: sh.count, Groups: sh.groups, Path: sh.path, Start: sh.start,
		Search: sh.search,
	}
	if sh.legacy {
		for i, p := range m.predicates {
			if !m.predicateDone.has(i) && p.needs.within(visible) {
				m.predicateDone.add(i)
				op.Search = append(slices.Clip(op.Search), p.expr)
			}
		}
	}
	m.bound.addAll(fills)
	return op
}

// scanAll gives all nodes, as the naive plan does.
func (m *matcher) scanAll(n Slot) Op {
	m.bound.add(n)
	return &NodeScan{Base: Base{In: m.op, Rows: m.rows() * float64(m.b.g.NodeCount())}, Node: n}
}

// scan returns the cheapest way to find the candidates of a node.
func (m *matcher) scan(n Slot) Op {
	labels := m.nodeLabels(n)
	var op Op = &NodeScan{
		Base: Base{In: m.op, Rows: m.rows() * m.b.nodeCount(labels)},
		Node: n, Labels: labels,
	}
	if seek, from := m.seek(n); seek != nil && seek.Estimate() < op.Estimate() {
		for _, i := range from {
			m.sought.add(i)
		}
		op = seek
		if at, ok := seek.(*IndexSeek); !ok || !isLabel(labels, at.Label) {
			op = m.withLabels(seek, n, labels)
		}
	}
	m.bound.add(n)
	return op
}

// isLabel reports whether a label expression is one label.
func isLabel(l syntax.LabelExpr, name string) bool {
	single, ok := l.(*syntax.LabelName)
	return ok && single.Value == name
}

// scanRel returns the relationships of an edge, with both ends.
func (m *matcher) scanRel(i int) Op {
	e := m.edges[i]
	from, to := m.nodeLabels(e.left), m.nodeLabels(e.right)
	op := &RelScan{
		Base: Base{In: m.op, Rows: m.rows() * m.b.relCount(from, e.types, e.dir, to)},
		From: e.left, Rel: e.rel, To: e.right, Types: e.types, Direction: e.dir,
		FromLabels: from, ToLabels: to, Unlike: m.unlike(i),
	}
	// Every relationship is looked at, also those that do not fit.
	m.cost += m.rows() * (m.b.relCount(nil, e.types, Out, nil) - m.b.relCount(from, e.types, e.dir, to))
	m.edgeDone.add(i)
	for _, s := range []Slot{e.left, e.rel, e.right} {
		m.bound.add(s)
	}
	return op
}

// join starts a new component at a node, joined to what there is by a hash
// table, if an equality connects the two and nothing else does.
func (m *matcher) join(n Slot) *matcher {
	if m.bound.within(m.outer) {
		return nil
	}
	right := m.fork()
	right.op = &Argument{Base{Rows: 1}}
	right.bound = m.outer.clone()
	right.cost = 0
	right.add(right.scan(n))
	for {
		i, reversed := right.cheapestEdge()
		if i < 0 {
			break
		}
		right.add(right.follow(i, reversed))
	}
	if len(right.deferred) > len(m.deferred) {
		return nil // an error inside the table could not wait for the other side
	}
	for i, e := range m.edges {
		for j, f := range m.edges {
			if m.edgeDone.has(i) && right.edgeDone.has(j) && !m.edgeDone.has(j) && m.overlap(e, f) {
				return nil // the two sides may not use the same relationship
			}
		}
	}
	for i, p := range m.predicates {
		if right.predicateDone.has(i) {
			continue
		}
		eq, ok := p.expr.(*syntax.Binary)
		if !ok || eq.Op != syntax.OpEq || canFail(eq) {
			continue
		}
		left, other := eq.X, eq.Y
		if !m.within(left, m.bound) || !m.within(other, right.bound) {
			left, other = other, left
		}
		if !m.within(left, m.bound) || !m.within(other, right.bound) || m.within(other, m.outer) || m.within(left, m.outer) {
			continue
		}
		var live []Slot
		for _, s := range right.bound.list() {
			if !m.outer.has(s) {
				live = append(live, s)
			}
		}
		rows := m.rows() * right.rows() * m.b.selectivity(eq)
		joined := right
		joined.op = &HashJoin{Base{In: m.op, Rows: rows}, right.op, left, other, live}
		joined.predicateDone.add(i)
		joined.cost += m.cost + m.rows() + rows
		joined.bound.addAll(m.bound)
		joined.place()
		return joined
	}
	return nil
}

// within reports whether an expression reads nothing but some slots.
func (m *matcher) within(e syntax.Expr, s slotSet) bool {
	visible := m.outer.clone()
	visible.addAll(m.all)
	return variables(e).intersect(visible).within(s)
}

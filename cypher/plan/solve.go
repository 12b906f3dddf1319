package plan

import (
	"math"
	"slices"

	"bdgraph/cypher/syntax"
)

// solve adds operators until every node, edge, predicate and path of the
// pattern is done.
func (m *matcher) solve() error {
	m.dropUnread()
	if m.contradicts() {
		m.op = &Empty{Base{In: m.op}}
		m.bound.addAll(m.all)
		return nil
	}
	m.checkBound()
	if m.b.options.Naive {
		m.solveInOrder()
	} else {
		m.place()
		for m.step() {
		}
	}
	m.finish()
	return nil
}

// dropUnread forgets the lists of relationships that nothing reads.
func (m *matcher) dropUnread() {
	for _, e := range m.edges {
		if e.repeat == nil || e.rel == NoSlot || e.bound || e.shortest != nil || m.keepPaths {
			continue
		}
		read := m.b.uses[e.rel] > 0
		for _, p := range m.paths {
			read = read || slices.Contains(p.steps, e.rel) && m.reads(p)
		}
		for _, other := range m.edges {
			read = read || other != e && m.overlap(e, other)
		}
		if !read {
			e.rel = NoSlot
		}
	}
}

// reads reports whether a path is wanted.
func (m *matcher) reads(p pathVariable) bool { return m.keepPaths || m.b.uses[p.slot] > 0 }

// contradicts reports whether one relationship variable stands for two
// relationships, which are never the same. Two lists of relationships are the same where both are empty.
func (m *matcher) contradicts() bool {
	seen := make(map[Slot]*edge)
	for _, e := range m.edges {
		if e.rel == NoSlot {
			continue
		}
		if other, ok := seen[e.rel]; ok {
			if !other.shrink() || !e.shrink() {
				return true
			}
		}
		seen[e.rel] = e
	}
	return false
}

// shrink leaves of an edge the walk without any relationship, if it may be as short as that.
func (e *edge) shrink() bool {
	if e.repeat == nil || e.repeat.min > 0 {
		return false
	}
	e.repeat.max = 0
	return true
}

// checkBound makes sure that nodes which were bound before and have no edge are not null.
func (m *matcher) checkBound() {
	for _, n := range m.nodes {
		if !m.outer.has(n) {
			continue
		}
		if slices.ContainsFunc(m.edges, func(e *edge) bool { return e.left == n || e.right == n }) {
			continue
		}
		e := &syntax.IsNull{X: m.b.variable(n, syntax.Span{}), Not: true}
		var needs slotSet
		needs.add(n)
		m.predicates = append(m.predicates, predicate{e, needs})
	}
}

// solveInOrder takes the pattern as it is written.
func (m *matcher) solveInOrder() {
	for _, n := range m.nodes {
		if !m.bound.has(n) && !m.reached(n) {
			m.add(m.scanAll(n))
		}
		m.followAll()
	}
}

// reached reports whether an edge that is not done leads to a node from one that is bound.
func (m *matcher) reached(n Slot) bool {
	for i, e := range m.edges {
		if !m.edgeDone.has(i) && e.shortest == nil && (e.right == n && m.bound.has(e.left) || e.left == n && m.bound.has(e.right)) {
			return true
		}
	}
	return false
}

// followAll adds all edges that start from what is bound, in order.
func (m *matcher) followAll() {
	for again := true; again; {
		again = false
		for i, e := range m.edges {
			if !m.edgeDone.has(i) && m.ready(e) {
				if e.shortest != nil {
					m.place() // the search is between nodes that satisfy their conditions
				}
				m.add(m.follow(i, !m.bound.has(e.left)))
				again = true
			}
		}
	}
}

// ready reports whether an edge can be followed from what is bound.
func (m *matcher) ready(e *edge) bool {
	left, right := m.bound.has(e.left), m.bound.has(e.right)
	switch {
	case e.shortest != nil:
		return left && right
	case e.bound && e.repeat == nil:
		return true
	}
	return left || right
}

// add makes an operator the last one and then tests what can be tested.
func (m *matcher) add(op Op, fills ...Slot) {
	m.op = op
	m.cost += op.Estimate()
	for _, f := range fills {
		if f != NoSlot {
			m.bound.add(f)
		}
	}
	if !m.b.options.Naive {
		m.place()
	}
}

// place tests every predicate for which all slots are filled.
func (m *matcher) place() {
	m.placePaths(false)
	var now []syntax.Expr
	rows := m.rows()
	fallible, later := false, false
	for i, p := range m.predicates {
		if m.predicateDone.has(i) {
			continue
		}
		if !p.needs.within(m.bound) || m.volatile(p.expr) && !m.complete() {
			later = true
			continue
		}
		m.predicateDone.add(i)
		now = append(now, p.expr)
		fallible = fallible || canFail(p.expr)
		if !m.sought.has(i) {
			rows *= m.b.selectivity(p.expr)
		}
	}
	if len(now) == 0 {
		return
	}
	slices.SortStableFunc(now, func(x, y syntax.Expr) int { return m.b.weight(x) - m.b.weight(y) })
	f := &Filter{Base: Base{In: m.op, Rows: rows}, Predicates: now}
	if fallible && (later || !m.complete()) {
		f.Deferred = m.b.newSlot()
		m.deferred = append(slices.Clip(m.deferred), f.Deferred)
	}
	m.op = f
}

// complete reports whether every node and edge is done.
func (m *matcher) complete() bool {
	for i := range m.edges {
		if !m.edgeDone.has(i) {
			return false
		}
	}
	for _, n := range m.nodes {
		if !m.bound.has(n) {
			return false
		}
	}
	return true
}

// placePaths builds the paths for which everything is filled: those that
// predicates wait for, or at the end all that are read.
func (m *matcher) placePaths(end bool) {
	for i, p := range m.paths {
		if m.pathDone.has(i) || !m.reads(p) && !m.predicateNeeds(p.slot) {
			continue
		}
		if !end && !m.predicateNeeds(p.slot) {
			continue
		}
		var needs slotSet
		needs.add(p.start)
		for _, s := range p.steps {
			needs.add(s)
		}
		if !needs.within(m.bound) {
			continue
		}
		m.pathDone.add(i)
		m.op = &BuildPath{Base{In: m.op, Rows: m.rows()}, p.slot, p.start, p.steps}
		m.bound.add(p.slot)
	}
}

func (m *matcher) predicateNeeds(s Slot) bool {
	for i, p := range m.predicates {
		if !m.predicateDone.has(i) && p.needs.has(s) {
			return true
		}
	}
	return false
}

// finish tests and builds what is left once the pattern is matched.
func (m *matcher) finish() {
	m.placePaths(true)
	m.place()
	if len(m.deferred) > 0 {
		m.op = &Raise{Base{In: m.op, Rows: m.rows()}, m.deferred}
	}
	m.bound.addAll(m.all)
}

// step adds the operator that leaves the fewest rows: an edge that leads on
// from what is bound or, without one, the start of another component. It
// reports whether there was anything to do.
func (m *matcher) step() bool {
	if len(m.nodes)+len(m.edges) > maxSearched {
		return m.stepInOrder()
	}
	if i, reversed := m.cheapestEdge(); i >= 0 {
		m.add(m.follow(i, reversed))
		return true
	}
	best := m.cheapestStart()
	if best == nil {
		return false
	}
	*m = *best
	return true
}

// maxSearched is the size of a pattern, nodes and edges, up to which the best
// order is searched for. The time for that grows with the cube of the size.
const maxSearched = 60

// stepInOrder takes the first edge or node that comes in question.
func (m *matcher) stepInOrder() bool {
	for i, e := range m.edges {
		if !m.edgeDone.has(i) && m.ready(e) {
			m.add(m.follow(i, !m.bound.has(e.left)))
			return true
		}
	}
	for _, n := range m.nodes {
		if !m.bound.has(n) {
			m.add(m.scan(n))
			return true
		}
	}
	return false
}

// cheapestEdge returns the edge that can be followed with the fewest rows, -1 if there is none.
func (m *matcher) cheapestEdge() (best int, reversed bool) {
	best = -1
	least := math.Inf(1)
	for i, e := range m.edges {
		if m.edgeDone.has(i) || !m.ready(e) {
			continue
		}
		rows := m.followEstimate(e, !m.bound.has(e.left))
		if m.bound.has(e.left) && m.bound.has(e.right) && e.shortest == nil {
			rows = min(rows, m.rows()) // closing a circle never waits
		}
		if rows < least {
			best, least, reversed = i, rows, !m.bound.has(e.left)
		}
	}
	return best, reversed
}

// cheapestStart tries every way to start the components that are left, follows
// the edges of each to the end, and returns how things stand after the best; nil if
// all is done.
func (m *matcher) cheapestStart() *matcher {
	var best *matcher
	consider := func(try *matcher) {
		for {
			i, reversed := try.cheapestEdge()
			if i < 0 {
				break
			}
			try.add(try.follow(i, reversed))
		}
		if best == nil || try.cost < best.cost {
			best = try
		}
	}
	for _, n := range m.nodes {
		if m.bound.has(n) {
			continue
		}
		try := m.fork()
		try.add(try.scan(n))
		consider(try)
		if joined := m.join(n); joined != nil {
			consider(joined)
		}
	}
	for i, e := range m.edges {
		if m.edgeDone.has(i) || e.repeat != nil || m.bound.has(e.left) || m.bound.has(e.right) || e.bound || e.left == e.right {
			continue
		}
		try := m.fork()
		try.add(try.scanRel(i))
		consider(try)
	}
	return best
}

// fork copies the matcher so that another way can be tried.
func (m *matcher) fork() *matcher {
	c := *m
	c.bound = m.bound.clone()
	c.edgeDone = m.edgeDone.clone()
	c.predicateDone = m.predicateDone.clone()
	c.pathDone = m.pathDone.clone()
	c.sought = m.sought.clone()
	return &c
}

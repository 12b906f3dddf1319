package exec

import (
	"slices"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/plan"
	"bdgraph/cypher/value"
)

// hop is one relationship of a walk, compiled.
type hop struct {
	types     []graph.TypeID
	direction plan.Direction
	rel, node plan.Slot
	filter    predicate // nil: nothing to test
}

// walker follows the hops of a walk depth first.
type walker struct {
	m       *machine
	walk    *plan.Walk
	first   predicate
	hops    []hop
	inner   []plan.Slot // what deeper repetitions overwrite, where filters or groups read it
	differs func(row, graph.RelID) bool

	trail   []graph.RelID
	used    []uint64        // a bit for each relationship of the trail, once it is long
	grouped [][]value.Value // per group: the values so far
	// arrive is called at each end of a walk that is long enough, with the node there.
	arrive func(r row, n graph.NodeID, depth int) error
	// prune, if set, reports whether a node is too far from where the walk must end.
	prune    func(n graph.NodeID, depth int) bool
	min, max int
	// deepest is the greatest depth that was reached.
	deepest int
}

func (m *machine) newWalker(w *plan.Walk) *walker {
	p := &walker{m: m, walk: w, differs: m.differs(w.Unlike), min: w.Min, max: w.Max}
	if len(w.FirstFilter) > 0 {
		p.first = conjunction(m.predicates(w.FirstFilter))
	}
	read := p.first != nil || len(w.Groups) > 0
	for _, h := range w.Hops {
		c := hop{types: plan.Types(m.g, h.Types), direction: h.Direction, rel: h.Rel, node: h.Node}
		if len(h.Filter) > 0 {
			c.filter = conjunction(m.predicates(h.Filter))
			read = true
		}
		p.hops = append(p.hops, c)
	}
	if read {
		p.inner = append(p.inner, w.First)
		for _, h := range p.hops {
			p.inner = append(p.inner, h.rel, h.node)
		}
		p.inner = slices.DeleteFunc(p.inner, func(s plan.Slot) bool { return s == plan.NoSlot })
	}
	p.grouped = make([][]value.Value, len(w.Groups))
	return p
}

// run walks from a node.
func (p *walker) run(r row, from graph.NodeID) error {
	p.deepest = 0
	return p.repeat(r, from, 0)
}

// frameBytes is about what one step of a walk takes on the stack.
const frameBytes = 512

// repeat stands at a node after so many repetitions.
func (p *walker) repeat(r row, n graph.NodeID, depth int) error {
	p.deepest = max(p.deepest, depth)
	if p.prune != nil && p.prune(n, depth) {
		return nil
	}
	if depth >= p.min {
		if err := p.arrive(r, n, depth); err != nil {
			return err
		}
	}
	if depth == p.max {
		return nil
	}
	if p.walk.First != plan.NoSlot {
		r[p.walk.First] = nodeValue(n)
	}
	if p.first != nil {
		if t, err := p.first(r); t != value.Yes || err != nil {
			return err
		}
	}
	if err := p.m.keep(frameBytes * len(p.hops)); err != nil {
		return err
	}
	err := p.hop(r, n, 0, depth)
	p.m.release(frameBytes * len(p.hops))
	return err
}

// hop follows the relationships of a hop from a node.
func (p *walker) hop(r row, n graph.NodeID, i, depth int) error {
	if i == len(p.hops) {
		return p.enter(r, n, depth)
	}
	h := &p.hops[i]
	for _, t := range h.types {
		if h.direction != plan.In {
			rg, targets := p.m.g.Out(n, t), p.m.targets()
			for rel := rg.First; rel < rg.End; rel++ {
				if err := p.follow(r, h, rel, targets[rel], i, depth); err != nil {
					return err
				}
			}
		}
		if h.direction != plan.Out {
			sources := p.m.sources()
			for _, rel := range p.m.g.In(n, t) {
				to := sources[rel]
				if to == n && h.direction == plan.Both {
					continue // a loop is found once
				}
				if err := p.follow(r, h, rel, to, i, depth); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (p *walker) follow(r row, h *hop, rel graph.RelID, to graph.NodeID, i, depth int) error {
	if err := p.m.step(); err != nil {
		return err
	}
	if p.isUsed(rel) || !p.differs(r, rel) {
		return nil
	}
	if h.rel != plan.NoSlot {
		r[h.rel] = relValue(rel)
	}
	if h.node != plan.NoSlot {
		r[h.node] = nodeValue(to)
	}
	if h.filter != nil {
		if t, err := h.filter(r); t != value.Yes || err != nil {
			return err
		}
	}
	p.push(rel)
	err := p.hop(r, to, i+1, depth)
	p.pop(rel)
	return err
}

// enter ends one repetition and begins the next one.
func (p *walker) enter(r row, n graph.NodeID, depth int) error {
	for i, g := range p.walk.Groups {
		p.grouped[i] = append(p.grouped[i], r[g.Inner])
	}
	var err error
	if len(p.inner) == 0 {
		err = p.repeat(r, n, depth+1)
	} else {
		saved := make([]value.Value, len(p.inner))
		for i, s := range p.inner {
			saved[i] = r[s]
		}
		err = p.repeat(r, n, depth+1)
		for i, s := range p.inner {
			r[s] = saved[i]
		}
	}
	for i := range p.walk.Groups {
		p.grouped[i] = p.grouped[i][:len(p.grouped[i])-1]
	}
	return err
}

// shortTrail is the length up to which looking through the trail beats a bit set.
const shortTrail = 16

func (p *walker) isUsed(rel graph.RelID) bool {
	if len(p.trail) <= shortTrail {
		return slices.Contains(p.trail, rel)
	}
	return p.used[rel/64]&(1<<(rel%64)) != 0
}

func (p *walker) push(rel graph.RelID) {
	p.trail = append(p.trail, rel)
	switch n := len(p.trail); {
	case n == shortTrail+1:
		if p.used == nil {
			p.used = make([]uint64, p.m.g.RelCount()/64+1)
		}
		for _, x := range p.trail {
			p.used[x/64] |= 1 << (x % 64)
		}
	case n > shortTrail:
		p.used[rel/64] |= 1 << (rel % 64)
	}
}

func (p *walker) pop(rel graph.RelID) {
	switch n := len(p.trail); {
	case n == shortTrail+1:
		for _, x := range p.trail {
			p.used[x/64] &^= 1 << (x % 64)
		}
	case n > shortTrail:
		p.used[rel/64] &^= 1 << (rel % 64)
	}
	p.trail = p.trail[:len(p.trail)-1]
}

// bind fills the slots of the trail and the groups.
func (p *walker) bind(r row) error {
	if p.walk.Trail == plan.NoSlot && len(p.walk.Groups) == 0 {
		return nil
	}
	if err := p.m.spend(len(p.trail) * (1 + len(p.walk.Groups))); err != nil {
		return err
	}
	if p.walk.Trail != plan.NoSlot {
		r[p.walk.Trail] = trailValue(p.trail, p.walk.Reversed)
	}
	for i, g := range p.walk.Groups {
		list := slices.Clone(p.grouped[i])
		if p.walk.Reversed {
			slices.Reverse(list)
		}
		r[g.Outer] = value.List(list)
	}
	return nil
}

func trailValue(trail []graph.RelID, reversed bool) value.Value {
	list := make([]value.Value, len(trail))
	for i, rel := range trail {
		if reversed {
			i = len(trail) - 1 - i
		}
		list[i] = relValue(rel)
	}
	return value.List(list)
}

func (m *machine) repeat(op *plan.Repeat, next operator) operator {
	if op.DistinctEnds {
		return m.reach(op, next)
	}
	p := m.newWalker(&op.Walk)
	var end graph.NodeID
	p.arrive = func(r row, n graph.NodeID, depth int) error {
		if op.Into && n != end {
			return nil
		}
		if err := p.bind(r); err != nil {
			return err
		}
		r[op.To] = nodeValue(n)
		return next(r)
	}
	return walkFrom(op, &end, p.run)
}

// walkFrom starts a walk at its first node; one that is bound at both ends has to get to end.
func walkFrom(op *plan.Repeat, end *graph.NodeID, walk func(row, graph.NodeID) error) operator {
	return fromNode(op.From, func(r row, from graph.NodeID) error {
		if op.Into {
			to, ok, err := nodeAt(r, op.To)
			if err != nil || !ok {
				return err
			}
			*end = to
		}
		return walk(r, from)
	})
}

// followList walks along a list of relationships that is bound.
func (m *machine) followList(op *plan.FollowList, next operator) operator {
	types := plan.Types(m.g, op.Types)
	return fromNode(op.From, func(r row, n graph.NodeID) error {
		list := value.AsList(r[op.List])
		if r[op.List].IsNull() || len(list) < op.Min || op.Max != plan.NoMax && len(list) > op.Max {
			return nil
		}
		for i := range list {
			if err := m.step(); err != nil {
				return err
			}
			x, walked := list[i], list[:i]
			if op.Reversed {
				x, walked = list[len(list)-1-i], list[len(list)-i:]
			}
			if x.Kind() != value.KindRelationship || x.Detached() {
				return wrongKind("relationship", x)
			}
			rel := graph.RelID(x.RelationshipRef())
			if !slices.Contains(types, m.g.RelType(rel)) || slices.ContainsFunc(walked, func(y value.Value) bool { return value.Equivalent(x, y) }) {
				return nil
			}
			switch s, e := m.sources()[rel], m.targets()[rel]; {
			case s == n && op.Direction != plan.In:
				n = e
			case e == n && op.Direction != plan.Out:
				n = s
			default:
				return nil
			}
		}
		if op.ToBound {
			if to, ok, err := nodeAt(r, op.To); err != nil || !ok || to != n {
				return err
			}
		}
		r[op.To] = nodeValue(n)
		return next(r)
	})
}

// buildPath makes a path value.
func (m *machine) buildPath(op *plan.BuildPath, next operator) operator {
	return func(r row) error {
		n, ok, err := nodeAt(r, op.Start)
		if err != nil {
			return err
		}
		if !ok {
			r[op.Path] = value.Null
			return next(r)
		}
		path := &value.Path{Nodes: []value.Value{nodeValue(n)}}
		for _, s := range op.Steps {
			for _, x := range value.AsList(r[s]) {
				n = m.otherEnd(graph.RelID(x.RelationshipRef()), n)
				path.Relationships = append(path.Relationships, x)
				path.Nodes = append(path.Nodes, nodeValue(n))
			}
		}
		r[op.Path] = value.FromPath(path)
		if err := m.spend(len(path.Relationships)); err != nil {
			return err
		}
		return next(r)
	}
}

func (m *machine) otherEnd(rel graph.RelID, n graph.NodeID) graph.NodeID {
	if from := m.sources()[rel]; from != n {
		return from
	}
	return m.targets()[rel]
}

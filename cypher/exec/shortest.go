package exec

import (
	"slices"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/plan"
	"bdgraph/cypher/value"
)

// shortest finds the shortest walks between two nodes.
//
// Where one hop is repeated and a walk is either right or wrong by its hops
// alone, a shortest walk visits no node twice and so no relationship: a search
// from both ends finds one, a search from the far end finds them all. Otherwise
// walks are tried in the order of their lengths.
func (m *machine) shortest(op *plan.Shortest, next operator) operator {
	s := &pathSearch{walker: m.newWalker(&op.Walk), op: op, next: next}
	if len(op.Search) > 0 {
		s.search = conjunction(m.predicates(op.Search))
	}
	return s.run
}

// pathSearch is the state of one [plan.Shortest].
type pathSearch struct {
	*walker
	op     *plan.Shortest
	next   operator
	search predicate // nil: every walk counts

	round    uint32
	forward  *sparse[mark]
	backward *sparse[mark]

	ahead, behind frontier
}

// frontier is what a search from one end has reached last.
type frontier struct {
	nodes   []graph.NodeID
	further []graph.NodeID // what it reaches next
	hops    int            // from nodes
}

func (f *frontier) start(n graph.NodeID, hops int) {
	f.nodes, f.hops = append(f.nodes[:0], n), hops
}

// mark is how far a node is from an end of the search, and by which relationship it was reached.
type mark struct {
	round uint32
	depth int32
	rel   graph.RelID
}

func (s *pathSearch) run(r row) error {
	from, ok, err := nodeAt(r, s.op.From)
	if err != nil || !ok {
		return err
	}
	to, ok, err := nodeAt(r, s.op.To)
	if err != nil || !ok {
		return err
	}
	if from == to && s.op.Legacy && s.op.Min > 0 {
		return value.Errorf(value.ArgumentError, value.InvalidArgumentValue,
			"The shortest path algorithm does not work when the start and end nodes are the same. "+
				"Compare them first (WHERE a <> b), or allow the empty path (*0..)")
	}
	if s.forward == nil {
		s.forward = newSparse[mark](s.m.budget, s.m.g.NodeCount())
		s.backward = newSparse[mark](s.m.budget, s.m.g.NodeCount())
	}
	if err := s.m.keep(0); err != nil {
		return err
	}
	simple := len(s.hops) == 1 && s.search == nil && s.op.Min <= 1 && s.op.Count == 1
	switch {
	case simple && from == to && s.op.Min == 0:
		s.trail = s.trail[:0]
		return s.give(r)
	case simple && from != to && !s.op.Groups:
		return s.one(r, from, to)
	case simple && from != to:
		return s.all(r, from, to)
	}
	return s.byLength(r, from, to)
}

// give passes on the walk that lies in the trail.
func (s *pathSearch) give(r row) error {
	if err := s.fill(r); err != nil {
		return err
	}
	return s.next(r)
}

// fill binds the slots of the walk that lies in the trail.
func (s *pathSearch) fill(r row) error {
	if len(s.walk.Groups) > 0 && len(s.hops) == 1 {
		s.groupTrail(r)
	}
	if err := s.bind(r); err != nil || s.op.Path == plan.NoSlot {
		return err
	}
	n, _, _ := nodeAt(r, s.op.From)
	path := &value.Path{Nodes: []value.Value{nodeValue(n)}}
	for _, rel := range s.trail {
		n = s.m.otherEnd(rel, n)
		path.Relationships = append(path.Relationships, relValue(rel))
		path.Nodes = append(path.Nodes, nodeValue(n))
	}
	r[s.op.Path] = value.FromPath(path)
	return nil
}

// groupTrail works the group variables of a single hop out from the trail.
func (s *pathSearch) groupTrail(r row) {
	n, _, _ := nodeAt(r, s.op.From)
	for i := range s.grouped {
		s.grouped[i] = s.grouped[i][:0]
	}
	for _, rel := range s.trail {
		to := s.m.otherEnd(rel, n)
		for i, g := range s.walk.Groups {
			v := relValue(rel)
			switch g.Inner {
			case s.walk.First:
				v = nodeValue(n)
			case s.hops[0].node:
				v = nodeValue(to)
			}
			s.grouped[i] = append(s.grouped[i], v)
		}
		n = to
	}
}

// adjacent calls visit for the hops from a node, or with back for those that lead to it.
func (s *pathSearch) adjacent(r row, n graph.NodeID, back bool, visit func(graph.RelID, graph.NodeID) error) error {
	h := &s.hops[0]
	if !back {
		return s.neighbours(r, h, n, visit)
	}
	return s.m.eachRel(h.types, h.direction.Reverse(), n, func(rel graph.RelID, other graph.NodeID) error {
		if err := s.m.step(); err != nil {
			return err
		}
		if s.walk.First != plan.NoSlot {
			r[s.walk.First] = nodeValue(other)
		}
		if s.first != nil {
			if t, err := s.first(r); t != value.Yes || err != nil {
				return err
			}
		}
		ok, err := s.allowed(r, h, rel, n)
		if !ok || err != nil {
			return err
		}
		return visit(rel, other)
	})
}

// one searches from both ends, always from the side with fewer hops to look at. The
// first node that both sides know lies on a shortest walk: had there been a shorter one, the
// levels before, which were searched to their ends, had met.
func (s *pathSearch) one(r row, from, to graph.NodeID) error {
	s.round++
	*s.forward.at(from) = mark{round: s.round}
	*s.backward.at(to) = mark{round: s.round}
	h := &s.hops[0]
	s.ahead.start(from, s.m.hopsFrom(from, h.types, h.direction))
	s.behind.start(to, s.m.hopsFrom(to, h.types, h.direction.Reverse()))
	var meeting graph.NodeID
	var err error
	for depth := 0; err == nil && len(s.ahead.nodes) > 0 && len(s.behind.nodes) > 0 && depth != s.max; depth++ {
		back := s.behind.hops < s.ahead.hops
		mine, theirs, side, direction := s.forward, s.backward, &s.ahead, h.direction
		if back {
			mine, theirs, side, direction = s.backward, s.forward, &s.behind, h.direction.Reverse()
		}
		side.further, side.hops = side.further[:0], 0
		for _, n := range side.nodes {
			d := mine.at(n).depth + 1
			err = s.adjacent(r, n, back, func(rel graph.RelID, other graph.NodeID) error {
				reached := mine.at(other)
				if reached.round == s.round {
					return nil
				}
				*reached = mark{s.round, d, rel}
				if theirs.at(other).round == s.round {
					meeting = other
					return errFound
				}
				side.further = append(side.further, other)
				side.hops += s.m.hopsFrom(other, h.types, direction)
				return nil
			})
			if err != nil {
				break
			}
		}
		side.nodes, side.further = side.further, side.nodes
	}
	if err != errFound {
		return err
	}
	s.trail = s.trail[:0]
	for n := meeting; n != from; {
		rel := s.forward.at(n).rel
		s.trail = append(s.trail, rel)
		n = s.m.otherEnd(rel, n)
	}
	slices.Reverse(s.trail)
	for n := meeting; n != to; {
		rel := s.backward.at(n).rel
		s.trail = append(s.trail, rel)
		n = s.m.otherEnd(rel, n)
	}
	err = s.give(r)
	s.trail = s.trail[:0]
	return err
}

// distances marks, in s.backward, how far each node is from the end, up to the
// depth at which until is found. It returns that depth, -1 if there is none.
func (s *pathSearch) distances(r row, to graph.NodeID, until func(graph.NodeID) bool) (int, error) {
	s.round++
	*s.backward.at(to) = mark{round: s.round}
	frontier := []graph.NodeID{to}
	for depth := 0; len(frontier) > 0; depth++ {
		if slices.ContainsFunc(frontier, until) {
			return depth, nil
		}
		if depth == s.max {
			break
		}
		var further []graph.NodeID
		for _, n := range frontier {
			err := s.adjacent(r, n, true, func(rel graph.RelID, other graph.NodeID) error {
				if s.backward.at(other).round != s.round {
					*s.backward.at(other) = mark{s.round, int32(depth + 1), rel}
					further = append(further, other)
				}
				return nil
			})
			if err != nil {
				return -1, err
			}
		}
		frontier = further
	}
	return -1, nil
}

// all finds every walk of the least length: each of its steps leads one nearer
// to the end.
func (s *pathSearch) all(r row, from, to graph.NodeID) error {
	length, err := s.distances(r, to, func(n graph.NodeID) bool { return n == from })
	if err != nil || length < 0 {
		return err
	}
	s.min, s.max = length, length
	defer func() { s.min, s.max, s.prune = s.op.Min, s.op.Max, nil }()
	round := s.round
	s.prune = func(n graph.NodeID, depth int) bool {
		return s.backward.at(n).round != round || int(s.backward.at(n).depth) != length-depth
	}
	s.arrive = func(r row, n graph.NodeID, _ int) error {
		if n != to {
			return nil
		}
		return s.give(r)
	}
	return s.walker.run(r, from)
}

// byLength tries walks in the order of their lengths until enough are found, or
// no longer walk exists.
func (s *pathSearch) byLength(r row, from, to graph.NodeID) error {
	longest := s.op.Max
	if longest == plan.NoMax {
		longest = s.m.g.RelCount()
	}
	defer func() { s.min, s.max, s.prune = s.op.Min, s.op.Max, nil }()
	s.prune = nil
	if len(s.hops) == 1 {
		// A walk must not be farther from its end than it has steps left.
		s.max = s.op.Max
		if _, err := s.distances(r, to, func(graph.NodeID) bool { return false }); err != nil {
			return err
		}
		if from != to && s.backward.at(from).round != s.round {
			return nil
		}
		round := s.round
		s.prune = func(n graph.NodeID, depth int) bool {
			if s.backward.at(n).round != round {
				return true
			}
			if int(s.backward.at(n).depth) > s.max-depth {
				s.deepest = s.max // a longer walk may pass here
				return true
			}
			return false
		}
	}
	found := int64(0) // walks, or lengths with walks
	for length := s.op.Min; length <= longest; length++ {
		s.min, s.max = length, length
		here := false
		s.arrive = func(r row, n graph.NodeID, depth int) error {
			if n != to {
				return nil
			}
			if err := s.fill(r); err != nil {
				return err
			}
			if s.search != nil {
				if t, err := s.search(r); t != value.Yes || err != nil {
					return err
				}
			}
			here = true
			if s.op.Groups {
				return s.next(r)
			}
			found++
			if err := s.next(r); err != nil {
				return err
			}
			if found == s.op.Count {
				return errFound
			}
			return nil
		}
		err := s.walker.run(r, from)
		if err == errFound {
			return nil
		}
		if err != nil {
			return err
		}
		if here && s.op.Groups {
			if found++; found == s.op.Count {
				return nil
			}
		}
		if s.deepest < length {
			return nil // no walk is that long
		}
	}
	return nil
}

// selectPaths matches a whole path pattern and keeps the shortest paths between each
// pair of ends.
func (m *machine) selectPaths(op *plan.SelectPaths, next operator) operator {
	type group struct{ rows []kept }
	var groups []*group
	var ends *table
	bytes := 0
	inner := m.compile(op.Inner, func(r row) error {
		ends.key[0], ends.key[1] = r[op.From], r[op.To]
		i, added, err := ends.add()
		if err != nil {
			return err
		}
		if added {
			groups = append(groups, &group{})
		}
		k := keepRow(r, op.Live)
		k.order = len(r[op.Path].Path().Relationships)
		bytes += k.bytes
		groups[i].rows = append(groups[i].rows, k)
		return m.keep(k.bytes)
	})
	return func(r row) error {
		groups, bytes = nil, 0
		ends = newTable(m.budget, []plan.Slot{op.From, op.To})
		defer func() { ends.free(); m.release(bytes) }()
		if err := inner(r); err != nil {
			return err
		}
		for _, g := range groups {
			slices.SortStableFunc(g.rows, func(a, b kept) int { return a.order - b.order })
			found, length := int64(0), -1
			for _, k := range g.rows {
				if !op.Groups || k.order != length {
					if found++; found > op.Count {
						break
					}
					length = k.order
				}
				k.restore(r, op.Live)
				if err := next(r); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

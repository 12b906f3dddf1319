package exec

import (
	"math"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/plan"
	"bdgraph/cypher/value"
)

// reach gives each node that some walk of one hop after another leads to, once: a
// search in breadth. The planner asks for it where only distinct ends are wanted.
//
// Each node but the first is reached by a shortest walk, on which no
// relationship repeats. The first node is its own end, beside the empty walk,
// only if a circle leads back to it. With a direction that is a relationship from any node
// that was reached; without, the shortest circle has two sides that leave by
// different relationships and meet.
func (m *machine) reach(op *plan.Repeat, next operator) operator {
	s := &breadth{walker: m.newWalker(&op.Walk)}
	var end graph.NodeID
	give := func(r row, n graph.NodeID) error {
		if op.Into && n != end {
			return nil
		}
		r[op.To] = nodeValue(n)
		return next(r)
	}
	return walkFrom(op, &end, func(r row, from graph.NodeID) error { return s.search(r, from, give) })
}

// breadth is a search in breadth over the single hop of a walk.
type breadth struct {
	*walker
	seen    *sparse[visit]
	round   uint32
	reached []graph.NodeID // nearest first, the first node included
}

// visit is how a node was reached.
type visit struct {
	round  uint32 // the search that this belongs to
	depth  int32
	branch graph.RelID // the relationship by which the search left the first node
}

// search gives the nodes within the bounds of the walk, as soon as it meets them.
func (s *breadth) search(r row, from graph.NodeID, give func(row, graph.NodeID) error) error {
	if s.seen == nil {
		s.seen = newSparse[visit](s.m.budget, s.m.g.NodeCount())
	}
	if s.min == 0 {
		if err := give(r, from); err != nil {
			return err
		}
	}
	s.round++
	*s.seen.at(from) = visit{round: s.round}
	h := &s.hops[0]
	circle := math.MaxInt32 // the length of the shortest circle through the first node
	reached := append(s.reached[:0], from)
	for next := 0; next < len(reached); next++ {
		n := reached[next]
		at := *s.seen.at(n)
		if int(at.depth) == s.max {
			break
		}
		if err := s.m.keep(0); err != nil {
			return err
		}
		err := s.neighbours(r, h, n, func(rel graph.RelID, to graph.NodeID) error {
			branch := at.branch
			if n == from {
				branch = rel
			}
			old := s.seen.at(to)
			switch {
			case old.round != s.round:
				*old = visit{s.round, at.depth + 1, branch}
				reached = append(reached, to)
				return give(r, to)
			case to == from:
				if n == from || h.direction != plan.Both || rel != branch {
					circle = min(circle, int(at.depth)+1)
				}
			case h.direction == plan.Both && old.branch != branch:
				circle = min(circle, int(at.depth)+1+int(old.depth))
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	s.reached = reached
	if s.min > 0 && circle != math.MaxInt32 && (s.max == plan.NoMax || circle <= s.max) {
		return give(r, from)
	}
	return nil
}

// neighbours calls visit for the relationships of one hop from a node that
// satisfy its conditions.
func (p *walker) neighbours(r row, h *hop, n graph.NodeID, visit func(graph.RelID, graph.NodeID) error) error {
	if p.walk.First != plan.NoSlot {
		r[p.walk.First] = nodeValue(n)
	}
	if p.first != nil {
		if t, err := p.first(r); t != value.Yes || err != nil {
			return err
		}
	}
	try := func(rel graph.RelID, to graph.NodeID) error {
		if err := p.m.step(); err != nil {
			return err
		}
		ok, err := p.allowed(r, h, rel, to)
		if !ok || err != nil {
			return err
		}
		return visit(rel, to)
	}
	return p.m.eachRel(h.types, h.direction, n, try)
}

// allowed reports whether a relationship to a node satisfies a hop's conditions.
func (p *walker) allowed(r row, h *hop, rel graph.RelID, to graph.NodeID) (bool, error) {
	if !p.differs(r, rel) {
		return false, nil
	}
	if h.filter == nil {
		return true, nil
	}
	if h.rel != plan.NoSlot {
		r[h.rel] = relValue(rel)
	}
	if h.node != plan.NoSlot {
		r[h.node] = nodeValue(to)
	}
	t, err := h.filter(r)
	return t == value.Yes, err
}

// eachRel calls visit for the relationships of some types at a node, a loop once.
func (m *machine) eachRel(types []graph.TypeID, d plan.Direction, n graph.NodeID, visit func(graph.RelID, graph.NodeID) error) error {
	for _, t := range types {
		if d != plan.In {
			rg, targets := m.g.Out(n, t), m.targets()
			for rel := rg.First; rel < rg.End; rel++ {
				if err := visit(rel, targets[rel]); err != nil {
					return err
				}
			}
		}
		if d != plan.Out {
			sources := m.sources()
			for _, rel := range m.g.In(n, t) {
				from := sources[rel]
				if from == n && d == plan.Both {
					continue
				}
				if err := visit(rel, from); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

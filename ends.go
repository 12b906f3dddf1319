package bdgraph

import (
	"cmp"
	"slices"
)

// Ends are where an edge begins and ends, as places among the nodes, from 0. Stages that
// follow edges through a large graph count with them in place of looking up references.
type Ends struct{ From, To int32 }

// NoNode is the place of an end that is not among the nodes.
const NoNode int32 = -1

// Arrange returns a fragment of what one stage derived, in the graph's order, and gives
// each edge its id. It takes the slices over. The nodes are distinct, and hold both ends of
// each edge, of which ends are the places.
func Arrange(nodes []Node, edges []Edge, ends []Ends, findings []Finding) Fragment {
	if order := orderOf(nodes, compareNodes); order != nil {
		moved := make([]int32, len(nodes)) // where each node goes
		for to, from := range order {
			moved[from] = int32(to)
		}
		for i, e := range ends {
			ends[i] = Ends{moved[e.From], moved[e.To]}
		}
		permute(nodes, order)
	}
	if order := orderByEnds(edges, ends); order != nil {
		permute(ends, slices.Clone(order))
		permute(edges, order)
	}
	computeIDs(edges)
	SortFindings(findings)
	return Fragment{Nodes: nodes, Edges: edges, Findings: findings, ends: ends}
}

// areOf reports whether ends are those of the edges among the nodes.
func areOf(ends []Ends, nodes []Node, edges []Edge) bool {
	if len(ends) != len(edges) {
		return false
	}
	is := func(place int32, ref *NodeRef) bool {
		return 0 <= place && int(place) < len(nodes) && nodes[place].NodeRef == *ref
	}
	for i := range edges {
		if !is(ends[i].From, &edges[i].From) || !is(ends[i].To, &edges[i].To) {
			return false
		}
	}
	return true
}

// isArranged reports whether the fragment is as Arrange returns it, and every edge is one
// of a graph: it has an id and does not lead to itself, and no two say the same.
func (f *Fragment) isArranged() bool {
	for i := 1; i < len(f.Nodes); i++ {
		if compareNodes(&f.Nodes[i-1], &f.Nodes[i]) >= 0 {
			return false
		}
	}
	if !areOf(f.ends, f.Nodes, f.Edges) {
		return false
	}
	for i := range f.Edges {
		e, ends := &f.Edges[i], f.ends[i]
		if e.ID == "" || ends.From == ends.To {
			return false
		}
		if i == 0 {
			continue
		}
		before, at := &f.Edges[i-1], f.ends[i-1]
		c := cmp.Or(cmp.Compare(before.Type, e.Type), cmp.Compare(at.From, ends.From), cmp.Compare(at.To, ends.To))
		if c > 0 || c == 0 && compareSources(before, e) >= 0 {
			return false
		}
	}
	return true
}

// Ends returns the ends of each edge among the nodes, [NoNode] for one that is not there.
// They are counted at the first call, so that two must not be made at once.
func (g *Graph) Ends() []Ends {
	if areOf(g.ends, g.Nodes, g.Edges) {
		return g.ends
	}
	places := make(map[NodeRef]int32, len(g.Nodes))
	for i := range g.Nodes {
		places[g.Nodes[i].NodeRef] = int32(i)
	}
	place := func(ref NodeRef) int32 {
		if at, known := places[ref]; known {
			return at
		}
		return NoNode
	}
	g.ends = make([]Ends, len(g.Edges))
	for i := range g.Edges {
		e := &g.Edges[i]
		g.ends[i].To = place(e.To)
		if i > 0 && g.Edges[i-1].From == e.From { // edges are in the order of where they begin
			g.ends[i].From = g.ends[i-1].From
		} else {
			g.ends[i].From = place(e.From)
		}
	}
	return g.ends
}

package memgraph

import "bdgraph/cypher/graph"

// adjacency holds the relationships of one type.
//
// Invariant: the relationships that start at n are rels.First + outStart[n] up
// to rels.First + outStart[n+1]; those that end at n are inRels[inStart[n]:inStart[n+1]].
type adjacency struct {
	rels     graph.RelRange
	outStart []uint32
	inStart  []uint32
	inRels   []graph.RelID
	columns  columns
}

func newAdjacency(rels graph.RelRange, sources, targets []graph.NodeID, nodes int, c columns) adjacency {
	a := adjacency{
		rels:     rels,
		outStart: make([]uint32, nodes+1),
		inStart:  make([]uint32, nodes+1),
		inRels:   make([]graph.RelID, rels.Len()),
		columns:  c,
	}
	for r := rels.First; r < rels.End; r++ {
		a.outStart[sources[r]+1]++
		a.inStart[targets[r]+1]++
	}
	for n := range nodes {
		a.outStart[n+1] += a.outStart[n]
		a.inStart[n+1] += a.inStart[n]
	}
	next := append([]uint32(nil), a.inStart[:nodes]...)
	for r := rels.First; r < rels.End; r++ {
		t := targets[r]
		a.inRels[next[t]] = r
		next[t]++
	}
	return a
}

func (a *adjacency) out(n graph.NodeID) graph.RelRange {
	return graph.RelRange{First: a.rels.First + graph.RelID(a.outStart[n]), End: a.rels.First + graph.RelID(a.outStart[n+1])}
}

func (a *adjacency) in(n graph.NodeID) []graph.RelID {
	return a.inRels[a.inStart[n]:a.inStart[n+1]]
}

// pattern is a key of the exact counts.
type pattern struct {
	from graph.LabelID
	typ  graph.TypeID
	to   graph.LabelID
}

// countPatterns counts the relationships between each two label sets, and adds
// each count to the patterns that the sets match.
func (g *Graph) countPatterns() {
	type ends struct {
		from uint32
		typ  graph.TypeID
		to   uint32
	}
	bySet := make(map[ends]int)
	for r, t := range g.relType {
		bySet[ends{g.nodeSet[g.sources[r]], t, g.nodeSet[g.targets[r]]}]++
	}
	g.patterns = make(map[pattern]int)
	for e, n := range bySet {
		from := append([]graph.LabelID{graph.AnyLabel}, g.labelSets[e.from].Labels...)
		to := append([]graph.LabelID{graph.AnyLabel}, g.labelSets[e.to].Labels...)
		for _, f := range from {
			for _, t := range to {
				g.patterns[pattern{f, e.typ, t}] += n
				g.patterns[pattern{f, graph.AnyType, t}] += n
			}
		}
	}
}

// PatternCount returns the exact number of relationships of a pattern.
func (g *Graph) PatternCount(from graph.LabelID, t graph.TypeID, to graph.LabelID) int {
	return g.patterns[pattern{from, t, to}]
}

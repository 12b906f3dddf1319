package memgraph

import (
	"cmp"
	"slices"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// addIndex builds an index unless the graph has it or lacks the label or key.
func (g *Graph) addIndex(s indexSpec) {
	l, ok := g.LabelID(s.label)
	if !ok {
		return
	}
	k, ok := g.KeyID(s.key)
	if !ok {
		return
	}
	if g.indexes == nil {
		g.indexes = make(map[labelKey]*graph.SortedIndex)
	}
	if g.indexes[labelKey{l, k}] != nil {
		return
	}

	ix := &graph.SortedIndex{Graph: g, Key: k}
	for _, r := range g.nodesWithLabel[l] {
		for n := r.First; n < r.End; n++ {
			if !g.NodeProperty(n, k).IsNull() {
				ix.Nodes = append(ix.Nodes, n)
			}
		}
	}
	slices.SortFunc(ix.Nodes, func(a, b graph.NodeID) int {
		return cmp.Or(value.Compare(g.NodeProperty(a, k), g.NodeProperty(b, k)), cmp.Compare(a, b))
	})
	g.indexes[labelKey{l, k}] = ix
	g.indexInfo = append(g.indexInfo, graph.NewIndexInfo(g, l, k, s.unique))
}

// Index returns an index that the builder was asked for.
func (g *Graph) Index(l graph.LabelID, k graph.KeyID) graph.Index {
	if ix := g.indexes[labelKey{l, k}]; ix != nil {
		return ix
	}
	return nil
}

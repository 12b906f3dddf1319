package memgraph

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// index holds the nodes of a label that have a property, sorted by value, then
// by number, and the values beside them.
type index struct {
	nodes  []graph.NodeID
	values []value.Value
}

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
		g.indexes = make(map[labelKey]*index)
	}
	if g.indexes[labelKey{l, k}] != nil {
		return
	}

	type entry struct {
		node  graph.NodeID
		value value.Value
	}
	var entries []entry
	for _, r := range g.nodesWithLabel[l] {
		for n := r.First; n < r.End; n++ {
			if v := g.NodeProperty(n, k); !v.IsNull() {
				entries = append(entries, entry{n, v})
			}
		}
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(value.Compare(a.value, b.value), cmp.Compare(a.node, b.node))
	})
	ix := &index{make([]graph.NodeID, len(entries)), make([]value.Value, len(entries))}
	for i, e := range entries {
		ix.nodes[i], ix.values[i] = e.node, e.value
	}
	g.indexes[labelKey{l, k}] = ix

	name := "index_" + s.label + "_" + s.key
	if s.unique {
		name = "unique_" + s.label + "_" + s.key
		g.constraints = append(g.constraints, graph.Constraint{Name: name, Kind: "UNIQUENESS", Label: l, Key: k})
	}
	g.indexInfo = append(g.indexInfo, graph.IndexInfo{Name: name, Label: l, Key: k, Unique: s.unique})
}

// Index returns an index that the builder was asked for.
func (g *Graph) Index(l graph.LabelID, k graph.KeyID) graph.Index {
	if ix := g.indexes[labelKey{l, k}]; ix != nil {
		return ix
	}
	return nil
}

// All returns all nodes of the index.
func (ix *index) All() []graph.NodeID { return ix.nodes }

// Equal returns the nodes whose value ranks with v.
func (ix *index) Equal(v value.Value) []graph.NodeID {
	if v.IsNull() {
		return nil
	}
	return ix.nodes[ix.lower(v):ix.upper(v)]
}

// Range returns the nodes whose value ranks between two bounds, both included.
func (ix *index) Range(lower, upper graph.Bound) []graph.NodeID {
	from, to := 0, len(ix.nodes)
	if lower.Set {
		from = ix.lower(lower.Value)
	}
	if upper.Set {
		to = max(from, ix.upper(upper.Value))
	}
	return ix.nodes[from:to]
}

// Prefix returns the nodes whose value is a string that starts with prefix.
func (ix *index) Prefix(prefix string) []graph.NodeID {
	from := ix.lower(value.String(prefix))
	n := sort.Search(len(ix.values)-from, func(i int) bool {
		v := ix.values[from+i]
		return v.Kind() != value.KindString || !strings.HasPrefix(v.Str(), prefix)
	})
	return ix.nodes[from : from+n]
}

// lower returns the first place whose value is not before v.
func (ix *index) lower(v value.Value) int {
	return sort.Search(len(ix.values), func(i int) bool { return value.Compare(ix.values[i], v) >= 0 })
}

// upper returns the first place whose value is after v.
func (ix *index) upper(v value.Value) int {
	return sort.Search(len(ix.values), func(i int) bool { return value.Compare(ix.values[i], v) > 0 })
}

package graph

import (
	"sort"
	"strings"

	"bdgraph/cypher/value"
)

// SortedIndex is the [Index] of a graph that has the nodes sorted by value, then
// by number.
type SortedIndex struct {
	Graph Nodes
	Key   KeyID
	Nodes []NodeID
}

// All implements [Index].
func (ix *SortedIndex) All() []NodeID { return ix.Nodes }

// Equal implements [Index]: the nodes whose value ranks with v.
func (ix *SortedIndex) Equal(v value.Value) []NodeID {
	if v.IsNull() {
		return nil
	}
	return ix.Nodes[ix.lower(v):ix.upper(v)]
}

// Range implements [Index]: the nodes whose value ranks between two bounds, both included.
func (ix *SortedIndex) Range(lower, upper Bound) []NodeID {
	from, to := 0, len(ix.Nodes)
	if lower.Set {
		from = ix.lower(lower.Value)
	}
	if upper.Set {
		to = max(from, ix.upper(upper.Value))
	}
	return ix.Nodes[from:to]
}

// Prefix implements [Index].
func (ix *SortedIndex) Prefix(prefix string) []NodeID {
	from := ix.lower(value.String(prefix))
	n := sort.Search(len(ix.Nodes)-from, func(i int) bool {
		v := ix.value(from + i)
		return v.Kind() != value.KindString || !strings.HasPrefix(v.Str(), prefix)
	})
	return ix.Nodes[from : from+n]
}

// lower returns the first place whose value is not before v.
func (ix *SortedIndex) lower(v value.Value) int {
	return sort.Search(len(ix.Nodes), func(i int) bool { return value.Compare(ix.value(i), v) >= 0 })
}

// upper returns the first place whose value is after v.
func (ix *SortedIndex) upper(v value.Value) int {
	return sort.Search(len(ix.Nodes), func(i int) bool { return value.Compare(ix.value(i), v) > 0 })
}

func (ix *SortedIndex) value(i int) value.Value { return ix.Graph.NodeProperty(ix.Nodes[i], ix.Key) }

// NewIndexInfo describes an index by the name that it has in every graph.
func NewIndexInfo(names Names, label LabelID, key KeyID, unique bool) IndexInfo {
	kind := "index_"
	if unique {
		kind = "unique_"
	}
	return IndexInfo{Name: kind + names.LabelName(label) + "_" + names.KeyName(key), Label: label, Key: key, Unique: unique}
}

// UniqueConstraints returns the constraints that indexes stand for.
func UniqueConstraints(indexes []IndexInfo) []Constraint {
	var cs []Constraint
	for _, info := range indexes {
		if info.Unique {
			cs = append(cs, Constraint{Name: info.Name, Kind: "UNIQUENESS", Label: info.Label, Key: info.Key})
		}
	}
	return cs
}

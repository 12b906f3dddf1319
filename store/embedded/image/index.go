package image

import (
	"cmp"
	"errors"
	"slices"
	"sort"
	"strings"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// nodeIndex implements [graph.Index]: the nodes of a label sorted by the value of one property.
type nodeIndex struct {
	im     *Image
	key    graph.KeyID
	unique bool
	nodes  []graph.NodeID
}

func (im *Image) Index(l graph.LabelID, k graph.KeyID) graph.Index {
	at := labelKey{l, k}
	if im.indexes[at] == nil {
		return nil
	}
	return im.index(at)
}

func (im *Image) index(at labelKey) *nodeIndex {
	l := im.indexes[at]
	if ix := l.p.Load(); ix != nil {
		return ix
	}
	return l.get(im, place{index, uint32(at.label), uint32(at.key)}, func(b []byte) (*nodeIndex, error) {
		ws := view[uint32](b)
		if len(ws) < 2 {
			return nil, errors.New("too short")
		}
		ix := &nodeIndex{im: im, key: at.key, unique: ws[0] != 0, nodes: view[graph.NodeID](b[8:])}
		for _, n := range ix.nodes {
			if uint64(n) >= im.header.nodes {
				return nil, errors.New("an entry is no node")
			}
		}
		return ix, nil
	})
}

func (im *Image) Indexes() []graph.IndexInfo {
	infos := make([]graph.IndexInfo, 0, len(im.indexes))
	for at := range im.indexes {
		ix := im.index(at)
		infos = append(infos, graph.IndexInfo{Name: im.indexName(at, ix), Label: at.label, Key: at.key, Unique: ix.unique})
	}
	slices.SortFunc(infos, func(a, b graph.IndexInfo) int {
		return cmp.Or(cmp.Compare(a.Label, b.Label), cmp.Compare(a.Key, b.Key))
	})
	return infos
}

func (im *Image) indexName(at labelKey, ix *nodeIndex) string {
	kind := "index_"
	if ix.unique {
		kind = "unique_"
	}
	return kind + im.LabelName(at.label) + "_" + im.KeyName(at.key)
}

func (im *Image) Constraints() []graph.Constraint {
	var cs []graph.Constraint
	for _, info := range im.Indexes() {
		if info.Unique {
			cs = append(cs, graph.Constraint{Name: info.Name, Kind: "UNIQUENESS", Label: info.Label, Key: info.Key})
		}
	}
	return cs
}

func (ix *nodeIndex) value(i int) value.Value { return ix.im.NodeProperty(ix.nodes[i], ix.key) }

func (ix *nodeIndex) All() []graph.NodeID { return ix.nodes }

func (ix *nodeIndex) Equal(v value.Value) []graph.NodeID {
	if v.IsNull() {
		return nil
	}
	return ix.nodes[ix.lower(v):ix.upper(v)]
}

func (ix *nodeIndex) Range(lower, upper graph.Bound) []graph.NodeID {
	from, to := 0, len(ix.nodes)
	if lower.Set {
		from = ix.lower(lower.Value)
	}
	if upper.Set {
		to = max(from, ix.upper(upper.Value))
	}
	return ix.nodes[from:to]
}

func (ix *nodeIndex) Prefix(prefix string) []graph.NodeID {
	from := ix.lower(value.String(prefix))
	n := sort.Search(len(ix.nodes)-from, func(i int) bool {
		v := ix.value(from + i)
		return v.Kind() != value.KindString || !strings.HasPrefix(v.Str(), prefix)
	})
	return ix.nodes[from : from+n]
}

// lower returns the first place whose value is not before v.
func (ix *nodeIndex) lower(v value.Value) int {
	return sort.Search(len(ix.nodes), func(i int) bool { return value.Compare(ix.value(i), v) >= 0 })
}

// upper returns the first place whose value is after v.
func (ix *nodeIndex) upper(v value.Value) int {
	return sort.Search(len(ix.nodes), func(i int) bool { return value.Compare(ix.value(i), v) > 0 })
}

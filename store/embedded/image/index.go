package image

import (
	"cmp"
	"errors"
	"slices"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// nodeIndex is the nodes of a label sorted by the value of one property.
type nodeIndex struct {
	graph.SortedIndex
	unique bool
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
		ix := &nodeIndex{graph.SortedIndex{Graph: im, Key: at.key, Nodes: view[graph.NodeID](b[8:])}, ws[0] != 0}
		for _, n := range ix.Nodes {
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
		infos = append(infos, graph.NewIndexInfo(im, at.label, at.key, im.index(at).unique))
	}
	slices.SortFunc(infos, func(a, b graph.IndexInfo) int {
		return cmp.Or(cmp.Compare(a.Label, b.Label), cmp.Compare(a.Key, b.Key))
	})
	return infos
}

func (im *Image) Constraints() []graph.Constraint { return graph.UniqueConstraints(im.Indexes()) }

// indexDraft gathers the entries of one index.
type indexDraft struct {
	spec    IndexSpec
	label   uint32
	entries []indexEntry
}

type indexEntry struct {
	node  uint32
	value value.Value
}

// planIndexes takes the wanted indexes whose label exists.
func (b *builder) planIndexes() {
	specs := slices.Clone(b.in.Indexes)
	slices.SortFunc(specs, func(x, y IndexSpec) int { return cmp.Or(cmp.Compare(x.Label, y.Label), cmp.Compare(x.Key, y.Key)) })
	specs = slices.CompactFunc(specs, func(x, y IndexSpec) bool { return x.Label == y.Label && x.Key == y.Key })
	for _, s := range specs {
		if label, ok := b.labels.ids[s.Label]; ok {
			b.indexed = append(b.indexed, indexDraft{spec: s, label: label})
		}
	}
}

// index adds the values of a column to the indexes that want them.
func (b *builder) index(set labelSet, key string, values []value.Value) {
	for i := range b.indexed {
		x := &b.indexed[i]
		if x.spec.Key != key || !slices.Contains(set.labels, x.label) {
			continue
		}
		for row, v := range values {
			if !v.IsNull() {
				x.entries = append(x.entries, indexEntry{set.first + uint32(row), v})
			}
		}
	}
}

// writeIndexes writes the indexes on properties that something has.
func (b *builder) writeIndexes() {
	for i := range b.indexed {
		x := &b.indexed[i]
		key, ok := b.keys.ids[x.spec.Key]
		if !ok {
			continue
		}
		slices.SortFunc(x.entries, func(x, y indexEntry) int {
			return cmp.Or(value.Compare(x.value, y.value), cmp.Compare(x.node, y.node))
		})
		ws := make([]uint32, 2, 2+len(x.entries))
		if x.spec.Unique {
			ws[0] = 1
		}
		for _, e := range x.entries {
			ws = append(ws, e.node)
		}
		b.w.add(index, x.label, key, words(ws...))
	}
}

package image

import (
	"cmp"
	"errors"
	"slices"

	"bdgraph/cypher/graph"
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

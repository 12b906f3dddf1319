package image

import (
	"errors"
	"slices"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// starts gives, for each node from base on, where its relationships of one
// type and direction begin.
type starts struct {
	base  uint32
	at    []uint32 // one more than there are nodes
	first uint32   // added to every place
}

// of returns the places that belong to a node.
func (s *starts) of(n graph.NodeID) (from, to uint32) {
	i := uint32(n) - s.base // wraps around below base, and so is too large
	if uint64(i)+1 >= uint64(len(s.at)) {
		return 0, 0
	}
	return s.at[i], s.at[i+1]
}

func (im *Image) starts(l *lazy[starts], kind sectionKind, t graph.TypeID) *starts {
	if s := l.p.Load(); s != nil {
		return s
	}
	return l.get(im, place{kind, uint32(t), 0}, func(b []byte) (*starts, error) {
		ws := view[uint32](b)
		if len(ws) < 3 {
			return nil, errors.New("too short")
		}
		s := &starts{base: ws[0], at: ws[2:], first: im.typeStart[t]}
		if !slices.IsSorted(s.at) || s.at[len(s.at)-1] > im.typeStart[t+1]-im.typeStart[t] {
			return nil, errors.New("a range lies outside of its type")
		}
		return s, nil
	})
}

func (im *Image) outStarts(t graph.TypeID) *starts { return im.starts(&im.out[t], outStarts, t) }
func (im *Image) inStarts(t graph.TypeID) *starts  { return im.starts(&im.in[t], inStarts, t) }

func (im *Image) Out(n graph.NodeID, t graph.TypeID) graph.RelRange {
	s := im.outStarts(t)
	from, to := s.of(n)
	return graph.RelRange{First: graph.RelID(s.first + from), End: graph.RelID(s.first + to)}
}

func (im *Image) In(n graph.NodeID, t graph.TypeID) []graph.RelID {
	from, to := im.inStarts(t).of(n)
	return im.inList(t)[from:to:to]
}

func (im *Image) inList(t graph.TypeID) []graph.RelID {
	if p := im.inRels[t].p.Load(); p != nil {
		return *p
	}
	first, end := im.typeStart[t], im.typeStart[t+1]
	return *im.inRels[t].get(im, place{inRels, uint32(t), 0}, func(b []byte) (*[]graph.RelID, error) {
		rels := view[graph.RelID](b)
		if len(rels) != int(end-first) {
			return nil, errors.New("it does not list every relationship of its type once")
		}
		for _, r := range rels {
			if uint32(r) < first || uint32(r) >= end {
				return nil, errors.New("a relationship of another type")
			}
		}
		return &rels, nil
	})
}

func (im *Image) Sources() []graph.NodeID {
	if p := im.sources.p.Load(); p != nil {
		return *p
	}
	return *im.sources.get(im, place{kind: sources}, im.openEnds)
}

func (im *Image) Targets() []graph.NodeID {
	if p := im.targets.p.Load(); p != nil {
		return *p
	}
	return *im.targets.get(im, place{kind: targets}, im.openEnds)
}

func (im *Image) openEnds(b []byte) (*[]graph.NodeID, error) {
	ends := view[graph.NodeID](b)
	if uint64(len(ends)) != im.header.rels {
		return nil, errors.New("it does not have one end for each relationship")
	}
	for _, n := range ends {
		if uint64(n) >= im.header.nodes {
			return nil, errors.New("an end is no node")
		}
	}
	return &ends, nil
}

func (im *Image) RelsOfType(t graph.TypeID) graph.RelRange {
	return graph.RelRange{First: graph.RelID(im.typeStart[t]), End: graph.RelID(im.typeStart[t+1])}
}

func (im *Image) RelType(r graph.RelID) graph.TypeID {
	low, high := 0, len(im.types.texts)-1
	for low < high {
		mid := (low + high) / 2
		if im.typeStart[mid+1] <= uint32(r) {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return graph.TypeID(low)
}

func (im *Image) RelProperty(r graph.RelID, k graph.KeyID) value.Value {
	t := im.RelType(r)
	c := im.relColumn(t, k)
	if c == nil {
		return value.Null
	}
	return c.Value(int(uint32(r) - im.typeStart[t]))
}

// RelColumn implements [graph.Columns].
func (im *Image) RelColumn(r graph.RelID, k graph.KeyID) (graph.RelRange, graph.Column) {
	t := im.RelType(r)
	if c := im.relColumn(t, k); c != nil {
		return im.RelsOfType(t), c
	}
	return im.RelsOfType(t), nil
}

func (im *Image) RelKeys(r graph.RelID, buf []graph.KeyID) []graph.KeyID {
	t := im.RelType(r)
	row := int(uint32(r) - im.typeStart[t])
	for k := range im.keys.texts {
		if c := im.relColumn(t, graph.KeyID(k)); c != nil && c.has(row) {
			buf = append(buf, graph.KeyID(k))
		}
	}
	return buf
}

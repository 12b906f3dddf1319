package image

import (
	"cmp"
	"slices"
)

// pool numbers strings as they come; sort gives them their places in the dictionary.
type pool struct {
	ids   map[string]uint32
	texts []string
	rank  []uint32 // by number, after sort
}

func newPool() *pool { return &pool{ids: map[string]uint32{}} }

func (p *pool) add(s string) uint32 {
	id, ok := p.ids[s]
	if !ok {
		id = uint32(len(p.texts))
		p.ids[s] = id
		p.texts = append(p.texts, s)
	}
	return id
}

// sort brings the texts into order.
func (p *pool) sort() {
	order := make([]uint32, len(p.texts))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(x, y uint32) int { return cmp.Compare(p.texts[x], p.texts[y]) })
	p.rank = make([]uint32, len(order))
	sorted := make([]string, len(order))
	for rank, i := range order {
		p.rank[i] = uint32(rank)
		sorted[rank] = p.texts[i]
	}
	p.texts, p.ids = sorted, nil
}

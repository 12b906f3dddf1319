package exec

import (
	"unsafe"

	"bdgraph/cypher/graph"
)

// sparse holds something for each node that is asked for. It takes little where
// a search touches few nodes of a large graph.
type sparse[T any] struct {
	budget *budget
	pages  []*[pageNodes]T
	bytes  int
}

const pageNodes = 64

func newSparse[T any](b *budget, nodes int) *sparse[T] {
	s := &sparse[T]{budget: b, pages: make([]*[pageNodes]T, (nodes+pageNodes-1)/pageNodes)}
	s.grow(len(s.pages) * int(unsafe.Sizeof(s.pages[0])))
	return s
}

// at returns what is held for a node, at first the zero value. Memory is counted;
// whoever searches finds out about the limit at its next keep.
func (s *sparse[T]) at(n graph.NodeID) *T {
	p := s.pages[n/pageNodes]
	if p == nil {
		p = new([pageNodes]T)
		s.pages[n/pageNodes] = p
		s.grow(int(unsafe.Sizeof(*p)))
	}
	return &p[n%pageNodes]
}

func (s *sparse[T]) grow(bytes int) {
	s.bytes += bytes
	s.budget.memory += int64(bytes)
}

package lib

// refSet is a set of numbers of nodes or of relationships: a hash table with
// linear probing, at most half full. A slot holds a number and one; 0 is free.
type refSet struct {
	slots []uint64
	count int
}

// add puts a number in and reports whether it is new.
func (s *refSet) add(n uint64) bool {
	if 2*s.count >= len(s.slots) {
		s.grow()
	}
	at := s.find(n + 1)
	if s.slots[at] != 0 {
		return false
	}
	s.slots[at] = n + 1
	s.count++
	return true
}

// find returns the slot that holds a number, or the free one where it belongs.
func (s *refSet) find(stored uint64) uint64 {
	mask := uint64(len(s.slots) - 1)
	at := stored * 0x9e3779b97f4a7c15 >> 32 & mask
	for s.slots[at] != 0 && s.slots[at] != stored {
		at = (at + 1) & mask
	}
	return at
}

func (s *refSet) grow() {
	old := s.slots
	s.slots = make([]uint64, max(8, 4*len(old)))
	for _, stored := range old {
		if stored != 0 {
			s.slots[s.find(stored)] = stored
		}
	}
}

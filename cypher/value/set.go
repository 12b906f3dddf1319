package value

import "slices"

// Set holds values that are not equivalent to each other, in the order in which
// they came. The zero Set is empty and ready for use.
type Set struct {
	values []Value
	// slots is a hash table with linear probing: indexes into values, from 1. It is at
	// most half full; nil while there are few values.
	slots []int32
}

// fewValues is how many values are compared one by one.
const fewValues = 8

// Add puts the value in and reports whether it is new.
func (s *Set) Add(v Value) bool {
	if s.slots == nil {
		for _, other := range s.values {
			if Same(other, v) || Equivalent(other, v) {
				return false
			}
		}
		if s.values == nil {
			s.values = make([]Value, 0, fewValues)
		}
		if s.values = append(s.values, v); len(s.values) == fewValues {
			s.grow()
		}
		return true
	}
	at, free := s.find(v)
	if !free {
		return false
	}
	s.values = append(s.values, v)
	s.slots[at] = int32(len(s.values))
	if 2*len(s.values) >= len(s.slots) {
		s.grow()
	}
	return true
}

// find returns the slot of a value that is equivalent to v, or the free one
// where v belongs.
func (s *Set) find(v Value) (at int, free bool) {
	at = int(Hash(0, v) & uint64(len(s.slots)-1))
	for ; s.slots[at] != 0; at = (at + 1) & (len(s.slots) - 1) {
		if other := s.values[s.slots[at]-1]; Same(other, v) || Equivalent(other, v) {
			return at, false
		}
	}
	return at, true
}

// grow makes room for as many values again, and some more.
func (s *Set) grow() {
	s.slots = make([]int32, 4*max(fewValues, len(s.slots)))
	s.values = slices.Grow(s.values, len(s.slots)/2-len(s.values))
	for i, v := range s.values {
		at := int(Hash(0, v) & uint64(len(s.slots)-1))
		for s.slots[at] != 0 {
			at = (at + 1) & (len(s.slots) - 1)
		}
		s.slots[at] = int32(i + 1)
	}
}

// Values returns the values in the order in which they came first. The caller
// must not change them.
func (s *Set) Values() []Value { return s.values }

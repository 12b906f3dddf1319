package value

// Set holds values that are not equivalent to each other, in the order in which
// they came. The zero Set is empty and ready for use.
type Set struct {
	values []Value
	places map[uint64][]int32 // by hash: indexes into values
}

// Add puts the value in and reports whether it is new.
func (s *Set) Add(v Value) bool {
	h := Hash(0, v)
	for _, i := range s.places[h] {
		if Equivalent(s.values[i], v) {
			return false
		}
	}
	if s.places == nil {
		s.places = make(map[uint64][]int32)
	}
	s.places[h] = append(s.places[h], int32(len(s.values)))
	s.values = append(s.values, v)
	return true
}

// Values returns the values in the order in which they came first. The caller
// must not change them.
func (s *Set) Values() []Value { return s.values }

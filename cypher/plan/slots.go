package plan

import "math/bits"

// slotSet is a set of slots.
type slotSet []uint64

func (s slotSet) has(x Slot) bool {
	return x/64 < len(s) && s[x/64]&(1<<(x%64)) != 0
}

func (s *slotSet) add(x Slot) {
	for len(*s) <= x/64 {
		*s = append(*s, 0)
	}
	(*s)[x/64] |= 1 << (x % 64)
}

func (s *slotSet) addAll(o slotSet) {
	for len(*s) < len(o) {
		*s = append(*s, 0)
	}
	for i, w := range o {
		(*s)[i] |= w
	}
}

func (s slotSet) clone() slotSet { return append(slotSet(nil), s...) }

// intersect returns the slots that are in both sets.
func (s slotSet) intersect(o slotSet) slotSet {
	both := make(slotSet, min(len(s), len(o)))
	for i := range both {
		both[i] = s[i] & o[i]
	}
	return both
}

// within reports whether every slot of s is in o.
func (s slotSet) within(o slotSet) bool {
	for i, w := range s {
		if i >= len(o) && w != 0 || i < len(o) && w&^o[i] != 0 {
			return false
		}
	}
	return true
}

func (s slotSet) empty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

// list returns the slots in ascending order.
func (s slotSet) list() []Slot {
	var out []Slot
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			out = append(out, i*64+bits.TrailingZeros64(w))
		}
	}
	return out
}

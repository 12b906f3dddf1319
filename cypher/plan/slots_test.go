package plan

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestSlotSetsAreSets compares slot sets with maps.
func TestSlotSetsAreSets(t *testing.T) {
	slots := rapid.SliceOfN(rapid.IntRange(1, 200), 0, 20)
	rapid.Check(t, func(t *rapid.T) {
		make2 := func(label string) (slotSet, map[Slot]bool) {
			var s slotSet
			m := make(map[Slot]bool)
			for _, x := range slots.Draw(t, label) {
				s.add(x)
				m[x] = true
			}
			return s, m
		}
		a, am := make2("a")
		b, bm := make2("b")
		if got, want := a.list(), slices.Sorted(maps.Keys(am)); !slices.Equal(got, want) {
			t.Fatalf("list %v, want %v", got, want)
		}
		common, within := []Slot(nil), true
		for x := range am {
			if bm[x] {
				common = append(common, x)
			}
			within = within && bm[x]
		}
		slices.Sort(common)
		if got := a.intersect(b).list(); !slices.Equal(got, common) || a.intersect(b).empty() != (len(common) == 0) {
			t.Fatalf("intersect %v, want %v", got, common)
		}
		if a.within(b) != within {
			t.Fatalf("within %v, want %v", a.within(b), within)
		}
		before := a.list()
		both := a.clone()
		both.addAll(b)
		for x := range 201 {
			if both.has(x) != (am[x] || bm[x]) {
				t.Fatalf("union and %d", x)
			}
		}
		if !slices.Equal(a.list(), before) {
			t.Fatal("a clone changes what it was made of")
		}
	})
}

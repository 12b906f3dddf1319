package exec

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/plan"
	"bdgraph/cypher/value"
)

var anyValue = rapid.SampledFrom([]value.Value{
	value.Null, value.Int(0), value.Int(1), value.Float(1), value.Float(0.5), value.Float(math.NaN()), value.String(""), value.String("a"),
	value.True, value.ListOf(value.Int(1)), value.ListOf(value.Float(1)), value.ListOf(value.Null), value.NodeRef(1), value.RelationshipRef(1),
})

// TestTableNumbersKeys compares a table with looking through a list.
func TestTableNumbersKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBudget(context.Background(), Limits{})
		tab := newTable(b, []plan.Slot{1, 2})
		var keys [][2]value.Value
		find := func(k [2]value.Value) int {
			return slices.IndexFunc(keys, func(o [2]value.Value) bool {
				return value.Equivalent(o[0], k[0]) && value.Equivalent(o[1], k[1])
			})
		}
		for range rapid.IntRange(0, 300).Draw(t, "keys") {
			k := [2]value.Value{anyValue.Draw(t, "first"), anyValue.Draw(t, "second")}
			want := find(k)
			copy(tab.key, k[:])
			if got := tab.lookup(); got != want {
				t.Fatalf("lookup of %v gives %d, want %d", k, got, want)
			}
			copy(tab.key, k[:])
			got, added, err := tab.add()
			if err != nil {
				t.Fatal(err)
			}
			if want < 0 {
				keys = append(keys, k)
				want = len(keys) - 1
				if !added {
					t.Fatalf("%v is new", k)
				}
			} else if added {
				t.Fatalf("%v was there", k)
			}
			if got != want {
				t.Fatalf("%v has the number %d, want %d", k, got, want)
			}
		}
		tab.free()
		if b.memory != 0 {
			t.Fatalf("%d bytes are still counted", b.memory)
		}
	})
}

// TestTopRowsAreTheFirstOfAll compares the heap with sorting everything.
func TestTopRowsAreTheFirstOfAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &machine{budget: newBudget(context.Background(), Limits{})}
		compare := func(a, b *sorted) int {
			if c := value.Compare(a.keys[0], b.keys[0]); c != 0 {
				return c
			}
			return a.order - b.order
		}
		limit := rapid.IntRange(1, 8).Draw(t, "limit")
		top, all := &topRows{compare: compare, limit: limit}, &topRows{compare: compare, limit: -1}
		for i := range rapid.IntRange(0, 30).Draw(t, "rows") {
			r := row{value.Null, value.Int(int64(i))}
			key := []value.Value{anyValue.Draw(t, "key")}
			for _, rows := range []*topRows{top, all} {
				if err := m.addSorted(rows, key, r, []plan.Slot{1}); err != nil {
					t.Fatal(err)
				}
			}
		}
		order := func(rows *topRows) (out []int64) {
			slices.SortFunc(rows.rows, compare)
			for _, s := range rows.rows {
				out = append(out, s.values[0].Int())
			}
			return out
		}
		want := order(all)
		want = want[:min(limit, len(want))]
		if got := order(top); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		m.release(top.bytes + all.bytes)
		if m.memory != 0 {
			t.Fatalf("%d bytes are still counted", m.memory)
		}
	})
}

func TestSparseHoldsWhatItIsGiven(t *testing.T) {
	b := newBudget(context.Background(), Limits{})
	s := newSparse[int](b, 1000)
	for n := graph.NodeID(0); n < 1000; n += 7 {
		*s.at(n) = int(n) + 1
	}
	for n := range graph.NodeID(1000) {
		want := 0
		if n%7 == 0 {
			want = int(n) + 1
		}
		if got := *s.at(n); got != want {
			t.Fatalf("node %d holds %d, want %d", n, got, want)
		}
	}
	if b.memory != int64(s.bytes) || s.bytes < 8*1000 {
		t.Fatalf("%d bytes are counted, %d held", b.memory, s.bytes)
	}
}

package bdgraph

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// SortNodes puts nodes in the graph's order.
func SortNodes(ns []Node) { sortByIndex(ns, compareNodes) }

// SortEdges puts edges in the graph's order.
func SortEdges(es []Edge) { sortByIndex(es, compareEdges) }

func compareNodes(a, b *Node) int { return a.Compare(b.NodeRef) }

func compareEdges(a, b *Edge) int {
	if c := cmp.Compare(a.Type, b.Type); c != 0 {
		return c
	}
	if c := a.From.Compare(b.From); c != 0 {
		return c
	}
	if c := a.To.Compare(b.To); c != 0 {
		return c
	}
	return compareSources(a, b)
}

// compareSources orders edges of one type and the same ends.
func compareSources(a, b *Edge) int {
	return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Ordinal, b.Ordinal))
}

// sortByIndex sorts values too large to be moved more than once, or held twice, stably.
func sortByIndex[T any](values []T, compare func(a, b *T) int) {
	permute(values, orderOf(values, compare))
}

// permute moves values into an order, the places that they come from, which it spoils.
// Each circle of places is gone through once: a value moves to where it belongs, and the
// place that it leaves takes the next.
func permute[T any](values []T, order []int) {
	for start := range order {
		if order[start] == start || order[start] < 0 {
			continue
		}
		first, to := values[start], start
		for order[to] != start {
			from := order[to]
			values[to], order[to] = values[from], -1
			to = from
		}
		values[to], order[to] = first, -1
	}
}

// orderOf returns the places of values in order, those of equal ones ascending; nil
// where the values are in order as they are.
func orderOf[T any](values []T, compare func(a, b *T) int) []int {
	sorted := true
	for i := 1; i < len(values) && sorted; i++ {
		sorted = compare(&values[i-1], &values[i]) <= 0
	}
	if sorted {
		return nil
	}
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		if c := compare(&values[i], &values[j]); c != 0 {
			return c
		}
		return i - j
	})
	return order
}

// inOrder gives edges in the graph's order without moving them.
func inOrder(edges []Edge) iter.Seq[*Edge] {
	order := orderOf(edges, compareEdges)
	return func(yield func(*Edge) bool) {
		for i := range edges {
			at := i
			if order != nil {
				at = order[i]
			}
			if !yield(&edges[at]) {
				return
			}
		}
	}
}

// orderByEnds is orderOf for edges of which the ends are known, among nodes in order.
func orderByEnds(edges []Edge, ends []Ends) []int {
	types := make(map[RelType]int32) // the place of each in the alphabet
	for i := range edges {
		types[edges[i].Type] = 0
	}
	for i, t := range slices.Sorted(maps.Keys(types)) {
		types[t] = int32(i)
	}
	type key struct{ typ, from, to, place int32 }
	keys := make([]key, len(edges))
	for i := range edges {
		keys[i] = key{types[edges[i].Type], ends[i].From, ends[i].To, int32(i)}
	}
	compare := func(a, b key) int {
		if c := cmp.Or(cmp.Compare(a.typ, b.typ), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)); c != 0 {
			return c
		}
		return cmp.Or(compareSources(&edges[a.place], &edges[b.place]), cmp.Compare(a.place, b.place))
	}
	if slices.IsSortedFunc(keys, compare) {
		return nil
	}
	slices.SortFunc(keys, compare)
	order := make([]int, len(keys))
	for i, k := range keys {
		order[i] = int(k.place)
	}
	return order
}

package value

import (
	"cmp"
	"math"
	"strings"
)

// Compare is the total order of ORDER BY, min and max, ascending: -1, 0 or +1.
// Values of different kinds come in the order of the [Kind] constants, INTEGER
// and FLOAT together, null last. NaN comes after all other numbers and ranks
// with itself. Within a kind:
//
//   - strings by code point, false before true, numbers by exact value;
//   - lists element by element, a prefix first;
//   - maps by the number of entries, then by their keys, then by the values in
//     the order of the keys;
//   - references to nodes and relationships by number, detached ones by element
//     id; paths by node, relationship, node … in turn, a prefix first;
//   - times as package temporal orders them, points by CRS, x, y, z.
func Compare(a, b Value) int {
	if a.kind == KindInt && b.kind == KindInt { // the most frequent case
		return cmp.Compare(int64(a.num), int64(b.num))
	}
	if a.kind != b.kind {
		if a.kind >= KindInt && b.kind >= KindInt {
			return compareNumbers(a, b)
		}
		return cmp.Compare(rank(a.kind), rank(b.kind))
	}
	switch a.kind {
	case KindList:
		return compareSeveral(a.List(), b.List())
	case KindMap:
		x, y := a.Map(), b.Map()
		if c := compareKeys(x, y); c != 0 {
			return c
		}
		for i := range x {
			if c := Compare(x[i].Value, y[i].Value); c != 0 {
				return c
			}
		}
		return 0
	}
	return compareScalars(a, b)
}

func rank(k Kind) Kind {
	switch k {
	case KindNull:
		return math.MaxUint8
	case KindFloat:
		return KindInt
	}
	return k
}

func compareSeveral(a, b []Value) int {
	for i := range min(len(a), len(b)) {
		if c := Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

func compareKeys(a, b Map) int {
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	for i := range a {
		if c := strings.Compare(a[i].Key, b[i].Key); c != 0 {
			return c
		}
	}
	return 0
}

// compareScalars orders two values of one kind that is neither list nor map.
func compareScalars(a, b Value) int {
	switch a.kind {
	case KindInt, KindDate, KindLocalTime:
		return cmp.Compare(int64(a.num), int64(b.num))
	case KindFloat:
		return compareFloats(a.Float(), b.Float())
	case KindString:
		return strings.Compare(a.Str(), b.Str())
	case KindBool:
		return cmp.Compare(a.num, b.num)
	case KindNode:
		if a.ptr != nil && b.ptr != nil {
			return strings.Compare(a.Node().ElementID, b.Node().ElementID)
		}
		return cmp.Or(compareBools(a.ptr != nil, b.ptr != nil), cmp.Compare(a.num, b.num))
	case KindRelationship:
		if a.ptr != nil && b.ptr != nil {
			return strings.Compare(a.Relationship().ElementID, b.Relationship().ElementID)
		}
		return cmp.Or(compareBools(a.ptr != nil, b.ptr != nil), cmp.Compare(a.num, b.num))
	case KindPath:
		return comparePaths(a.Path(), b.Path())
	case KindPoint:
		p, q := a.Point(), b.Point()
		return cmp.Or(cmp.Compare(p.CRS, q.CRS),
			compareFloats(p.X, q.X), compareFloats(p.Y, q.Y), compareFloats(p.Z, q.Z))
	case KindTime:
		return a.Time().Compare(b.Time())
	case KindLocalDateTime:
		return a.LocalDateTime().Compare(b.LocalDateTime())
	case KindDateTime:
		return a.DateTime().Compare(b.DateTime())
	case KindDuration:
		return a.Duration().Compare(b.Duration())
	}
	return 0 // null and null
}

func comparePaths(p, q *Path) int {
	for i := range min(len(p.Nodes), len(q.Nodes)) {
		if c := Compare(p.Nodes[i], q.Nodes[i]); c != 0 {
			return c
		}
		if i >= len(p.Relationships) || i >= len(q.Relationships) {
			break
		}
		if c := Compare(p.Relationships[i], q.Relationships[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(p.Nodes), len(q.Nodes))
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// compareFloats puts NaN last.
func compareFloats(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return compareBools(a != a, b != b)
}

// compareNumbers orders an INTEGER and a FLOAT, exactly.
func compareNumbers(a, b Value) int {
	if a.kind == KindFloat {
		return -compareIntFloat(int64(b.num), a.Float())
	}
	return compareIntFloat(int64(a.num), b.Float())
}

func compareIntFloat(n int64, f float64) int {
	switch {
	case f != f, f >= 1<<63:
		return -1
	case f < -1<<63:
		return 1
	}
	whole := math.Trunc(f) // fits an int64
	return cmp.Or(cmp.Compare(n, int64(whole)), cmp.Compare(whole, f))
}

// Less is Cypher's a < b, and b > a. It is Unknown for null, for values of
// different kinds and for durations and points, which have no order that a
// query may ask for; No if one side is NaN. Lists and maps are decided by the
// first pair of elements that is not equal.
func Less(a, b Value) Truth { return comparison(a, b, true) }

// LessOrEqual is Cypher's a <= b, and b >= a; see [Less]. Of durations and
// points it is Yes if they are equal, else Unknown.
func LessOrEqual(a, b Value) Truth { return comparison(a, b, false) }

func comparison(a, b Value, strict bool) Truth {
	order, known := partial(a, b)
	switch {
	case known != Yes:
		return known
	case order != 0:
		return TruthOf(order < 0)
	case strict && (a.kind == KindDuration || a.kind == KindPoint):
		return Unknown
	}
	return TruthOf(!strict)
}

// partial orders two values as far as a query may compare them. Known is Yes
// where the order holds, No where every comparison is false (NaN), Unknown where
// every comparison is null.
func partial(a, b Value) (order int, known Truth) {
	switch {
	case a.IsNumber() && b.IsNumber():
		if isNaN(a) || isNaN(b) {
			return 0, No
		}
		return Compare(a, b), Yes
	case a.kind != b.kind:
		return 0, Unknown
	}
	switch a.kind {
	case KindNull:
		return 0, Unknown
	case KindDuration, KindPoint:
		return 0, max(TruthOf(equalScalars(a, b)), Unknown)
	case KindList:
		x, y := a.List(), b.List()
		for i := range min(len(x), len(y)) {
			if order, known := partialUnlessEqual(x[i], y[i]); known != Yes || order != 0 {
				return order, known
			}
		}
		return cmp.Compare(len(x), len(y)), Yes
	case KindMap:
		x, y := a.Map(), b.Map()
		if c := compareKeys(x, y); c != 0 {
			return c, Yes
		}
		for i := range x {
			if order, known := partialUnlessEqual(x[i].Value, y[i].Value); known != Yes || order != 0 {
				return order, known
			}
		}
		return 0, Yes
	}
	return compareScalars(a, b), Yes
}

func partialUnlessEqual(a, b Value) (order int, known Truth) {
	if Equal(a, b) == Yes {
		return 0, Yes
	}
	return partial(a, b)
}

func isNaN(v Value) bool { return v.kind == KindFloat && v.Float() != v.Float() }

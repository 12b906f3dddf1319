package value

import (
	"math"
	"slices"
)

// Equal is Cypher's = : Unknown if null decides it. An INTEGER equals a FLOAT
// of the same value; NaN equals nothing; values of other different kinds are
// not equal. Lists and maps are unequal if any pair of elements is, else unknown
// if any pair is.
func Equal(a, b Value) Truth {
	if a.kind == KindNull || b.kind == KindNull {
		return Unknown
	}
	switch {
	case a.kind == KindList && b.kind == KindList:
		return equalElements(a.List(), b.List())
	case a.kind == KindMap && b.kind == KindMap:
		return equalMaps(a.Map(), b.Map())
	}
	return TruthOf(equalScalars(a, b))
}

func equalElements(a, b []Value) Truth {
	if len(a) != len(b) {
		return No
	}
	result := Yes
	for i := range a {
		if result = result.And(Equal(a[i], b[i])); result == No {
			return No
		}
	}
	return result
}

func equalMaps(a, b Map) Truth {
	if len(a) != len(b) {
		return No
	}
	for i := range a { // keys stand in order
		if a[i].Key != b[i].Key {
			return No
		}
	}
	result := Yes
	for i := range a {
		if result = result.And(Equal(a[i].Value, b[i].Value)); result == No {
			return No
		}
	}
	return result
}

// equalScalars compares values that hold no null inside: all but lists and maps.
func equalScalars(a, b Value) bool {
	if a.kind != b.kind {
		switch {
		case a.kind == KindInt && b.kind == KindFloat:
			return intEqualsFloat(int64(a.num), b.Float())
		case a.kind == KindFloat && b.kind == KindInt:
			return intEqualsFloat(int64(b.num), a.Float())
		}
		return false
	}
	switch a.kind {
	case KindBool, KindInt, KindDate, KindLocalTime:
		return a.num == b.num
	case KindFloat:
		return a.Float() == b.Float()
	case KindString:
		return a.Str() == b.Str()
	case KindNode:
		if a.ptr != nil && b.ptr != nil {
			return a.Node().ElementID == b.Node().ElementID
		}
		return a.ptr == b.ptr && a.num == b.num
	case KindRelationship:
		if a.ptr != nil && b.ptr != nil {
			return a.Relationship().ElementID == b.Relationship().ElementID
		}
		return a.ptr == b.ptr && a.num == b.num
	case KindPath:
		return slices.EqualFunc(a.Path().Nodes, b.Path().Nodes, equalScalars) &&
			slices.EqualFunc(a.Path().Relationships, b.Path().Relationships, equalScalars)
	case KindPoint:
		return a.Point() == b.Point()
	case KindTime:
		return a.Time() == b.Time()
	case KindLocalDateTime:
		return a.LocalDateTime() == b.LocalDateTime()
	case KindDateTime:
		return a.DateTime() == b.DateTime()
	case KindDuration:
		return a.Duration() == b.Duration()
	}
	return false
}

// intEqualsFloat is exact but for 2^63, which equals the largest integer, as in
// Neo4j: there the conversion of the float saturates.
func intEqualsFloat(n int64, f float64) bool {
	return float64(n) == f && Truncate(f) == n
}

// Truncate cuts a float towards zero, as Java does: NaN is 0, and what lies beyond
// the integers is the first or the last of them.
func Truncate(f float64) int64 {
	switch {
	case f != f:
		return 0
	case f >= 1<<63:
		return math.MaxInt64
	case f < -1<<63:
		return math.MinInt64
	}
	return int64(f)
}

// In is Cypher's x IN list: Yes if an element equals x, else Unknown if
// comparing with one was unknown.
func In(x Value, list []Value) Truth {
	result := No
	for i := range list {
		if result = result.Or(Equal(x, list[i])); result == Yes {
			return Yes
		}
	}
	return result
}

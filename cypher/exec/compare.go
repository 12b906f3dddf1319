package exec

import (
	"cmp"

	"bdgraph/cypher/plan"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// comparison returns the function of a comparison operator, nil for others.
func comparison(op syntax.Op) func(a, b value.Value) value.Truth {
	switch op {
	case syntax.OpEq:
		return value.Equal
	case syntax.OpNe:
		return func(a, b value.Value) value.Truth { return value.Equal(a, b).Not() }
	case syntax.OpLt:
		return value.Less
	case syntax.OpLe:
		return value.LessOrEqual
	case syntax.OpGt:
		return func(a, b value.Value) value.Truth { return value.Less(b, a) }
	case syntax.OpGe:
		return func(a, b value.Value) value.Truth { return value.LessOrEqual(b, a) }
	}
	return nil
}

// compare compiles a comparison of two expressions.
func (m *machine) compare(e *syntax.Binary) predicate {
	x := m.expr(e.X)
	if c, ok := m.fixedValue(e.Y); ok {
		test := compareWith(e.Op, c)
		return func(r row) (value.Truth, error) {
			a, err := x(r)
			if err != nil {
				return value.Unknown, err
			}
			return test(a), nil
		}
	}
	test, y := comparison(e.Op), m.expr(e.Y)
	return func(r row) (value.Truth, error) {
		a, err := x(r)
		if err != nil {
			return value.Unknown, err
		}
		b, err := y(r)
		if err != nil {
			return value.Unknown, err
		}
		if err := m.work(a); err != nil {
			return value.Unknown, err
		}
		return test(a, b), nil
	}
}

// fixedValue returns the value of a literal or parameter that is no list or map.
func (m *machine) fixedValue(e syntax.Expr) (value.Value, bool) {
	v, ok := plan.Literal(e)
	if p, isParameter := e.(*syntax.Parameter); isParameter {
		v, ok = m.in.Parameters[p.Name]
	}
	return v, ok && v.Kind() != value.KindList && v.Kind() != value.KindMap
}

// compareWith returns a comparison with a value that is always the same. Values of its
// own kind, the most of them, take a short way.
func compareWith(op syntax.Op, c value.Value) func(value.Value) value.Truth {
	general := comparison(op)
	switch c.Kind() {
	case value.KindInt:
		n, holds := c.Int(), ordered[int64](op)
		return func(v value.Value) value.Truth {
			if v.Kind() == value.KindInt {
				return value.TruthOf(holds(v.Int(), n))
			}
			return general(v, c)
		}
	case value.KindFloat:
		f, holds := c.Float(), ordered[float64](op)
		return func(v value.Value) value.Truth {
			if v.Kind() == value.KindFloat {
				return value.TruthOf(holds(v.Float(), f))
			}
			return general(v, c)
		}
	case value.KindString:
		s, holds := c.Str(), ordered[string](op)
		return func(v value.Value) value.Truth {
			if v.Kind() == value.KindString {
				return value.TruthOf(holds(v.Str(), s))
			}
			return general(v, c)
		}
	}
	return func(v value.Value) value.Truth { return general(v, c) }
}

// ordered is a comparison operator on values of one kind. Of NaN only <> holds,
// in Go as in Cypher.
func ordered[T cmp.Ordered](op syntax.Op) func(a, b T) bool {
	switch op {
	case syntax.OpEq:
		return func(a, b T) bool { return a == b }
	case syntax.OpNe:
		return func(a, b T) bool { return a != b }
	case syntax.OpLt:
		return func(a, b T) bool { return a < b }
	case syntax.OpLe:
		return func(a, b T) bool { return a <= b }
	case syntax.OpGt:
		return func(a, b T) bool { return a > b }
	}
	return func(a, b T) bool { return a >= b }
}

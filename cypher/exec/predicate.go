package exec

import (
	"strings"

	"bdgraph/cypher/lib"
	"bdgraph/cypher/plan"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// predicate computes an expression that stands where a boolean is wanted.
type predicate func(row) (value.Truth, error)

func truthValue(t predicate) eval {
	return func(r row) (value.Value, error) {
		truth, err := t(r)
		return truth.Value(), err
	}
}

// predicate compiles an expression that stands where a boolean is wanted.
func (m *machine) predicate(e syntax.Expr) predicate {
	if _, computed := m.plan.Computed[e]; !computed {
		switch e := e.(type) {
		case *syntax.Unary:
			if e.Op == syntax.OpNot {
				x := m.predicate(e.X)
				return func(r row) (value.Truth, error) {
					t, err := x(r)
					return t.Not(), err
				}
			}
		case *syntax.Binary:
			if t := m.binaryTest(e); t != nil {
				return t
			}
		case *syntax.Chain:
			return m.chain(e)
		case *syntax.IsNull:
			return m.isNull(e)
		case *syntax.IsType:
			return m.isType(e)
		case *syntax.HasLabels:
			return m.hasLabels(e)
		case *syntax.Quantifier:
			return m.quantifier(e)
		}
	}
	x := m.expr(e)
	return func(r row) (value.Truth, error) {
		v, err := x(r)
		if err != nil {
			return value.Unknown, err
		}
		if v.Kind() == value.KindBool {
			return value.TruthOf(v.Bool()), nil
		}
		t, err := value.Predicate(v)
		if err != nil {
			return t, m.at(e, err)
		}
		return t, nil
	}
}

// conjunction is AND of several tests: an error is forgotten if another test is
// false.
func conjunction(tests []predicate) predicate {
	return func(r row) (value.Truth, error) {
		result := value.Yes
		var failed error
		for _, t := range tests {
			truth, err := t(r)
			switch {
			case err != nil && !recoverable(err):
				return value.Unknown, err
			case err != nil:
				if failed == nil {
					failed = err
				}
			case truth == value.No:
				return value.No, nil
			case truth == value.Unknown:
				result = value.Unknown
			}
		}
		return result, failed
	}
}

// disjunction is OR of two tests: an error is forgotten if the other test is true.
func disjunction(x, y predicate) predicate {
	return func(r row) (value.Truth, error) {
		a, failed := x(r)
		if failed == nil && a == value.Yes || failed != nil && !recoverable(failed) {
			return a, failed
		}
		b, err := y(r)
		switch {
		case err != nil && !recoverable(err):
			return value.Unknown, err
		case err == nil && b == value.Yes:
			return value.Yes, nil
		case failed != nil:
			return value.Unknown, failed
		case err != nil:
			return value.Unknown, err
		}
		return a.Or(b), nil
	}
}

// binaryTest compiles the operators whose result is a boolean; nil for others.
func (m *machine) binaryTest(e *syntax.Binary) predicate {
	switch e.Op {
	case syntax.OpAnd:
		return conjunction([]predicate{m.predicate(e.X), m.predicate(e.Y)})
	case syntax.OpOr:
		return disjunction(m.predicate(e.X), m.predicate(e.Y))
	case syntax.OpXor:
		x, y := m.predicate(e.X), m.predicate(e.Y)
		return func(r row) (value.Truth, error) {
			a, err := x(r)
			if err != nil {
				return a, err
			}
			b, err := y(r)
			return a.Xor(b), err
		}
	case syntax.OpIn:
		return m.inList(e)
	case syntax.OpStartsWith:
		return m.textTest(e, strings.HasPrefix)
	case syntax.OpEndsWith:
		return m.textTest(e, strings.HasSuffix)
	case syntax.OpContains:
		return m.textTest(e, strings.Contains)
	case syntax.OpRegex:
		return m.regex(e)
	}
	if comparison(e.Op) == nil {
		return nil
	}
	return m.compare(e)
}

func (m *machine) inList(e *syntax.Binary) predicate {
	x, list := m.expr(e.X), m.expr(e.Y)
	if in := m.inConstant(e.Y); in != nil {
		return func(r row) (value.Truth, error) {
			a, err := x(r)
			if err != nil {
				return value.Unknown, err
			}
			return in(a), m.step()
		}
	}
	return func(r row) (value.Truth, error) {
		a, err := x(r)
		if err != nil {
			return value.Unknown, err
		}
		l, err := list(r)
		if err != nil || l.IsNull() {
			return value.Unknown, err
		}
		elements := value.AsList(l)
		if err := m.spend(len(elements)); err != nil {
			return value.Unknown, err
		}
		return value.In(a, elements), nil
	}
}

// longList is the length from which on a table beats looking at each element.
const longList = 16

// inConstant returns a function that looks values up in a long list of scalars
// that is the same for all rows; nil if the expression is none.
func (m *machine) inConstant(e syntax.Expr) func(value.Value) value.Truth {
	var list []value.Value
	switch e := e.(type) {
	case *syntax.Parameter:
		v := m.in.Parameters[e.Name]
		if v.Kind() != value.KindList {
			return nil
		}
		list = v.List()
	case *syntax.ListLit:
		for _, item := range e.Items {
			v, ok := plan.Literal(item)
			if !ok {
				return nil
			}
			list = append(list, v)
		}
	}
	if len(list) < longList {
		return nil
	}
	seen := newTable(m.budget, []plan.Slot{plan.NoSlot})
	missing := value.No // of what is not in the list
	for _, v := range list {
		switch v.Kind() {
		case value.KindList, value.KindMap:
			return nil // equal to some extent
		case value.KindNull:
			missing = value.Unknown
			continue
		}
		seen.key[0] = v
		if _, _, err := seen.add(); err != nil {
			m.fail(err)
		}
	}
	return func(v value.Value) value.Truth {
		if v.IsNull() {
			return value.Unknown
		}
		seen.key[0] = v
		if seen.lookup() >= 0 {
			return value.Yes
		}
		return missing
	}
}

// textTest compares two strings; anything else gives null.
func (m *machine) textTest(e *syntax.Binary, compare func(s, t string) bool) predicate {
	x, y := m.compared(e.X), m.compared(e.Y)
	return func(r row) (value.Truth, error) {
		a, err := x(r)
		if err != nil {
			return value.Unknown, err
		}
		b, err := y(r)
		if err != nil {
			return value.Unknown, err
		}
		if a.Kind() != value.KindString || b.Kind() != value.KindString {
			return value.Unknown, nil
		}
		return value.TruthOf(compare(a.Str(), b.Str())), m.work(a)
	}
}

// regex is text =~ pattern.
func (m *machine) regex(e *syntax.Binary) predicate {
	x, y := m.expr(e.X), m.expr(e.Y)
	env := m.env()
	return func(r row) (value.Truth, error) {
		text, err := x(r)
		if err != nil {
			return value.Unknown, err
		}
		pattern, err := y(r)
		if err != nil {
			return value.Unknown, err
		}
		if err := m.step(); err != nil {
			return value.Unknown, err
		}
		if err := m.work(text); err != nil {
			return value.Unknown, err
		}
		t, err := lib.MatchPattern(env, text, pattern)
		if err != nil {
			return t, m.at(e, err)
		}
		return t, nil
	}
}

// chain is a < b <= c: each operand is computed once.
func (m *machine) chain(e *syntax.Chain) predicate {
	operands := m.exprs(e.Operands)
	compare := make([]func(a, b value.Value) value.Truth, len(e.Ops))
	for i, op := range e.Ops {
		compare[i] = comparison(op)
	}
	return func(r row) (value.Truth, error) {
		result := value.Yes
		left, err := operands[0](r)
		if err != nil {
			return value.Unknown, err
		}
		for i, f := range compare {
			right, err := operands[i+1](r)
			if err != nil {
				return value.Unknown, err
			}
			if result = result.And(f(left, right)); result == value.No {
				return value.No, nil
			}
			left = right
		}
		return result, nil
	}
}

// tests compiles several predicates.
func (m *machine) predicates(es []syntax.Expr) []predicate {
	out := make([]predicate, len(es))
	for i, e := range es {
		out[i] = m.predicate(e)
	}
	return out
}

func (m *machine) isNull(e *syntax.IsNull) predicate {
	x := m.expr(e.X)
	return func(r row) (value.Truth, error) {
		v, err := x(r)
		return value.TruthOf(v.IsNull() != e.Not), err
	}
}

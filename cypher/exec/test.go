package exec

import (
	"strings"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/lib"
	"bdgraph/cypher/plan"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// test computes an expression that stands where a boolean is wanted.
type test func(row) (value.Truth, error)

func truthValue(t test) eval {
	return func(r row) (value.Value, error) {
		truth, err := t(r)
		return truth.Value(), err
	}
}

// test compiles an expression as a predicate.
func (m *machine) test(e syntax.Expr) test {
	if _, computed := m.plan.Computed[e]; !computed {
		switch e := e.(type) {
		case *syntax.Unary:
			if e.Op == syntax.OpNot {
				x := m.test(e.X)
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
func conjunction(tests []test) test {
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
func disjunction(x, y test) test {
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

// binaryTest compiles the operators whose result is a boolean; nil for others.
func (m *machine) binaryTest(e *syntax.Binary) test {
	switch e.Op {
	case syntax.OpAnd:
		return conjunction([]test{m.test(e.X), m.test(e.Y)})
	case syntax.OpOr:
		return disjunction(m.test(e.X), m.test(e.Y))
	case syntax.OpXor:
		x, y := m.test(e.X), m.test(e.Y)
		return func(r row) (value.Truth, error) {
			a, err := x(r)
			if err != nil {
				return a, err
			}
			b, err := y(r)
			return a.Xor(b), err
		}
	case syntax.OpIn:
		return m.in_(e)
	case syntax.OpStartsWith:
		return m.textTest(e, strings.HasPrefix)
	case syntax.OpEndsWith:
		return m.textTest(e, strings.HasSuffix)
	case syntax.OpContains:
		return m.textTest(e, strings.Contains)
	case syntax.OpRegex:
		return m.regex(e)
	}
	compare := comparison(e.Op)
	if compare == nil {
		return nil
	}
	x, y := m.expr(e.X), m.expr(e.Y)
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
		return compare(a, b), nil
	}
}

func (m *machine) in_(e *syntax.Binary) test {
	x, list := m.expr(e.X), m.expr(e.Y)
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

// textTest compares two strings; anything else gives null.
func (m *machine) textTest(e *syntax.Binary, compare func(s, t string) bool) test {
	x, y := m.expr(e.X), m.expr(e.Y)
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
func (m *machine) regex(e *syntax.Binary) test {
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
func (m *machine) chain(e *syntax.Chain) test {
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
func (m *machine) tests(es []syntax.Expr) []test {
	out := make([]test, len(es))
	for i, e := range es {
		out[i] = m.test(e)
	}
	return out
}

func (m *machine) isNull(e *syntax.IsNull) test {
	x := m.expr(e.X)
	return func(r row) (value.Truth, error) {
		v, err := x(r)
		return value.TruthOf(v.IsNull() != e.Not), err
	}
}

// hasLabels tests labels of a node or the type of a relationship.
func (m *machine) hasLabels(e *syntax.HasLabels) test {
	x := m.expr(e.X)
	nodes := m.nodeTest(e.Labels)
	rels := m.typeTest(e.Labels)
	return func(r row) (value.Truth, error) {
		v, err := x(r)
		if err != nil || v.IsNull() {
			return value.Unknown, err
		}
		switch {
		case v.Kind() == value.KindNode && !v.Detached():
			yes, err := nodes(r, graph.NodeID(v.NodeRef()))
			return value.TruthOf(yes), err
		case v.Kind() == value.KindRelationship && !v.Detached():
			yes, err := rels(r, graph.RelID(v.RelationshipRef()))
			return value.TruthOf(yes), err
		}
		return value.Unknown, m.at(e, wrongKind("node or relationship", v))
	}
}

// nodeSet is a set of nodes that a static label expression describes.
type nodeSet struct {
	all    bool
	ranges []graph.NodeRange
}

func (m *machine) nodeSet(l syntax.LabelExpr) nodeSet {
	if l == nil {
		return nodeSet{all: true}
	}
	return nodeSet{ranges: plan.NodeRanges(m.g, l)}
}

func (s *nodeSet) contains(n graph.NodeID) bool {
	if s.all {
		return true
	}
	for i := range s.ranges {
		if s.ranges[i].Contains(n) {
			return true
		}
	}
	return false
}

// nodeTest compiles a label expression as a condition on nodes.
func (m *machine) nodeTest(l syntax.LabelExpr) func(row, graph.NodeID) (bool, error) {
	if plan.Static(l) {
		set := m.nodeSet(l)
		return func(_ row, n graph.NodeID) (bool, error) { return set.contains(n), nil }
	}
	return m.labelTest(l,
		func(n uint32, name string) bool {
			id, ok := m.g.LabelID(name)
			return ok && m.g.HasLabel(graph.NodeID(n), id)
		},
		func(n uint32) bool { return len(m.g.Labels(graph.NodeID(n))) > 0 })
}

func adapt[T ~uint32](f func(row, uint32) (bool, error)) func(row, T) (bool, error) {
	return func(r row, x T) (bool, error) { return f(r, uint32(x)) }
}

// typeTest compiles a label expression as a condition on relationships.
func (m *machine) typeTest(l syntax.LabelExpr) func(row, graph.RelID) (bool, error) {
	f := m.labelTestOf(l,
		func(rel uint32, name string) bool { return m.g.TypeName(m.g.RelType(graph.RelID(rel))) == name },
		func(uint32) bool { return true })
	return adapt[graph.RelID](f)
}

func (m *machine) labelTest(l syntax.LabelExpr, has func(uint32, string) bool, any func(uint32) bool) func(row, graph.NodeID) (bool, error) {
	return adapt[graph.NodeID](m.labelTestOf(l, has, any))
}

// labelTestOf compiles a label expression over whatever bears names.
func (m *machine) labelTestOf(l syntax.LabelExpr, has func(uint32, string) bool, any func(uint32) bool) func(row, uint32) (bool, error) {
	switch l := l.(type) {
	case *syntax.LabelName:
		return func(_ row, x uint32) (bool, error) { return has(x, l.Value), nil }
	case *syntax.LabelAny:
		return func(_ row, x uint32) (bool, error) { return any(x), nil }
	case *syntax.LabelNot:
		f := m.labelTestOf(l.X, has, any)
		return func(r row, x uint32) (bool, error) {
			yes, err := f(r, x)
			return !yes, err
		}
	case *syntax.LabelAnd:
		f, g := m.labelTestOf(l.X, has, any), m.labelTestOf(l.Y, has, any)
		return func(r row, x uint32) (bool, error) {
			if yes, err := f(r, x); !yes || err != nil {
				return false, err
			}
			return g(r, x)
		}
	case *syntax.LabelOr:
		f, g := m.labelTestOf(l.X, has, any), m.labelTestOf(l.Y, has, any)
		return func(r row, x uint32) (bool, error) {
			if yes, err := f(r, x); yes || err != nil {
				return yes, err
			}
			return g(r, x)
		}
	case *syntax.LabelDynamic:
		names := m.expr(l.X)
		return func(r row, x uint32) (bool, error) {
			v, err := names(r)
			if err != nil {
				return false, err
			}
			for _, name := range value.AsList(v) {
				if name.Kind() != value.KindString {
					return false, value.Errorf(value.TypeError, value.InvalidArgumentType, "Expected a label or type as a string, but got %s", value.Describe(name))
				}
				if has(x, name.Str()) == l.Any {
					return l.Any, nil
				}
			}
			return !l.Any, nil
		}
	}
	return func(row, uint32) (bool, error) { return true, nil }
}

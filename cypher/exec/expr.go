package exec

import (
	"fmt"
	"math"

	"bdgraph/cypher/plan"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// eval computes an expression on a row.
type eval func(row) (value.Value, error)

func constant(v value.Value) eval { return func(row) (value.Value, error) { return v, nil } }

// expr compiles an expression. What it cannot compile it notes with fail.
func (m *machine) expr(e syntax.Expr) eval {
	if slot, ok := m.plan.Computed[e]; ok {
		return m.slot(slot)
	}
	switch e := e.(type) {
	case *syntax.NullLit:
		return constant(value.Null)
	case *syntax.BoolLit:
		return constant(value.Bool(e.Value))
	case *syntax.IntegerLit:
		return constant(value.Int(e.Value))
	case *syntax.FloatLit:
		return constant(value.Float(e.Value))
	case *syntax.StringLit:
		return constant(value.String(e.Value))
	case *syntax.Parameter:
		return m.parameter(e)
	case *syntax.Variable:
		return m.slot(e.ID)
	case *syntax.ListLit:
		return m.listLiteral(e)
	case *syntax.MapLit:
		return m.mapLiteral(e)
	case *syntax.Unary:
		return m.unary(e)
	case *syntax.Binary:
		return m.binary(e)
	case *syntax.Chain, *syntax.IsNull, *syntax.IsType, *syntax.HasLabels, *syntax.Quantifier:
		return truthValue(m.predicate(e))
	case *syntax.IsNormalized:
		return m.isNormalized(e)
	case *syntax.Property:
		return m.property(e)
	case *syntax.Index:
		return m.index(e)
	case *syntax.Slice:
		return m.slice(e)
	case *syntax.Case:
		return m.caseOf(e)
	case *syntax.ListComprehension:
		return m.listComprehension(e)
	case *syntax.Reduce:
		return m.reduce(e)
	case *syntax.MapProjection:
		return m.mapProjection(e)
	case *syntax.FunctionCall:
		return m.call(e)
	case *syntax.CaseSubject:
		return m.caseSubject
	case *syntax.SubqueryExpr, *syntax.PatternExpr, *syntax.PatternComprehension:
		return m.subplan(e)
	}
	m.fail(fmt.Errorf("exec: no way to evaluate %T at %s", e, e.Pos()))
	return constant(value.Null)
}

func (m *machine) slot(s plan.Slot) eval {
	return func(r row) (value.Value, error) { return r[s], nil }
}

func (m *machine) exprs(es []syntax.Expr) []eval {
	out := make([]eval, len(es))
	for i, e := range es {
		out[i] = m.expr(e)
	}
	return out
}

func (m *machine) parameter(e *syntax.Parameter) eval {
	v, ok := m.in.Parameters[e.Name]
	if !ok {
		m.missing = append(m.missing, e.Name)
	}
	return constant(v)
}

func (m *machine) listLiteral(e *syntax.ListLit) eval {
	items := m.exprs(e.Items)
	return func(r row) (value.Value, error) {
		out := make([]value.Value, len(items))
		for i, item := range items {
			v, err := item(r)
			if err != nil {
				return value.Null, err
			}
			out[i] = v
		}
		return value.List(out), nil
	}
}

func (m *machine) mapLiteral(e *syntax.MapLit) eval {
	keys := make([]string, len(e.Entries))
	values := make([]eval, len(e.Entries))
	for i, entry := range e.Entries {
		keys[i], values[i] = entry.Key.Value, m.expr(entry.Value)
	}
	return func(r row) (value.Value, error) {
		entries := make([]value.Entry, len(keys))
		for i, x := range values {
			v, err := x(r)
			if err != nil {
				return value.Null, err
			}
			entries[i] = value.Entry{Key: keys[i], Value: v}
		}
		return value.FromMap(value.NewMap(entries...)), nil
	}
}

func (m *machine) unary(e *syntax.Unary) eval {
	if e.Op == syntax.OpNot {
		return truthValue(m.predicate(e))
	}
	x := m.expr(e.X)
	if e.Op == syntax.OpMinus {
		return func(r row) (value.Value, error) {
			v, err := x(r)
			if err != nil {
				return v, err
			}
			n, err := value.Negate(v)
			if err != nil {
				err = m.at(e, err)
			}
			return n, err
		}
	}
	return func(r row) (value.Value, error) {
		v, err := x(r)
		if err == nil && !v.IsNull() && !v.IsNumber() {
			err = m.at(e, value.Errorf(value.TypeError, value.InvalidArgumentType, "Cannot apply + to %s", value.Describe(v)))
		}
		return v, err
	}
}

// arithmetic holds the operators that take two values and give one.
var arithmetic = map[syntax.Op]func(a, b value.Value) (value.Value, error){
	syntax.OpAdd:    value.Add,
	syntax.OpSub:    value.Subtract,
	syntax.OpMul:    value.Multiply,
	syntax.OpDiv:    value.Divide,
	syntax.OpMod:    value.Modulo,
	syntax.OpPow:    value.Power,
	syntax.OpConcat: value.Concat,
}

func (m *machine) binary(e *syntax.Binary) eval {
	apply, ok := arithmetic[e.Op]
	if !ok {
		return truthValue(m.predicate(e))
	}
	x, y := m.expr(e.X), m.expr(e.Y)
	return func(r row) (value.Value, error) {
		a, err := x(r)
		if err != nil {
			return a, err
		}
		b, err := y(r)
		if err != nil {
			return b, err
		}
		v, err := apply(a, b)
		if err != nil {
			return v, m.at(e, err)
		}
		return v, m.work(v)
	}
}

// property reads a property of a node or relationship by the number of its key,
// and of anything else by its name.
func (m *machine) property(e *syntax.Property) eval {
	name := e.Key.Value
	reader := m.propertyReader(name)
	read := func(v value.Value) (value.Value, error) {
		if isReference(v) {
			return reader.of(v), nil
		}
		p, err := value.Property(v, name)
		if err != nil {
			return p, m.at(e, err)
		}
		return p, nil
	}
	if v, ok := e.X.(*syntax.Variable); ok {
		if _, computed := m.plan.Computed[e.X]; !computed {
			slot := v.ID
			return func(r row) (value.Value, error) { return read(r[slot]) }
		}
	}
	x := m.expr(e.X)
	return func(r row) (value.Value, error) {
		v, err := x(r)
		if err != nil {
			return v, err
		}
		return read(v)
	}
}

// entityProperty is v[name] of a reference.
func (m *machine) entityProperty(v value.Value, name string) value.Value {
	return m.propertyReader(name).of(v)
}

// isReference reports whether a value is a node or relationship of the graph.
func isReference(v value.Value) bool {
	return (v.Kind() == value.KindNode || v.Kind() == value.KindRelationship) && !v.Detached()
}

func (m *machine) index(e *syntax.Index) eval {
	x, i := m.expr(e.X), m.expr(e.Index)
	return func(r row) (value.Value, error) {
		v, err := x(r)
		if err != nil {
			return v, err
		}
		at, err := i(r)
		if err != nil {
			return at, err
		}
		if isReference(v) && at.Kind() == value.KindString {
			return m.entityProperty(v, at.Str()), nil
		}
		element := value.Element
		if at.Kind() == value.KindString && (v.IsTemporal() || v.Kind() == value.KindDuration || v.Kind() == value.KindPoint) {
			element = func(v, name value.Value) (value.Value, error) { return value.Property(v, name.Str()) }
		}
		out, err := element(v, at)
		if err != nil {
			return out, m.at(e, err)
		}
		return out, nil
	}
}

func (m *machine) slice(e *syntax.Slice) eval {
	x := m.expr(e.X)
	from, to := constant(value.Int(0)), constant(value.Int(math.MaxInt64))
	if e.From != nil {
		from = m.expr(e.From)
	}
	if e.To != nil {
		to = m.expr(e.To)
	}
	return func(r row) (value.Value, error) {
		v, err := x(r)
		if err != nil {
			return v, err
		}
		a, err := from(r)
		if err != nil {
			return a, err
		}
		b, err := to(r)
		if err != nil {
			return b, err
		}
		out, err := value.Slice(v, a, b)
		if err != nil {
			return out, m.at(e, err)
		}
		return out, nil
	}
}

func (m *machine) caseOf(e *syntax.Case) eval {
	otherwise := constant(value.Null)
	if e.Else != nil {
		otherwise = m.expr(e.Else)
	}
	type arm struct {
		tests []predicate
		then  eval
	}
	subject := m.caseSubject // of a CASE around this one
	defer func() { m.caseSubject = subject }()
	var subjectValue eval
	var current value.Value // the subject, while the arms are tested
	if e.Subject != nil {
		subjectValue = m.expr(e.Subject)
		m.caseSubject = func(row) (value.Value, error) { return current, nil }
	}
	arms := make([]arm, len(e.Whens))
	for i, w := range e.Whens {
		for _, t := range w.Tests {
			if e.Subject != nil && !usesSubject(t) {
				want := m.expr(t)
				arms[i].tests = append(arms[i].tests, func(r row) (value.Truth, error) {
					v, err := want(r)
					if err != nil {
						return value.Unknown, err
					}
					return value.Equal(current, v), nil
				})
				continue
			}
			arms[i].tests = append(arms[i].tests, m.predicate(t))
		}
		arms[i].then = m.expr(w.Then)
	}
	return func(r row) (value.Value, error) {
		if subjectValue != nil {
			v, err := subjectValue(r)
			if err != nil {
				return v, err
			}
			before := current
			current = v
			defer func() { current = before }()
		}
		for _, a := range arms {
			for _, t := range a.tests {
				yes, err := t(r)
				if err != nil {
					return value.Null, err
				}
				if yes == value.Yes {
					return a.then(r)
				}
			}
		}
		return otherwise(r)
	}
}

// usesSubject reports whether a test of a CASE is a predicate on its subject.
func usesSubject(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.CaseSubject:
		return true
	case *syntax.Binary:
		return usesSubject(e.X)
	case *syntax.Unary:
		return usesSubject(e.X)
	case *syntax.IsNull:
		return usesSubject(e.X)
	case *syntax.IsType:
		return usesSubject(e.X)
	case *syntax.IsNormalized:
		return usesSubject(e.X)
	case *syntax.HasLabels:
		return usesSubject(e.X)
	}
	return false
}

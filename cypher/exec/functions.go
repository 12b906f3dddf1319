package exec

import (
	"fmt"
	"strings"

	"bdgraph/cypher/lib"
	"bdgraph/cypher/plan"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// env is what functions may use; there is one for each run.
func (m *machine) env() *lib.Env {
	if m.libEnv == nil {
		e := m.in.Env
		e.Graph = m.g
		e.Grow = func(n int64) error { return m.keep(int(n)) }
		e.Step = m.spend
		m.libEnv = &e
	}
	return m.libEnv
}

// call compiles a function call.
func (m *machine) call(e *syntax.FunctionCall) eval {
	name := strings.ToLower(e.Name.Value)
	if name == "coalesce" {
		return m.coalesce(e)
	}
	f := lib.Lookup(name)
	if f == nil || f.Aggregating {
		m.fail(fmt.Errorf("exec: no function %s at %s", e.Name.Value, e.Pos()))
		return constant(value.Null)
	}
	if e.Refusal != "" {
		refused := m.at(e, value.Errorf(value.ArgumentError, value.InvalidArgumentType, "%s", e.Refusal))
		return func(row) (value.Value, error) { return value.Null, refused }
	}
	args := m.exprs(e.Args)
	if e.Trim != "" {
		args = append([]eval{constant(value.String(e.Trim))}, args...)
	}
	if !f.Volatile && constants(e.Args) {
		return once(m.apply(e, f, args))
	}
	return m.apply(e, f, args)
}

// compared compiles an expression whose value is used before the next row and not kept: a
// text in other capitals is not copied for it.
func (m *machine) compared(e syntax.Expr) eval {
	whole := m.expr(e)
	call, ok := e.(*syntax.FunctionCall)
	if !ok || len(call.Args) != 1 || constants(call.Args) {
		return whole
	}
	fold := lib.NewFold(call.Name.Value)
	if fold == nil {
		return whole
	}
	arg := m.expr(call.Args[0])
	return func(r row) (value.Value, error) {
		v, err := arg(r)
		if err != nil || v.Kind() != value.KindString {
			return whole(r)
		}
		folded, ok := fold.ASCII(v.Str())
		if !ok {
			return whole(r)
		}
		if err := m.step(); err != nil {
			return value.Null, err
		}
		return value.String(folded), m.work(v)
	}
}

// constants reports whether expressions have the same values throughout a run.
func constants(es []syntax.Expr) bool {
	for _, e := range es {
		switch e := e.(type) {
		case *syntax.NullLit, *syntax.BoolLit, *syntax.IntegerLit, *syntax.FloatLit, *syntax.StringLit, *syntax.Parameter:
		case *syntax.FunctionCall:
			f := lib.Lookup(e.Name.Value)
			if f == nil || f.Volatile || f.Aggregating || !constants(e.Args) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// once computes an expression that is the same for every row the first time that
// it is wanted.
func once(x eval) eval {
	var v value.Value
	var err error
	done := false
	return func(r row) (value.Value, error) {
		if !done {
			v, err = x(r)
			done = true
		}
		return v, err
	}
}

// apply compiles a call with its arguments.
func (m *machine) apply(e *syntax.FunctionCall, f *lib.Function, args []eval) eval {
	env := m.env()
	buf := make([]value.Value, len(args))
	busy := false
	return func(r row) (value.Value, error) {
		if err := m.step(); err != nil {
			return value.Null, err
		}
		values := buf
		if busy {
			values = make([]value.Value, len(args)) // the call is among its own arguments
		}
		busy = true
		for i, a := range args {
			v, err := a(r)
			if err != nil {
				busy = false
				return value.Null, err
			}
			values[i] = v
			if err := m.work(v); err != nil {
				return value.Null, err
			}
		}
		busy = false
		v, err := f.Call(env, values)
		if err != nil {
			return value.Null, m.at(e, err)
		}
		return v, m.work(v)
	}
}

// coalesce stops at the first value that is not null.
func (m *machine) coalesce(e *syntax.FunctionCall) eval {
	args := m.exprs(e.Args)
	return func(r row) (value.Value, error) {
		for _, a := range args {
			if v, err := a(r); err != nil || !v.IsNull() {
				return v, err
			}
		}
		return value.Null, nil
	}
}

// isNormalized is x IS [NOT] NORMALIZED: whether normalize() leaves the text as
// it is; null of anything but a string.
func (m *machine) isNormalized(e *syntax.IsNormalized) eval {
	normalize := m.call(&syntax.FunctionCall{
		Span: e.Span, Name: syntax.Name{Span: e.Span, Value: "normalize"},
		Args: []syntax.Expr{e.X, &syntax.StringLit{Span: e.Span, Value: e.Form}},
	})
	x := m.expr(e.X)
	return func(r row) (value.Value, error) {
		v, err := x(r)
		if err != nil || v.Kind() != value.KindString {
			return value.Null, err
		}
		n, err := normalize(r)
		if err != nil {
			return value.Null, err
		}
		return value.Bool((n.Str() == v.Str()) != e.Not), nil
	}
}

// unwindRange is UNWIND range(...), which needs no list.
func (m *machine) unwindRange(f *syntax.FunctionCall, slot plan.Slot, next operator) operator {
	args := m.exprs(f.Args)
	whole := m.call(f)
	// Everything but integers that lead from the first to the second is left to
	// range() itself, which says what is wrong or gives a short list.
	unusual := func(r row) error {
		list, err := whole(r)
		if err != nil {
			return err
		}
		for _, x := range value.AsList(list) {
			r[slot] = x
			if err := next(r); err != nil {
				return err
			}
		}
		return nil
	}
	return func(r row) error {
		bounds := [3]int64{0, 0, 1}
		for i, a := range args {
			v, err := a(r)
			if err != nil {
				return err
			}
			if v.Kind() != value.KindInt {
				return unusual(r)
			}
			bounds[i] = v.Int()
		}
		from, to, by := bounds[0], bounds[1], bounds[2]
		if by == 0 || by > 0 && from > to || by < 0 && from < to {
			return unusual(r)
		}
		for x := from; by > 0 && x <= to || by < 0 && x >= to; {
			if err := m.step(); err != nil {
				return err
			}
			r[slot] = value.Int(x)
			if err := next(r); err != nil {
				return err
			}
			following := x + by
			if (following > x) != (by > 0) {
				return nil // past the end of INTEGER
			}
			x = following
		}
		return nil
	}
}

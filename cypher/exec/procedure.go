package exec

import (
	"fmt"
	"slices"

	"bdgraph/cypher/lib"
	"bdgraph/cypher/plan"
	"bdgraph/cypher/value"
)

// procedure finds a procedure by its name.
func (m *machine) procedure(name string) *lib.Procedure {
	if p := lib.LookupProcedure(name); p != nil {
		return p
	}
	if m.in.Procedures != nil {
		return m.in.Procedures(name)
	}
	return nil
}

func (m *machine) callProcedure(op *plan.CallProcedure, next operator) operator {
	p := m.procedure(op.Name.Value)
	if p == nil {
		m.fail(value.Errorf(value.ProcedureCallFailed, value.ProcedureNotFound, "There is no procedure with the name `%s`", op.Name.Value))
		return next
	}
	args := m.exprs(op.Args)
	if op.Implicit {
		for _, param := range p.Params {
			v, ok := m.in.Parameters[param.Name]
			if !ok && param.Default == "" {
				m.missing = append(m.missing, param.Name)
			}
			if !ok {
				break
			}
			args = append(args, constant(v))
		}
	}
	yield, err := m.columns(op.Yield, p.Columns)
	if err != nil {
		m.fail(fmt.Errorf("exec: procedure %s %w", p.Name, err))
		return next
	}
	env := m.env()
	return func(r row) error {
		values := make([]value.Value, len(args), len(p.Params))
		for i, a := range args {
			v, err := a(r)
			if err != nil {
				return err
			}
			values[i] = v
		}
		var failed error // of what follows, which keeps its own place
		err := p.Call(env, p.Arguments(values), func(out []value.Value) error {
			failed = yield(r, out, next)
			return failed
		})
		if err == nil && op.Void {
			return next(r)
		}
		if err != nil && failed == nil {
			if v, ok := err.(*value.Error); ok {
				at := op.Name.Pos()
				return v.At(at.Line, at.Column)
			}
		}
		return err
	}
}

// columns returns a function that puts the wanted columns of a row in their
// slots and passes the row on.
func (m *machine) columns(wanted []plan.Yield, columns []lib.Column) (func(r row, out []value.Value, next operator) error, error) {
	from := make([]int, len(wanted))
	for i, y := range wanted {
		from[i] = slices.IndexFunc(columns, func(c lib.Column) bool { return c.Name == y.Column })
		if from[i] < 0 {
			return nil, fmt.Errorf("has no column %s", y.Column)
		}
	}
	return func(r row, out []value.Value, next operator) error {
		if err := m.step(); err != nil {
			return err
		}
		for i, y := range wanted {
			r[y.Slot] = out[from[i]]
		}
		return next(r)
	}, nil
}

// show lists what SHOW asks for.
func (m *machine) show(op *plan.Show, next operator) operator {
	l := lib.LookupListing(op.What)
	if l == nil {
		m.fail(fmt.Errorf("exec: no way to SHOW %s", op.What))
		return next
	}
	yield, err := m.columns(op.Yield, l.Columns)
	if err != nil {
		m.fail(fmt.Errorf("exec: SHOW %s %w", op.What, err))
		return next
	}
	env := m.env()
	return func(r row) error {
		return l.Rows(env, op.Filter, func(out []value.Value) error { return yield(r, out, next) })
	}
}

package exec

import (
	"fmt"

	"bdgraph/cypher/plan"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// errFound ends a subplan of which one row is enough.
var errFound error = &stop{}

// subplan compiles an expression that is a query of its own: it runs on the
// current row.
func (m *machine) subplan(e syntax.Expr) eval {
	sub := m.plan.Subplans[e]
	if sub == nil {
		m.fail(fmt.Errorf("exec: no plan for %T at %s", e, e.Pos()))
		return constant(value.Null)
	}
	switch sub.Kind {
	case plan.RowCount:
		n := int64(0)
		run := m.compile(sub.Root, func(row) error {
			n++
			return nil
		})
		return func(r row) (value.Value, error) {
			n = 0
			err := run(r)
			return value.Int(n), err
		}
	case plan.RowList:
		var out *listBuilder
		each := m.expr(sub.Value)
		run := m.compile(sub.Root, func(r row) error {
			v, err := each(r)
			if err != nil {
				return err
			}
			return out.add(v)
		})
		return func(r row) (value.Value, error) {
			outer := out
			out = m.newList()
			err := run(r)
			list := out.done()
			out = outer
			return list, err
		}
	case plan.FirstRow:
		var found value.Value
		each := m.expr(sub.Value)
		run := m.compile(sub.Root, func(r row) error {
			v, err := each(r)
			if err != nil {
				return err
			}
			found = v
			return errFound
		})
		return func(r row) (value.Value, error) {
			found = value.Null
			if err := run(r); err != nil && err != errFound {
				return value.Null, err
			}
			return found, nil
		}
	}
	run := m.compile(sub.Root, func(row) error { return errFound })
	return func(r row) (value.Value, error) {
		switch err := run(r); err {
		case nil:
			return value.False, nil
		case errFound:
			return value.True, nil
		default:
			return value.Null, err
		}
	}
}

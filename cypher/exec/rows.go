package exec

import (
	"fmt"
	"strings"

	"bdgraph/cypher/plan"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// The operators that handle rows one by one.

func (m *machine) filter(op *plan.Filter, next operator) operator {
	tests := make([]predicate, len(op.Predicates))
	for i, p := range op.Predicates {
		tests[i] = m.predicate(p)
	}
	if len(tests) == 1 && op.Deferred == plan.NoSlot {
		only := tests[0]
		return func(r row) error {
			t, err := only(r)
			if t != value.Yes || err != nil {
				return err
			}
			return next(r)
		}
	}
	all := conjunction(tests)
	if op.Deferred == plan.NoSlot {
		return func(r row) error {
			t, err := all(r)
			if t != value.Yes || err != nil {
				return err
			}
			return next(r)
		}
	}
	slot := op.Deferred
	return func(r row) error {
		t, err := all(r)
		switch {
		case err != nil && recoverable(err):
			m.deferred = append(m.deferred, err)
			r[slot] = value.Int(int64(len(m.deferred)))
			err = next(r)
			m.deferred = m.deferred[:len(m.deferred)-1]
			return err
		case err != nil:
			return err
		case t != value.Yes:
			return nil
		}
		r[slot] = value.Null
		return next(r)
	}
}

// raise ends the run with the error that a filter has deferred.
func (m *machine) raise(op *plan.Raise, next operator) operator {
	return func(r row) error {
		for _, s := range op.Deferred {
			if !r[s].IsNull() {
				return m.deferred[r[s].Int()-1]
			}
		}
		return next(r)
	}
}

func (m *machine) project(op *plan.Project, next operator) operator {
	if len(op.Items) == 1 {
		slot, e := op.Items[0].Slot, m.expr(op.Items[0].Expr)
		return func(r row) error {
			v, err := e(r)
			if err != nil {
				return err
			}
			r[slot] = v
			return next(r)
		}
	}
	exprs := make([]eval, len(op.Items))
	slots := make([]plan.Slot, len(op.Items))
	for i, item := range op.Items {
		exprs[i], slots[i] = m.expr(item.Expr), item.Slot
	}
	return func(r row) error {
		for i, e := range exprs {
			v, err := e(r)
			if err != nil {
				return err
			}
			r[slots[i]] = v
		}
		return next(r)
	}
}

func (m *machine) unwind(op *plan.Unwind, next operator) operator {
	if f, ok := op.List.(*syntax.FunctionCall); ok && strings.ToLower(f.Name.Value) == "range" {
		return m.unwindRange(f, op.Slot, next)
	}
	list := m.expr(op.List)
	return func(r row) error {
		v, err := list(r)
		if err != nil {
			return err
		}
		for _, x := range value.AsList(v) {
			if err := m.step(); err != nil {
				return err
			}
			r[op.Slot] = x
			if err := next(r); err != nil {
				return err
			}
		}
		return nil
	}
}

// optional runs its inner plan and gives nulls where that gives nothing.
func (m *machine) optional(op *plan.Optional, next operator) operator {
	found := false
	inner := m.compile(op.Inner, func(r row) error {
		found = true
		return next(r)
	})
	return func(r row) error {
		found = false
		if err := inner(r); err != nil || found {
			return err
		}
		for _, s := range op.Nulls {
			r[s] = value.Null
		}
		return next(r)
	}
}

func (m *machine) skip(op *plan.Skip, next operator) operator {
	count := m.count(op.Count, "SKIP")
	var left int64
	input := m.compile(op.In, func(r row) error {
		if left > 0 {
			left--
			return nil
		}
		return next(r)
	})
	return func(r row) error {
		n, err := count(r)
		if err != nil {
			return err
		}
		left = n
		return input(r)
	}
}

// stop is the error by which an operator ends its input. All operators between
// pass it on, and the operator recognises it by its address: the struct has a
// field so that each one has an address of its own.
type stop struct{ _ byte }

func (*stop) Error() string { return "enough rows" }

func (m *machine) limit(op *plan.Limit, next operator) operator {
	count := m.count(op.Count, "LIMIT")
	enough := &stop{}
	var left int64
	input := m.compile(op.In, func(r row) error {
		left--
		last := left == 0
		if err := next(r); err != nil {
			return err
		}
		if last {
			return enough
		}
		return nil
	})
	return func(r row) error {
		n, err := count(r)
		if err != nil || n == 0 {
			return err
		}
		left = n
		if err := input(r); err != nil && err != error(enough) {
			return err
		}
		return nil
	}
}

// count compiles the number of a SKIP or LIMIT. That a number is none of those
// that may stand there is a SyntaxError, as openCypher has it, also where it comes
// from a parameter.
func (m *machine) count(e syntax.Expr, clause string) func(row) (int64, error) {
	number := m.expr(e)
	return func(r row) (int64, error) {
		v, err := number(r)
		if err != nil {
			return 0, err
		}
		if v.Kind() == value.KindInt && v.Int() >= 0 {
			return v.Int(), nil
		}
		if v.IsNumber() {
			detail := value.InvalidArgumentType
			if v.Kind() == value.KindInt {
				detail = value.NegativeIntegerArgument
			}
			return 0, m.at(e, value.Errorf(value.SyntaxError, detail,
				"%s: Invalid input. '%s' is not a valid value. Must be a non-negative integer.", clause, v))
		}
		return 0, m.at(e, value.Errorf(value.TypeError, value.InvalidArgumentType, "%s: expected an integer, but got %s", clause, value.Describe(v)))
	}
}

// union runs its branches one after the other.
func (m *machine) union(op *plan.Union, next operator) operator {
	var seen *table
	out := next
	if op.Distinct {
		out = func(r row) error {
			added, err := seen.addRow(r)
			if err != nil || !added {
				return err
			}
			return next(r)
		}
	}
	branches := make([]operator, len(op.Branches))
	for i, b := range op.Branches {
		branches[i] = m.compile(b.Root, func(r row) error {
			for j, s := range b.Slots {
				r[op.Slots[j]] = r[s]
			}
			return out(r)
		})
	}
	return func(r row) error {
		if op.Distinct {
			outer := seen
			seen = newTable(m.budget, op.Slots)
			defer func() { seen.free(); seen = outer }()
		}
		for _, b := range branches {
			if err := b(r); err != nil {
				return err
			}
		}
		return nil
	}
}

func (m *machine) distinct(op *plan.Distinct, next operator) operator {
	var seen *table
	input := m.compile(op.In, func(r row) error {
		added, err := seen.addRow(r)
		if err != nil || !added {
			return err
		}
		return next(r)
	})
	return func(r row) error {
		outer := seen
		seen = newTable(m.budget, op.Slots)
		defer func() { seen.free(); seen = outer }()
		return input(r)
	}
}

// at gives an error of evaluation the place of an expression.
func (m *machine) at(e syntax.Expr, err error) error {
	if v, ok := err.(*value.Error); ok {
		p := e.Pos()
		if p.Line > 0 {
			return v.At(p.Line, p.Column)
		}
		return v
	}
	return err
}

// wrongKind is the error of an operator that finds something else than a node
// or relationship in a slot.
func wrongKind(want string, v value.Value) error {
	return value.Errorf(value.TypeError, value.InvalidArgumentType, "%s", fmt.Sprintf("Expected a %s, but got %s", want, value.Describe(v)))
}

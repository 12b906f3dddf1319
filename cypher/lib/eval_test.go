package lib_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"bdgraph/cypher/lib"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// This file is a small evaluator of queries without a graph: UNWIND, WITH and
// RETURN over expressions of literals, operators and calls. It lets the tests of
// this package state their cases as Cypher.

// errUnsupported says that the evaluator cannot do something, not that the query
// is wrong.
type errUnsupported struct{ what string }

func (e errUnsupported) Error() string { return "not evaluated here: " + e.what }

// scope holds variables by name.
type scope map[string]value.Value

// testTime is the clock of the tests.
var testTime = time.Date(2026, 5, 17, 10, 20, 30, 123456789, time.UTC)

// query runs a query and returns its rows.
func query(text string) ([][]value.Value, error) {
	statement, err := syntax.Parse(text)
	if err != nil {
		return nil, err
	}
	if statement.Query == nil || len(statement.Query.Parts) != 1 {
		return nil, errUnsupported{"union or command"}
	}
	e := &evaluator{env: &lib.Env{Now: testTime}}
	rows := []scope{{}}
	for _, clause := range statement.Query.Parts[0].Clauses {
		switch c := clause.(type) {
		case *syntax.Unwind:
			var unwound []scope
			for _, row := range rows {
				list, err := e.eval(c.List, row)
				if err != nil {
					return nil, err
				}
				for _, v := range value.AsList(list) {
					unwound = append(unwound, with(row, c.Var.Name, v))
				}
			}
			rows = unwound
		case *syntax.With:
			if c.Where != nil || c.Star {
				return nil, errUnsupported{"WITH … WHERE or *"}
			}
			projected, names, err := e.project(&c.Projection, rows)
			if err != nil {
				return nil, err
			}
			rows = nil
			for _, values := range projected {
				row := scope{}
				for i, name := range names {
					row[name] = values[i]
				}
				rows = append(rows, row)
			}
		case *syntax.Return:
			projected, _, err := e.project(&c.Projection, rows)
			return projected, err
		default:
			return nil, errUnsupported{fmt.Sprintf("%T", clause)}
		}
	}
	return nil, errUnsupported{"a query without RETURN"}
}

// expression evaluates the text of one expression.
func expression(text string) (value.Value, error) {
	rows, err := query("RETURN " + text + " AS x")
	if err != nil {
		return value.Null, err
	}
	return rows[0][0], nil
}

// mustEval evaluates an expression that has to succeed.
func mustEval(t testing.TB, text string) value.Value {
	t.Helper()
	v, err := expression(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func with(s scope, name string, v value.Value) scope {
	extended := scope{name: v}
	for k, old := range s {
		if k != name {
			extended[k] = old
		}
	}
	return extended
}

type evaluator struct{ env *lib.Env }

// project evaluates the items of WITH or RETURN. If one of them is an
// aggregation, the others are grouping keys.
func (e *evaluator) project(p *syntax.Projection, rows []scope) ([][]value.Value, []string, error) {
	if p.Star || p.Skip != nil || p.Limit != nil {
		return nil, nil, errUnsupported{"* or SKIP or LIMIT"}
	}
	var names []string
	aggregates := make([]*lib.Function, len(p.Items))
	aggregating := false
	for i, item := range p.Items {
		name := ""
		if item.Alias != nil {
			name = item.Alias.Name
		} else if v, ok := item.Expr.(*syntax.Variable); ok {
			name = v.Name
		}
		names = append(names, name)
		aggregates[i] = aggregateOf(item.Expr)
		aggregating = aggregating || aggregates[i] != nil
	}
	if err := e.sort(p.OrderBy, rows, aggregating); err != nil {
		return nil, nil, err
	}
	if aggregating {
		projected, err := e.aggregate(p, aggregates, rows)
		return projected, names, err
	}
	var out [][]value.Value
	var seen value.Set
	for _, row := range rows {
		values := make([]value.Value, len(p.Items))
		for i, item := range p.Items {
			var err error
			if values[i], err = e.eval(item.Expr, row); err != nil {
				return nil, nil, err
			}
		}
		if !p.Distinct || seen.Add(value.List(values)) {
			out = append(out, values)
		}
	}
	return out, names, nil
}

func (e *evaluator) sort(items []*syntax.SortItem, rows []scope, aggregating bool) error {
	if len(items) > 0 && aggregating {
		return errUnsupported{"ORDER BY of aggregation"}
	}
	var failed error
	slices.SortStableFunc(rows, func(a, b scope) int {
		for _, item := range items {
			x, err1 := e.eval(item.Expr, a)
			y, err2 := e.eval(item.Expr, b)
			if err1 != nil || err2 != nil {
				failed = errUnsupported{"ORDER BY an expression that fails"}
				return 0
			}
			c := value.Compare(x, y)
			if item.Descending {
				c = -c
			}
			if c != 0 {
				return c
			}
		}
		return 0
	})
	return failed
}

func aggregateOf(x syntax.Expr) *lib.Function {
	switch x := x.(type) {
	case *syntax.CountStar:
		return lib.Lookup("count")
	case *syntax.FunctionCall:
		if f := lib.Lookup(x.Name.Value); f != nil && f.Aggregating {
			return f
		}
	}
	return nil
}

func (e *evaluator) aggregate(p *syntax.Projection, aggregates []*lib.Function, rows []scope) ([][]value.Value, error) {
	var keys value.Set
	groups := make(map[int]*group)
	for _, row := range rows {
		values := make([]value.Value, len(p.Items))
		for i, item := range p.Items {
			if aggregates[i] == nil {
				var err error
				if values[i], err = e.eval(item.Expr, row); err != nil {
					return nil, err
				}
			}
		}
		keys.Add(value.List(values))
		at := slices.IndexFunc(keys.Values(), func(k value.Value) bool { return value.Equivalent(k, value.List(values)) })
		if at < 0 { // NaN is a group of its own
			at = len(keys.Values()) - 1
		}
		g := groups[at]
		if g == nil {
			g = e.newGroup(p, aggregates, values)
			groups[at] = g
		}
		for i, item := range p.Items {
			if aggregates[i] == nil {
				continue
			}
			args := []value.Value{value.True}
			if call, ok := item.Expr.(*syntax.FunctionCall); ok {
				args = args[:0]
				for _, a := range call.Args {
					v, err := e.eval(a, row)
					if err != nil {
						return nil, err
					}
					args = append(args, v)
				}
			}
			if len(args) < aggregates[i].MinArgs() {
				return nil, errUnsupported{"a wrong number of arguments"}
			}
			if err := g.aggregators[i].Add(args); err != nil {
				return nil, err
			}
		}
	}
	if len(rows) == 0 && !slices.Contains(aggregates, nil) {
		groups[0] = e.newGroup(p, aggregates, make([]value.Value, len(p.Items)))
	}
	var out [][]value.Value
	for i := range len(groups) {
		g := groups[i]
		for j, a := range g.aggregators {
			if a != nil {
				var err error
				if g.values[j], err = a.Result(); err != nil {
					return nil, err
				}
			}
		}
		out = append(out, g.values)
	}
	return out, nil
}

type group struct {
	values      []value.Value
	aggregators []lib.Aggregator
}

func (e *evaluator) newGroup(p *syntax.Projection, aggregates []*lib.Function, values []value.Value) *group {
	g := &group{values, make([]lib.Aggregator, len(p.Items))}
	for i, f := range aggregates {
		if f != nil {
			call, _ := p.Items[i].Expr.(*syntax.FunctionCall)
			g.aggregators[i] = f.NewAggregator(e.env, call != nil && call.Distinct)
		}
	}
	return g
}

func (e *evaluator) all(exprs []syntax.Expr, s scope) ([]value.Value, error) {
	values := make([]value.Value, len(exprs))
	for i, x := range exprs {
		var err error
		if values[i], err = e.eval(x, s); err != nil {
			return nil, err
		}
	}
	return values, nil
}

func (e *evaluator) eval(x syntax.Expr, s scope) (value.Value, error) {
	switch x := x.(type) {
	case *syntax.NullLit:
		return value.Null, nil
	case *syntax.BoolLit:
		return value.Bool(x.Value), nil
	case *syntax.IntegerLit:
		return value.Int(x.Value), nil
	case *syntax.FloatLit:
		return value.Float(x.Value), nil
	case *syntax.StringLit:
		return value.String(x.Value), nil
	case *syntax.ListLit:
		list, err := e.all(x.Items, s)
		return value.List(list), err
	case *syntax.MapLit:
		var entries []value.Entry
		for _, entry := range x.Entries {
			v, err := e.eval(entry.Value, s)
			if err != nil {
				return value.Null, err
			}
			entries = append(entries, value.Entry{Key: entry.Key.Value, Value: v})
		}
		return value.FromMap(value.NewMap(entries...)), nil
	case *syntax.Variable:
		v, ok := s[x.Name]
		if !ok {
			return value.Null, errUnsupported{"variable " + x.Name}
		}
		return v, nil
	case *syntax.FunctionCall:
		return e.call(x, s)
	case *syntax.Unary:
		v, err := e.eval(x.X, s)
		if err != nil {
			return value.Null, err
		}
		switch x.Op {
		case syntax.OpMinus:
			return value.Negate(v)
		case syntax.OpPlus:
			return v, nil
		}
		t, err := value.Predicate(v)
		return t.Not().Value(), err
	case *syntax.Binary:
		return e.binary(x, s)
	case *syntax.Chain:
		operands, err := e.all(x.Operands, s)
		if err != nil {
			return value.Null, err
		}
		result := value.Yes
		for i, op := range x.Ops {
			v, err := e.operate(op, operands[i], operands[i+1])
			if err != nil {
				return value.Null, err
			}
			t, err := value.Predicate(v)
			if err != nil {
				return value.Null, err
			}
			result = result.And(t)
		}
		return result.Value(), nil
	case *syntax.IsNull:
		v, err := e.eval(x.X, s)
		return value.Bool(v.IsNull() != x.Not), err
	case *syntax.IsNormalized:
		v, err := e.eval(x.X, s)
		if err != nil {
			return value.Null, err
		}
		t, err := lib.IsNormalized(v, x.Form)
		if x.Not {
			t = t.Not()
		}
		return t.Value(), err
	case *syntax.Property:
		v, err := e.eval(x.X, s)
		if err != nil {
			return value.Null, err
		}
		return value.Property(v, x.Key.Value)
	case *syntax.Index:
		both, err := e.all([]syntax.Expr{x.X, x.Index}, s)
		if err != nil {
			return value.Null, err
		}
		if both[0].IsTemporal() && both[1].Kind() == value.KindString {
			return value.Property(both[0], both[1].Str())
		}
		return value.Element(both[0], both[1])
	case *syntax.Slice:
		return e.slice(x, s)
	case *syntax.ListComprehension:
		list, err := e.eval(x.List, s)
		if err != nil || list.IsNull() {
			return value.Null, err
		}
		var out []value.Value
		for _, v := range value.AsList(list) {
			inner := with(s, x.Var.Name, v)
			if x.Where != nil {
				w, err := e.eval(x.Where, inner)
				if err != nil {
					return value.Null, err
				}
				if t, err := value.Predicate(w); err != nil || t != value.Yes {
					continue
				}
			}
			if x.Map != nil {
				if v, err = e.eval(x.Map, inner); err != nil {
					return value.Null, err
				}
			}
			out = append(out, v)
		}
		return value.List(out), nil
	}
	return value.Null, errUnsupported{fmt.Sprintf("%T", x)}
}

func (e *evaluator) slice(x *syntax.Slice, s scope) (value.Value, error) {
	v, err := e.eval(x.X, s)
	if err != nil || v.IsNull() {
		return value.Null, err
	}
	from, to := value.Int(0), value.Int(int64(len(value.AsList(v))))
	if x.From != nil {
		if from, err = e.eval(x.From, s); err != nil {
			return value.Null, err
		}
	}
	if x.To != nil {
		if to, err = e.eval(x.To, s); err != nil {
			return value.Null, err
		}
	}
	return value.Slice(v, from, to)
}

func (e *evaluator) call(x *syntax.FunctionCall, s scope) (value.Value, error) {
	f := lib.Lookup(x.Name.Value)
	if f == nil || f.Aggregating {
		return value.Null, errUnsupported{"function " + x.Name.Value}
	}
	args, err := e.all(x.Args, s)
	if err != nil {
		return value.Null, err
	}
	if x.Trim != "" {
		args = append([]value.Value{value.String(x.Trim)}, args...)
	} else if len(args) < f.MinArgs() || f.MaxArgs() >= 0 && len(args) > f.MaxArgs() {
		return value.Null, errUnsupported{"a wrong number of arguments"}
	}
	return f.Call(e.env, args)
}

func (e *evaluator) binary(x *syntax.Binary, s scope) (value.Value, error) {
	if x.Op == syntax.OpAnd || x.Op == syntax.OpOr {
		return value.Null, errUnsupported{"AND, OR"} // which operand's error counts is the executor's business
	}
	both, err := e.all([]syntax.Expr{x.X, x.Y}, s)
	if err != nil {
		return value.Null, err
	}
	return e.operate(x.Op, both[0], both[1])
}

func (e *evaluator) operate(op syntax.Op, a, b value.Value) (value.Value, error) {
	switch op {
	case syntax.OpEq:
		return value.Equal(a, b).Value(), nil
	case syntax.OpNe:
		return value.Equal(a, b).Not().Value(), nil
	case syntax.OpLt:
		return value.Less(a, b).Value(), nil
	case syntax.OpLe:
		return value.LessOrEqual(a, b).Value(), nil
	case syntax.OpGt:
		return value.Less(b, a).Value(), nil
	case syntax.OpGe:
		return value.LessOrEqual(b, a).Value(), nil
	case syntax.OpRegex:
		t, err := lib.MatchPattern(e.env, a, b)
		return t.Value(), err
	case syntax.OpStartsWith:
		return lib.TextPredicate(strings.HasPrefix, a, b).Value(), nil
	case syntax.OpEndsWith:
		return lib.TextPredicate(strings.HasSuffix, a, b).Value(), nil
	case syntax.OpContains:
		return lib.TextPredicate(strings.Contains, a, b).Value(), nil
	case syntax.OpIn:
		if b.IsNull() {
			return value.Null, nil
		}
		return value.In(a, value.AsList(b)).Value(), nil
	case syntax.OpAdd:
		return value.Add(a, b)
	case syntax.OpSub:
		return value.Subtract(a, b)
	case syntax.OpConcat:
		return value.Concat(a, b)
	case syntax.OpMul:
		return value.Multiply(a, b)
	case syntax.OpDiv:
		return value.Divide(a, b)
	case syntax.OpMod:
		return value.Modulo(a, b)
	case syntax.OpPow:
		return value.Power(a, b)
	}
	return value.Null, errUnsupported{"operator"}
}

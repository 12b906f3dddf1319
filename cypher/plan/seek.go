package plan

import (
	"slices"
	"strings"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// seek returns the cheapest way to find a node by an index or by its id, and the
// predicates that it comes from; nil if there is none.
func (m *matcher) seek(n Slot) (best Op, from []int) {
	consider := func(op Op, predicates ...int) {
		if best == nil || op.Estimate() < best.Estimate() {
			best, from = op, predicates
		}
	}
	for i, p := range m.predicates {
		if m.predicateDone.has(i) {
			continue
		}
		if op := m.seekID(n, p.expr); op != nil {
			consider(op, i)
		}
		for _, l := range m.seekLabels(n) {
			op := m.seekProperty(n, p.expr, l)
			if op == nil {
				continue
			}
			used := []int{i}
			if op.Kind == Range {
				used = m.tighten(op, used)
			}
			consider(op, used...)
		}
	}
	return best, from
}

// seekLabels returns the labels that every candidate of a node has: those that
// the query names or, without any, those that all nodes have at this end of
// some relationship of the pattern.
func (m *matcher) seekLabels(n Slot) (out []graph.LabelID) {
	for _, name := range names(m.nodeLabels(n)) {
		if l, ok := m.b.g.LabelID(name); ok {
			out = append(out, l)
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, e := range m.edges {
		t, dir := e.types, e.dir
		if e.repeat != nil {
			if e.repeat.min == 0 || len(e.repeat.types) > 1 {
				continue
			}
			t, dir = e.repeat.types[0], e.repeat.dirs[0]
		}
		if e.left == n {
			dir = dir.Reverse()
		} else if e.right != n {
			continue
		}
		all := m.b.relCount(nil, t, dir, nil)
		for l := range graph.LabelID(m.b.g.LabelCount()) {
			one := &syntax.LabelName{Value: m.b.g.LabelName(l)}
			if all > 0 && m.b.relCount(nil, t, dir, one) == all {
				out = append(out, l)
			}
		}
	}
	return out
}

// names returns the labels that every node must have which satisfies an expression.
func names(l syntax.LabelExpr) []string {
	switch l := l.(type) {
	case *syntax.LabelName:
		return []string{l.Value}
	case *syntax.LabelAnd:
		return append(names(l.X), names(l.Y)...)
	}
	return nil
}

// seekID recognises id(n) = x, elementId(n) = x and their IN.
func (m *matcher) seekID(n Slot, e syntax.Expr) Op {
	b, ok := e.(*syntax.Binary)
	if !ok || b.Op != syntax.OpEq && b.Op != syntax.OpIn {
		return nil
	}
	call, other := b.X, b.Y
	if _, ok := call.(*syntax.FunctionCall); !ok && b.Op == syntax.OpEq {
		call, other = other, call
	}
	f, ok := call.(*syntax.FunctionCall)
	if !ok || len(f.Args) != 1 || !isVariable(f.Args[0], n) || !m.within(other, m.bound) {
		return nil
	}
	name := strings.ToLower(f.Name.Value)
	if name != "id" && name != "elementid" {
		return nil
	}
	op := &IDSeek{Base: Base{In: m.op, Rows: m.rows()}, Node: n, Value: other, Element: name == "elementid", Many: b.Op == syntax.OpIn}
	if op.Many {
		op.Rows *= unwindEstimate
	}
	return op
}

func isVariable(e syntax.Expr, s Slot) bool {
	v, ok := e.(*syntax.Variable)
	return ok && v.ID == s
}

// propertyOf returns the key if an expression is a property of a node.
func propertyOf(e syntax.Expr, n Slot) (string, bool) {
	p, ok := e.(*syntax.Property)
	if !ok || !isVariable(p.X, n) {
		return "", false
	}
	return p.Key.Value, true
}

// seekProperty turns a predicate on a property into the question to an index.
func (m *matcher) seekProperty(n Slot, e syntax.Expr, l graph.LabelID) *IndexSeek {
	op := &IndexSeek{Base: Base{In: m.op}, Node: n, Label: m.b.g.LabelName(l)}
	var key string
	var ok bool
	switch e := e.(type) {
	case *syntax.IsNull:
		if key, ok = propertyOf(e.X, n); !ok || !e.Not {
			return nil
		}
		op.Kind = Present
	case *syntax.Binary:
		if e.Op == syntax.OpOr {
			return m.seekAny(n, e, l)
		}
		x, y, o := e.X, e.Y, e.Op
		if key, ok = propertyOf(x, n); !ok {
			x, y = y, x
			if o, ok = mirrored(o); !ok {
				return nil
			}
			if key, ok = propertyOf(x, n); !ok {
				return nil
			}
		}
		if !m.within(y, m.bound) || m.volatile(y) || m.b.weight(y) > functionWeight {
			return nil
		}
		switch o {
		case syntax.OpEq:
			op.Kind, op.Value = Equal, y
		case syntax.OpIn:
			op.Kind, op.Value = AnyOf, y
		case syntax.OpStartsWith:
			op.Kind, op.Value = Prefix, y
		case syntax.OpLt, syntax.OpLe:
			op.Kind, op.Upper = Range, &SeekBound{y, o == syntax.OpLe}
		case syntax.OpGt, syntax.OpGe:
			op.Kind, op.Lower = Range, &SeekBound{y, o == syntax.OpGe}
		default:
			return nil
		}
	default:
		return nil
	}
	op.Key = key
	k, ok := m.b.g.KeyID(key)
	if !ok {
		return nil
	}
	index := m.b.g.Index(l, k)
	if index == nil {
		return nil
	}
	op.Rows = m.rows() * m.seekEstimate(op, index, m.b.unique(l, k))
	return op
}

// seekAny turns n.k = x OR n.k = y into the question for any of several values.
func (m *matcher) seekAny(n Slot, or *syntax.Binary, l graph.LabelID) *IndexSeek {
	var values []syntax.Expr
	var first *IndexSeek
	var visit func(e syntax.Expr) bool
	visit = func(e syntax.Expr) bool {
		if b, ok := e.(*syntax.Binary); ok && b.Op == syntax.OpOr {
			return visit(b.X) && visit(b.Y)
		}
		one := m.seekProperty(n, e, l)
		if one == nil || one.Kind != Equal || first != nil && first.Key != one.Key {
			return false
		}
		if first == nil {
			first = one
		} else {
			first.Rows += one.Rows
		}
		values = append(values, one.Value)
		return true
	}
	if !visit(or) {
		return nil
	}
	first.Kind, first.Value = AnyOf, &syntax.ListLit{Span: or.Span, Items: values}
	return first
}

// mirrored returns the comparison with its sides exchanged.
func mirrored(o syntax.Op) (syntax.Op, bool) {
	switch o {
	case syntax.OpEq:
		return o, true
	case syntax.OpLt:
		return syntax.OpGt, true
	case syntax.OpLe:
		return syntax.OpGe, true
	case syntax.OpGt:
		return syntax.OpLt, true
	case syntax.OpGe:
		return syntax.OpLe, true
	}
	return 0, false
}

// tighten adds the other bound of a range if another predicate gives it.
func (m *matcher) tighten(op *IndexSeek, used []int) []int {
	for i, p := range m.predicates {
		if m.predicateDone.has(i) || slices.Contains(used, i) {
			continue
		}
		l, _ := m.b.g.LabelID(op.Label)
		other := m.seekProperty(op.Node, p.expr, l)
		if other == nil || other.Kind != Range || other.Key != op.Key {
			continue
		}
		switch {
		case op.Lower == nil && other.Lower != nil:
			op.Lower = other.Lower
		case op.Upper == nil && other.Upper != nil:
			op.Upper = other.Upper
		default:
			continue
		}
		op.Rows = min(op.Rows, other.Rows) / 2
		return append(used, i)
	}
	return used
}

// seekEstimate is how many nodes one lookup is expected to find: exactly where the
// value is a literal.
func (m *matcher) seekEstimate(op *IndexSeek, index graph.Index, unique bool) float64 {
	all := float64(len(index.All()))
	switch op.Kind {
	case Present:
		return all
	case Prefix:
		if s, ok := op.Value.(*syntax.StringLit); ok {
			return float64(len(index.Prefix(s.Value)))
		}
		return all * 0.02
	case Range:
		var bounds [2]graph.Bound
		exact := true
		for i, b := range []*SeekBound{op.Lower, op.Upper} {
			if b == nil {
				continue
			}
			v, ok := Literal(b.Value)
			exact = exact && ok
			bounds[i] = graph.Bound{Set: true, Inclusive: b.Inclusive, Value: v}
		}
		if exact {
			return float64(len(index.Range(bounds[0], bounds[1])))
		}
		return all * 0.3
	}
	one := max(1, all*0.01)
	if unique {
		one = 1
	}
	if op.Kind == AnyOf {
		if list, ok := op.Value.(*syntax.ListLit); ok {
			return one * float64(len(list.Items))
		}
		return one * unwindEstimate
	}
	if v, ok := Literal(op.Value); ok {
		return float64(len(index.Equal(v)))
	}
	return one
}

// Literal returns the value of a literal number or string.
func Literal(e syntax.Expr) (value.Value, bool) {
	switch e := e.(type) {
	case *syntax.IntegerLit:
		return value.Int(e.Value), true
	case *syntax.FloatLit:
		return value.Float(e.Value), true
	case *syntax.StringLit:
		return value.String(e.Value), true
	}
	return value.Null, false
}

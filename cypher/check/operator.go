package check

import (
	"fmt"
	"math"
	"math/bits"

	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

func (c *checker) binary(e *syntax.Binary) Type {
	switch e.Op {
	case syntax.OpAnd, syntax.OpOr, syntax.OpXor:
		c.boolean(e.X)
		c.boolean(e.Y)
		return Boolean
	case syntax.OpIn:
		element := c.expr(e.X)
		list := c.want(e.Y, List)
		if list.Within(List) {
			c.comparison(syntax.OpEq, e.X.Pos(), element, list.Elem())
		}
		return Boolean
	case syntax.OpRegex:
		c.want(e.X, String)
		c.want(e.Y, String)
		return Boolean
	case syntax.OpStartsWith, syntax.OpEndsWith, syntax.OpContains:
		c.expr(e.X)
		c.expr(e.Y)
		return Boolean
	}
	x, y := c.expr(e.X), c.expr(e.Y)
	if e.Op <= syntax.OpGe {
		c.comparisonOf(e, x, y)
		return Boolean
	}
	c.overflow(e)
	result, ok := arithmetic(e.Op, x, y)
	if !ok {
		if want := leftOperand(e.Op); !x.Meets(want) {
			c.mismatch(e.X.Extent(), want.String(), x)
		}
		c.mismatch(e.Y.Extent(), rightOperand(e.Op, x).String(), y)
	}
	if p, isParameter := e.Y.(*syntax.Parameter); isParameter {
		if pt, known := c.env.Parameters[p.Name]; known && !x.IsAny() {
			if _, ok := arithmetic(e.Op, x, pt); !ok {
				c.parameterMismatch(p, rightOperand(e.Op, x).String(), pt)
			}
		}
	}
	return result
}

// overflow refuses 9223372036854775807 + 1, which is known without running.
func (c *checker) overflow(e *syntax.Binary) {
	x, ok := e.X.(*syntax.IntegerLit)
	y, also := e.Y.(*syntax.IntegerLit)
	if !ok || !also {
		return
	}
	a, b := x.Value, y.Value
	fits := true
	switch e.Op {
	case syntax.OpAdd:
		fits = (a+b > a) == (b > 0)
	case syntax.OpSub:
		fits = (a-b < a) == (b > 0)
	case syntax.OpMul:
		fits = a == 0 || b == 0 || a*b/b == a && !(a == -1 && b == math.MinInt64) && !(b == -1 && a == math.MinInt64)
	}
	if !fits {
		c.fail(e.Span, "IntegerOverflow", fmt.Sprintf("result of %d %s %d cannot be represented as an integer", a, e.Op, b), "Make one of them a float: 1.0")
	}
}

// arithmetic is the type of x op y; ok is false where no values of these types
// can be combined.
func arithmetic(op syntax.Op, x, y Type) (t Type, ok bool) {
	// Null is allowed where anything is, and says nothing about the result.
	if x.IsNull() {
		x = Any
	}
	if y.IsNull() {
		y = Any
	}
	if op == syntax.OpAdd && (x.Has(value.KindList) || y.Has(value.KindList)) {
		t = concatenated(x, y)
		ok = true
	}
	for k := value.KindMap; k <= value.KindFloat; k++ {
		if !x.Has(k) {
			continue
		}
		for l := value.KindMap; l <= value.KindFloat; l++ {
			if !y.Has(l) {
				continue
			}
			if r := combine(op, k, l); r != value.KindNull {
				ok = true
				t.kinds |= 1 << r
			}
		}
	}
	if op == syntax.OpConcat && x.Meets(List) && y.Meets(List) && ok && t.Has(value.KindList) && x.elem != nil && y.elem != nil {
		elem := x.Elem().Or(y.Elem())
		t.elem = &elem
	}
	return t, ok
}

// concatenated is the type of a list and another list or element.
func concatenated(x, y Type) Type {
	part := func(t Type) Type {
		if t.Within(List) {
			return t.Elem()
		}
		return t
	}
	return ListOf(part(x).Or(part(y)))
}

// combine is the kind of a value of kind k op one of kind l, KindNull where they
// cannot be combined. Lists under + are left to concatenated.
func combine(op syntax.Op, k, l value.Kind) value.Kind {
	number := func(k value.Kind) bool { return k == value.KindInt || k == value.KindFloat }
	switch {
	case number(k) && number(l):
		switch {
		case op == syntax.OpConcat:
			return value.KindNull
		case op != syntax.OpPow && k == value.KindInt && l == value.KindInt:
			return value.KindInt
		}
		return value.KindFloat
	case op == syntax.OpConcat && k == l && (k == value.KindString || k == value.KindList):
		return k
	case op == syntax.OpAdd && (k == value.KindString && (number(l) || l == value.KindString) || l == value.KindString && number(k)):
		return value.KindString
	case k == value.KindDuration && l == value.KindDuration && (op == syntax.OpAdd || op == syntax.OpSub):
		return k
	case k == value.KindDuration && number(l) && (op == syntax.OpMul || op == syntax.OpDiv):
		return k
	case number(k) && l == value.KindDuration && op == syntax.OpMul:
		return l
	case Temporal.Has(k) && l == value.KindDuration && (op == syntax.OpAdd || op == syntax.OpSub):
		return k
	case k == value.KindDuration && Temporal.Has(l) && op == syntax.OpAdd:
		return l
	}
	return value.KindNull
}

// leftOperand and rightOperand say what an operator takes, for messages.
func leftOperand(op syntax.Op) Type { return operand(op, Any, true) }

func rightOperand(op syntax.Op, x Type) Type { return operand(op, x, false) }

func operand(op syntax.Op, other Type, left bool) Type {
	var want Type
	if op == syntax.OpAdd {
		want = List
	}
	for k := value.KindMap; k <= value.KindFloat; k++ {
		for l := value.KindMap; l <= value.KindFloat; l++ {
			if combine(op, k, l) == value.KindNull || left && !other.Has(l) || !left && !other.Has(k) {
				continue
			}
			if left {
				want.kinds |= 1 << k
			} else {
				want.kinds |= 1 << l
			}
		}
	}
	if op == syntax.OpAdd && left {
		return Any // a list takes anything
	}
	return want
}

// comparisonOf warns about x op y where the types of the sides never match.
func (c *checker) comparisonOf(e *syntax.Binary, x, y Type) {
	c.comparison(e.Op, e.OpPos, c.narrowed(e.X, x), c.narrowed(e.Y, y))
}

// narrowed is the type of a property as it is in the graph, where that is known.
func (c *checker) narrowed(e syntax.Expr, t Type) Type {
	p, ok := e.(*syntax.Property)
	if !ok || c.env.Schema == nil || t.kinds != storable.kinds {
		return t
	}
	if kinds := c.env.Schema.PropertyKinds(p.Key.Value); !kinds.IsNull() {
		return kinds
	}
	return t
}

func (c *checker) comparison(op syntax.Op, at syntax.Pos, x, y Type) {
	if x.IsNull() || y.IsNull() || comparable(x, y) {
		return
	}
	message := x.String() + " and " + y.String() + " are never equal"
	if op >= syntax.OpLt {
		message = "Comparing " + x.String() + " with " + y.String() + " gives null"
	}
	hint := ""
	switch {
	case x.Within(Number) && y.Within(String) || y.Within(Number) && x.Within(String):
		hint = "Write numbers without quotes, or convert: toInteger('1')"
	case op < syntax.OpLt && (x.Within(ListOf(Any)) || y.Within(ListOf(Any))):
		hint = "Ask whether a list has a value with IN: 'x' IN n.list"
	case x.Within(Temporal) && y.Within(String) || y.Within(Temporal) && x.Within(String):
		hint = "Compare text with text ('2026-05-01'), or convert: date(n.key) < date('2026-05-01')"
	}
	c.warn("IncomparableTypes", syntax.Span{Start: at, End: at.Offset}, message, hint)
}

// comparable reports whether values of the two types may be compared with a
// result other than false or null.
func comparable(x, y Type) bool {
	numbers := x.kinds&Number.kinds != 0 && y.kinds&Number.kinds != 0
	return numbers || x.kinds&y.kinds != 0 || bits.OnesCount32(x.kinds) == 0
}

package check

import (
	"fmt"

	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// storable is the type of what properties of nodes and relationships hold.
var storable = Type{kinds: Any.kinds &^ (Map.kinds | Node.kinds | Relationship.kinds | Path.kinds)}

// hasKeys is the type of what x.key can be asked of.
var hasKeys = Map.Or(Node).Or(Relationship).Or(Point).Or(Duration).Or(Temporal)

const hasKeysNames = "Map, Node, Relationship, Point, Duration, Date, Time, LocalTime, LocalDateTime or DateTime"

// expr checks an expression and returns its type.
func (c *checker) expr(e syntax.Expr) Type {
	switch e := e.(type) {
	case *syntax.NullLit:
		return Null
	case *syntax.BoolLit:
		return Boolean
	case *syntax.IntegerLit:
		return Integer
	case *syntax.FloatLit:
		return Float
	case *syntax.StringLit:
		return String
	case *syntax.ListLit:
		elem := Any
		for i, item := range e.Items {
			if t := c.expr(item); i == 0 {
				elem = t
			} else {
				elem = elem.Common(t)
			}
		}
		return ListOf(elem)
	case *syntax.MapLit:
		for _, entry := range e.Entries {
			c.expr(entry.Value)
		}
		return Map
	case *syntax.Parameter:
		return Any
	case *syntax.Variable:
		return c.use(e)
	case *syntax.Unary:
		return c.unary(e)
	case *syntax.Binary:
		return c.binary(e)
	case *syntax.Chain:
		for i, x := range e.Operands {
			t := c.expr(x)
			if i > 0 {
				c.comparison(e.Ops[i-1], x.Pos(), c.typeOf(e.Operands[i-1]), t)
			}
		}
		return Boolean
	case *syntax.IsNull:
		c.expr(e.X)
		return Boolean
	case *syntax.IsType:
		c.nullability(e.Type)
		c.expr(e.X)
		return Boolean
	case *syntax.IsNormalized:
		c.expr(e.X)
		return Boolean
	case *syntax.HasLabels:
		t := c.expr(e.X)
		if !t.Meets(Node.Or(Relationship)) {
			c.mismatch(e.X.Extent(), "Node or Relationship", t)
		}
		c.labels(e.Labels, t)
		return Boolean
	case *syntax.Property:
		return c.property(e)
	case *syntax.Index:
		return c.index(e)
	case *syntax.Slice:
		list := c.want(e.X, List)
		for _, bound := range []syntax.Expr{e.From, e.To} {
			if bound != nil {
				c.want(bound, Integer)
			}
		}
		return ListOf(list.Elem())
	case *syntax.CaseSubject:
		return Any
	case *syntax.Case:
		return c.caseExpr(e)
	case *syntax.FunctionCall:
		return c.functionCall(e)
	case *syntax.CountStar:
		c.mayAggregate(e, "count")
		return Integer
	}
	return c.form(e)
}

// typeOf is the type of an expression that has been checked, as far as it can be
// told without checking again.
func (c *checker) typeOf(e syntax.Expr) Type {
	switch e := e.(type) {
	case *syntax.Variable:
		return c.vars[e.ID].Type
	case *syntax.StringLit:
		return String
	case *syntax.IntegerLit:
		return Integer
	case *syntax.FloatLit:
		return Float
	case *syntax.BoolLit:
		return Boolean
	}
	return Any
}

// form checks expressions that bring variables or patterns of their own.
func (c *checker) form(e syntax.Expr) Type {
	switch e := e.(type) {
	case *syntax.ListComprehension:
		elem := c.elements(e.List)
		result := elem
		c.body(e.Var, elem, func() {
			if e.Where != nil {
				c.boolean(e.Where)
			}
			if e.Map != nil {
				result = c.expr(e.Map)
			}
		})
		return ListOf(result)
	case *syntax.Quantifier:
		elem := c.elements(e.List)
		if e.Where == nil {
			c.fail(e.Span, "UnexpectedSyntax", fmt.Sprintf("%s(...) requires a WHERE predicate", e.Kind),
				fmt.Sprintf("Write %s(%s IN list WHERE condition)", e.Kind, e.Var.Name))
		}
		c.body(e.Var, elem, func() { c.boolean(e.Where) })
		return Boolean
	case *syntax.Reduce:
		return c.reduce(e)
	case *syntax.PatternComprehension:
		var result Type
		c.inside(&scope{local: true}, func() {
			c.pattern(&syntax.Pattern{Span: e.Pattern.Span, Paths: []*syntax.PathPattern{e.Pattern}}, comprehending)
			c.withAggregation(c.bodyAggregation(), func() {
				if e.Where != nil {
					c.boolean(e.Where)
				}
				result = c.expr(e.Map)
			})
		})
		return ListOf(result)
	case *syntax.MapProjection:
		if t := c.use(e.Var); !t.Meets(Map.Or(Node).Or(Relationship)) {
			c.mismatch(e.Var.Span, "Map, Node or Relationship", t)
		}
		for _, item := range e.Items {
			switch {
			case item.Value != nil:
				c.expr(item.Value)
			case !item.All:
				c.warnAboutKey(item.Key)
			}
		}
		return Map
	case *syntax.PatternExpr:
		return c.patternValue(e)
	case *syntax.SubqueryExpr:
		return c.subqueryExpr(e)
	}
	panic("check: unknown expression")
}

// body checks what is evaluated for each element of a list.
func (c *checker) body(v *syntax.Variable, elem Type, f func()) {
	c.inside(&scope{local: true}, func() {
		c.bind(v, elem)
		c.withAggregation(c.bodyAggregation(), f)
	})
}

// bodyAggregation: an aggregate inside the body would be computed once an element.
func (c *checker) bodyAggregation() aggregation {
	if c.aggregation == aggregates {
		return inListBody
	}
	return c.aggregation
}

// elements checks a list that is walked over and returns the type of its elements.
func (c *checker) elements(list syntax.Expr) Type {
	t := c.want(list, List)
	if !t.Has(value.KindList) {
		return t // null, or a parameter
	}
	return t.Elem()
}

func (c *checker) reduce(e *syntax.Reduce) Type {
	init := c.expr(e.Init)
	elem := c.elements(e.List)
	result := init
	c.inside(&scope{local: true}, func() {
		c.bind(e.Acc, Any)
		c.bind(e.Var, elem)
		c.vars[e.Acc.ID].Type = init
		c.withAggregation(c.bodyAggregation(), func() {
			step := c.expr(e.Step)
			if !init.IsNull() && !step.Meets(widened(init)) {
				c.fail(e.Step.Extent(), "InvalidArgumentType",
					fmt.Sprintf("Type mismatch: accumulator is %s but expression has type %s", init, step), "")
			}
			result = init.Or(step)
		})
	})
	return result
}

// widened lets integers and floats stand for each other.
func widened(t Type) Type {
	if t.Meets(Number) && !t.IsNull() {
		return t.Or(Number)
	}
	return t
}

// want checks an expression whose value must be of a type.
func (c *checker) want(e syntax.Expr, want Type) Type {
	t := c.expr(e)
	if p, ok := e.(*syntax.Parameter); ok {
		if pt, known := c.env.Parameters[p.Name]; known && !pt.Meets(widened(want)) {
			c.parameterMismatch(p, want.String(), pt)
		}
	}
	if !t.Meets(widenedFloat(want)) {
		c.mismatch(e.Extent(), want.String(), t)
	}
	return t
}

// widenedFloat lets an integer stand where a float is wanted.
func widenedFloat(t Type) Type {
	if t.Has(value.KindFloat) {
		return t.Or(Integer)
	}
	return t
}

func (c *checker) parameterMismatch(p *syntax.Parameter, want string, got Type) {
	c.fail(p.Span, "InvalidArgumentType", fmt.Sprintf("Type mismatch for parameter '%s': expected %s but was %s", p.Name, want, got), "")
}

// boolean checks a condition. A pattern may stand here.
func (c *checker) boolean(e syntax.Expr) {
	if p, ok := e.(*syntax.PatternExpr); ok && p.Pattern.Legacy == syntax.NotShortest {
		c.patternPredicate(p)
		return
	}
	t := c.expr(e)
	if p, ok := e.(*syntax.Parameter); ok {
		if pt, known := c.env.Parameters[p.Name]; known && !pt.Meets(Boolean.Or(List)) {
			c.parameterMismatch(p, "Boolean", pt)
		}
	}
	if t.Meets(Boolean) {
		return
	}
	if t.Within(List) {
		c.fail(e.Extent(), "InvalidArgumentType", "Coercion of list to boolean is not allowed. Please use `NOT isEmpty(...)` instead.",
			fmt.Sprintf("Write NOT isEmpty(%s)", e.Extent().Text(c.text)))
	}
	c.mismatch(e.Extent(), "Boolean", t)
}

func (c *checker) unary(e *syntax.Unary) Type {
	if e.Op == syntax.OpNot {
		c.boolean(e.X)
		return Boolean
	}
	t := c.want(e.X, Number)
	if t.Within(Number) && !t.IsNull() {
		return t
	}
	return Number
}

func (c *checker) property(e *syntax.Property) Type {
	if p, ok := e.X.(*syntax.PatternExpr); ok && !p.Exists && p.Pattern.Legacy == syntax.NotShortest {
		c.fail(p.Span, "UnexpectedSyntax", patternMessage,
			fmt.Sprintf("A pattern has no properties: name what has them, as r in MATCH (a)-[r]->(b), and write r.%s; [(a)-[r]->(b) | r.%s] is a list of them", e.Key.Value, e.Key.Value))
	}
	t := c.expr(e.X)
	if !t.Meets(hasKeys) {
		hint := ""
		if t.Within(List) {
			hint = fmt.Sprintf("It is a list: [x IN %s | x.%s] gives the property of each element", e.X.Extent().Text(c.text), e.Key.Value)
		}
		kind := syntax.TypeError
		if t.Within(Path) {
			kind = syntax.SyntaxError // as the TCK has it
			hint = "Ask its nodes or relationships: nodes(p), relationships(p)"
		}
		c.failAs(kind, e.X.Extent(), "InvalidArgumentType", fmt.Sprintf("Type mismatch: expected %s but was %s", hasKeysNames, t), hint)
	}
	if t.Within(Node.Or(Relationship)) && !t.IsNull() {
		return c.stored(e.Key)
	}
	return Any
}

// stored is the type of a property of a node or relationship.
func (c *checker) stored(key syntax.Name) Type {
	c.warnAboutKey(key)
	return storable
}

func (c *checker) index(e *syntax.Index) Type {
	t := c.expr(e.X)
	i := c.expr(e.Index)
	refuse := func(message string, at syntax.Span) {
		c.failAs(syntax.TypeError, at, "InvalidArgumentType", message, "")
	}
	if t.kinds == storable.kinds {
		// Of what a property holds only lists have an index.
		t = Type{kinds: List.kinds}
		if i.Meets(Integer) {
			t = Any
		}
	}
	switch {
	case t.IsNull():
		return Null
	case t.Within(List):
		if !i.Meets(Integer) {
			refuse(fmt.Sprintf("Type mismatch: list index must be given as Integer, but was %s", i), e.Index.Extent())
		}
		return t.Elem()
	case t.Within(Map.Or(Node).Or(Relationship)):
		if !i.Meets(String) {
			refuse(fmt.Sprintf("Type mismatch: map key must be given as String, but was %s", i), e.Index.Extent())
		}
		if s, ok := e.Index.(*syntax.StringLit); ok && !t.Has(value.KindMap) {
			return c.stored(syntax.Name{Span: s.Span, Value: s.Value})
		}
	case t.Within(Temporal.Or(Duration).Or(Point)):
		if _, ok := e.Index.(*syntax.StringLit); !ok || t.Within(Point) {
			c.mismatch(e.X.Extent(), "Map, Node or Relationship", t)
		}
	case !t.Meets(List.Or(hasKeys)):
		refuse(fmt.Sprintf("Type mismatch: expected List<T> but was %s", t), e.X.Extent())
	}
	return Any
}

func (c *checker) caseExpr(e *syntax.Case) Type {
	if e.Subject != nil {
		c.expr(e.Subject)
	}
	result := Null
	for _, w := range e.Whens {
		for _, test := range w.Tests {
			if e.Subject == nil {
				c.boolean(test)
			} else {
				c.expr(test)
			}
		}
		result = result.Or(c.expr(w.Then))
	}
	if e.Else != nil {
		result = result.Or(c.expr(e.Else))
	}
	return result
}

// nullability refuses unions of which some members may be null and others not.
func (c *checker) nullability(t *syntax.TypeExpr) {
	nullable, other := false, false
	for _, member := range t.Union {
		nullable = nullable || !member.NotNull && member.Name != "NOTHING"
		other = other || member.NotNull
		c.nullability(member)
	}
	if nullable && other {
		c.fail(t.Span, "UnexpectedSyntax", "All types in a Closed Dynamic Union must be nullable, or be appended with `NOT NULL`",
			"Write NOT NULL after each of them or after none")
	}
	if t.Element != nil {
		c.nullability(t.Element)
	}
}

// returnsStar reports whether a query ends with RETURN *.
func returnsStar(q *syntax.Query) bool {
	clauses := q.Parts[0].Clauses
	r, ok := clauses[len(clauses)-1].(*syntax.Return)
	return ok && r.Star
}

// subqueryExpr checks EXISTS, COUNT and COLLECT.
func (c *checker) subqueryExpr(e *syntax.SubqueryExpr) Type {
	where := [...]place{syntax.Exists: inExists, syntax.Count: inCount, syntax.Collect: inCollect}[e.Kind]
	columns, _ := c.query(e.Query, where)
	switch e.Kind {
	case syntax.Exists:
		return Boolean
	case syntax.Count:
		return Integer
	}
	if len(columns) != 1 || returnsStar(e.Query) {
		c.fail(e.Span, "UnexpectedSyntax", "A Collect Expression must end with a single return column.",
			"Return one column; several values fit into a map: RETURN {a: a, b: b}")
	}
	return ListOf(c.vars[columns[0].id].Type)
}

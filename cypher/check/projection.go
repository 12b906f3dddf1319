package check

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"bdgraph/cypher/syntax"
)

func (c *checker) with(w *syntax.With) {
	if slices.Contains(c.imported, w) {
		c.takeImports(w)
		return
	}
	columns := c.projection(&w.Projection, w.Span, &w.Where)
	c.needAliases(&w.Projection, "WITH", "Expression in WITH must be aliased (use AS)")
	c.scope.names = columns
}

// needAliases refuses columns that later clauses could not name. A map projection
// is called like its variable.
func (c *checker) needAliases(p *syntax.Projection, clause, message string) {
	for _, item := range p.Items {
		switch item.Expr.(type) {
		case *syntax.Variable, *syntax.MapProjection:
			continue
		}
		if !item.As {
			c.fail(item.Span, "NoExpressionAlias", message, fmt.Sprintf("Name it: %s %s AS name", clause, item.Text(c.text)))
		}
	}
}

// takeImports makes visible what a WITH imports into CALL { }; see importing.
func (c *checker) takeImports(w *syntax.With) {
	for _, column := range w.Columns {
		c.scope.names = append(c.scope.names, named{column.Alias.Name, column.Alias.ID})
	}
	for _, item := range w.Items {
		v := item.Expr.(*syntax.Variable)
		c.use(v)
		if item.Alias == nil {
			item.Alias = &syntax.Variable{Span: v.Span, Name: v.Name}
		}
		item.Alias.ID = v.ID
	}
}

// projection checks WITH or RETURN and returns its columns; where is nil for RETURN.
func (c *checker) projection(p *syntax.Projection, at syntax.Span, where *syntax.Expr) []named {
	before := c.scope.names
	firstLocal := len(c.vars) // variables made inside the items have higher IDs
	types := make([]Type, len(p.Items))
	aggregated := false
	for i, item := range p.Items {
		types[i] = c.expr(item.Expr)
		aggregated = aggregated || c.hasAggregate(item.Expr)
	}
	if aggregated {
		c.groupingKeys(p, firstLocal)
	}
	columns := c.columns(p, at, types, where == nil)
	if len(p.OrderBy) > 0 || where != nil && *where != nil {
		c.afterProjection(p, columns, before, aggregated, where)
	}
	c.rowCount(p.Skip, "SKIP")
	c.rowCount(p.Limit, "LIMIT")
	if where == nil && c.place == inCall {
		c.needAliases(p, "RETURN", "Expression in CALL { RETURN ... } must be aliased (use AS)")
	}
	return columns
}

// columns names the columns, expands * and gives each column its ID.
func (c *checker) columns(p *syntax.Projection, at syntax.Span, types []Type, isReturn bool) []named {
	if p.Star && isReturn && len(c.scope.names) == 0 {
		c.fail(at, "NoVariablesInScope", "RETURN * is not allowed when there are no variables in scope", "Name what is wanted, as in MATCH (n)")
	}
	columns := make([]named, 0, len(p.Items)+len(c.scope.names))
	for _, item := range p.Items {
		name := c.columnName(item)
		if item.Alias == nil {
			item.Alias = &syntax.Variable{Span: item.Span, Name: name}
		}
		if _, ok := find(columns, name); ok {
			c.fail(item.Span, "ColumnNameConflict", "Multiple result columns with the same name are not supported",
				fmt.Sprintf("Two columns are called %s: rename one with AS", name))
		}
		columns = append(columns, named{name, 0})
	}
	p.Columns = p.Items
	if p.Star {
		p.Columns = append(c.star(columns, at), p.Items...)
	}
	columns = columns[:0]
	explicit := len(p.Columns) - len(p.Items)
	for i, item := range p.Columns {
		t := Any
		if i >= explicit {
			t = types[i-explicit]
		}
		item.Alias.ID = c.columnID(item, t, isReturn)
		columns = append(columns, named{item.Alias.Name, item.Alias.ID})
	}
	return columns
}

// columnName is the alias, the variable's name (that of a map projection too), or
// the text as written.
func (c *checker) columnName(item *syntax.Item) string {
	if item.As {
		return item.Alias.Name
	}
	switch e := item.Expr.(type) {
	case *syntax.Variable:
		return e.Name
	case *syntax.MapProjection:
		return e.Var.Name
	}
	return item.Text(c.text)
}

// star lists the variables of the scope as items, by name, without those that
// an explicit column replaces.
func (c *checker) star(explicit []named, at syntax.Span) []*syntax.Item {
	var items []*syntax.Item
	for _, n := range c.scope.names {
		if _, replaced := find(explicit, n.name); replaced {
			continue
		}
		id, _ := find(c.scope.names, n.name)
		v := syntax.Variable{Span: at, Name: n.name, ID: id}
		alias := v
		items = append(items, &syntax.Item{Span: at, Expr: &v, Alias: &alias})
	}
	slices.SortFunc(items, func(a, b *syntax.Item) int { return strings.Compare(a.Alias.Name, b.Alias.Name) })
	return slices.CompactFunc(items, func(a, b *syntax.Item) bool { return a.Alias.Name == b.Alias.Name })
}

// columnID is the ID of a column: that of the variable which passes through, that
// of the same column of the first part of a UNION, or a new one.
func (c *checker) columnID(item *syntax.Item, t Type, isReturn bool) int {
	name := item.Alias.Name
	v, isVariable := item.Expr.(*syntax.Variable)
	passes := isVariable && v.Name == name
	if !passes && c.scope.outer != nil {
		if _, hides := c.scope.outer.lookup(name); hides {
			c.shadows(item, name)
		}
	}
	if isReturn && c.union != nil {
		if id, ok := find(c.union.columns, name); ok {
			c.vars[id].Type = c.vars[id].Type.Or(t)
			return id
		}
	} else if passes {
		return v.ID
	}
	return c.newVariable(name, t, item.Alias.Span)
}

func (c *checker) shadows(item *syntax.Item, name string) {
	what := "a variable with the same name from the outer scope"
	if c.place == inCall {
		what = "an imported variable with the same name"
	}
	c.fail(item.Alias.Span, "VariableAlreadyBound",
		fmt.Sprintf("The variable `%s` is shadowing %s and needs to be renamed", name, what), "Use another name after AS")
}

// afterProjection checks ORDER BY and WHERE, which see the columns and, if rows
// were not merged by DISTINCT or aggregation, what was visible before.
func (c *checker) afterProjection(p *syntax.Projection, columns, before []named, aggregated bool, where *syntax.Expr) {
	o := orderScope{checker: c, items: p.Columns, columns: columns, aggregated: aggregated}
	o.texts = make([]string, len(o.items))
	after := &scope{outer: c.scope, names: columns}
	if aggregated || p.Distinct {
		after.outer = c.scope.outer
		after.lost = before
	}
	around := c.scope
	c.scope = after
	for _, s := range p.OrderBy {
		o.sortKey(s)
	}
	if where != nil && *where != nil {
		*where = o.resolve(*where)
		c.withAggregation(noAggregates, func() { c.boolean(*where) })
	}
	c.scope = around
}

// orderScope resolves the expressions of ORDER BY and WHERE after a projection.
type orderScope struct {
	*checker
	items      []*syntax.Item
	columns    []named
	texts      []string // of the items as printed, filled when needed
	aggregated bool
}

func (o *orderScope) sortKey(s *syntax.SortItem) {
	aggregate := o.hasAggregate(s.Expr)
	if aggregate && !o.aggregated {
		o.fail(s.Expr.Extent(), "InvalidAggregation",
			"Cannot use aggregation in ORDER BY if there are no aggregate expressions in the preceding RETURN",
			"Aggregate in a column and sort by its name: RETURN x, count(*) AS c ORDER BY c")
	}
	_, whole := o.column(s.Expr)
	text := s.Expr.Extent().Text(o.text)
	s.Expr = o.resolve(s.Expr)
	o.withAggregation(aggregates, func() { o.expr(s.Expr) })
	if !whole && aggregate && o.hasAggregate(s.Expr) {
		o.fail(s.Span, "AmbiguousAggregationExpression",
			fmt.Sprintf("Illegal aggregation expression(s) in order by: %s. If an aggregation expression is used in order by, it also needs to be a projection item on it's own.", text),
			fmt.Sprintf("Return it as a column and sort by that: ..., %s AS key ORDER BY key", text))
	}
}

// resolve replaces each part of e that repeats a projected expression by the
// variable of its column. Inside comprehensions and subqueries nothing is replaced, since a
// name may mean something else there.
func (o *orderScope) resolve(e syntax.Expr) syntax.Expr {
	if item, ok := o.column(e); ok {
		return &syntax.Variable{Span: e.Extent(), Name: item.Alias.Name, ID: item.Alias.ID}
	}
	switch e := e.(type) {
	case *syntax.ListComprehension:
		e.List = o.resolve(e.List)
	case *syntax.Quantifier:
		e.List = o.resolve(e.List)
	case *syntax.Reduce:
		e.Init, e.List = o.resolve(e.Init), o.resolve(e.List)
	case *syntax.PatternComprehension:
	default:
		syntax.Subexprs(e, func(x *syntax.Expr) { *x = o.resolve(*x) })
	}
	return e
}

// column finds the item that an expression repeats. The name of a column comes
// before a variable that was renamed.
func (o *orderScope) column(e syntax.Expr) (*syntax.Item, bool) {
	v, isVariable := e.(*syntax.Variable)
	if isVariable {
		if _, ok := find(o.columns, v.Name); ok {
			return nil, false
		}
	}
	length := e.Extent().End - e.Pos().Offset
	for i, item := range o.items {
		if w, ok := item.Expr.(*syntax.Variable); ok || isVariable {
			if ok && isVariable && v.Name == w.Name {
				return item, true
			}
			continue
		}
		itemLength := item.Expr.Extent().End - item.Expr.Pos().Offset
		if reflect.TypeOf(e) != reflect.TypeOf(item.Expr) || length > 4*itemLength+64 || itemLength > 4*length+64 {
			continue // certainly another one, and printing is not free
		}
		if o.texts[i] == "" {
			o.texts[i] = syntax.ExprString(item.Expr)
		}
		if syntax.ExprString(e) == o.texts[i] {
			return item, true
		}
	}
	return nil, false
}

// rowCount checks the number after SKIP or LIMIT, which must be known before the
// first row.
func (c *checker) rowCount(e syntax.Expr, word string) {
	if e == nil {
		return
	}
	syntax.Walk(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.PatternExpr, *syntax.PatternComprehension, *syntax.SubqueryExpr:
			c.fail(n.Extent(), "NonConstantExpression",
				fmt.Sprintf("It is not allowed to use patterns in the expression for %s, so that the value for %s can be statically calculated.", word, word), "")
		case *syntax.ListComprehension, *syntax.Quantifier, *syntax.Reduce:
			return false // they have variables of their own
		case *syntax.Variable:
			c.fail(n.Span, "NonConstantExpression",
				fmt.Sprintf("It is not allowed to refer to variables in %s, so that the value for %s can be statically calculated.", word, word),
				"Use a number or a parameter: "+word+" $n")
		}
		return true
	})
	invalid := func(detail string) {
		c.fail(e.Extent(), detail, fmt.Sprintf("Invalid input. '%s' is not a valid value. Must be a non-negative integer.", literalText(e)), "")
	}
	switch e := e.(type) {
	case *syntax.IntegerLit:
		if e.Value < 0 {
			invalid("NegativeIntegerArgument")
		}
		return
	case *syntax.FloatLit, *syntax.StringLit, *syntax.NullLit, *syntax.BoolLit:
		invalid("InvalidArgumentType")
	case *syntax.Parameter:
		// A float is refused when the value is looked at.
		if t, ok := c.env.Parameters[e.Name]; ok && !t.Meets(Number) {
			c.parameterMismatch(e, "Integer", t)
		}
		return
	}
	c.withAggregation(noAggregates, func() {
		if t := c.expr(e); !t.Meets(Integer) {
			c.mismatch(e.Extent(), "Integer", t)
		}
	})
}

func literalText(e syntax.Expr) string {
	switch e := e.(type) {
	case *syntax.StringLit:
		return e.Value
	case *syntax.NullLit:
		return "NULL"
	}
	return syntax.ExprString(e)
}

package check

import (
	"fmt"

	"bdgraph/cypher/syntax"
)

// clause checks clause i of a part. Where it is RETURN or yields the result of a
// standalone call, it gives the columns.
func (c *checker) clause(clause syntax.Clause, part *syntax.Part, i int) (columns []named, returns bool) {
	switch clause := clause.(type) {
	case *syntax.Match:
		c.match(clause)
	case *syntax.Unwind:
		element := Any
		c.withAggregation(inListBody, func() {
			if list := c.expr(clause.List); list.Within(List) {
				element = list.Elem()
			}
		})
		c.declare(clause.Var, element)
	case *syntax.With:
		c.with(clause)
	case *syntax.Return:
		return c.projection(&clause.Projection, clause.Span, nil), true
	case *syntax.OrderLimit:
		for _, s := range clause.OrderBy {
			c.withAggregation(noAggregates, func() { c.expr(s.Expr) })
		}
		c.rowCount(clause.Skip, "SKIP")
		c.rowCount(clause.Limit, "LIMIT")
	case *syntax.ProcedureCall:
		c.procedureCall(clause, len(part.Clauses) == 1)
	case *syntax.Subquery:
		c.subquery(clause)
	case *syntax.Show:
		c.show(clause)
	case *syntax.Finish, *syntax.Use, *syntax.Command:
	default:
		c.writing(clause)
	}
	return nil, false
}

func (c *checker) match(m *syntax.Match) {
	bound := len(c.vars) // variables from before this clause have lower IDs
	c.unmixed(m)
	c.pattern(m.Pattern, matching)
	for _, h := range m.Hints {
		for _, v := range h.Vars {
			c.use(v)
		}
	}
	if m.Where != nil {
		c.withAggregation(noAggregates, func() { c.boolean(m.Where) })
	}
	c.warnAboutPattern(m.Pattern, bound)
}

func (c *checker) writing(clause syntax.Clause) {
	switch clause := clause.(type) {
	case *syntax.Create:
		c.pattern(clause.Pattern, creating)
	case *syntax.Merge:
		c.pattern(&syntax.Pattern{Span: clause.Path.Span, Paths: []*syntax.PathPattern{clause.Path}}, merging)
		for _, a := range clause.Actions {
			c.setItems(a.Items)
		}
	case *syntax.Set:
		c.setItems(clause.Items)
	case *syntax.Remove:
		c.setItems(clause.Items)
	case *syntax.Delete:
		for _, e := range clause.Exprs {
			if _, ok := e.(*syntax.HasLabels); ok {
				c.fail(e.Extent(), "InvalidDelete", "DELETE doesn't support removing labels from a node. Try REMOVE.", "")
			}
			if t := c.expr(e); !t.Meets(Node.Or(Relationship).Or(Path)) {
				c.mismatch(e.Extent(), "Node, Path or Relationship", t)
			}
		}
	case *syntax.Foreach:
		list := c.expr(clause.List)
		c.inside(&scope{}, func() {
			c.declare(clause.Var, list.Elem())
			for _, inner := range clause.Clauses {
				if !syntax.Updates(inner) {
					c.fail(inner.Extent(), "InvalidClauseComposition", fmt.Sprintf("Invalid use of %s inside FOREACH", syntax.ClauseName(inner)), "")
				}
				c.clause(inner, &syntax.Part{Clauses: clause.Clauses}, 0)
			}
		})
	case *syntax.LoadCSV:
		c.expr(clause.URL)
		c.declare(clause.Var, Map.Or(List))
	}
}

func (c *checker) setItems(items []syntax.SetItem) {
	for _, item := range items {
		c.expr(item.Target)
		if item.Value != nil {
			c.expr(item.Value)
		}
	}
}

// subquery checks CALL { }.
func (c *checker) subquery(s *syntax.Subquery) {
	around := c.scope
	imports := &scope{}
	switch {
	case s.ImportAll:
		imports.names = flatten(around)
	default:
		for _, v := range s.Imports {
			c.use(v)
			imports.names = append(imports.names, named{v.Name, v.ID})
		}
	}
	var columns []named
	if s.HasScope {
		c.scope = imports
		columns, _ = c.query(s.Query, inCall)
	} else {
		c.scope = nil
		c.importing(s, around)
		columns, _ = c.query(s.Query, inCall)
	}
	c.scope = around
	for _, column := range columns {
		if id, ok := around.lookup(column.name); ok {
			decl := c.vars[column.id].Decl
			c.fail(decl, "VariableAlreadyBound", fmt.Sprintf("Variable `%s` already declared in outer scope", column.name),
				fmt.Sprintf("It is declared at %s: return it under another name, or leave it out, it is visible after the subquery", c.vars[id].Decl.Start))
		}
		around.names = append(around.names, column)
	}
	if t := s.InTransactions; t != nil {
		for _, e := range []syntax.Expr{t.Concurrent, t.Rows} {
			if e != nil {
				c.rowCount(e, "IN TRANSACTIONS")
			}
		}
		if t.Report != nil {
			c.declare(t.Report, Map)
		}
	}
}

// flatten lists everything that is visible, inner variables last.
func flatten(s *scope) []named {
	if s == nil {
		return nil
	}
	return append(flatten(s.outer), s.names...)
}

// importing resolves the WITH by which each part of CALL { WITH x ... } imports
// variables. It takes effect when the clause is checked: a *scope with the imported
// names is then what the part sees.
func (c *checker) importing(s *syntax.Subquery, around *scope) {
	for _, part := range s.Query.Parts {
		w, ok := part.Clauses[0].(*syntax.With)
		if !ok || !refersTo(w, around) {
			continue
		}
		c.warn("FeatureDeprecationWarning", s.Span, "CALL subquery without a variable scope clause is now deprecated. Use CALL (x) { ... }",
			"Write CALL (x) { ... } instead of CALL { WITH x ... }")
		refuse := func(at syntax.Span, what string) {
			c.fail(at, "InvalidClauseComposition", "Importing WITH should consist only of simple references to outside variables. "+what,
				"Use CALL (x) { ... }, in which any clause may come first")
		}
		var names []named
		if w.Star {
			names = flatten(around)
		}
		for _, item := range w.Items {
			v, ok := item.Expr.(*syntax.Variable)
			if !ok || item.As && item.Alias.Name != v.Name {
				refuse(item.Span, "Aliasing or expressions are not supported.")
			}
			id, ok := around.lookup(v.Name)
			if !ok {
				c.scope = around
				c.undefined(v)
			}
			names = append(names, named{v.Name, id})
		}
		switch {
		case w.Where != nil:
			refuse(w.Where.Extent(), "WHERE is not allowed.")
		case w.Distinct:
			refuse(w.Span, "DISTINCT is not allowed.")
		case w.OrderBy != nil:
			refuse(w.Span, "ORDER BY is not allowed.")
		case w.Skip != nil:
			refuse(w.Span, "SKIP is not allowed.")
		case w.Limit != nil:
			refuse(w.Span, "LIMIT is not allowed.")
		}
		for _, n := range names {
			column := &syntax.Item{Span: w.Span, Expr: &syntax.Variable{Span: w.Span, Name: n.name, ID: n.id}}
			column.Alias = &syntax.Variable{Span: w.Span, Name: n.name, ID: n.id}
			w.Columns = append(w.Columns, column)
		}
		c.imported = append(c.imported, w)
	}
}

// refersTo reports whether an item of the WITH mentions a variable of the scope.
func refersTo(w *syntax.With, s *scope) bool {
	if w.Star {
		return true
	}
	found := false
	for _, item := range w.Items {
		syntax.Walk(item.Expr, func(n syntax.Node) bool {
			if v, ok := n.(*syntax.Variable); ok {
				if _, visible := s.lookup(v.Name); visible {
					found = true
				}
			}
			return !found
		})
	}
	return found
}

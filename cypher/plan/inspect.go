package plan

import "bdgraph/cypher/syntax"

// inspect calls visit for an expression and, where visit returns true, for what it
// is made of, subqueries and patterns included.
func inspect(e syntax.Expr, visit func(syntax.Expr) bool) {
	if e == nil || !visit(e) {
		return
	}
	each := func(es ...syntax.Expr) {
		for _, e := range es {
			inspect(e, visit)
		}
	}
	switch e := e.(type) {
	case *syntax.ListLit:
		each(e.Items...)
	case *syntax.MapLit:
		for _, entry := range e.Entries {
			each(entry.Value)
		}
	case *syntax.Unary:
		each(e.X)
	case *syntax.Binary:
		each(e.X, e.Y)
	case *syntax.Chain:
		each(e.Operands...)
	case *syntax.IsNull:
		each(e.X)
	case *syntax.IsType:
		each(e.X)
	case *syntax.IsNormalized:
		each(e.X)
	case *syntax.HasLabels:
		each(e.X)
		inspectLabels(e.Labels, visit)
	case *syntax.Property:
		each(e.X)
	case *syntax.Index:
		each(e.X, e.Index)
	case *syntax.Slice:
		each(e.X, e.From, e.To)
	case *syntax.FunctionCall:
		each(e.Args...)
	case *syntax.Case:
		each(e.Subject, e.Else)
		for _, w := range e.Whens {
			each(w.Tests...)
			each(w.Then)
		}
	case *syntax.ListComprehension:
		each(e.List, e.Where, e.Map)
	case *syntax.PatternComprehension:
		inspectPath(e.Pattern, visit)
		each(e.Where, e.Map)
	case *syntax.Quantifier:
		each(e.List, e.Where)
	case *syntax.Reduce:
		each(e.Init, e.List, e.Step)
	case *syntax.MapProjection:
		if e.Var != nil {
			each(e.Var)
		}
		for _, item := range e.Items {
			each(item.Value)
		}
	case *syntax.PatternExpr:
		inspectPath(e.Pattern, visit)
	case *syntax.SubqueryExpr:
		inspectQuery(e.Query, visit)
	}
}

func inspectVar(v *syntax.Variable, visit func(syntax.Expr) bool) {
	if v != nil {
		inspect(v, visit)
	}
}

func inspectLabels(l syntax.LabelExpr, visit func(syntax.Expr) bool) {
	switch l := l.(type) {
	case *syntax.LabelAnd:
		inspectLabels(l.X, visit)
		inspectLabels(l.Y, visit)
	case *syntax.LabelOr:
		inspectLabels(l.X, visit)
		inspectLabels(l.Y, visit)
	case *syntax.LabelNot:
		inspectLabels(l.X, visit)
	case *syntax.LabelDynamic:
		inspect(l.X, visit)
	}
}

func inspectPath(p *syntax.PathPattern, visit func(syntax.Expr) bool) {
	inspectVar(p.Var, visit)
	for _, e := range p.Elements {
		switch e := e.(type) {
		case *syntax.NodePattern:
			inspectVar(e.Var, visit)
			inspectLabels(e.Labels, visit)
			inspect(e.Properties, visit)
			inspect(e.Where, visit)
		case *syntax.RelPattern:
			inspectVar(e.Var, visit)
			inspectLabels(e.Types, visit)
			inspect(e.Properties, visit)
			inspect(e.Where, visit)
		case *syntax.GroupPattern:
			inspectPath(e.Path, visit)
			inspect(e.Where, visit)
		}
	}
}

func inspectQuery(q *syntax.Query, visit func(syntax.Expr) bool) {
	for _, part := range q.Parts {
		for _, c := range part.Clauses {
			inspectClause(c, visit)
		}
	}
}

func inspectClause(c syntax.Clause, visit func(syntax.Expr) bool) {
	switch c := c.(type) {
	case *syntax.Match:
		for _, p := range c.Pattern.Paths {
			inspectPath(p, visit)
		}
		inspect(c.Where, visit)
	case *syntax.Unwind:
		inspect(c.List, visit)
	case *syntax.With:
		inspectProjection(&c.Projection, visit)
		inspect(c.Where, visit)
	case *syntax.Return:
		inspectProjection(&c.Projection, visit)
	case *syntax.OrderLimit:
		inspectSort(c.OrderBy, visit)
		inspect(c.Skip, visit)
		inspect(c.Limit, visit)
	case *syntax.ProcedureCall:
		for _, a := range c.Args {
			inspect(a, visit)
		}
		inspect(c.Where, visit)
	case *syntax.Subquery:
		for _, v := range c.Imports {
			inspectVar(v, visit)
		}
		inspectQuery(c.Query, visit)
	}
}

func inspectProjection(p *syntax.Projection, visit func(syntax.Expr) bool) {
	for _, item := range p.Columns {
		inspect(item.Expr, visit)
	}
	inspectSort(p.OrderBy, visit)
	inspect(p.Skip, visit)
	inspect(p.Limit, visit)
}

func inspectSort(items []*syntax.SortItem, visit func(syntax.Expr) bool) {
	for _, s := range items {
		inspect(s.Expr, visit)
	}
}

// variables returns the slots of all variables that occur in expressions, those
// that are declared inside them included.
func variables(es ...syntax.Expr) slotSet {
	var used slotSet
	for _, e := range es {
		inspect(e, func(e syntax.Expr) bool {
			if v, ok := e.(*syntax.Variable); ok {
				used.add(v.ID)
			}
			return true
		})
	}
	return used
}

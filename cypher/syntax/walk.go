package syntax

// Walk visits a node and everything in it, parents first and in the order of the
// text. Where visit returns false, what is inside the node is left out. Names that
// are not variables (property keys, labels in hints) belong to the node that has
// them and are not visited by themselves.
func Walk(n Node, visit func(Node) bool) {
	if visit(n) {
		walkInside(n, func(child Node) { Walk(child, visit) })
	}
}

// Subexprs calls visit with a pointer to each expression directly inside e, in the
// order of the text, so that it may be replaced. Patterns and subqueries in e
// are not entered.
func Subexprs(e Expr, visit func(*Expr)) {
	some := func(x *Expr) {
		if *x != nil {
			visit(x)
		}
	}
	all := func(list []Expr) {
		for i := range list {
			visit(&list[i])
		}
	}
	switch e := e.(type) {
	case *ListLit:
		all(e.Items)
	case *MapLit:
		for i := range e.Entries {
			visit(&e.Entries[i].Value)
		}
	case *Unary:
		visit(&e.X)
	case *Binary:
		visit(&e.X)
		visit(&e.Y)
	case *Chain:
		all(e.Operands)
	case *IsNull:
		visit(&e.X)
	case *IsType:
		visit(&e.X)
	case *IsNormalized:
		visit(&e.X)
	case *HasLabels:
		visit(&e.X)
	case *Property:
		visit(&e.X)
	case *Index:
		visit(&e.X)
		visit(&e.Index)
	case *Slice:
		visit(&e.X)
		some(&e.From)
		some(&e.To)
	case *FunctionCall:
		all(e.Args)
	case *Case:
		some(&e.Subject)
		for i := range e.Whens {
			all(e.Whens[i].Tests)
			visit(&e.Whens[i].Then)
		}
		some(&e.Else)
	case *ListComprehension:
		visit(&e.List)
		some(&e.Where)
		some(&e.Map)
	case *PatternComprehension:
		some(&e.Where)
		visit(&e.Map)
	case *Quantifier:
		visit(&e.List)
		some(&e.Where)
	case *Reduce:
		visit(&e.Init)
		visit(&e.List)
		visit(&e.Step)
	case *MapProjection:
		for i := range e.Items {
			some(&e.Items[i].Value)
		}
	}
}

// walkInside calls visit with each node directly inside n.
func walkInside(n Node, visit func(Node)) {
	expr := func(e Expr) {
		if e != nil {
			visit(e)
		}
	}
	label := func(l LabelExpr) {
		if l != nil {
			visit(l)
		}
	}
	variable := func(v *Variable) {
		if v != nil {
			visit(v)
		}
	}
	order := func(keys []*SortItem, skip, limit Expr) {
		for _, k := range keys {
			visit(k.Expr)
		}
		expr(skip)
		expr(limit)
	}
	projection := func(p *Projection) {
		for _, item := range p.Items {
			visit(item.Expr)
			variable(item.Alias)
		}
		order(p.OrderBy, p.Skip, p.Limit)
	}
	yields := func(items []*YieldItem) {
		for _, item := range items {
			visit(item.Var)
		}
	}
	sets := func(items []SetItem) {
		for _, item := range items {
			visit(item.Target)
			for _, l := range item.Labels {
				visit(l)
			}
			expr(item.Value)
		}
	}
	switch n := n.(type) {
	case *Statement:
		visit(n.Query)
	case *Query:
		for _, part := range n.Parts {
			visit(part)
		}
	case *Part:
		for _, c := range n.Clauses {
			visit(c)
		}
	case *Pattern:
		for _, path := range n.Paths {
			visit(path)
		}
	case *PathPattern:
		variable(n.Var)
		for _, e := range n.Elements {
			visit(e)
		}
	case *NodePattern:
		variable(n.Var)
		label(n.Labels)
		expr(n.Properties)
		expr(n.Where)
	case *RelPattern:
		variable(n.Var)
		label(n.Types)
		expr(n.Properties)
		expr(n.Where)
	case *GroupPattern:
		visit(n.Path)
		expr(n.Where)
	case *LabelAnd:
		visit(n.X)
		visit(n.Y)
	case *LabelOr:
		visit(n.X)
		visit(n.Y)
	case *LabelNot:
		visit(n.X)
	case *LabelDynamic:
		visit(n.X)

	case *Match:
		visit(n.Pattern)
		for _, h := range n.Hints {
			for _, v := range h.Vars {
				visit(v)
			}
		}
		expr(n.Where)
	case *Unwind:
		visit(n.List)
		visit(n.Var)
	case *With:
		projection(&n.Projection)
		expr(n.Where)
	case *Return:
		projection(&n.Projection)
	case *OrderLimit:
		order(n.OrderBy, n.Skip, n.Limit)
	case *ProcedureCall:
		for _, a := range n.Args {
			visit(a)
		}
		yields(n.Yield)
		expr(n.Where)
	case *Subquery:
		for _, v := range n.Imports {
			visit(v)
		}
		visit(n.Query)
		if t := n.InTransactions; t != nil {
			expr(t.Concurrent)
			expr(t.Rows)
			variable(t.Report)
		}
	case *Show:
		yields(n.Yield)
		order(n.OrderBy, n.Skip, n.Limit)
		expr(n.Where)
	case *Create:
		visit(n.Pattern)
	case *Merge:
		visit(n.Path)
		for _, a := range n.Actions {
			sets(a.Items)
		}
	case *Set:
		sets(n.Items)
	case *Remove:
		sets(n.Items)
	case *Delete:
		for _, e := range n.Exprs {
			visit(e)
		}
	case *Foreach:
		visit(n.Var)
		visit(n.List)
		for _, c := range n.Clauses {
			visit(c)
		}
	case *LoadCSV:
		visit(n.URL)
		visit(n.Var)
		expr(n.FieldTerminator)

	case Expr:
		walkExpr(n, visit)
	}
}

// walkExpr visits the variables, patterns and subqueries of an expression too.
func walkExpr(e Expr, visit func(Node)) {
	switch e := e.(type) {
	case *HasLabels:
		visit(e.X)
		visit(e.Labels)
		return
	case *ListComprehension:
		visit(e.Var)
	case *PatternComprehension:
		visit(e.Pattern)
	case *Quantifier:
		visit(e.Var)
	case *Reduce:
		visit(e.Acc)
		visit(e.Var)
	case *MapProjection:
		visit(e.Var)
	case *PatternExpr:
		visit(e.Pattern)
	case *SubqueryExpr:
		visit(e.Query)
	}
	Subexprs(e, func(x *Expr) { visit(*x) })
}

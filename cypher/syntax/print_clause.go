package syntax

import "strconv"

func formatInt(n int64) string { return strconv.FormatInt(n, 10) }

func (w *printer) query(q *Query) {
	for i, part := range q.Parts {
		if i > 0 {
			w.put(pick(q.Unions[i-1].All, " UNION ALL ", " UNION "))
		}
		w.list(len(part.Clauses), " ", func(i int) { w.clause(part.Clauses[i]) })
	}
}

func (w *printer) clause(c Clause) {
	switch c := c.(type) {
	case *Match:
		w.put(pick(c.Optional, "OPTIONAL MATCH ", "MATCH "))
		w.pattern(c.Pattern)
		for _, h := range c.Hints {
			w.hint(h)
		}
		w.where(c.Where)
	case *Unwind:
		w.put("UNWIND ")
		w.expr(c.List, 0)
		w.put(" AS ", quoteVariable(c.Var.Name))
	case *With:
		w.put("WITH ")
		w.projection(&c.Projection)
		w.where(c.Where)
	case *Return:
		w.put("RETURN ")
		w.projection(&c.Projection)
	case *OrderLimit:
		w.orderLimit(c.OrderBy, c.Skip, c.Limit, "")
	case *Finish:
		w.put("FINISH")
	case *Use:
		w.use(c)
	case *ProcedureCall:
		w.procedureCall(c)
	case *Subquery:
		w.subquery(c)
	case *Show:
		w.show(c)
	default:
		w.writing(c)
	}
}

func (w *printer) hint(h Hint) {
	w.put(" USING ", h.Kind)
	if h.Kind == "JOIN" {
		w.put(" ON")
	}
	w.put(" ")
	w.list(len(h.Vars), ", ", func(i int) { w.put(quoteVariable(h.Vars[i].Name)) })
	if h.Kind != "JOIN" {
		w.put(":", quoteName(h.Label.Value))
	}
	if len(h.Keys) > 0 {
		w.put("(")
		w.list(len(h.Keys), ", ", func(i int) { w.put(quoteName(h.Keys[i].Value)) })
		w.put(")")
	}
}

func (w *printer) projection(p *Projection) {
	if p.Distinct {
		w.put("DISTINCT ")
	}
	if p.Star {
		w.put("*")
		if len(p.Items) > 0 {
			w.put(", ")
		}
	}
	w.list(len(p.Items), ", ", func(i int) {
		w.expr(p.Items[i].Expr, 0)
		if p.Items[i].As {
			w.put(" AS ", quoteVariable(p.Items[i].Alias.Name))
		}
	})
	w.orderLimit(p.OrderBy, p.Skip, p.Limit, " ")
}

// orderLimit prints ORDER BY, SKIP and LIMIT, with the separator before the first.
func (w *printer) orderLimit(order []*SortItem, skip, limit Expr, separator string) {
	if len(order) > 0 {
		w.put(separator, "ORDER BY ")
		separator = " "
		w.list(len(order), ", ", func(i int) {
			w.expr(order[i].Expr, 0)
			if order[i].Descending {
				w.put(" DESC")
			}
		})
	}
	if skip != nil {
		w.put(separator, "SKIP ")
		separator = " "
		w.expr(skip, 0)
	}
	if limit != nil {
		w.put(separator, "LIMIT ")
		w.expr(limit, 0)
	}
}

func (w *printer) use(c *Use) {
	w.put("USE ")
	if f, ok := c.Graph.(*FunctionCall); ok {
		w.functionCall(f)
		return
	}
	w.put(functionName(&FunctionCall{Name: Name{Value: c.Graph.(*Variable).Name}, Args: []Expr{nil}}))
}

func (w *printer) procedureCall(c *ProcedureCall) {
	w.put(pick(c.Optional, "OPTIONAL CALL ", "CALL "), functionName(&FunctionCall{Name: c.Name, Args: []Expr{nil}}))
	if c.HasArgs {
		w.put("(")
		w.exprs(c.Args)
		w.put(")")
	}
	w.yield(c.YieldStar, c.Yield)
	w.where(c.Where)
}

func (w *printer) yield(star bool, items []*YieldItem) {
	if star {
		w.put(" YIELD *")
	}
	if len(items) == 0 {
		return
	}
	w.put(" YIELD ")
	w.list(len(items), ", ", func(i int) {
		w.put(quoteName(items[i].Name.Value))
		if v := items[i].Var; v.Name != items[i].Name.Value {
			w.put(" AS ", quoteVariable(v.Name))
		}
	})
}

func (w *printer) subquery(c *Subquery) {
	w.put(pick(c.Optional, "OPTIONAL CALL ", "CALL "))
	if c.HasScope {
		w.put("(")
		if c.ImportAll {
			w.put("*")
		}
		w.list(len(c.Imports), ", ", func(i int) { w.put(quoteVariable(c.Imports[i].Name)) })
		w.put(") ")
	}
	w.put("{ ")
	w.query(c.Query)
	w.put(" }")
	t := c.InTransactions
	if t == nil {
		return
	}
	w.put(" IN ")
	if t.Concurrent != nil {
		w.expr(t.Concurrent, 0)
		w.put(" ")
	}
	w.put(pick(t.IsConcurrent, "CONCURRENT ", ""), "TRANSACTIONS")
	if t.Rows != nil {
		w.put(" OF ")
		w.expr(t.Rows, 0)
		w.put(" ROWS")
	}
	if t.OnError != "" {
		w.put(" ON ERROR ", t.OnError)
	}
	if t.Report != nil {
		w.put(" REPORT STATUS AS ", quoteVariable(t.Report.Name))
	}
}

func (w *printer) show(c *Show) {
	w.put("SHOW ")
	if c.Filter != "" {
		w.put(c.Filter, " ")
	}
	w.put(c.What)
	if c.Detail != "" {
		w.put(" ", c.Detail)
	}
	w.yield(c.YieldStar, c.Yield)
	w.orderLimit(c.OrderBy, c.Skip, c.Limit, " ")
	w.where(c.Where)
}

// writing prints writing clauses and commands.
func (w *printer) writing(c Clause) {
	switch c := c.(type) {
	case *Create:
		w.put(pick(c.Insert, "INSERT ", "CREATE "))
		w.pattern(c.Pattern)
	case *Merge:
		w.put("MERGE ")
		w.path(c.Path)
		for _, a := range c.Actions {
			w.put(pick(a.OnCreate, " ON CREATE SET ", " ON MATCH SET "))
			w.setItems(a.Items)
		}
	case *Set:
		w.put("SET ")
		w.setItems(c.Items)
	case *Remove:
		w.put("REMOVE ")
		w.setItems(c.Items)
	case *Delete:
		w.put(pick(c.Detach, "DETACH ", ""), pick(c.NoDetach, "NODETACH ", ""), "DELETE ")
		w.exprs(c.Exprs)
	case *Foreach:
		w.put("FOREACH (", quoteVariable(c.Var.Name), " IN ")
		w.expr(c.List, 0)
		w.put(" | ")
		w.list(len(c.Clauses), " ", func(i int) { w.clause(c.Clauses[i]) })
		w.put(")")
	case *LoadCSV:
		w.put("LOAD CSV ", pick(c.WithHeaders, "WITH HEADERS ", ""), "FROM ")
		w.expr(c.URL, 0)
		w.put(" AS ", quoteVariable(c.Var.Name))
		if c.FieldTerminator != nil {
			w.put(" FIELDTERMINATOR ")
			w.expr(c.FieldTerminator, 0)
		}
	case *Command:
		w.put(c.Head)
		if c.Rest != "" {
			w.put(" ", c.Rest)
		}
	default:
		panic("syntax: unknown clause")
	}
}

func (w *printer) setItems(items []SetItem) {
	w.list(len(items), ", ", func(i int) {
		item := items[i]
		w.expr(item.Target, bindPostfix)
		for _, l := range item.Labels {
			w.put(":")
			w.label(l, labelNotBinding)
		}
		if item.Value != nil {
			w.put(" ", item.Op, " ")
			w.expr(item.Value, 0)
		}
	})
}

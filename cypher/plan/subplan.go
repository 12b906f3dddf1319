package plan

import "bdgraph/cypher/syntax"

// prepare plans the queries inside an expression that is evaluated where some
// slots are filled.
func (b *builder) prepare(e syntax.Expr, bound slotSet) error {
	local := bound
	declare := func(vs ...*syntax.Variable) {
		local = local.clone()
		for _, v := range vs {
			local.add(v.ID)
		}
	}
	var failed error
	inspect(e, func(e syntax.Expr) bool {
		if failed != nil {
			return false
		}
		switch e := e.(type) {
		case *syntax.ListComprehension:
			declare(e.Var)
		case *syntax.Quantifier:
			declare(e.Var)
		case *syntax.Reduce:
			declare(e.Acc, e.Var)
		case *syntax.SubqueryExpr:
			failed = b.prepareSubquery(e, local)
			return false
		case *syntax.PatternExpr:
			failed = b.preparePattern(e, local)
			return false
		case *syntax.PatternComprehension:
			failed = b.prepareComprehension(e, local)
			return false
		}
		return true
	})
	return failed
}

func (b *builder) prepareSubquery(e *syntax.SubqueryExpr, bound slotSet) error {
	op, columns, err := b.query(e.Query, bound)
	if err != nil {
		return err
	}
	sub := &Subplan{Root: op}
	switch e.Kind {
	case syntax.Exists:
		b.distinctEnds(op)
	case syntax.Count:
		sub.Kind = RowCount
	case syntax.Collect:
		sub.Kind = RowList
		sub.Value = b.variable(columns[0].Slot, e.Span)
	}
	b.plan.Subplans[e] = sub
	return nil
}

// preparePattern plans a pattern as a predicate, or shortestPath and
// allShortestPaths as a value.
func (b *builder) preparePattern(e *syntax.PatternExpr, bound slotSet) error {
	sub := &Subplan{}
	path := e.Pattern
	if path.Legacy != syntax.NotShortest {
		named := *path
		named.Var = b.variable(b.newSlot(), e.Span)
		path = &named
		sub.Kind, sub.Value = FirstRow, named.Var
		if path.Legacy == syntax.AllShortestPaths {
			sub.Kind = RowList
		}
	}
	inner := &stream{op: &Argument{Base{Rows: 1}}, bound: bound.clone()}
	if err := b.pattern(inner, []*syntax.PathPattern{path}, nil); err != nil {
		return err
	}
	sub.Root = inner.op
	if sub.Kind == AnyRow {
		b.distinctEnds(inner.op)
	}
	b.plan.Subplans[e] = sub
	return nil
}

func (b *builder) prepareComprehension(e *syntax.PatternComprehension, bound slotSet) error {
	inner := &stream{op: &Argument{Base{Rows: 1}}, bound: bound.clone()}
	if err := b.pattern(inner, []*syntax.PathPattern{e.Pattern}, e.Where); err != nil {
		return err
	}
	if err := b.prepare(e.Map, inner.bound); err != nil {
		return err
	}
	b.plan.Subplans[e] = &Subplan{Root: inner.op, Kind: RowList, Value: e.Map}
	return nil
}

// countUses counts how often each variable is read: where it stands in an
// expression, and from the second time on where it stands in a pattern.
func (b *builder) countUses(q *syntax.Query) {
	b.uses = make(map[Slot]int)
	var declared slotSet
	declare := func(v *syntax.Variable) {
		if v == nil {
			return
		}
		b.uses[v.ID]-- // inspect counts it where it is declared
		if declared.has(v.ID) {
			b.uses[v.ID]++
		}
		declared.add(v.ID)
	}
	var path func(p *syntax.PathPattern)
	path = func(p *syntax.PathPattern) {
		declare(p.Var)
		for _, e := range p.Elements {
			switch e := e.(type) {
			case *syntax.NodePattern:
				declare(e.Var)
			case *syntax.RelPattern:
				declare(e.Var)
			case *syntax.GroupPattern:
				path(e.Path)
			}
		}
	}
	visit := func(e syntax.Expr) bool {
		switch e := e.(type) {
		case *syntax.Variable:
			b.uses[e.ID]++
		case *syntax.PatternExpr:
			path(e.Pattern)
		case *syntax.PatternComprehension:
			path(e.Pattern)
		case *syntax.SubqueryExpr:
			eachPattern(e.Query, path)
		}
		return true
	}
	inspectNode(q, visit)
	eachPattern(q, path)
}

// eachPattern calls visit for the patterns of all MATCH clauses of a query and
// of its CALL subqueries.
func eachPattern(q *syntax.Query, visit func(*syntax.PathPattern)) {
	for _, part := range q.Parts {
		for _, c := range part.Clauses {
			switch c := c.(type) {
			case *syntax.Match:
				for _, p := range c.Pattern.Paths {
					visit(p)
				}
			case *syntax.Subquery:
				eachPattern(c.Query, visit)
			}
		}
	}
}

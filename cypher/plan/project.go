package plan

import (
	"strings"

	"bdgraph/cypher/syntax"
)

func (b *builder) with(s *stream, c *syntax.With) error {
	_, err := b.projection(s, &c.Projection, c.Where)
	return err
}

// projection plans what WITH and RETURN share: aggregation or plain
// expressions, DISTINCT, ORDER BY, SKIP, LIMIT, and the WHERE of a WITH.
func (b *builder) projection(s *stream, p *syntax.Projection, where syntax.Expr) ([]Column, error) {
	items := make([]Item, len(p.Columns))
	columns := make([]Column, len(p.Columns))
	var projected slotSet
	aggregated := false
	for i, c := range p.Columns {
		items[i] = Item{c.Alias.ID, c.Expr}
		columns[i] = Column{c.Alias.Name, c.Alias.ID}
		projected.add(c.Alias.ID)
		aggregated = aggregated || b.aggregates(c.Expr)
		if err := b.prepare(c.Expr, s.bound); err != nil {
			return nil, err
		}
	}

	before := s.bound
	if aggregated {
		b.aggregate(s, items)
		before = nil
	} else if computed := withoutPassed(items); len(computed) > 0 {
		s.op = &Project{Base{In: s.op, Rows: s.rows()}, computed}
	}
	if p.Distinct {
		b.distinctEnds(s.op)
		s.op = &Distinct{Base{In: s.op, Rows: s.rows()}, projected.list()}
		before = nil
	}
	visible := projected.clone()
	visible.addAll(before)
	visible.addAll(s.outer)
	s.bound = visible
	// ORDER BY and WHERE may still read what was visible before.
	live := projected.clone()
	live.addAll(variables(where).intersect(visible))
	if err := b.orderLimit(s, p.OrderBy, p.Skip, p.Limit, live); err != nil {
		return nil, err
	}
	if err := b.filter(s, where); err != nil {
		return nil, err
	}
	s.bound = projected.clone()
	s.bound.addAll(s.outer)
	return columns, nil
}

// withoutPassed drops the items whose value is in place already.
func withoutPassed(items []Item) []Item {
	var kept []Item
	for _, item := range items {
		if v, ok := item.Expr.(*syntax.Variable); !ok || v.ID != item.Slot {
			kept = append(kept, item)
		}
	}
	return kept
}

// orderLimit plans ORDER BY, SKIP and LIMIT.
func (b *builder) orderLimit(s *stream, order []*syntax.SortItem, skip, limit syntax.Expr, live slotSet) error {
	if len(order) > 0 {
		sort := &Sort{Base: Base{In: s.op, Rows: s.rows()}, Live: live.list()}
		for _, o := range order {
			if err := b.prepare(o.Expr, s.bound); err != nil {
				return err
			}
			sort.Keys = append(sort.Keys, SortKey{o.Expr, o.Descending})
		}
		if limit != nil && !b.options.Naive {
			sort.Top = append(sort.Top, limit)
			if skip != nil {
				sort.Top = append(sort.Top, skip)
			}
			sort.Rows = min(sort.Rows, literalCount(limit)+literalCount(skip))
		}
		s.op = sort
	}
	if skip != nil {
		s.op = &Skip{Base{In: s.op, Rows: max(0, s.rows()-literalCount(skip))}, skip}
	}
	if limit != nil {
		s.op = &Limit{Base{In: s.op, Rows: min(s.rows(), literalCount(limit))}, limit}
	}
	return nil
}

// literalCount is the value of a SKIP or LIMIT, a guess where it is a parameter.
func literalCount(e syntax.Expr) float64 {
	switch e := e.(type) {
	case nil:
		return 0
	case *syntax.IntegerLit:
		return float64(e.Value)
	}
	return unwindEstimate
}

// aggregates reports whether an expression contains an aggregating function
// that is not inside a subquery.
func (b *builder) aggregates(e syntax.Expr) bool {
	found := false
	inspect(e, func(e syntax.Expr) bool {
		switch e.(type) {
		case *syntax.SubqueryExpr:
			return false
		}
		found = found || b.isAggregate(e)
		return !found
	})
	return found
}

func (b *builder) isAggregate(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.CountStar:
		return true
	case *syntax.FunctionCall:
		return b.options.Aggregating(strings.ToLower(e.Name.Value))
	}
	return false
}

// aggregate groups by the items without aggregation and computes the others
// from the aggregates in them.
func (b *builder) aggregate(s *stream, items []Item) {
	agg := &Aggregate{Base: Base{In: s.op}}
	var final []Item
	for _, item := range items {
		if !b.aggregates(item.Expr) {
			agg.Keys = append(agg.Keys, item)
		}
	}
	for _, item := range items {
		switch {
		case b.isAggregate(item.Expr):
			agg.Aggs = append(agg.Aggs, item)
			b.plan.Computed[item.Expr] = item.Slot
		case b.aggregates(item.Expr):
			b.splitAggregates(item.Expr, agg)
			final = append(final, item)
		}
	}
	agg.Rows = groupEstimate(s.rows(), len(agg.Keys))
	if ignoresRepeats(agg) {
		b.distinctEnds(agg.In)
	}
	s.op = b.countFast(agg)
	if len(final) > 0 {
		s.op = &Project{Base{In: s.op, Rows: agg.Rows}, final}
	}
}

// splitAggregates gives each aggregate inside an expression a slot, and each
// expression beside them that repeats a grouping key that key's slot.
func (b *builder) splitAggregates(e syntax.Expr, agg *Aggregate) {
	inspect(e, func(e syntax.Expr) bool {
		if b.isAggregate(e) {
			slot := b.newSlot()
			agg.Aggs = append(agg.Aggs, Item{slot, e})
			b.plan.Computed[e] = slot
			return false
		}
		for _, k := range agg.Keys {
			if sameExpr(k.Expr, e) {
				b.plan.Computed[e] = k.Slot
				return false
			}
		}
		return true
	})
}

// sameExpr reports whether two expressions are the same variable or the same
// property of the same expression, which is all that may repeat a grouping key.
func sameExpr(x, y syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Variable:
		y, ok := y.(*syntax.Variable)
		return ok && x.ID == y.ID
	case *syntax.Property:
		y, ok := y.(*syntax.Property)
		return ok && x.Key.Value == y.Key.Value && sameExpr(x.X, y.X)
	}
	return false
}

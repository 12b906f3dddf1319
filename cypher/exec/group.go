package exec

import (
	"fmt"

	"bdgraph/cypher/lib"
	"bdgraph/cypher/plan"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// aggregation is one aggregating expression of a plan.Aggregate.
type aggregation struct {
	slot plan.Slot
	expr syntax.Expr
	args []eval
	// start makes the state of one group; nil for count(*), which is only the
	// number of rows.
	start func() lib.Aggregator
	buf   []value.Value
}

func (m *machine) aggregation(item plan.Item, weighted bool) *aggregation {
	a := &aggregation{slot: item.Slot, expr: item.Expr}
	call, ok := item.Expr.(*syntax.FunctionCall)
	if !ok || weighted {
		return a
	}
	f := lib.Lookup(call.Name.Value)
	if f == nil || !f.Aggregating {
		m.fail(fmt.Errorf("exec: %s is no aggregating function", call.Name.Value))
		return a
	}
	a.args = m.exprs(call.Args)
	a.buf = make([]value.Value, len(a.args))
	a.start = func() lib.Aggregator { return f.NewAggregator(m.env(), call.Distinct) }
	return a
}

// group is the state of one group: an aggregator, or a number of rows, for each
// aggregation.
type group struct {
	aggregators []lib.Aggregator
	rows        int64
}

func (m *machine) newGroup(as []*aggregation) *group {
	g := &group{aggregators: make([]lib.Aggregator, len(as))}
	for i, a := range as {
		if a.start != nil {
			g.aggregators[i] = a.start()
		}
	}
	return g
}

func (m *machine) addTo(g *group, as []*aggregation, r row, weight plan.Slot) error {
	if weight == plan.NoSlot {
		g.rows++
	} else {
		g.rows += r[weight].Int()
	}
	for i, a := range as {
		if a.start == nil {
			continue
		}
		for j, arg := range a.args {
			v, err := arg(r)
			if err != nil {
				return err
			}
			a.buf[j] = v
		}
		if err := g.aggregators[i].Add(a.buf); err != nil {
			return m.at(a.expr, err)
		}
	}
	return nil
}

func (m *machine) finishGroup(g *group, as []*aggregation, r row) error {
	for i, a := range as {
		if a.start == nil {
			r[a.slot] = value.Int(g.rows)
			continue
		}
		v, err := g.aggregators[i].Result()
		if err != nil {
			return m.at(a.expr, err)
		}
		r[a.slot] = v
	}
	return nil
}

// groupBytes is about what a group takes beside its key and its aggregates.
const groupBytes = 64

// aggregate groups its input.
func (m *machine) aggregate(op *plan.Aggregate, next operator) operator {
	as := make([]*aggregation, len(op.Aggs))
	for i, item := range op.Aggs {
		as[i] = m.aggregation(item, op.Weight != plan.NoSlot)
	}
	if len(op.Keys) == 0 {
		var g *group
		input := m.compile(op.In, func(r row) error { return m.addTo(g, as, r, op.Weight) })
		return func(r row) error {
			outer := g
			held := m.memory
			g = m.newGroup(as)
			defer func() { g = outer; m.memory = held }()
			if err := input(r); err != nil {
				return err
			}
			if err := m.finishGroup(g, as, r); err != nil {
				return err
			}
			return next(r)
		}
	}

	keys := make([]eval, len(op.Keys))
	slots := make([]plan.Slot, len(op.Keys))
	for i, k := range op.Keys {
		keys[i], slots[i] = m.expr(k.Expr), k.Slot
	}
	var groups []*group
	var seen *table
	input := m.compile(op.In, func(r row) error {
		for i, k := range keys {
			v, err := k(r)
			if err != nil {
				return err
			}
			seen.key[i] = v
		}
		i, added, err := seen.add()
		if err != nil {
			return err
		}
		if added {
			groups = append(groups, m.newGroup(as))
			if err := m.keep(groupBytes); err != nil {
				return err
			}
		}
		return m.addTo(groups[i], as, r, op.Weight)
	})
	return func(r row) error {
		outerGroups, outerSeen := groups, seen
		held := m.memory
		groups, seen = nil, newTable(m.budget, slots)
		defer func() { groups, seen, m.memory = outerGroups, outerSeen, held }()
		if err := input(r); err != nil {
			return err
		}
		for i, g := range groups {
			for j, v := range seen.at(i) {
				r[slots[j]] = v
			}
			if err := m.finishGroup(g, as, r); err != nil {
				return err
			}
			if err := next(r); err != nil {
				return err
			}
		}
		return nil
	}
}

package exec

import (
	"slices"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/plan"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// countNodes adds up ranges.
func (m *machine) countNodes(op *plan.CountNodes, next operator) operator {
	n := int64(0)
	for _, rg := range plan.NodeRanges(m.g, op.Labels) {
		n += int64(rg.Len())
	}
	return func(r row) error {
		r[op.Slot] = value.Int(n)
		return next(r)
	}
}

// countRels adds up the graph's own counts.
func (m *machine) countRels(op *plan.CountRels, next operator) operator {
	n := int64(0)
	from, fromKnown := m.singleLabel(op.From)
	to, toKnown := m.singleLabel(op.To)
	if fromKnown && toKnown {
		for _, t := range plan.Types(m.g, op.Types) {
			n += int64(m.g.PatternCount(from, t, to))
		}
	}
	return func(r row) error {
		r[op.Slot] = value.Int(n)
		return next(r)
	}
}

// countByType gives the graph's own counts of each type.
func (m *machine) countByType(op *plan.CountByType, next operator) operator {
	from, fromKnown := m.singleLabel(op.From)
	to, toKnown := m.singleLabel(op.To)
	return func(r row) error {
		if !fromKnown || !toKnown {
			return nil
		}
		for _, t := range plan.Types(m.g, op.Types) {
			if err := m.step(); err != nil {
				return err
			}
			n := m.g.PatternCount(from, t, to)
			if n == 0 {
				continue
			}
			r[op.Type] = value.String(m.g.TypeName(t))
			for _, s := range op.Counts {
				r[s] = value.Int(int64(n))
			}
			if err := next(r); err != nil {
				return err
			}
		}
		return nil
	}
}

// singleLabel returns the number of a label name, AnyLabel for none.
func (m *machine) singleLabel(l syntax.LabelExpr) (graph.LabelID, bool) {
	name, ok := l.(*syntax.LabelName)
	if !ok {
		return graph.AnyLabel, true
	}
	return m.g.LabelID(name.Value)
}

// degree counts the relationships of a node, less those that a pattern has used.
func (m *machine) degree(op *plan.Degree, next operator) operator {
	types := plan.Types(m.g, op.Types)
	return fromNode(op.From, func(r row, from graph.NodeID) error {
		if err := m.step(); err != nil {
			return err
		}
		n := m.hopsFrom(from, types, op.Direction)
		if op.Direction == plan.Both {
			for _, t := range types {
				n -= m.between(m.g.Out(from, t), from).Len() // a loop is found once
			}
		}
		for _, s := range op.Unlike {
			for _, x := range value.AsList(r[s]) {
				if m.leads(graph.RelID(x.RelationshipRef()), from, types, op.Direction) {
					n--
				}
			}
		}
		if n == 0 {
			return nil
		}
		r[op.Slot] = value.Int(int64(n))
		return next(r)
	})
}

// hopsFrom counts the relationships of some types that can be followed from a node, loops
// in each direction.
func (m *machine) hopsFrom(n graph.NodeID, types []graph.TypeID, d plan.Direction) (hops int) {
	for _, t := range types {
		if d != plan.In {
			hops += m.g.Out(n, t).Len()
		}
		if d != plan.Out {
			hops += len(m.g.In(n, t))
		}
	}
	return hops
}

// leads reports whether a relationship of some types can be followed from a node.
func (m *machine) leads(rel graph.RelID, from graph.NodeID, types []graph.TypeID, d plan.Direction) bool {
	out, in := m.sources()[rel] == from, m.targets()[rel] == from
	return (out && d != plan.In || in && d != plan.Out) && slices.Contains(types, m.g.RelType(rel))
}

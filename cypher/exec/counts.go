package exec

import (
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

// singleLabel returns the number of a label name, AnyLabel for none.
func (m *machine) singleLabel(l syntax.LabelExpr) (graph.LabelID, bool) {
	name, ok := l.(*syntax.LabelName)
	if !ok {
		return graph.AnyLabel, true
	}
	return m.g.LabelID(name.Value)
}

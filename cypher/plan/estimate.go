package plan

import (
	"math"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/syntax"
)

// matches reports whether a set of labels satisfies a static label expression.
func matches(l syntax.LabelExpr, has func(name string) bool, any bool) bool {
	switch l := l.(type) {
	case *syntax.LabelName:
		return has(l.Value)
	case *syntax.LabelAnd:
		return matches(l.X, has, any) && matches(l.Y, has, any)
	case *syntax.LabelOr:
		return matches(l.X, has, any) || matches(l.Y, has, any)
	case *syntax.LabelNot:
		return !matches(l.X, has, any)
	case *syntax.LabelAny:
		return any
	}
	return true
}

// NodeRanges returns the nodes that satisfy a static label expression, as
// ranges in ascending order; all nodes for nil.
func NodeRanges(g graph.Graph, l syntax.LabelExpr) []graph.NodeRange {
	if name, ok := l.(*syntax.LabelName); ok {
		id, ok := g.LabelID(name.Value)
		if !ok {
			return nil
		}
		return g.NodesWithLabel(id)
	}
	var out []graph.NodeRange
	for _, set := range g.LabelSets() {
		if l != nil && !matches(l, func(name string) bool {
			for _, id := range set.Labels {
				if g.LabelName(id) == name {
					return true
				}
			}
			return false
		}, len(set.Labels) > 0) {
			continue
		}
		if last := len(out) - 1; last >= 0 && out[last].End == set.Nodes.First {
			out[last].End = set.Nodes.End
		} else {
			out = append(out, set.Nodes)
		}
	}
	return out
}

// Types returns the relationship types that satisfy a static type expression,
// ascending; all types for nil.
func Types(g graph.Graph, l syntax.LabelExpr) []graph.TypeID {
	if name, ok := l.(*syntax.LabelName); ok {
		id, ok := g.TypeID(name.Value)
		if !ok {
			return nil
		}
		return []graph.TypeID{id}
	}
	var out []graph.TypeID
	for t := range graph.TypeID(g.TypeCount()) {
		if l == nil || matches(l, func(name string) bool { return g.TypeName(t) == name }, true) {
			out = append(out, t)
		}
	}
	return out
}

// types returns the numbers of the types that an expression allows. A name that
// the graph does not know allows none.
func (b *builder) types(l syntax.LabelExpr) []graph.TypeID { return Types(b.g, l) }

// nodeCount is the exact number of nodes that satisfy a label expression.
func (b *builder) nodeCount(l syntax.LabelExpr) float64 {
	if l == nil {
		return float64(b.g.NodeCount())
	}
	n := 0
	for _, r := range NodeRanges(b.g, l) {
		n += r.Len()
	}
	return float64(n)
}

// relCount is the number of relationships between nodes with labels: exact for
// single labels, else an upper bound.
func (b *builder) relCount(from, types syntax.LabelExpr, dir Direction, to syntax.LabelExpr) float64 {
	f, fok := b.label(from)
	t, tok := b.label(to)
	if !fok || !tok {
		return 0
	}
	n := 0
	count := func(typ graph.TypeID) {
		if dir != In {
			n += b.g.PatternCount(f, typ, t)
		}
		if dir != Out {
			n += b.g.PatternCount(t, typ, f)
		}
	}
	if types == nil {
		count(graph.AnyType)
		return float64(n)
	}
	for _, typ := range b.types(types) {
		count(typ)
	}
	return float64(n)
}

// label returns the rarest label that a label expression demands, AnyLabel if it
// demands no single one; ok is false if it demands one that no node has.
func (b *builder) label(l syntax.LabelExpr) (best graph.LabelID, ok bool) {
	best = graph.AnyLabel
	least := math.Inf(1)
	for _, name := range names(l) {
		id, ok := b.g.LabelID(name)
		if !ok {
			return 0, false
		}
		if n := b.nodeCount(&syntax.LabelName{Value: name}); n < least {
			best, least = id, n
		}
	}
	return best, true
}

// fanout is how many relationships lead on from one node of a kind.
func (m *matcher) fanout(from Slot, types syntax.LabelExpr, dir Direction, to Slot) float64 {
	fromLabels := m.nodeLabels(from)
	var toLabels syntax.LabelExpr
	if to != NoSlot {
		toLabels = m.nodeLabels(to)
	}
	var one syntax.LabelExpr // the label that relCount counts by
	if l, ok := m.b.label(fromLabels); ok && l != graph.AnyLabel {
		one = &syntax.LabelName{Value: m.b.g.LabelName(l)}
	}
	return m.b.relCount(one, types, dir, toLabels) / max(1, m.b.nodeCount(one))
}

// maxDepth is how deep an unbounded repetition is taken to go.
const maxDepth = 4

// followEstimate is how many rows an edge is expected to leave.
func (m *matcher) followEstimate(e *edge, reversed bool) float64 {
	from, to, dir := e.left, e.right, e.dir
	if reversed {
		from, to, dir = to, from, dir.Reverse()
	}
	into := m.bound.has(to)
	rows := m.rows()
	switch {
	case e.shortest != nil:
		return rows
	case e.bound:
		return rows
	case e.repeat != nil:
		hop := 1.0
		for i, t := range e.repeat.types {
			d := e.repeat.dirs[i]
			if reversed {
				d = d.Reverse()
			}
			hop *= max(0.1, m.fanout(from, t, d, NoSlot))
		}
		last := e.repeat.max
		if last == NoMax || last > e.repeat.min+maxDepth {
			last = e.repeat.min + maxDepth
		}
		total := 0.0
		for i := e.repeat.min; i <= last; i++ {
			total += math.Pow(hop, float64(i))
		}
		if into {
			total = min(1, total/max(1, m.b.nodeCount(m.nodeLabels(to))))
		}
		return rows * min(total, 1e12)
	}
	if into {
		return rows * m.fanout(from, e.types, dir, to) / max(1, m.b.nodeCount(m.nodeLabels(to)))
	}
	rows *= m.fanout(from, e.types, dir, to)
	if dir == In {
		// On average both ways are as wide, but relationships often meet in hubs.
		rows *= 1.01
	}
	return rows
}

// groupEstimate is how many groups so many rows are taken to form.
func groupEstimate(rows float64, keys int) float64 {
	if keys == 0 {
		return 1
	}
	return max(1, math.Sqrt(rows))
}

// unique reports whether an index is known to hold each value once.
func (b *builder) unique(l graph.LabelID, k graph.KeyID) bool {
	if b.constraints == nil {
		b.constraints = append([]graph.Constraint{}, b.g.Constraints()...)
	}
	for _, c := range b.constraints {
		if c.Label == l && c.Key == k {
			return true
		}
	}
	return false
}

// selectivity is the part of the rows that a predicate is taken to keep. The
// figures are guesses; only their order matters.
func (b *builder) selectivity(e syntax.Expr) float64 {
	switch e := e.(type) {
	case *syntax.Binary:
		switch e.Op {
		case syntax.OpEq:
			return 0.1
		case syntax.OpNe:
			return 0.9
		case syntax.OpIn:
			return 0.2
		case syntax.OpLt, syntax.OpLe, syntax.OpGt, syntax.OpGe:
			return 0.3
		case syntax.OpStartsWith, syntax.OpEndsWith, syntax.OpContains, syntax.OpRegex:
			return 0.1
		case syntax.OpOr, syntax.OpXor:
			return min(1, b.selectivity(e.X)+b.selectivity(e.Y))
		case syntax.OpAnd:
			return b.selectivity(e.X) * b.selectivity(e.Y)
		}
	case *syntax.Unary:
		if e.Op == syntax.OpNot {
			return max(0.1, 1-b.selectivity(e.X))
		}
	case *syntax.IsNull:
		if e.Not {
			return 0.9
		}
		return 0.1
	case *syntax.Chain:
		return 0.1
	}
	return 0.5
}

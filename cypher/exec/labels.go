package exec

import (
	"bdgraph/cypher/graph"
	"bdgraph/cypher/plan"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// hasLabels tests labels of a node or the type of a relationship.
func (m *machine) hasLabels(e *syntax.HasLabels) predicate {
	x := m.expr(e.X)
	nodes := m.nodeTest(e.Labels)
	rels := m.typeTest(e.Labels)
	return func(r row) (value.Truth, error) {
		v, err := x(r)
		if err != nil || v.IsNull() {
			return value.Unknown, err
		}
		switch {
		case v.Kind() == value.KindNode && !v.Detached():
			yes, err := nodes(r, graph.NodeID(v.NodeRef()))
			return value.TruthOf(yes), err
		case v.Kind() == value.KindRelationship && !v.Detached():
			yes, err := rels(r, graph.RelID(v.RelationshipRef()))
			return value.TruthOf(yes), err
		}
		return value.Unknown, m.at(e, wrongKind("node or relationship", v))
	}
}

// nodeSet is a set of nodes that a static label expression describes.
type nodeSet struct {
	all    bool
	ranges []graph.NodeRange
}

func (m *machine) nodeSet(l syntax.LabelExpr) nodeSet {
	if l == nil {
		return nodeSet{all: true}
	}
	return nodeSet{ranges: plan.NodeRanges(m.g, l)}
}

func (s *nodeSet) contains(n graph.NodeID) bool {
	if s.all {
		return true
	}
	for i := range s.ranges {
		if s.ranges[i].Contains(n) {
			return true
		}
	}
	return false
}

// nodeTest compiles a label expression as a condition on nodes.
func (m *machine) nodeTest(l syntax.LabelExpr) func(row, graph.NodeID) (bool, error) {
	if plan.Static(l) {
		set := m.nodeSet(l)
		return func(_ row, n graph.NodeID) (bool, error) { return set.contains(n), nil }
	}
	return m.labelTest(l,
		func(n uint32, name string) bool {
			id, ok := m.g.LabelID(name)
			return ok && m.g.HasLabel(graph.NodeID(n), id)
		},
		func(n uint32) bool { return len(m.g.Labels(graph.NodeID(n))) > 0 })
}

func adapt[T ~uint32](f func(row, uint32) (bool, error)) func(row, T) (bool, error) {
	return func(r row, x T) (bool, error) { return f(r, uint32(x)) }
}

// typeTest compiles a label expression as a condition on relationships.
func (m *machine) typeTest(l syntax.LabelExpr) func(row, graph.RelID) (bool, error) {
	f := m.labelTestOf(l,
		func(rel uint32, name string) bool { return m.g.TypeName(m.g.RelType(graph.RelID(rel))) == name },
		func(uint32) bool { return true })
	return adapt[graph.RelID](f)
}

func (m *machine) labelTest(l syntax.LabelExpr, has func(uint32, string) bool, any func(uint32) bool) func(row, graph.NodeID) (bool, error) {
	return adapt[graph.NodeID](m.labelTestOf(l, has, any))
}

// labelTestOf compiles a label expression over whatever bears names.
func (m *machine) labelTestOf(l syntax.LabelExpr, has func(uint32, string) bool, any func(uint32) bool) func(row, uint32) (bool, error) {
	switch l := l.(type) {
	case *syntax.LabelName:
		return func(_ row, x uint32) (bool, error) { return has(x, l.Value), nil }
	case *syntax.LabelAny:
		return func(_ row, x uint32) (bool, error) { return any(x), nil }
	case *syntax.LabelNot:
		f := m.labelTestOf(l.X, has, any)
		return func(r row, x uint32) (bool, error) {
			yes, err := f(r, x)
			return !yes, err
		}
	case *syntax.LabelAnd:
		f, g := m.labelTestOf(l.X, has, any), m.labelTestOf(l.Y, has, any)
		return func(r row, x uint32) (bool, error) {
			if yes, err := f(r, x); !yes || err != nil {
				return false, err
			}
			return g(r, x)
		}
	case *syntax.LabelOr:
		f, g := m.labelTestOf(l.X, has, any), m.labelTestOf(l.Y, has, any)
		return func(r row, x uint32) (bool, error) {
			if yes, err := f(r, x); yes || err != nil {
				return yes, err
			}
			return g(r, x)
		}
	case *syntax.LabelDynamic:
		names := m.expr(l.X)
		return func(r row, x uint32) (bool, error) {
			v, err := names(r)
			if err != nil {
				return false, err
			}
			for _, name := range value.AsList(v) {
				if name.Kind() != value.KindString {
					return false, value.Errorf(value.TypeError, value.InvalidArgumentType, "Expected a label or type as a string, but got %s", value.Describe(name))
				}
				if has(x, name.Str()) == l.Any {
					return l.Any, nil
				}
			}
			return !l.Any, nil
		}
	}
	return func(row, uint32) (bool, error) { return true, nil }
}

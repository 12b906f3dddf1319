package check

import (
	"fmt"

	"bdgraph/cypher/syntax"
)

// warnAboutDirection notes relationships of a path that lead the other way in the
// graph: between these labels there are some, and none in the direction that is asked for.
func (c *checker) warnAboutDirection(path *syntax.PathPattern) {
	if c.env.Schema == nil {
		return
	}
	for i, e := range path.Elements {
		r, ok := e.(*syntax.RelPattern)
		if !ok || i == 0 || i+1 == len(path.Elements) || r.Length != nil || r.Quantifier != nil {
			continue
		}
		left, l := path.Elements[i-1].(*syntax.NodePattern)
		right, n := path.Elements[i+1].(*syntax.NodePattern)
		if !l || !n {
			continue
		}
		from, to := oneLabel(left.Labels), oneLabel(right.Labels)
		switch r.Direction {
		case syntax.Outgoing:
		case syntax.Incoming:
			from, to = to, from
		default:
			continue
		}
		types, ok := eitherOf(r.Types)
		if !ok || from == "" && to == "" || c.leads(from, types, to) || !c.leads(to, types, from) {
			continue
		}
		c.warn("RelationshipDirectionWarning", r.Span, fmt.Sprintf("No %s leads from %s to %s in this graph, so nothing matches",
			syntax.LabelString(r.Types), orAnyNode(from), orAnyNode(to)), "Some lead the other way: turn the arrow around")
	}
}

// leads reports whether a relationship of one of the types leads from one label to another.
func (c *checker) leads(from string, types []string, to string) bool {
	for _, t := range types {
		if c.env.Schema.Leads(from, t, to) {
			return true
		}
	}
	return false
}

// oneLabel returns the label that an expression asks for, "" for none and for all but a single name.
func oneLabel(e syntax.LabelExpr) string {
	if name, ok := e.(*syntax.LabelName); ok {
		return name.Value
	}
	return ""
}

// eitherOf returns the types of an expression that only lists names: A, A|B.
func eitherOf(e syntax.LabelExpr) (types []string, ok bool) {
	switch e := e.(type) {
	case *syntax.LabelName:
		return []string{e.Value}, true
	case *syntax.LabelOr:
		x, ok := eitherOf(e.X)
		y, also := eitherOf(e.Y)
		return append(x, y...), ok && also
	}
	return nil, false
}

func orAnyNode(label string) string {
	if label == "" {
		return "any node"
	}
	return label
}

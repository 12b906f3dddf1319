package check

import (
	"fmt"

	"bdgraph/cypher/syntax"
)

// shape refuses paths whose elements do not fit together.
func (c *checker) shape(path *syntax.PathPattern, ps *patternScope) {
	if path.Legacy != syntax.NotShortest {
		c.legacyShape(path, ps)
		return
	}
	empty := true // the path may be without any node
	for i, e := range path.Elements {
		g, isGroup := e.(*syntax.GroupPattern)
		if !isGroup || g.Quantifier == nil || g.Quantifier.Min > 0 {
			empty = false
		}
		if i > 0 && !c.joins(path.Elements[i-1], e) {
			c.fail(path.Span, "UnexpectedSyntax", "Juxtaposition is currently only supported for quantified path patterns.",
				"Part patterns with a comma, or join nodes with a relationship: (a)-->(b)")
		}
	}
	if empty {
		c.fail(path.Span, "UnexpectedSyntax", "A top-level path pattern in a `MATCH` clause must be written such that it always evaluates to at least one node pattern.",
			"Add a node before or after: (a) ((x)-->(y))* (b)")
	}
}

// joins reports whether one element may follow another directly.
func (c *checker) joins(left, right syntax.PathElement) bool {
	plain := func(e syntax.PathElement) bool { // a node, or a parenthesis without quantifier
		g, isGroup := e.(*syntax.GroupPattern)
		return isNode(e) || isGroup && g.Quantifier == nil
	}
	parenthesis := func(e syntax.PathElement) bool { return plain(e) && !isNode(e) }
	return !(plain(left) && plain(right)) && !parenthesis(left) && !parenthesis(right)
}

// legacyShape checks shortestPath(...) and allShortestPaths(...).
func (c *checker) legacyShape(path *syntax.PathPattern, ps *patternScope) {
	name := "shortestPath"
	if path.Legacy == syntax.AllShortestPaths {
		name = "allShortestPaths"
	}
	var r *syntax.RelPattern
	if len(path.Elements) == 3 {
		r, _ = path.Elements[1].(*syntax.RelPattern)
	}
	switch {
	case r == nil || r.Quantifier != nil:
		c.fail(path.Span, "UnexpectedSyntax", name+"(...) requires a pattern containing a single relationship",
			fmt.Sprintf("Write %s((a)-[:TYPE*..10]-(b)), or MATCH p = SHORTEST 1 with any pattern", name))
	case r.Length != nil && r.Length.Min != nil && *r.Length.Min > 1:
		c.fail(r.Length.Span, "UnexpectedSyntax", name+"(...) does not support a minimal length different from 0 or 1", "Filter with WHERE length(p) >= n, or use MATCH p = SHORTEST 1 (a)-->{2,}(b)")
	case ps.role == matching && sameEnds(path) && (r.Length == nil || r.Length.Min == nil || *r.Length.Min > 0):
		c.fail(path.Span, "UnexpectedSyntax", "The shortest path algorithm does not work when the start and end nodes are the same.",
			"For the shortest cycle write MATCH p = SHORTEST 1 (a)-->+(a)")
	case r.Length != nil && r.Length.Max == nil:
		c.warn("UnboundedVariableLengthPattern", path.Span, "Using shortest path with an unbounded pattern will likely result in long execution times. It is recommended to use an upper limit to the number of node hops in your pattern.", "Add an upper limit: *..10")
	}
}

// sameEnds reports whether a path leads from a variable to itself.
func sameEnds(path *syntax.PathPattern) bool {
	first, _ := path.Elements[0].(*syntax.NodePattern)
	last, _ := path.Elements[len(path.Elements)-1].(*syntax.NodePattern)
	return first != nil && last != nil && first.Var != nil && last.Var != nil && first.Var.Name == last.Var.Name
}

// relationshipShape checks length, quantifier and type of a relationship pattern.
func (c *checker) relationshipShape(r *syntax.RelPattern, ps *patternScope) {
	switch {
	case r.Quantifier != nil:
		c.quantifierShape(r.Quantifier)
	case r.Length != nil:
		if ps.inGroup {
			c.fail(r.Span, "UnexpectedSyntax", "Variable length relationships cannot be part of a quantified path pattern.", "")
		}
		if r.Where != nil {
			c.fail(r.Where.Extent(), "UnexpectedSyntax", "Relationship pattern predicates are not supported for variable-length relationships.",
				"Filter with WHERE all(x IN r WHERE ...), or quantify: -[r WHERE ...]->+")
		}
		if !plainTypes(r.Types) {
			c.fail(r.Types.Extent(), "UnexpectedSyntax", "Variable length relationships must not use relationship type expressions.", "Quantify instead: -[:!A]->+")
		}
	}
}

// newRelationship checks a relationship pattern by which CREATE or MERGE makes one.
func (c *checker) newRelationship(r *syntax.RelPattern, ps *patternScope) {
	verb := "CREATE"
	if ps.role == merging {
		verb = "MERGE"
	}
	if r.Length != nil {
		c.fail(r.Span, "CreatingVarLength", "Variable length relationships cannot be used in "+verb, "")
	}
	if _, ok := r.Types.(*syntax.LabelName); !ok {
		if _, dynamic := r.Types.(*syntax.LabelDynamic); !dynamic {
			c.fail(r.Span, "NoSingleRelationshipType", fmt.Sprintf("Exactly one relationship type must be specified for %s. Did you forget to prefix your relationship type with a ':'?", verb), "")
		}
	}
	if r.Direction == syntax.Either && ps.role == creating {
		c.fail(r.Span, "RequiresDirectedRelationship", "Only directed relationships are supported in CREATE", "")
	}
}

// plainTypes reports whether types are only names, alternatives of each other.
func plainTypes(l syntax.LabelExpr) bool {
	switch l := l.(type) {
	case nil, *syntax.LabelName, *syntax.LabelDynamic:
		return true
	case *syntax.LabelOr:
		return plainTypes(l.X) && plainTypes(l.Y)
	}
	return false
}

func (c *checker) quantifierShape(q *syntax.PathQuantifier) {
	switch {
	case q.Max == nil:
	case *q.Max == 0:
		c.fail(q.Span, "UnexpectedSyntax", "A quantifier for a path pattern must not be limited by 0.", "")
	case q.Min > *q.Max:
		c.fail(q.Span, "UnexpectedSyntax", "A quantifier for a path pattern must not have a lower bound which exceeds its upper bound.", "")
	}
}

// unmixed refuses * lengths and quantifiers in one MATCH, predicates included;
// a subquery is a MATCH of its own.
func (c *checker) unmixed(m *syntax.Match) {
	var star *syntax.RelPattern
	quantified := false
	syntax.Walk(m, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.SubqueryExpr:
			return false
		case *syntax.RelPattern:
			if n.Length != nil && star == nil {
				star = n
			}
			quantified = quantified || n.Quantifier != nil
		case *syntax.GroupPattern:
			quantified = quantified || n.Quantifier != nil
		}
		return true
	})
	if star != nil && quantified {
		c.fail(star.Span, "UnexpectedSyntax", "Mixing variable-length relationships ('-[*]-') with quantified relationships ('()-->*()') or quantified path patterns ('(()-->())*') is not allowed.",
			"Write -[:TYPE]->+ instead of -[:TYPE*]->, and {1,3} instead of *1..3")
	}
}

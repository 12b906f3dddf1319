package check

import (
	"fmt"
	"slices"
	"strings"

	"bdgraph/cypher/syntax"
)

// warn notes something that is allowed and probably not meant, once for a place.
func (c *checker) warn(code string, at syntax.Span, message, hint string) {
	w := Warning{Code: code, Pos: at.Start, Message: message, Hint: hint}
	if !slices.Contains(c.warnings, w) {
		c.warnings = append(c.warnings, w)
	}
}

// names are the names of the schema, asked for once.
type names struct{ labels, types, keys []string }

func (c *checker) readSchema() {
	if c.known == nil {
		s := c.env.Schema
		c.known = &names{s.Labels(), s.RelationshipTypes(), s.PropertyKeys()}
	}
}

// warnAboutLabel notes a label or type that the graph does not have.
func (c *checker) warnAboutLabel(l *syntax.LabelName, isType, mayBeType bool) {
	if c.env.Schema == nil {
		return
	}
	c.readSchema()
	labels, types := c.known.labels, c.known.types
	if !isType && slices.Contains(labels, l.Value) || (isType || mayBeType) && slices.Contains(types, l.Value) {
		return
	}
	if isType {
		c.warn("UnknownRelationshipTypeWarning", l.Span, fmt.Sprintf("The graph has no relationship type %s, so nothing has it", l.Value), meant(l.Value, types))
		return
	}
	c.warn("UnknownLabelWarning", l.Span, fmt.Sprintf("The graph has no label %s, so nothing has it", l.Value), meant(l.Value, labels))
}

// warnAboutKey notes a property key that the graph does not have.
func (c *checker) warnAboutKey(key syntax.Name) {
	if c.env.Schema == nil {
		return
	}
	c.readSchema()
	if !slices.Contains(c.known.keys, key.Value) {
		c.warn("UnknownPropertyKeyWarning", key.Span, fmt.Sprintf("The graph has no property %s, so it is null everywhere", key.Value), meant(key.Value, c.known.keys))
	}
}

// meant suggests a name that the graph has, or lists them.
func meant(name string, names []string) string {
	if hint := didYouMean(name, names); hint != "" {
		return hint
	}
	if len(names) == 0 {
		return ""
	}
	var begun []string
	for _, n := range names {
		if len(name) > 2 && strings.HasPrefix(strings.ToLower(n), strings.ToLower(name)) {
			begun = append(begun, n)
		}
	}
	if len(begun) > 0 {
		return "Did you mean " + list(begun, 3) + "?"
	}
	return "It has " + list(names, 12)
}

// parameters notes or refuses parameters without a value.
func (c *checker) parameters(stmt *syntax.Statement) {
	if c.env.Parameters == nil {
		return
	}
	syntax.Walk(stmt, func(n syntax.Node) bool {
		p, ok := n.(*syntax.Parameter)
		if !ok {
			return true
		}
		if _, given := c.env.Parameters[p.Name]; given {
			return true
		}
		if stmt.Mode == syntax.Explain {
			c.warn("ParameterNotProvided", p.Span, "Did not supply query with enough parameters. (Missing parameters: "+p.Name+")", "")
			return true
		}
		names := make([]string, 0, len(c.env.Parameters))
		for name := range c.env.Parameters {
			names = append(names, name)
		}
		c.failAs(syntax.ParameterMissing, p.Span, "MissingParameter", "Expected parameter(s): "+p.Name, didYouMean(p.Name, names))
		return true
	})
}

// warnAboutPattern notes patterns that match too much or nothing: paths that
// nothing joins, variable length without an upper limit, one relationship in two paths, arrows the wrong way round.
// Variables with IDs below first come from earlier clauses.
func (c *checker) warnAboutPattern(p *syntax.Pattern, first int) {
	// Paths with a variable in common belong together.
	group := make([]int, len(p.Paths))
	owner := map[int]int{}
	relationships, labelled := map[int]bool{}, map[int]bool{}
	earlier := make([]bool, len(p.Paths))
	find := func(i int) int {
		for group[i] != i {
			i = group[i]
		}
		return i
	}
	for i, path := range p.Paths {
		c.warnAboutDirection(path)
		c.warnAboutColons(path, first, labelled)
		group[i] = i
		c.eachElement(path, func(v *syntax.Variable, r *syntax.RelPattern) {
			if r != nil && r.Length != nil && r.Length.Max == nil && path.Legacy == syntax.NotShortest && path.Selector == nil {
				c.warn("UnboundedVariableLengthPattern", r.Length.Span, "Variable length without an upper limit may visit every path of the graph", "Add an upper limit: *..5")
			}
			if v == nil {
				return
			}
			if r != nil {
				if relationships[v.ID] {
					c.warn("RepeatedRelationshipReference", v.Span, fmt.Sprintf("A relationship is referenced more than once in the query, which leads to no results because relationships must not occur more than once in each result. (Relationship `%s` was repeated)", v.Name),
						"Give each relationship a name of its own")
				}
				relationships[v.ID] = true
			}
			if v.ID < first {
				earlier[i] = true
			}
			if j, ok := owner[v.ID]; ok {
				group[find(i)] = find(j)
			} else {
				owner[v.ID] = i
			}
		})
	}
	// A path that joins an earlier variable takes its whole group along.
	joined := map[int]bool{}
	for i := range p.Paths {
		if earlier[i] {
			joined[find(i)] = true
		}
	}
	free := map[int]bool{}
	for i := range p.Paths {
		if g := find(i); !joined[g] {
			free[g] = true
		}
	}
	if len(free) > 1 {
		c.warn("CartesianProduct", p.Span, "This pattern builds a cartesian product: its parts have no variable in common, so every match of one is combined with every match of the others", "Join them with a relationship or a common variable, or use separate queries")
	}
}

// warnAboutColons notes new variables that are named like a label or type of the
// graph and ask for none: a colon is missing before the name. IDs below first are of earlier
// clauses; those that had a label before are among the labelled.
func (c *checker) warnAboutColons(path *syntax.PathPattern, first int, labelled map[int]bool) {
	if c.env.Schema == nil {
		return
	}
	c.readSchema()
	for _, e := range path.Elements {
		switch e := e.(type) {
		case *syntax.NodePattern:
			if v := e.Var; v != nil && v.ID >= first && e.Labels == nil && slices.Contains(c.known.labels, v.Name) && !labelled[v.ID] {
				c.warn("MissingColonWarning", v.Span, v.Name+" is a variable here, of any node", "A label stands behind a colon: (:"+v.Name+")")
			} else if v != nil && e.Labels != nil {
				labelled[v.ID] = true
			}
		case *syntax.RelPattern:
			if v := e.Var; v != nil && v.ID >= first && e.Types == nil && slices.Contains(c.known.types, v.Name) {
				c.warn("MissingColonWarning", v.Span, v.Name+" is a variable here, of a relationship of any type", "A type stands behind a colon: [:"+v.Name+"]")
			}
		}
	}
}

// eachElement visits the nodes and relationships of a path with their variables, nil where unnamed.
func (c *checker) eachElement(path *syntax.PathPattern, visit func(*syntax.Variable, *syntax.RelPattern)) {
	for _, e := range path.Elements {
		switch e := e.(type) {
		case *syntax.NodePattern:
			visit(e.Var, nil)
		case *syntax.RelPattern:
			visit(e.Var, e)
		case *syntax.GroupPattern:
			c.eachElement(e.Path, visit)
		}
	}
}

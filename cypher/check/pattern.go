package check

import (
	"fmt"
	"slices"

	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// role is what a pattern is for.
type role int

const (
	matching      role = iota
	creating           // CREATE, INSERT
	merging            // MERGE
	comprehending      // [(a)-->(b) | x]
	testing            // a predicate, which names nothing new
)

// patternScope is what is known while one pattern is checked.
type patternScope struct {
	role    role
	first   int                           // variables of the pattern have this ID or a higher one
	groups  []string                      // names of group variables
	inside  map[syntax.PathElement]*scope // of quantified elements
	inGroup bool
}

// pattern binds the variables of a pattern and then checks what is written inside.
func (c *checker) pattern(p *syntax.Pattern, r role) {
	c.withAggregation(noAggregates, func() {
		ps := &patternScope{role: r, first: len(c.vars)}
		c.wholePattern(p)
		for _, path := range p.Paths {
			c.bindPath(path, ps)
		}
		for _, path := range p.Paths {
			c.insidePath(path, ps)
		}
	})
}

func (c *checker) wholePattern(p *syntax.Pattern) {
	if p.Mode == syntax.RepeatableElements {
		c.fail(p.Span, "UnexpectedSyntax", "Match modes such as `REPEATABLE ELEMENTS` are not supported yet.", "")
	}
	for _, path := range p.Paths {
		if path.Selector == nil {
			continue
		}
		if path.Selector.Count < 1 {
			c.fail(path.Selector.Span, "UnexpectedSyntax", "The path count needs to be greater than 0.", "")
		}
		if path.Selector.Kind != syntax.SelectAll && len(p.Paths) > 1 {
			c.fail(path.Span, "UnexpectedSyntax",
				"Multiple path patterns cannot be used in the same clause in combination with a selective path selector.",
				"Give each path a MATCH of its own")
		}
	}
}

// bindPath binds the variables of a path: its elements first, then the path itself.
func (c *checker) bindPath(path *syntax.PathPattern, ps *patternScope) {
	c.shape(path, ps)
	c.bindElements(path, ps)
	if path.Var == nil {
		return
	}
	if ps.role == testing {
		c.fail(path.Var.Span, "UnexpectedSyntax", "A path variable is not possible here", "")
	}
	t := Path
	if id, ok := c.scope.lookup(path.Var.Name); ok {
		c.alreadyDeclared(path.Var, id)
	}
	c.bind(path.Var, t)
}

func (c *checker) bindElements(path *syntax.PathPattern, ps *patternScope) {
	for _, element := range path.Elements {
		switch e := element.(type) {
		case *syntax.NodePattern:
			if e.Var != nil {
				c.bindElement(e.Var, Node, ps, e.Labels != nil || e.Properties != nil || len(path.Elements) == 1)
			}
		case *syntax.RelPattern:
			c.bindRelationship(e, ps)
		case *syntax.GroupPattern:
			c.bindGroup(e, ps)
		}
	}
}

// bindElement binds a node or relationship variable, or finds the one it repeats.
// whole: as part of CREATE it would be made anew.
func (c *checker) bindElement(v *syntax.Variable, t Type, ps *patternScope, whole bool) {
	id, ok := c.scope.lookup(v.Name)
	if !ok {
		if ps.role == testing {
			c.fail(v.Span, "UndefinedVariable", fmt.Sprintf("PatternExpressions are not allowed to introduce new variables: '%s'.", v.Name),
				fmt.Sprintf("Leave the name out, or write EXISTS { (a)-->(%s) WHERE ... }", v.Name))
		}
		c.bind(v, t)
		return
	}
	v.ID = id
	existing := c.vars[id].Type
	if ps.inGroup || slices.Contains(ps.groups, v.Name) {
		c.groupConflict(v, id, ps)
	}
	if !existing.Meets(t) {
		c.fail(v.Span, "VariableTypeConflict", fmt.Sprintf("Type mismatch: %s defined with conflicting type %s (expected %s)", v.Name, existing, t),
			fmt.Sprintf("`%s` is declared at %s; use another name here", v.Name, c.vars[id].Decl.Start))
	}
	if existing.kinds != t.kinds && !existing.IsNull() {
		c.vars[id].Type = t // from here on it is known
	}
	isRelationship := !t.Within(Node)
	if whole && ps.role == creating || isRelationship && (ps.role == creating || ps.role == merging) ||
		whole && ps.role == merging {
		c.alreadyDeclared(v, id)
	}
}

// groupConflict refuses a variable inside of a quantified pattern that means
// something outside of it too.
func (c *checker) groupConflict(v *syntax.Variable, id int, ps *patternScope) {
	message := fmt.Sprintf("The variable `%s` occurs both inside and outside a quantified path pattern and needs to be renamed.", v.Name)
	switch {
	case ps.inGroup && slices.Contains(ps.groups, v.Name):
		message = fmt.Sprintf("The variable `%s` occurs in multiple quantified path patterns and needs to be renamed.", v.Name)
	case ps.inGroup && id < ps.first:
		message = fmt.Sprintf("The variable `%s` is already defined in a previous clause, it cannot be referenced as a node or as a relationship variable inside of a quantified path pattern.", v.Name)
	case ps.inGroup:
		if _, own := find(c.scope.names, v.Name); own {
			return // twice inside of the same group
		}
	}
	c.fail(v.Span, "VariableAlreadyBound", message, "Use another name inside; compare with the outer one in WHERE")
}

func (c *checker) bindRelationship(r *syntax.RelPattern, ps *patternScope) {
	c.relationshipShape(r, ps)
	if r.Var != nil {
		c.bindRelationshipVariable(r, ps)
	}
	if ps.role == creating || ps.role == merging {
		c.newRelationship(r, ps)
	}
}

func (c *checker) bindRelationshipVariable(r *syntax.RelPattern, ps *patternScope) {
	switch {
	case r.Quantifier != nil:
		r.Groups = c.quantified(r, ps, func() { c.bindElement(r.Var, Relationship, ps, true) })
	case r.Length != nil:
		c.bindElement(r.Var, ListOf(Relationship), ps, true)
	default:
		c.bindElement(r.Var, Relationship, ps, true)
	}
}

// quantified binds the variables inside of a quantified element in a scope of
// their own, and for each a list outside.
func (c *checker) quantified(element syntax.PathElement, ps *patternScope, bind func()) []syntax.Group {
	inner := &scope{}
	ps.inGroup = true
	c.inside(inner, bind)
	ps.inGroup = false
	if ps.inside == nil {
		ps.inside = map[syntax.PathElement]*scope{}
	}
	ps.inside[element] = inner
	var groups []syntax.Group
	for _, n := range inner.names {
		v := c.vars[n.id]
		outer := c.newVariable(n.name, ListOf(v.Type), v.Decl)
		c.scope.names = append(c.scope.names, named{n.name, outer})
		ps.groups = append(ps.groups, n.name)
		groups = append(groups, syntax.Group{Name: n.name, Inner: n.id, Outer: outer})
	}
	return groups
}

func (c *checker) bindGroup(g *syntax.GroupPattern, ps *patternScope) {
	refuse := func(message, hint string) { c.fail(g.Span, "UnexpectedSyntax", message, hint) }
	if g.Quantifier == nil {
		if g.Path.Var != nil {
			refuse("Sub-path assignment is currently not supported.", "Name the whole path: MATCH p = ...")
		}
		c.shape(g.Path, ps)
		c.bindElements(g.Path, ps)
		return
	}
	c.quantifierShape(g.Quantifier)
	c.shape(g.Path, ps)
	if g.Path.Var != nil {
		refuse("Assigning a path in a quantified path pattern is not yet supported.", "Name the whole path: MATCH p = ...")
	}
	if ps.inGroup {
		refuse("Quantified path patterns are not allowed to be nested.", "")
	}
	if len(g.Path.Elements) < 2 && isNode(g.Path.Elements[0]) {
		refuse("A quantified path pattern needs to have at least one relationship.", "")
	}
	for _, e := range g.Path.Elements {
		switch e := e.(type) {
		case *syntax.RelPattern:
			switch {
			case e.Length != nil:
				refuse("Variable length relationships cannot be part of a quantified path pattern.", "Write the quantifier after the arrow or the parenthesis, and no * inside")
			case e.Quantifier != nil:
				refuse("Quantified path patterns are not allowed to be nested.", "")
			}
		case *syntax.GroupPattern:
			if e.Quantifier != nil {
				refuse("Quantified path patterns are not allowed to be nested.", "")
			}
		}
	}
	g.Groups = c.quantified(g, ps, func() { c.bindElements(g.Path, ps) })
}

func isNode(e syntax.PathElement) bool {
	_, ok := e.(*syntax.NodePattern)
	return ok
}

// insidePath checks properties, labels and WHERE of the elements.
func (c *checker) insidePath(path *syntax.PathPattern, ps *patternScope) {
	for _, element := range path.Elements {
		check := func() {
			switch e := element.(type) {
			case *syntax.NodePattern:
				c.patternLabels(e.Labels, Node)
				c.elementValues(e.Properties, e.Where, ps)
			case *syntax.RelPattern:
				c.patternLabels(e.Types, Relationship)
				c.elementValues(e.Properties, e.Where, ps)
			case *syntax.GroupPattern:
				c.insidePath(e.Path, ps)
				if e.Where != nil {
					c.boolean(e.Where)
				}
			}
		}
		if inner, ok := ps.inside[element]; ok {
			c.inside(inner, check)
		} else {
			check()
		}
	}
}

func (c *checker) elementValues(properties, where syntax.Expr, ps *patternScope) {
	switch p := properties.(type) {
	case *syntax.Parameter:
		if ps.role != creating {
			clause := "MATCH"
			if ps.role == merging {
				clause = "MERGE"
			}
			c.fail(p.Span, "InvalidParameterUse",
				fmt.Sprintf("Parameter maps cannot be used in `%s` patterns (use a literal map instead, e.g. `{id: $%s.id}`)", clause, p.Name),
				fmt.Sprintf("Write {id: $%s.id} with the keys to compare", p.Name))
		}
	case *syntax.MapLit:
		for _, entry := range p.Entries {
			c.warnAboutKey(entry.Key)
			t := c.expr(entry.Value)
			if ps.role == matching {
				name := entry.Key
				c.comparison(syntax.OpEq, name.Start, c.narrowed(&syntax.Property{Key: name}, storable), t)
			}
		}
	}
	if where != nil {
		c.boolean(where)
	}
}

const patternMessage = "A pattern expression should only be used in order to test the existence of a pattern. " +
	"It should therefore only be used in contexts that evaluate to a boolean, e.g. inside the function exists() or in a WHERE-clause. " +
	"No other uses are allowed, instead they should be replaced by a pattern comprehension."

// patternValue checks a pattern that stands where a value is wanted.
func (c *checker) patternValue(e *syntax.PatternExpr) Type {
	if !e.Exists && e.Pattern.Legacy == syntax.NotShortest {
		text := e.Span.Text(c.text)
		c.fail(e.Span, "UnexpectedSyntax", patternMessage,
			fmt.Sprintf("Write EXISTS { %s } for a boolean, COUNT { %s } for a number, or [%s | x] for a list", text, text, text))
	}
	c.patternPredicate(e)
	switch e.Pattern.Legacy {
	case syntax.ShortestPath:
		return Path
	case syntax.AllShortestPaths:
		return ListOf(Path)
	}
	return Boolean
}

// patternPredicate checks a pattern that tests whether it can be found.
func (c *checker) patternPredicate(e *syntax.PatternExpr) {
	c.pattern(&syntax.Pattern{Span: e.Span, Paths: []*syntax.PathPattern{e.Pattern}}, testing)
}

// patternLabels checks the label expression of a node or relationship pattern.
func (c *checker) patternLabels(l syntax.LabelExpr, t Type) {
	if l == nil {
		return
	}
	c.labels(l, t)
	if t.Within(Node) {
		return
	}
	syntax.Walk(l, func(n syntax.Node) bool {
		if and, ok := n.(*syntax.LabelAnd); ok && and.Colon {
			c.fail(l.Extent(), "UnexpectedSyntax", "Relationship types in a relationship type expressions may not be combined using ':'", "A relationship has one type; write A|B for either")
		}
		return true
	})
}

// labelStyle is how labels are combined in one clause: by colons as in n:A:B, or by
// symbols as in n:A&B. Only one of them is allowed.
type labelStyle struct{ colon, symbols bool }

// labels checks a label expression on something of the type.
func (c *checker) labels(l syntax.LabelExpr, t Type) {
	isRelationship := t.Within(Relationship) && !t.IsNull()
	plain := isRelationship && plainTypes(l) // A|B was always allowed for types
	syntax.Walk(l, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.LabelAnd:
			c.style.colon = c.style.colon || n.Colon
			c.style.symbols = c.style.symbols || !n.Colon
		case *syntax.LabelOr:
			c.style.symbols = c.style.symbols || !plain
			if n.Colon && !isRelationship {
				c.fail(n.Span, "UnexpectedSyntax", "Label expressions are not allowed to contain '|:'.", "Write | alone")
			}
			if n.Colon {
				c.warn("FeatureDeprecationWarning", n.Span, "The semantics of using colon in the separation of alternative relationship types will change in a future version. (Please use ':"+syntax.LabelString(&syntax.LabelOr{X: n.X, Y: n.Y})+"' instead)", "Write | alone")
			}
		case *syntax.LabelNot, *syntax.LabelAny:
			c.style.symbols = true
		case *syntax.LabelDynamic:
			if x := c.expr(n.X); !x.Meets(String.Or(List)) {
				c.mismatch(n.X.Extent(), "String or List<String>", x)
			}
			return false
		case *syntax.LabelName:
			c.warnAboutLabel(n, isRelationship, t.Has(value.KindRelationship))
		}
		return true
	})
	if c.style.colon && c.style.symbols {
		c.fail(l.Extent(), "UnexpectedSyntax", "Mixing label expression symbols ('|', '&', '!', and '%') with colon (':') between labels is not allowed. Please only use one set of symbols.", "Write & instead of : between labels")
	}
}

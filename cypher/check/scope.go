package check

import (
	"fmt"
	"slices"
	"strings"

	"bdgraph/cypher/spelling"
	"bdgraph/cypher/syntax"
)

// scope is what is visible at a place: variables of its own, and those of the
// scope around it. The clauses of a part of a query share one scope, which WITH
// empties and refills; subqueries, comprehensions and the like open another inside.
type scope struct {
	outer *scope
	names []named
	// local: of a comprehension, quantifier or reduce, whose variables may hide
	// others and never become columns.
	local bool
	// lost are variables that were visible before a projection with DISTINCT or
	// aggregation and are named in the message if they are used after it.
	lost []named
}

// named is a variable by name.
type named struct {
	name string
	id   int
}

func find(names []named, name string) (int, bool) {
	for i := len(names) - 1; i >= 0; i-- {
		if names[i].name == name {
			return names[i].id, true
		}
	}
	return 0, false
}

// lookup finds a visible variable.
func (s *scope) lookup(name string) (id int, ok bool) {
	for ; s != nil; s = s.outer {
		if id, ok := find(s.names, name); ok {
			return id, true
		}
	}
	return 0, false
}

// visible lists the names that can be seen, each once.
func (s *scope) visible() []string {
	var list []string
	for ; s != nil; s = s.outer {
		for _, n := range s.names {
			if !slices.Contains(list, n.name) {
				list = append(list, n.name)
			}
		}
	}
	return list
}

// inside runs f with a scope opened inside the present one.
func (c *checker) inside(s *scope, f func()) {
	around := c.scope
	s.outer = around
	c.scope = s
	f()
	c.scope = around
}

// newVariable makes a variable and its ID.
func (c *checker) newVariable(name string, t Type, decl syntax.Span) int {
	c.vars = append(c.vars, Variable{Name: name, Type: t, Decl: decl})
	return len(c.vars) - 1
}

// bind makes the variable visible from here on.
func (c *checker) bind(v *syntax.Variable, t Type) {
	v.ID = c.newVariable(v.Name, t, v.Span)
	c.scope.names = append(c.scope.names, named{v.Name, v.ID})
}

// declare binds a variable that must not be visible yet.
func (c *checker) declare(v *syntax.Variable, t Type) {
	if id, ok := c.scope.lookup(v.Name); ok {
		if _, own := find(c.scope.names, v.Name); !own && !c.scope.local {
			c.fail(v.Span, "VariableAlreadyBound", fmt.Sprintf("The variable `%s` is shadowing a variable with the same name from the outer scope and needs to be renamed", v.Name),
				fmt.Sprintf("Use another name here; `%s` is declared at %s", v.Name, c.vars[id].Decl.Start))
		}
		c.alreadyDeclared(v, id)
	}
	c.bind(v, t)
}

func (c *checker) alreadyDeclared(v *syntax.Variable, id int) {
	c.fail(v.Span, "VariableAlreadyBound", fmt.Sprintf("Variable `%s` already declared", v.Name),
		fmt.Sprintf("It is declared at %s; use another name here", c.vars[id].Decl.Start))
}

// use resolves an occurrence of a variable.
func (c *checker) use(v *syntax.Variable) Type {
	id, ok := c.scope.lookup(v.Name)
	if !ok {
		c.undefined(v)
	}
	v.ID = id
	return c.vars[id].Type
}

// undefined refuses a variable and says what may have been meant.
func (c *checker) undefined(v *syntax.Variable) {
	for s := c.scope; s != nil; s = s.outer {
		if _, ok := find(s.lost, v.Name); ok {
			c.fail(v.Span, "UndefinedVariable",
				"In a WITH/RETURN with DISTINCT or an aggregation, it is not possible to access variables declared before the WITH/RETURN: "+v.Name,
				fmt.Sprintf("Only columns remain after it: return what is sorted or filtered by as a column, such as %s.key AS key, and sort by its name", v.Name))
		}
	}
	hint := ""
	visible := c.scope.visible()
	earlier := c.declaredEarlier(v.Name)
	unnamed := c.unnamed(v.Name)
	switch meant := spelling.Nearest(v.Name, visible); {
	case earlier == nil && unnamed != "":
		hint = "Name what is meant in the pattern: " + unnamed
	case earlier == nil && meant != "":
		hint = fmt.Sprintf("Did you mean `%s`?", meant)
	case earlier != nil:
		hint = fmt.Sprintf("`%s` of %s is out of scope here: carry it on with WITH ..., %s (a subquery imports it with CALL (%s) { ... })", v.Name, earlier.Start, v.Name, v.Name)
	case len(visible) > 0:
		hint = fmt.Sprintf("Visible here: %s. A string stands in quotes, a parameter is $%s", list(visible, 8), v.Name)
	default:
		hint = fmt.Sprintf("No variable is visible here: name it in MATCH, WITH or UNWIND before. A string stands in quotes, a parameter is $%s", v.Name)
	}
	c.fail(v.Span, "UndefinedVariable", fmt.Sprintf("Variable `%s` not defined", v.Name), hint)
}

// unnamed finds an element of a pattern that has no name and was probably meant by this one:
// chunk the node (:Chunk), r or wrote the relationship [:WROTE]. It returns the element with the name.
func (c *checker) unnamed(name string) string {
	found := ""
	syntax.Walk(c.root, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.NodePattern:
			if l, ok := n.Labels.(*syntax.LabelName); ok && n.Var == nil && strings.EqualFold(l.Value, name) {
				found = "(" + name + ":" + l.Value + ")"
			}
		case *syntax.RelPattern:
			l, ok := n.Types.(*syntax.LabelName)
			usual := strings.EqualFold(name, "r") || strings.EqualFold(name, "rel") || strings.EqualFold(name, "relationship")
			if ok && n.Var == nil && (usual || strings.EqualFold(l.Value, name)) {
				found = "-[" + name + ":" + l.Value + "]-"
			}
		}
		return found == ""
	})
	return found
}

// declaredEarlier finds a variable of the name that was visible somewhere before.
func (c *checker) declaredEarlier(name string) *syntax.Span {
	for i := len(c.vars) - 1; i > 0; i-- {
		if c.vars[i].Name == name {
			return &c.vars[i].Decl
		}
	}
	return nil
}

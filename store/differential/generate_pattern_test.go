package differential

import (
	"fmt"
	"strings"
)

// pattern writes one path, or several where that is allowed, and puts their variables in
// scope. Below OPTIONAL there is one, which has no name if it is only a node: see
// what differences.tsv says of both.
func (g *generator) pattern(optional bool) string {
	g.quantified = g.chance(30)
	steps := g.steps()
	paths := []string{g.path(steps, steps > 0 || !optional)}
	if !optional && g.chance(20) {
		g.use("comma patterns")
		paths = append(paths, g.path(g.steps(), false))
	}
	return strings.Join(paths, ", ")
}

// path writes a path, which may get a name.
func (g *generator) path(steps int, named bool) string {
	var b strings.Builder
	name := ""
	if named && g.chance(20) {
		g.use("named path")
		name = g.fresh("p")
		b.WriteString(name + " = ")
	}
	b.WriteString(g.nodePattern())
	for range steps {
		if g.quantified && g.chance(25) {
			b.WriteString(g.groupPattern())
		} else {
			b.WriteString(g.relPattern())
		}
		b.WriteString(g.nodePattern())
	}
	if name != "" {
		g.scope = append(g.scope, variable{name, walk})
	}
	return b.String()
}

// steps is how many relationships a path has.
func (g *generator) steps() int {
	switch n := g.IntN(10); {
	case n < 3:
		return 0
	case n < 9:
		return 1
	}
	return 2
}

func (g *generator) nodePattern() string {
	name, bound := "", false
	switch n := g.IntN(10); {
	case n < 2:
		name = g.some(node)
		bound = name != ""
	case n < 4:
		// no name
	default:
	}
	if name == "" && g.chance(75) {
		name = g.fresh("n")
		g.scope = append(g.scope, variable{name, node})
	}
	if bound {
		g.use("bound node")
		return "(" + name + ")"
	}
	inner := name
	if g.chance(25) {
		inner += g.labels()
	}
	if g.chance(6) {
		g.use("property map in a pattern")
		inner += fmt.Sprintf(" {k: %d}", g.IntN(4))
	}
	if name != "" && g.chance(10) {
		g.use("inline WHERE")
		inner += " WHERE " + name + "." + pick(g.Rand, "k < 3", "k IS NOT NULL", "s <> 'b'", "id >= 1", "k IN [0, 1, 2]")
	}
	return "(" + inner + ")"
}

func (g *generator) labels() string {
	l := func() string { return pick(g.Rand, "A", "B", "C") }
	switch g.IntN(8) {
	case 0:
		g.use("label |")
		return ":" + l() + "|" + l()
	case 1:
		g.use("label &")
		return ":" + l() + "&" + l()
	case 2:
		g.use("label !")
		return ":!" + l()
	case 3:
		g.use("label %")
		return pick(g.Rand, ":%", ":!%")
	}
	g.use("label")
	return ":" + l()
}

// types writes relationship types; a relationship with * takes plain ones alone.
func (g *generator) types(plain bool) string {
	t := func() string { return pick(g.Rand, "R", "S", "T") }
	switch g.IntN(8) {
	case 0, 1, 2:
		g.use("any type")
		return ""
	case 3, 4:
		g.use("type |") // of different types: see differences.tsv
		return ":" + pick(g.Rand, "R|S", "S|T", "T|R")
	case 5:
		if !plain {
			g.use("type !")
			return ":!" + t()
		}
	}
	return ":" + t()
}

// arrow puts a relationship's inside between its ends.
func (g *generator) arrow(inside, quantifier string) string {
	switch g.IntN(5) {
	case 0, 1:
		return "-" + inside + "->" + quantifier
	case 2:
		g.use("incoming")
		return "<-" + inside + "-" + quantifier
	}
	g.use("undirected")
	return "-" + inside + "-" + quantifier
}

func (g *generator) relPattern() string {
	repeated := g.chance(20)
	name := ""
	if g.chance(50) {
		name = g.fresh("r")
	}
	properties := ""
	if g.chance(10) {
		g.use("property map in a pattern")
		properties = fmt.Sprintf(" {w: %d}", g.IntN(4))
	}
	if !repeated {
		if name != "" {
			g.scope = append(g.scope, variable{name, rel})
		}
		if g.chance(10) && name == "" && properties == "" {
			return g.arrow("", "")
		}
		where := ""
		if name != "" && g.chance(8) {
			g.use("inline WHERE")
			where = fmt.Sprintf(" WHERE %s.w < %d", name, 1+g.IntN(4))
		}
		return g.arrow("["+name+g.types(false)+properties+where+"]", "")
	}
	if g.quantified {
		g.use("quantified relationship")
		if name != "" {
			g.scope = append(g.scope, variable{name, relList})
		}
		return g.arrow("["+name+g.types(false)+properties+"]", pick(g.Rand, "{1,2}", "{0,2}", "{2}", "{,2}", "{1,3}"))
	}
	g.use("variable length")
	if name != "" {
		g.scope = append(g.scope, variable{name, relList})
	}
	return g.arrow("["+name+g.types(true)+pick(g.Rand, "*1..2", "*0..2", "*2", "*..3", "*0..1", "*2..3")+properties+"]", "")
}

// groupPattern is a quantified path pattern; its variables are not used outside.
func (g *generator) groupPattern() string {
	g.use("quantified path")
	a, r, b := g.fresh("a"), g.fresh("e"), g.fresh("b")
	inside := "[" + r + g.types(false) + "]"
	var arrow, where string
	if g.chance(40) {
		// Neo4j's search for distinct ends goes wrong without a direction: see differences.tsv.
		arrow = pick(g.Rand, "-"+inside+"->", "<-"+inside+"-")
		where = fmt.Sprintf(" WHERE %s.k %s %s.k", a, pick(g.Rand, "<", "<=", "<>"), b)
	} else {
		arrow = g.arrow(inside, "")
	}
	g.scope = append(g.scope, variable{r, relList})
	back := ""
	if where == "" && g.chance(15) {
		g.use("node twice in a quantified path")
		back = g.arrow("["+g.fresh("e")+g.types(false)+"]", "") + "(" + a + ")"
	}
	return fmt.Sprintf(" ((%s)%s(%s)%s%s)%s ", a, arrow, b, back, where, pick(g.Rand, "{1,2}", "{0,1}", "{2}", "{1,3}"))
}

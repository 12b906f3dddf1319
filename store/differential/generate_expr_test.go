package differential

import (
	"fmt"
	"slices"
	"strings"
)

// Expressions are written by type, so that few queries fail; budget bounds how deep
// they nest.

// number writes an INTEGER.
func (g *generator) number(budget int) string {
	simple := []func() string{
		func() string { return fmt.Sprint(g.IntN(5)) },
	}
	add := func(times int, f func() string) {
		for range times {
			simple = append(simple, f)
		}
	}
	if n := g.some(node); n != "" {
		add(3, func() string { return g.some(node) + "." + pick(g.Rand, "k", "k", "id") })
		add(1, func() string { g.use("labels()"); return "size(labels(" + g.some(node) + "))" })
	}
	if g.some(rel) != "" {
		add(2, func() string { return g.some(rel) + "." + pick(g.Rand, "w", "id") })
		add(1, func() string {
			g.use("startNode()")
			return pick(g.Rand, "startNode", "endNode") + "(" + g.some(rel) + ").id"
		})
	}
	if g.some(number) != "" {
		add(3, func() string { return g.some(number) })
	}
	if g.some(list, bag, relList) != "" {
		add(1, func() string { return "size(" + g.some(list, bag, relList) + ")" })
	}
	if g.some(walk) != "" {
		add(2, func() string { g.use("length()"); return "length(" + g.some(walk) + ")" })
	}
	if budget <= 0 || g.chance(45) {
		return g.oneOf(simple...)
	}
	sub := func() string { return g.number(budget - 1) }
	return g.oneOf(
		func() string {
			g.use("arithmetic")
			return "(" + sub() + pick(g.Rand, " + ", " - ", " * ") + sub() + ")"
		},
		func() string {
			g.use("arithmetic")
			return fmt.Sprintf("(%s %s %d)", sub(), pick(g.Rand, "%", "/"), 2+g.IntN(3))
		},
		func() string { g.use("coalesce()"); return fmt.Sprintf("coalesce(%s, %d)", sub(), g.IntN(4)) },
		func() string {
			g.use("CASE")
			return "CASE WHEN " + g.truth(budget-1) + " THEN " + sub() + " ELSE " + sub() + " END"
		},
		func() string {
			g.use("CASE")
			return fmt.Sprintf("CASE %s WHEN %d THEN %s WHEN %d THEN %s END", sub(), g.IntN(3), sub(), g.IntN(3), sub())
		},
		func() string { return "size(" + g.list(budget-1) + ")" },
		func() string { return "size(" + g.text(budget-1) + ")" },
		func() string { return "abs(" + sub() + ")" },
		func() string { g.use("head()"); return pick(g.Rand, "head", "last") + "(" + g.list(budget-1) + ")" },
		func() string { g.use("index"); return fmt.Sprintf("%s[%d]", g.list(budget-1), g.IntN(4)-1) },
		func() string {
			g.use("reduce")
			x := g.fresh("x")
			return "reduce(s = 0, " + x + " IN " + g.list(budget-1) + " | s + " + x + ")"
		},
		func() string { g.use("toInteger()"); return "toInteger(" + g.text(budget-1) + ")" },
		func() string { return g.count() },
		func() string { return g.datePart() },
	)
}

// datePart takes a number out of a date.
func (g *generator) datePart() string {
	n := g.some(node)
	if n == "" {
		return fmt.Sprintf("date({year: 202%d, month: %d, day: 1}).ordinalDay", g.IntN(5), 1+g.IntN(12))
	}
	g.use("dates")
	return g.oneOf(
		func() string {
			return n + ".d." + pick(g.Rand, "year", "month", "day", "week", "quarter", "dayOfWeek", "ordinalDay")
		},
		func() string {
			return fmt.Sprintf("(%s.d + duration({months: %d, days: %d})).day", n, g.IntN(20), g.IntN(40))
		},
		func() string {
			return "duration.between(" + n + ".d, date('2022-05-31'))." + pick(g.Rand, "months", "days")
		},
		func() string { return "duration.inDays(" + n + ".d, date('2022-05-31')).days" },
		func() string {
			return "date.truncate('" + pick(g.Rand, "year", "month", "week", "quarter") + "', coalesce(" + n + ".d, date('2022-03-04'))).day"
		},
	)
}

// text writes a STRING.
func (g *generator) text(budget int) string {
	simple := []func() string{func() string { return pick(g.Rand, "'a'", "'b'", "'ab'", "''") }}
	if g.some(node) != "" {
		simple = append(simple, func() string { return g.some(node) + ".s" }, func() string { return g.some(node) + ".s" })
	}
	if g.some(rel) != "" {
		simple = append(simple, func() string { g.use("type()"); return "type(" + g.some(rel) + ")" }, func() string { return g.some(rel) + ".s" })
	}
	if g.some(text) != "" {
		simple = append(simple, func() string { return g.some(text) }, func() string { return g.some(text) })
	}
	if budget <= 0 || g.chance(60) {
		return g.oneOf(simple...)
	}
	sub := func() string { return g.text(budget - 1) }
	return g.oneOf(
		func() string {
			g.use("text functions")
			return pick(g.Rand, "toUpper", "toLower", "trim", "reverse") + "(" + sub() + ")"
		},
		func() string {
			g.use("text functions")
			return fmt.Sprintf("%s(%s, %d)", pick(g.Rand, "left", "right", "substring"), sub(), g.IntN(3))
		},
		func() string { g.use("text functions"); return "replace(" + sub() + ", 'a', 'xy')" },
		func() string { g.use("text +"); return "(" + sub() + " + " + sub() + ")" },
		func() string { g.use("toString()"); return "toString(" + g.number(budget-1) + ")" },
		func() string { g.use("dates"); return g.dateText() },
	)
}

func (g *generator) dateText() string {
	if n := g.some(node); n != "" {
		return "toString(" + n + ".d)"
	}
	return "toString(date('2024-02-29') + duration('P1Y'))"
}

// list writes a list of INTEGERs in a certain order.
func (g *generator) list(budget int) string {
	simple := []func() string{
		func() string { return fmt.Sprintf("[%d, %d, %d]", g.IntN(4), g.IntN(4), g.IntN(4)) },
		func() string { g.use("range()"); return fmt.Sprintf("range(%d, %d)", g.IntN(3), g.IntN(5)) },
	}
	if g.some(node) != "" {
		simple = append(simple, func() string { return "coalesce(" + g.some(node) + ".l, [])" })
	}
	if g.some(list) != "" {
		simple = append(simple, func() string { return g.some(list) })
	}
	if g.some(walk) != "" {
		simple = append(simple, func() string { g.use("nodes()"); return "[x IN nodes(" + g.some(walk) + ") | x.id]" },
			func() string { g.use("relationships()"); return "[x IN relationships(" + g.some(walk) + ") | x.id]" })
	}
	if g.some(relList) != "" {
		simple = append(simple, func() string { return "[x IN " + g.some(relList) + " | x.id]" })
	}
	if budget <= 0 || g.chance(50) {
		return g.oneOf(simple...)
	}
	sub := func() string { return g.list(budget - 1) }
	return g.oneOf(
		func() string {
			g.use("list comprehension")
			x := g.fresh("x")
			out := ""
			g.inner(func() {
				in := sub()
				g.scope = append(g.scope, variable{x, number})
				out = "[" + x + " IN " + in
				if g.chance(60) {
					out += " WHERE " + g.truth(budget-1)
				}
				out += " | " + g.number(budget-1) + "]"
			})
			return out
		},
		func() string { g.use("slice"); return fmt.Sprintf("%s[%d..%d]", sub(), g.IntN(3)-1, 1+g.IntN(3)) },
		func() string { g.use("slice"); return fmt.Sprintf("%s[%d..]", sub(), g.IntN(3)-1) },
		func() string { g.use("list +"); return fmt.Sprintf("(%s + [%d])", sub(), g.IntN(4)) },
		func() string { g.use("list functions"); return "tail(" + sub() + ")" },
		func() string {
			// Neo4j reverses lists but stored ones.
			g.use("list functions")
			return fmt.Sprintf("reverse([%d, %d] + %s)", g.IntN(3), g.IntN(3), sub())
		},
	)
}

// truth writes a BOOLEAN.
func (g *generator) truth(budget int) string {
	compare := func() string { return pick(g.Rand, " = ", " <> ", " < ", " <= ", " > ", " >= ") }
	simple := []func() string{
		func() string { g.use("comparison"); return g.number(budget-1) + compare() + g.number(budget-1) },
		func() string {
			g.use("comparison")
			return g.number(budget-1) + pick(g.Rand, " >= ", " <> ", " < ") + fmt.Sprint(g.IntN(3))
		},
		func() string { g.use("comparison"); return g.text(budget-1) + compare() + g.text(budget-1) },
		func() string {
			g.use("IS NULL")
			return g.number(budget-1) + pick(g.Rand, " IS NULL", " IS NOT NULL", " IS NOT NULL")
		},
		func() string { g.use("IN"); return g.number(budget-1) + " IN " + g.list(budget-1) },
		func() string {
			g.use("text predicates")
			return g.text(budget-1) + pick(g.Rand, " STARTS WITH ", " CONTAINS ", " ENDS WITH ") + g.text(0)
		},
		func() string {
			g.use("=~")
			return g.text(budget-1) + " =~ '" + pick(g.Rand, "a.*", ".*b", "[ab]*", "(?i)b.*") + "'"
		},
	}
	if g.some(node) != "" {
		simple = append(simple,
			func() string { g.use("label predicate"); return g.some(node) + g.labels() },
			func() string {
				g.use("node equality")
				return g.some(node) + pick(g.Rand, " = ", " <> ", " <> ") + g.some(node)
			},
			func() string { g.use("labels()"); return "'A' IN labels(" + g.some(node) + ")" },
			func() string {
				g.use("floats")
				return g.some(node) + ".f" + compare() + pick(g.Rand, "0", "0.5", "1", "-0.5")
			},
			func() string {
				g.use("type predicate")
				return g.some(node) + "." + pick(g.Rand, "k", "s", "l", "f", "d") + " IS :: " + pick(g.Rand, "INTEGER", "STRING NOT NULL", "LIST<INTEGER>", "FLOAT | INTEGER", "DATE")
			},
			func() string { g.use("dates"); return g.some(node) + ".d" + compare() + "date('2022-06-15')" },
			func() string { return "coalesce(" + g.some(node) + ".b, " + pick(g.Rand, "true", "false") + ")" },
		)
	}
	if g.some(truth) != "" {
		simple = append(simple, func() string { return g.some(truth) })
	}
	if budget <= 0 || g.chance(45) {
		return "(" + g.oneOf(simple...) + ")"
	}
	sub := func() string { return g.truth(budget - 1) }
	return g.oneOf(
		func() string { g.use("AND"); return "(" + sub() + " AND " + sub() + ")" },
		func() string { g.use("OR"); return "(" + sub() + " OR " + sub() + ")" },
		func() string { g.use("XOR"); return "(" + sub() + " XOR " + sub() + ")" },
		func() string { g.use("NOT"); return "(NOT " + sub() + ")" },
		func() string {
			g.use("comparison chain")
			return "(" + g.number(budget-1) + compare() + g.number(0) + compare() + g.number(0) + ")"
		},
		func() string { return g.quantifier(budget) },
		func() string { return g.exists() },
		func() string { return g.patternPredicate() },
		func() string { g.use("list equality"); return "(" + g.list(budget-1) + " = " + g.list(budget-1) + ")" },
	)
}

func (g *generator) quantifier(budget int) string {
	word := pick(g.Rand, "all", "any", "none", "single")
	g.use(word + "()")
	x := g.fresh("x")
	out := ""
	g.inner(func() {
		in := g.list(budget - 1)
		g.scope = append(g.scope, variable{x, number})
		out = word + "(" + x + " IN " + in + " WHERE " + g.truth(budget-1) + ")"
	})
	return out
}

// patternPredicate tests for a pattern between nodes that are in scope.
func (g *generator) patternPredicate() string {
	n := g.some(node)
	if n == "" {
		return g.exists()
	}
	g.use("pattern predicate")
	end := "()"
	switch g.IntN(3) {
	case 0:
		end = "(" + g.some(node) + ")"
	case 1:
		end = "(" + g.labels() + ")"
	}
	out := "(" + n + ")" + g.arrow("["+g.types(true)+g.starOrNot()+"]", "") + end
	switch g.IntN(4) {
	case 0:
		return "(NOT " + out + ")"
	case 1:
		g.use("exists()")
		return "exists(" + out + ")"
	}
	return "(" + out + " OR false)" // by itself it is no value
}

// starOrNot writes a length where the MATCH around has no quantifiers.
func (g *generator) starOrNot() string {
	if g.quantified {
		return ""
	}
	return pick(g.Rand, "", "", "*1..2")
}

func (g *generator) exists() string {
	if g.depth > 1 {
		return "true"
	}
	g.use("EXISTS")
	return "EXISTS { " + g.subpattern() + " }"
}

func (g *generator) count() string {
	if g.depth > 1 {
		return "1"
	}
	g.use("COUNT")
	return "COUNT { " + g.subpattern() + " }"
}

// subpattern writes what stands in EXISTS and COUNT.
func (g *generator) subpattern() string {
	out := ""
	g.inner(func() {
		around := g.scope
		out = g.pattern(false)
		if g.chance(40) {
			out += " WHERE " + g.truth(1)
		}
		if g.chance(20) {
			out = "MATCH " + out + " " + g.step(around)
			if g.chance(70) {
				out += " MATCH " + g.pattern(false)
			}
			return
		}
		if g.chance(20) {
			out = "MATCH " + out + " RETURN " + pick(g.Rand, "1 AS one", "DISTINCT "+g.number(1)+" AS one")
		}
	})
	return out
}

// step writes a WITH in the middle of a subquery, which what is around it outlives.
func (g *generator) step(around []variable) string {
	g.use("WITH in a subquery")
	v := g.fresh("v")
	out := "WITH " + pick(g.Rand, "", "DISTINCT ") + g.number(1) + " AS " + v
	g.scope = append(slices.Clone(around), variable{v, number})
	g.quantified = false
	return out
}

// bagOf writes a list of INTEGERs whose order is open.
func (g *generator) bagOf() string {
	g.bags = true
	n := g.some(node)
	if n == "" || g.chance(40) {
		g.use("COLLECT")
		out := ""
		g.inner(func() { out = "COLLECT { MATCH " + g.pattern(false) + " RETURN " + g.number(1) + " AS one }" })
		return out
	}
	g.use("pattern comprehension")
	out := ""
	g.inner(func() {
		m := g.fresh("m")
		out = "[(" + n + ")" + g.arrow("["+g.types(false)+"]", "") + "(" + m + ")"
		g.scope = append(g.scope, variable{m, node})
		if g.chance(40) {
			out += " WHERE " + g.truth(1)
		}
		out += " | " + g.number(1) + "]"
	})
	return out
}

// mapping writes a MAP.
func (g *generator) mapping() string {
	if n := g.some(node); n != "" && g.chance(60) {
		g.use("map projection")
		items := []string{"." + pick(g.Rand, "k", "s", "f", "id")}
		if g.chance(50) {
			items = append(items, "x: "+g.number(1))
		}
		if g.chance(20) {
			items = []string{".*"}
		}
		return n + " { " + strings.Join(items, ", ") + " }"
	}
	g.use("map")
	return "{a: " + g.number(1) + ", b: " + g.text(1) + "}"
}

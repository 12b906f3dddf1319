package differential

import (
	"fmt"
	"strings"
)

// randomQuery is a query and what it takes to compare its answers.
type randomQuery struct {
	text       string
	constructs map[string]bool
	ordered    bool
	bags       bool
}

// query writes a query of one part or, rarely, of two.
func (g *generator) query() randomQuery {
	if g.chance(6) {
		word := pick(g.Rand, "UNION", "UNION ALL")
		g.use(word)
		var parts []string
		for range 2 {
			g.scope = nil
			clauses := g.clauses(1 + g.IntN(2))
			parts = append(parts, clauses+"\nRETURN "+g.number(2)+" AS x, "+g.text(1)+" AS y")
		}
		return randomQuery{strings.Join(parts, "\n"+word+"\n"), g.used, false, g.bags}
	}
	text := g.clauses(1 + g.IntN(3))
	last, ordered := g.returning()
	return randomQuery{text + "\n" + last, g.used, ordered, g.bags}
}

func (g *generator) clauses(n int) string {
	var lines []string
	if g.chance(12) {
		lines = append(lines, g.unwind())
	} else {
		lines = append(lines, g.match("MATCH "))
	}
	for range n - 1 {
		lines = append(lines, g.oneOf(
			func() string { return g.match("MATCH ") },
			func() string { return g.match("MATCH ") },
			func() string { g.use("OPTIONAL MATCH"); return g.match("OPTIONAL MATCH ") },
			func() string { g.use("OPTIONAL MATCH"); return g.match("OPTIONAL MATCH ") },
			g.unwind, g.with, g.with, g.withAggregate, g.call, g.shortest,
		))
	}
	return strings.Join(lines, "\n")
}

func (g *generator) match(word string) string {
	g.use("MATCH")
	out := word + g.pattern(word != "MATCH ")
	if g.chance(32) {
		g.use("WHERE")
		out += "\nWHERE " + g.truth(2)
	}
	g.quantified = false
	return out
}

func (g *generator) unwind() string {
	g.use("UNWIND")
	v := g.fresh("u")
	out := "UNWIND " + g.list(2) + " AS " + v
	g.scope = append(g.scope, variable{v, number})
	return out
}

// value writes an expression of any type that can be a variable later.
func (g *generator) value() (string, kind) {
	switch g.IntN(10) {
	case 0, 1:
		return g.text(2), text
	case 2:
		return g.truth(2), truth
	case 3:
		return g.list(2), list
	case 4:
		return g.bagOf(), bag
	}
	return g.number(2), number
}

// with passes on some variables and adds values.
func (g *generator) with() string {
	g.use("WITH")
	var items []string
	var scope []variable
	for _, v := range g.scope {
		if v.kind != mean && g.chance(65) {
			items = append(items, v.name)
			scope = append(scope, v)
		}
	}
	for range g.IntN(2) {
		e, k := g.value()
		name := g.fresh("v")
		items = append(items, e+" AS "+name)
		scope = append(scope, variable{name, k})
	}
	if len(items) == 0 {
		name := g.fresh("v")
		items = append(items, g.number(1)+" AS "+name)
		scope = append(scope, variable{name, number})
	}
	distinct := ""
	if g.chance(25) && !has(scope, bag) {
		g.use("WITH DISTINCT")
		distinct = "DISTINCT "
	}
	g.scope = scope
	out := "WITH " + distinct + strings.Join(items, ", ")
	if keys := g.orderKeys(); keys != "" && g.chance(30) {
		g.use("WITH ORDER BY LIMIT")
		out += fmt.Sprintf(" ORDER BY %s LIMIT %d", keys, 1+g.IntN(6))
	}
	if g.chance(20) {
		g.use("WITH WHERE")
		out += "\nWHERE " + g.having(distinct != "")
	}
	return out
}

// having writes a condition on what WITH gives. Neo4j refuses length() and its kin
// of a path there if the WITH groups, since it reads them from the pattern.
func (g *generator) having(groups bool) (condition string) {
	g.inner(func() {
		if groups {
			var scope []variable
			for _, v := range g.scope {
				if v.kind != walk {
					scope = append(scope, v)
				}
			}
			g.scope = scope
		}
		condition = g.truth(1)
	})
	return condition
}

func has(scope []variable, k kind) bool {
	for _, v := range scope {
		if v.kind == k {
			return true
		}
	}
	return false
}

// orderKeys writes sort keys that leave no two different rows in either order, "" if
// there are none.
func (g *generator) orderKeys() string {
	var keys []string
	for _, v := range g.scope {
		key := v.name
		switch v.kind {
		case node, rel:
			key += ".id"
		case relList:
			key = "[x IN " + v.name + " | x.id]"
		case walk, bag, mean:
			return ""
		}
		if g.chance(30) {
			key += " DESC"
		}
		keys = append(keys, key)
	}
	g.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	return strings.Join(keys, ", ")
}

// aggregate writes an aggregating expression.
func (g *generator) aggregate() (string, kind) {
	// Subqueries inside of aggregates are asked for in testdata. The greatest of a sum, for of a variable alone
	// Neo4j may take the first: see differences.tsv.
	g.depth += 2
	defer func() { g.depth -= 2 }()
	switch g.IntN(9) {
	case 0:
		g.use("count(*)")
		return "count(*)", number
	case 1:
		g.use("count()")
		return "count(" + g.number(1) + ")", number
	case 2:
		g.use("count(DISTINCT)")
		return "count(DISTINCT " + g.number(1) + ")", number
	case 3:
		g.use("sum()")
		return "sum(" + g.number(1) + ")", number
	case 4:
		g.use("min()")
		return pick(g.Rand, "min(", "max(0 + ") + g.number(1) + ")", number
	case 5:
		g.use("min()")
		return pick(g.Rand, "min(", "max('' + ") + g.text(1) + ")", text
	case 6:
		g.use("collect()")
		g.bags = true
		return "collect(" + pick(g.Rand, "", "DISTINCT ") + g.number(1) + ")", bag
	case 7:
		g.use("aggregates in expressions")
		return "(count(*) * 2 + coalesce(max(0 + " + g.number(1) + "), 0))", number
	}
	g.use("avg()")
	return "avg(" + g.number(1) + ")", mean
}

// withAggregate groups by some variables and values.
func (g *generator) withAggregate() string {
	g.use("WITH aggregation")
	var items []string
	var scope []variable
	for _, v := range g.scope {
		if v.kind != bag && v.kind != mean && g.chance(35) {
			items = append(items, v.name)
			scope = append(scope, v)
		}
	}
	name := g.fresh("g")
	e, k := g.aggregate()
	items = append(items, e+" AS "+name)
	scope = append(scope, variable{name, k})
	g.scope = scope
	out := "WITH " + strings.Join(items, ", ")
	if g.chance(30) {
		g.use("HAVING")
		out += "\nWHERE " + g.having(true)
	}
	return out
}

// call writes a subquery.
func (g *generator) call() string {
	g.use("CALL")
	name := g.fresh("c")
	n := g.some(node)
	imports := n
	var body string
	var k kind
	g.inner(func() {
		g.scope = nil
		if n != "" {
			g.scope = []variable{{n, node}}
		}
		around := g.scope
		body = g.match("MATCH ")
		if g.chance(30) {
			body += "\n" + g.step(around) + "\n" + g.match("MATCH ")
		}
		if g.chance(50) {
			var e string
			e, k = g.aggregate()
			body += " RETURN " + e + " AS " + name
		} else {
			k = number
			body += " RETURN " + g.number(1) + " AS " + name
		}
	})
	g.scope = append(g.scope, variable{name, k})
	word := "CALL "
	if g.chance(30) {
		g.use("OPTIONAL CALL")
		word = "OPTIONAL CALL "
	}
	return word + "(" + imports + ") {\n  " + strings.ReplaceAll(body, "\n", "\n  ") + "\n}"
}

// shortest writes a search for shortest paths. Which of several is found is
// open, so only what they have in common is used.
func (g *generator) shortest() string {
	a, b, p := g.fresh("n"), g.fresh("n"), g.fresh("p")
	ends := fmt.Sprintf("MATCH (%s%s), (%s%s) WHERE %s <> %s\n", a, g.labels(), b, g.labels(), a, b)
	g.scope = append(g.scope, variable{a, node}, variable{b, node})
	length := g.fresh("v")
	switch g.IntN(4) {
	case 0:
		g.use("allShortestPaths()")
		g.scope = append(g.scope, variable{p, walk})
		// DISTINCT, for Neo4j finds some of them twice: see differences.tsv.
		return ends + fmt.Sprintf("MATCH %s = allShortestPaths((%s)%s(%s))\nWITH DISTINCT *", p, a, g.arrow("["+g.types(true)+"*..4]", ""), b)
	case 1:
		g.use("shortestPath()")
		ends += fmt.Sprintf("MATCH %s = shortestPath((%s)%s(%s))", p, a, g.arrow("["+g.types(true)+pick(g.Rand, "*", "*..3")+"]", ""), b)
	case 2:
		g.use("ALL SHORTEST")
		g.scope = append(g.scope, variable{p, walk})
		return ends + fmt.Sprintf("MATCH %s = ALL SHORTEST (%s)%s(%s)", p, a, g.arrow("["+g.types(false)+"]", pick(g.Rand, "+", "{1,3}")), b)
	default:
		g.use("SHORTEST k")
		ends += fmt.Sprintf("MATCH %s = %s (%s)%s(%s)", p, pick(g.Rand, "SHORTEST 1", "ANY SHORTEST", "SHORTEST 2"), a, g.arrow("["+g.types(false)+"]", pick(g.Rand, "+", "{1,3}")), b)
	}
	out := ends + fmt.Sprintf("\nWITH *, length(%s) AS %s", p, length)
	g.scope = append(g.scope, variable{length, number})
	return out
}

// returning writes the RETURN and reports whether it decides the order of rows.
func (g *generator) returning() (clause string, ordered bool) {
	g.use("RETURN")
	if g.chance(25) {
		return g.returnAggregate()
	}
	var items []string
	scope := g.scope
	g.scope = nil
	var columns []variable
	for range 1 + g.IntN(3) {
		g.scope = scope
		name := g.fresh("c")
		var e string
		k := number
		switch n := g.IntN(12); {
		case n < 4 && len(scope) > 0:
			v := scope[g.IntN(len(scope))]
			e, k = v.name, v.kind
		case n == 4:
			e, k = g.mapping(), walk // neither is sorted by
		default:
			e, k = g.value()
		}
		items = append(items, e+" AS "+name)
		columns = append(columns, variable{name, k})
	}
	distinct := ""
	if g.chance(25) && !has(columns, bag) {
		g.use("RETURN DISTINCT")
		distinct = "DISTINCT "
	}
	g.scope = columns
	clause = "RETURN " + distinct + strings.Join(items, ", ")
	if keys := g.orderKeys(); keys != "" && g.chance(45) {
		g.use("ORDER BY")
		ordered = true
		clause += " ORDER BY " + keys
		if g.chance(25) {
			g.use("SKIP")
			clause += fmt.Sprintf(" SKIP %d", g.IntN(3))
		}
		if g.chance(50) {
			g.use("LIMIT")
			clause += fmt.Sprintf(" LIMIT %d", 1+g.IntN(8))
		}
	}
	return clause, ordered
}

// returnAggregate groups.
func (g *generator) returnAggregate() (clause string, ordered bool) {
	g.use("RETURN aggregation")
	var items []string
	for range g.IntN(3) {
		e := g.oneOf(func() string { return g.number(2) }, func() string { return g.text(1) }, func() string { return g.truth(1) })
		items = append(items, e+" AS "+g.fresh("c"))
	}
	for range 1 + g.IntN(2) {
		e, _ := g.aggregate()
		items = append(items, e+" AS "+g.fresh("c"))
	}
	return "RETURN " + strings.Join(items, ", "), false
}

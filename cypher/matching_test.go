package cypher

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bdgraph/cypher/plan"
)

// rowsOf runs a text without plan cache and returns its rows as sorted texts.
func rowsOf(t *rapid.T, g Graph, text string, naive bool) []string {
	t.Helper()
	e := NewEngine()
	p, err := e.compile(g, text, nil, plan.Options{Naive: naive})
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	e.plans.put(planKey{g, text, ""}, p)
	r, err := e.Query(context.Background(), g, text, nil, Limits{Steps: 50_000_000})
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	var out []string
	for row, err := range r.Rows() {
		if err != nil {
			t.Fatalf("%s\n%v\n%s", text, err, r.Plan())
		}
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = v.String()
		}
		out = append(out, strings.Join(cells, " | "))
	}
	slices.Sort(out)
	return out
}

func compareRows(t *rapid.T, g Graph, want, got []string, text string) {
	t.Helper()
	if slices.Equal(want, got) {
		return
	}
	e := NewEngine()
	p, err := e.compile(g, text, nil, plan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Fatalf("%s\nwant %d rows:\n%s\ngot %d rows:\n%s\n%s", text,
		len(want), strings.Join(want, "\n"), len(got), strings.Join(got, "\n"), p.plan.Describe(p.names, nil))
}

func TestPatternsMatchLikeBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		toy, p := drawGraph(t), drawPattern(t)
		g := toy.build(rapid.Bool().Draw(t, "indexed"))
		want := toy.match(p)
		compareRows(t, g, want, rowsOf(t, g, p.text(), false), p.text())
		compareRows(t, g, want, rowsOf(t, g, p.text(), true), p.text())
	})
}

// TestRewordedPatternsGiveTheSameRows rewrites a query in ways that must not
// change its answer.
func TestRewordedPatternsGiveTheSameRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		toy, p := drawGraph(t), drawPattern(t)
		g := toy.build(rapid.Bool().Draw(t, "indexed"))
		want := toy.match(p)
		where := func(conditions []string) string {
			if len(conditions) == 0 {
				return ""
			}
			return " WHERE " + strings.Join(conditions, " AND ")
		}
		all := p.conditions()
		cut := rapid.IntRange(0, len(all)).Draw(t, "cut")
		variants := []string{
			// the pattern read from its other end
			"MATCH " + p.patternText(true) + where(all) + " RETURN " + p.returned(true),
			// WITH * between
			"MATCH " + p.patternText(false) + where(all) + " WITH * RETURN " + p.returned(false),
			// WHERE in two parts
			"MATCH " + p.patternText(false) + where(all[:cut]) + " WITH *" + where(all[cut:]) + " RETURN " + p.returned(false),
			// nodes found first, pattern matched between them
			"MATCH " + nodesText(p) + " MATCH " + p.patternText(false) + where(all) + " RETURN " + p.returned(false),
			// as a subquery
			"CALL () { MATCH " + p.patternText(false) + where(all) + " RETURN * } RETURN " + p.returned(false),
		}
		for _, text := range variants {
			compareRows(t, g, want, rowsOf(t, g, text, false), text)
		}
	})
}

func nodesText(p *toyPattern) string {
	var out []string
	for _, n := range p.used() {
		out = append(out, fmt.Sprintf("(n%d)", n))
	}
	return strings.Join(out, ", ")
}

// TestSubqueriesAgreeWithTheirRows compares EXISTS, COUNT and COLLECT with the rows that they stand
// for.
func TestSubqueriesAgreeWithTheirRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		toy, p := drawGraph(t), drawPattern(t)
		g := toy.build(rapid.Bool().Draw(t, "indexed"))
		n := fmt.Sprintf("n%d", p.used()[0])
		inner := "MATCH " + p.patternText(false)
		if c := p.conditions(); len(c) > 0 {
			inner += " WHERE " + strings.Join(c, " AND ")
		}
		counted := rowsOf(t, g, "MATCH ("+n+") RETURN "+n+".id, COUNT { "+inner+" }", false)
		want := rowsOf(t, g, "MATCH ("+n+") OPTIONAL "+inner+" RETURN "+n+".id, count("+firstElse(p, n)+")", false)
		// OPTIONAL MATCH binds nothing that count() could count if the pattern is the node alone.
		if len(p.paths) > 0 && p.hasSteps() {
			compareRows(t, g, want, counted, inner)
		}
		listed := rowsOf(t, g, "MATCH ("+n+") RETURN "+n+".id, size(COLLECT { "+inner+" RETURN 1 })", false)
		compareRows(t, g, counted, listed, inner)
		exists := rowsOf(t, g, "MATCH ("+n+") WHERE EXISTS { "+inner+" } RETURN "+n+".id, true", false)
		positive := rowsOf(t, g, "MATCH ("+n+") WITH "+n+", COUNT { "+inner+" } AS c WHERE c > 0 RETURN "+n+".id, true", false)
		compareRows(t, g, positive, exists, inner)
	})
}

func (p *toyPattern) hasSteps() bool {
	return slices.ContainsFunc(p.paths, func(path toyPath) bool { return len(path.steps) > 0 })
}

// firstElse names something that is bound by every match of the pattern and by
// nothing else.
func firstElse(p *toyPattern, n string) string {
	if p.hasSteps() {
		return "r0"
	}
	return n
}

// TestDistinctEndsAgreeWithWalks compares the search in breadth, which the planner takes
// where only distinct ends are wanted, with walking.
func TestDistinctEndsAgreeWithWalks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t).build(false)
		least := rapid.IntRange(0, 1).Draw(t, "min")
		length := fmt.Sprintf("*%d..", least)
		if rapid.Bool().Draw(t, "bounded") {
			length += fmt.Sprint(max(1, rapid.IntRange(0, 4).Draw(t, "max")))
		}
		types := rapid.SampledFrom([]string{"", ":R", ":S", ":R|S"}).Draw(t, "types")
		shape := rapid.SampledFrom([]string{"-[%s]-", "-[%s]->", "<-[%s]-"}).Draw(t, "direction")
		from := rapid.SampledFrom([]string{"", ":A", ":B {k: 1}"}).Draw(t, "from")
		to := rapid.SampledFrom([]string{"", ":A", " {k: 2}"}).Draw(t, "to")
		text := "MATCH (a" + from + ")" + fmt.Sprintf(shape, types+length) + "(b" + to + ") RETURN DISTINCT a.id, b.id"
		compareRows(t, g, rowsOf(t, g, text, true), rowsOf(t, g, text, false), text)
		text = "MATCH (a" + from + ")" + fmt.Sprintf(shape, types+length) + "(b" + to + ") RETURN DISTINCT b.id, b.k + 1"
		compareRows(t, g, rowsOf(t, g, text, true), rowsOf(t, g, text, false), text)
		text = "MATCH (a" + from + ")" + fmt.Sprintf(shape, types+length) + "(b" + to + ") RETURN a.id, count(DISTINCT b)"
		compareRows(t, g, rowsOf(t, g, text, true), rowsOf(t, g, text, false), text)
	})
}

// TestShortestPathsAgreeWithAllPaths chooses among all paths what the searches find.
func TestShortestPathsAgreeWithAllPaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t).build(false)
		types := rapid.SampledFrom([]string{"", ":R", ":R|S"}).Draw(t, "types")
		most := rapid.IntRange(1, 4).Draw(t, "max")
		shape := rapid.SampledFrom([]string{"-[%s*1..%d]-", "-[%s*1..%d]->", "<-[%s*1..%d]-"}).Draw(t, "direction")
		pattern := "(a)" + fmt.Sprintf(shape, types, most) + "(b)"
		lengths := "MATCH p = " + pattern + " WHERE a <> b WITH a, b, min(length(p)) AS l "
		want := rowsOf(t, g, lengths+"RETURN a.id, b.id, l", true)
		text := "MATCH (a), (b) WHERE a <> b MATCH p = shortestPath(" + pattern + ") RETURN a.id, b.id, length(p)"
		compareRows(t, g, want, rowsOf(t, g, text, false), text)

		want = rowsOf(t, g, lengths+"MATCH p = "+pattern+" WHERE length(p) = l RETURN a.id, b.id, l, [r IN relationships(p) | r.id]", true)
		text = "MATCH (a), (b) WHERE a <> b MATCH p = allShortestPaths(" + pattern + ") RETURN a.id, b.id, length(p), [r IN relationships(p) | r.id]"
		compareRows(t, g, want, rowsOf(t, g, text, false), text)

		k := rapid.IntRange(1, 3).Draw(t, "k")
		quantified := "(a)" + strings.Replace(fmt.Sprintf(strings.Replace(shape, "*1..%d", "", 1), types)+fmt.Sprintf("{1,%d}", most), "[]", "[]", 1) + "(b)"
		paths := "MATCH p = " + pattern + " WITH a, b, length(p) AS l ORDER BY l WITH a, b, collect(l) AS ls "
		want = rowsOf(t, g, paths+fmt.Sprintf("UNWIND ls[0..%d] AS l RETURN a.id, b.id, l", k), true)
		text = fmt.Sprintf("MATCH p = SHORTEST %d %s RETURN a.id, b.id, length(p)", k, quantified)
		compareRows(t, g, want, rowsOf(t, g, text, false), text)
	})
}

// TestQuantifiedPathsAgreeWithVariableLength writes one pattern in both ways, and from both ends.
func TestQuantifiedPathsAgreeWithVariableLength(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t).build(rapid.Bool().Draw(t, "indexed"))
		types := rapid.SampledFrom([]string{"", ":R", ":R|S"}).Draw(t, "types")
		least := rapid.IntRange(0, 2).Draw(t, "min")
		most := max(1, least+rapid.IntRange(0, 2).Draw(t, "more"))
		shape := rapid.SampledFrom([]string{"-[r%s%s]-", "-[r%s%s]->", "<-[r%s%s]-"}).Draw(t, "direction")
		from := rapid.SampledFrom([]string{"", ":A", " {k: 1}"}).Draw(t, "from")
		to := rapid.SampledFrom([]string{"", ":B", " {k: 2}"}).Draw(t, "to")
		// A condition on each step, in terms of its relationship and of the node it leads to.
		step := rapid.SampledFrom([][2]string{
			{"", ""},
			{" WHERE r.k > 0", " WHERE all(x IN r WHERE x.k > 0)"},
			{" WHERE y.k IS NOT NULL", " WHERE all(x IN tail(nodes(p)) WHERE x.k IS NOT NULL)"},
			{" WHERE x.k <= y.k", " WHERE all(i IN range(0, size(r) - 1) WHERE nodes(p)[i].k <= nodes(p)[i + 1].k)"},
			{" WHERE x.k = 1 AND r.k > 0", " WHERE all(i IN range(0, size(r) - 1) WHERE nodes(p)[i].k = 1 AND r[i].k > 0)"},
		}).Draw(t, "step")
		const columns = " RETURN a.id, b.id, [e IN r | e.id], [n IN nodes(p) | n.id]"
		variable := "MATCH p = (a" + from + ")" + fmt.Sprintf(shape, types, fmt.Sprintf("*%d..%d", least, most)) + "(b" + to + ")" + step[1] + columns
		want := rowsOf(t, g, variable, true)
		quantified := "p = (a" + from + ") ((x)" + fmt.Sprintf(shape, types, "") + "(y)" + step[0] + fmt.Sprintf("){%d,%d} (b%s)", least, most, to)
		for _, text := range []string{
			"MATCH " + quantified + columns,
			"MATCH (b" + to + ") MATCH " + quantified + columns,
			"MATCH (a" + from + ") MATCH " + quantified + columns,
			"MATCH (a), (b) MATCH " + quantified + columns,
		} {
			compareRows(t, g, want, rowsOf(t, g, text, false), text)
		}
		groups := "MATCH " + quantified + " RETURN a.id, [n IN x | n.id] + [b.id] = [n IN nodes(p) | n.id], [a.id] + [n IN y | n.id] = [n IN nodes(p) | n.id]"
		for _, row := range rowsOf(t, g, groups, false) {
			if !strings.HasSuffix(row, "| true | true") {
				t.Fatalf("%s\ngives %s", groups, row)
			}
		}
	})
}

// TestSelectorsChooseAmongAllPaths compares SHORTEST k and SHORTEST k GROUPS, on paths of
// several shapes, with choosing by length among all paths of the same pattern.
func TestSelectorsChooseAmongAllPaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t).build(false)
		most := rapid.IntRange(1, 3).Draw(t, "max")
		least := rapid.IntRange(0, 2).Draw(t, "min")
		least = min(least, most)
		pattern := rapid.SampledFrom([]string{
			"(a) ((x)-[r]->(y)){%d,%d} (b)",
			"(a) ((x)-[r:R]-(y)){%d,%d} (b)",
			"(a) ((x)-[r]->(y) WHERE x.k <= y.k){%d,%d} (b)",
			"(a:A) ((x)-[r WHERE r.k > 0]-(y)){%d,%d} (b)",
			"(a) ((x)-[r]->(m)<-[s]-(y)){%d,%d} (b)",
			"(a)-[q]->(c) ((x)-[r]-(y)){%d,%d} (b:A)",
			"(b)<-[r:R|S]-{%d,%d}(a {k: 1})",
		}).Draw(t, "pattern")
		pattern = fmt.Sprintf(pattern, least, most)
		k := rapid.IntRange(1, 3).Draw(t, "k")
		all := "MATCH p = " + pattern + " WITH a, b, length(p) AS l "

		text := fmt.Sprintf("MATCH p = SHORTEST %d %s RETURN a.id, b.id, length(p)", k, pattern)
		want := rowsOf(t, g, all+fmt.Sprintf("ORDER BY l WITH a, b, collect(l) AS ls UNWIND ls[0..%d] AS l RETURN a.id, b.id, l", k), true)
		compareRows(t, g, want, rowsOf(t, g, text, false), text)

		text = fmt.Sprintf("MATCH p = SHORTEST %d GROUPS %s RETURN a.id, b.id, length(p), [e IN relationships(p) | e.id]", k, pattern)
		want = rowsOf(t, g, all+fmt.Sprintf("WITH DISTINCT a, b, l ORDER BY l WITH a, b, collect(l)[0..%d] AS ls "+
			"MATCH p = %s WHERE length(p) IN ls RETURN a.id, b.id, length(p), [e IN relationships(p) | e.id]", k, pattern), true)
		compareRows(t, g, want, rowsOf(t, g, text, false), text)
	})
}

// TestClausesAgreeWithTheNaivePlan draws queries of several clauses and compares the planner's
// plan with the naive one.
func TestClausesAgreeWithTheNaivePlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t).build(rapid.Bool().Draw(t, "indexed"))
		first, second := drawPattern(t), drawPattern(t)
		second.first = 10
		where := func(p *toyPattern, more ...string) string {
			conditions := append(p.conditions(), more...)
			if len(conditions) == 0 {
				return ""
			}
			return " WHERE " + strings.Join(conditions, " AND ")
		}
		n := fmt.Sprintf("n%d", rapid.SampledFrom(first.used()).Draw(t, "node"))
		extra := rapid.SampledFrom([]string{
			n + ".k IS NULL", n + ":A", "EXISTS { (" + n + ")-[:R]->(:B) }", "COUNT { (" + n + ")--() } > 1", "NOT (" + n + ")-[:S]-()",
			n + ".k + 1 > 1", n + ".k = 1 OR " + n + ".k = 2", n + ".k IN [1, 3]", "size([x IN [1, 2] WHERE x = " + n + ".k]) = 1",
			"1 <= " + n + ".k < 3", "toString(" + n + ".k) = '2'", "id(" + n + ") = 1", "true",
		}).Draw(t, "condition")
		text := "MATCH " + first.patternText(false) + where(first, "("+extra+")")
		second.names = first.names
		text += rapid.SampledFrom([]string{" MATCH ", " OPTIONAL MATCH "}).Draw(t, "clause") + second.patternText(false) + where(second)
		// Conditions may name variables of either pattern.
		m := fmt.Sprintf("n%d", rapid.SampledFrom(second.used()).Draw(t, "other"))
		text += rapid.SampledFrom([]string{
			" RETURN " + n + ".id AS i, " + m + ".id AS j",
			" RETURN DISTINCT " + m + ".id",
			" RETURN " + n + ".id, count(*)",
			" RETURN count(" + m + ") AS c, count(DISTINCT " + m + ") AS d",
			" RETURN " + n + ".k, min(" + m + ".id), max(" + m + ".id)",
			" WITH " + n + ", count(*) AS c WHERE c > 1 RETURN " + n + ".id, c",
			" WITH DISTINCT " + m + " AS z MATCH (z)-[q]-(w) RETURN z.id, w.id, q.id",
			" WITH " + n + " AS y, " + m + " AS z WHERE y.k = z.k OR z IS NULL RETURN y.id, z.id",
			" RETURN " + n + ".id, [(" + n + ")-->(x) WHERE x.k > 0 | x.id][0] IS NULL, EXISTS { (" + n + ")-[*1..2]->(" + m + ") }",
			" CALL (" + n + ") { MATCH (" + n + ")-[*0..1]->(x) RETURN max(x.id) AS top } RETURN " + m + ".id, top",
			" RETURN " + n + ".id AS i, " + m + ".id AS j UNION MATCH (a:A) RETURN a.id AS i, a.k AS j",
		}).Draw(t, "end")
		compareRows(t, g, rowsOf(t, g, text, true), rowsOf(t, g, text, false), text)
	})
}

package differential

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// drawGraph writes a script that makes a small random graph. Nodes and
// relationships are numbered by a property id, so that they can be told apart.
func drawGraph(r *rand.Rand) string {
	nodes, rels := 3+r.IntN(5), 4+r.IntN(9)
	var parts []string
	for i := range nodes {
		labels := ""
		for _, l := range []string{"A", "B", "C"} {
			if r.IntN(5) < 2 {
				labels += ":" + l
			}
		}
		properties := []string{fmt.Sprintf("id: %d", i)}
		add := func(likely int, format string, args ...any) {
			if r.IntN(10) < likely {
				properties = append(properties, fmt.Sprintf(format, args...))
			}
		}
		add(8, "k: %d", r.IntN(4))
		add(8, "s: %s", pick(r, "'a'", "'b'", "'ab'", "'Ba'", "''"))
		add(5, "f: %d.5", r.IntN(5)-2)
		add(5, "b: %t", r.IntN(2) == 0)
		add(5, "l: %s", pick(r, "[1, 2]", "[2, 3, 2]", "[0]", "[]"))
		add(4, "d: date('20%02d-%02d-%02d')", 20+r.IntN(5), 1+r.IntN(12), 1+r.IntN(28))
		parts = append(parts, fmt.Sprintf("(n%d%s {%s})", i, labels, strings.Join(properties, ", ")))
	}
	for i := range rels {
		properties := fmt.Sprintf("id: %d", 100+i)
		if r.IntN(10) < 8 {
			properties += fmt.Sprintf(", w: %d", r.IntN(4))
		}
		if r.IntN(10) < 5 {
			properties += ", s: " + pick(r, "'a'", "'b'", "'ab'")
		}
		parts = append(parts, fmt.Sprintf("(n%d)-[:%s {%s}]->(n%d)", r.IntN(nodes), pick(r, "R", "R", "S", "T"), properties, r.IntN(nodes)))
	}
	return "CREATE " + strings.Join(parts, ",\n       ")
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// kind is what a variable of a random query holds.
type kind int

const (
	node kind = iota
	rel
	relList
	walk // a path
	number
	text
	truth
	list // of numbers
	bag  // a list of numbers whose order is open
	mean // a number whose last digits are open
)

type variable struct {
	name string
	kind kind
}

// generator writes one random query.
type generator struct {
	*rand.Rand
	used  map[string]bool // the constructs in the query
	scope []variable
	next  int
	depth int // of nested queries and expressions

	// quantified says that this MATCH repeats with {1,2} rather than *1..2, which
	// cannot stand together.
	quantified bool
	// bags says that an answer has lists whose order is open.
	bags bool
}

func newGenerator(r *rand.Rand) *generator {
	return &generator{Rand: r, used: make(map[string]bool)}
}

func (g *generator) use(construct string) { g.used[construct] = true }

// chance is true in percent of the cases.
func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func (g *generator) fresh(prefix string) string {
	g.next++
	return fmt.Sprintf("%s%d", prefix, g.next)
}

// variables returns those in scope of some kinds.
func (g *generator) variables(kinds ...kind) []variable {
	var out []variable
	for _, v := range g.scope {
		for _, k := range kinds {
			if v.kind == k {
				out = append(out, v)
			}
		}
	}
	return out
}

// some returns the name of a variable of a kind, "" if there is none.
func (g *generator) some(kinds ...kind) string {
	vs := g.variables(kinds...)
	if len(vs) == 0 {
		return ""
	}
	return vs[g.IntN(len(vs))].name
}

// inner runs f with a scope of its own.
func (g *generator) inner(f func()) {
	scope, quantified := g.scope[:len(g.scope):len(g.scope)], g.quantified
	g.scope = scope
	g.depth++
	f()
	g.depth--
	g.scope, g.quantified = scope, quantified
}

// oneOf runs one of the functions.
func (g *generator) oneOf(of ...func() string) string { return of[g.IntN(len(of))]() }

package cypher

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"bdgraph/cypher/exec"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// TestLongTextsArePlanned: planning the longest texts takes a moment, not minutes.
func TestLongTextsArePlanned(t *testing.T) {
	repeat := func(n int, join string, f func(i int) string) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = f(i)
		}
		return strings.Join(parts, join)
	}
	for name, text := range map[string]string{
		"nodes":      "MATCH " + repeat(5000, ",", func(i int) string { return fmt.Sprintf("(a%d)", i) }) + " RETURN 1",
		"a chain":    "MATCH " + repeat(3000, "-->", func(i int) string { return fmt.Sprintf("(a%d)", i) }) + " RETURN 1",
		"conditions": "MATCH (n) WHERE " + repeat(5000, " AND ", func(i int) string { return fmt.Sprintf("n.a=%d", i) }) + " RETURN 1",
		"labels":     "MATCH (n:" + repeat(10000, "|", func(i int) string { return fmt.Sprintf("L%d", i) }) + ") RETURN 1",
		"a sum":      "RETURN " + repeat(15000, "+", func(int) string { return "1" }),
		"unions":     repeat(1500, " UNION ", func(int) string { return "MATCH (n) RETURN n" }),
		"withs":      "MATCH (n) " + repeat(2000, " ", func(int) string { return "WITH n LIMIT 1" }) + " RETURN n",
		"matches":    repeat(3000, " ", func(i int) string { return "MATCH (n)" }) + " RETURN n",
		"columns":    "RETURN " + repeat(5000, ",", func(i int) string { return fmt.Sprintf("1 AS c%d", i) }),
	} {
		t.Run(name, func(t *testing.T) {
			r, err := NewEngine().Query(context.Background(), recordedGraphs()["cycle"], text, nil, Limits{Steps: 200_000})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := r.All(); err != nil && !errors.Is(err, exec.ErrSteps) {
				t.Fatal(err)
			}
		})
	}
}

// TestEngineIsSafeForConcurrentUse runs the same texts, and so the same cached plans, at
// the same time.
func TestEngineIsSafeForConcurrentUse(t *testing.T) {
	g := planGraph()
	e := NewEngine()
	texts := []string{
		"MATCH (a:Person {id: $id})-[:KNOWS*1..3]->(b) RETURN DISTINCT b.id ORDER BY b.id",
		"MATCH (f:Firm) WHERE EXISTS { (f)<-[:WORKS]-(p) WHERE p.id > $id } RETURN f.id, [x IN range(1, 3) WHERE x <> f.id] AS l",
		"MATCH (a:Person), (f:Firm) WHERE a.city = f.city AND a.id < $id RETURN f.id, count(*) ORDER BY f.id",
		"MATCH p = shortestPath((a:Person {id: 1})-[*]->(b:Person {id: $id})) RETURN length(p)",
	}
	run := func(text string) (string, error) {
		r, err := e.Query(context.Background(), g, text, map[string]Value{"id": value.Int(40)}, Limits{})
		if err != nil {
			return "", err
		}
		rows, err := r.All()
		return fmt.Sprint(rows), err
	}
	var want []string
	for _, text := range texts {
		rows, err := run(text)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, rows)
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 20 {
				k := (i + j) % len(texts)
				if rows, err := run(texts[k]); err != nil || rows != want[k] {
					t.Errorf("%s: %v, want %s, %v", texts[k], rows, want[k], err)
				}
			}
		})
	}
	wg.Wait()
}

func TestPlanCacheIsBounded(t *testing.T) {
	g := planGraph()
	e := NewEngine()
	for i := range 3 * cachedPlans {
		if _, err := e.Query(context.Background(), g, fmt.Sprintf("RETURN %d", i), nil, Limits{}); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(e.plans.plans); n != cachedPlans || e.plans.order.Len() != n {
		t.Fatalf("%d plans are kept", n)
	}
	// A plan is kept for each graph, since its numbers belong to the graph.
	r, err := e.Query(context.Background(), recordedGraphs()["cycle"], "MATCH (n:N) RETURN count(*)", nil, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	other, err := e.Query(context.Background(), g, "MATCH (n:N) RETURN count(*)", nil, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	a, _ := r.All()
	b, _ := other.All()
	if fmt.Sprint(a, b) != "[[5]] [[0]]" {
		t.Fatalf("got %v and %v", a, b)
	}
}

// TestResultsOutliveTheGraph: rows hold no reference to the graph.
func TestResultsOutliveTheGraph(t *testing.T) {
	r, err := NewEngine().Query(context.Background(), recordedGraphs()["cycle"], "MATCH p = (a {k: 'a'})-[r:R]->(b) RETURN p, a, r, [a, {x: r}] AS l", nil, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := r.All()
	if err != nil {
		t.Fatal(err)
	}
	const want = "<(:N {k: 'a'})-[:R {i: 1}]->(:N {k: 'b'})> (:N {k: 'a'}) [:R {i: 1}] [(:N {k: 'a'}), {x: [:R {i: 1}]}]"
	if got := strings.Trim(fmt.Sprint(rows[0]), "[]"); got != strings.Trim(want, "[]") {
		t.Fatalf("got %s", got)
	}
	if a := rows[0][1]; !a.Detached() || rows[0][3].List()[0].Node() != a.Node() {
		t.Fatal("the same node is detached twice")
	}
}

// FuzzQuery: whatever the text, the engine answers with rows or with an error of
// one of its kinds.
func FuzzQuery(f *testing.F) {
	files, err := filepath.Glob("testdata/*.script")
	if err != nil || len(files) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for block := range strings.SplitSeq(string(data), "\n\n") {
			query, _, _ := strings.Cut(block, "\n>")
			f.Add(query)
		}
	}
	compared, err := filepath.Glob("../store/differential/testdata/cases/*.txt")
	if err != nil || len(compared) == 0 {
		f.Fatalf("no queries that are compared with a server: %v", err)
	}
	for _, file := range compared {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			f.Add(line)
		}
	}
	graphs := recordedGraphs()
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range []Graph{graphs["cycle"], graphs["stored"]} {
			r, err := NewEngine().Query(context.Background(), g, text, nil, Limits{Steps: 20_000, Memory: 4 << 20})
			var syntaxError *syntax.Error
			if err != nil {
				if !errors.As(err, &syntaxError) {
					t.Fatalf("%q: %v", text, err)
				}
				continue
			}
			var valueError *value.Error
			var limitError *exec.LimitError
			if _, err := r.All(); err != nil && !errors.As(err, &valueError) && !errors.As(err, &limitError) {
				t.Fatalf("%q: %v", text, err)
			}
			_ = r.Plan().String()
		}
	})
}

// TestOrderIsDeterministic: the same query on the same graph gives the same rows
// in the same order, also where no order is asked for.
func TestOrderIsDeterministic(t *testing.T) {
	for _, text := range []string{
		"MATCH (a:Person)-[:KNOWS]->(b)-[:KNOWS]->(c) WHERE a.id < 5 RETURN a.id, b.id, c.id",
		"MATCH (a:Person)-[:KNOWS*1..3]-(b) WHERE a.id = 3 RETURN DISTINCT b.id",
		"MATCH (a:Person) RETURN a.city, count(*), collect(a.id)[..3]",
		"MATCH (a:Person), (f:Firm) WHERE a.city = f.city RETURN f.id, a.id",
		"MATCH (a:Person)-[r]-() RETURN type(r), count(*)",
		"MATCH p = allShortestPaths((a:Person {id: 1})-[*]-(b:Person {id: 40})) RETURN [n IN nodes(p) | n.id]",
		"MATCH (f:Firm) RETURN f.city AS x UNION MATCH (p:Person) RETURN p.city AS x",
		"MATCH (a:Person) RETURN a.id LIMIT 7",
		"CALL db.schema.nodeTypeProperties()", "CALL db.propertyKeys()", "CALL apoc.meta.schema()", "SHOW FUNCTIONS", "SHOW INDEXES",
	} {
		first := ""
		for range 5 {
			r, err := NewEngine().Query(context.Background(), planGraph(), text, nil, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			rows, err := r.All()
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(rows); first == "" {
				first = got
			} else if got != first {
				t.Errorf("%s\ngives\n%s\nand then\n%s", text, first, got)
				break
			}
		}
	}
}

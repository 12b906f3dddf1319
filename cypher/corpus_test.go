package cypher

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"testing"

	"bdgraph/cypher/exec"
	"bdgraph/cypher/memgraph"
	"bdgraph/cypher/plan"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
	"bdgraph/cypher/valuetest"
	"bdgraph/internal/testenv"
)

// TestAgentsQueries runs what a language model wrote against other graphs on a
// graph that has none of the names: what a real server accepts must run, to rows or to
// an error of evaluation; what it refuses must be refused.
func TestAgentsQueries(t *testing.T) {
	queries := readLines(t, testenv.Shared(t, "queries", "agent-queries.jsonl"))
	verdicts := readLines(t, testenv.Shared(t, "queries", "neo4j-explain.jsonl"))
	if len(queries) != len(verdicts) || len(queries) < 4000 {
		t.Fatalf("%d queries, %d verdicts", len(queries), len(verdicts))
	}
	g := recordedGraphs()["cycle"]
	e := NewEngine()
	refused, failed := 0, 0
	for i, line := range queries {
		var q struct {
			Cypher string `json:"cypher"`
			Query  string `json:"query"`
		}
		var v struct {
			OK      bool   `json:"ok"`
			Message string `json:"message"`
		}
		if err := json.Unmarshal(line, &q); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(verdicts[i], &v); err != nil {
			t.Fatal(err)
		}
		text := q.Cypher + q.Query
		r, err := e.Query(context.Background(), g, text, nil, Limits{Steps: 1_000_000})
		var syntaxError *syntax.Error
		switch {
		case err != nil && !errors.As(err, &syntaxError):
			t.Errorf("line %d: %v\n%s", i+1, err, text)
			continue
		case (err == nil) != v.OK:
			t.Errorf("line %d: got %v, want ok %v %s\n%s", i+1, err, v.OK, v.Message, text)
			continue
		case err != nil:
			refused++
			continue
		}
		var valueError *value.Error
		if _, err := r.All(); errors.As(err, &valueError) {
			failed++
		} else if err != nil {
			t.Errorf("line %d: %v\n%s", i+1, err, text)
		}
	}
	t.Logf("%d queries, %d refused, %d failed while running", len(queries), refused, failed)
}

func readLines(t *testing.T, path string) [][]byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out [][]byte
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		out = append(out, append([]byte(nil), lines.Bytes()...))
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// corpusGraph makes a small graph of the names and literals that queries speak of, so that they
// find something.
func corpusGraph(statements []*syntax.Statement, random *rand.Rand) *memgraph.Graph {
	var labels, types, keys []string
	values := []value.Value{value.Int(1), value.Int(2), value.Int(2000), value.Float(7.5), value.String("a"), value.True}
	for _, st := range statements {
		v := syntax.Inspect(st)
		labels, types, keys = append(labels, v.Labels...), append(types, v.Types...), append(keys, v.Keys...)
		syntax.Walk(st, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.IntegerLit:
				values = append(values, value.Int(n.Value), value.Int(n.Value+1))
			case *syntax.FloatLit:
				values = append(values, value.Float(n.Value))
			case *syntax.StringLit:
				values = append(values, value.String(n.Value))
			}
			return true
		})
	}
	var b memgraph.Builder
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	properties := func() map[string]value.Value {
		p := make(map[string]value.Value)
		for range min(6, len(keys)) {
			p[pick(keys)] = values[random.IntN(len(values))]
		}
		return p
	}
	const nodes = 12
	for i := range nodes {
		var l []string
		if len(labels) > 0 {
			l = append(l, labels[i%len(labels)])
		}
		b.AddNode(l, properties())
	}
	for range 24 {
		if len(types) > 0 {
			b.AddRelationship(pick(types), memgraph.Node(random.IntN(nodes)), memgraph.Node(random.IntN(nodes)), properties())
		}
	}
	for _, l := range labels {
		for _, k := range keys {
			b.AddIndex(l, k, false)
		}
	}
	return b.Build()
}

// orderOfRows matches what depends on the order in which rows come: parts of lists.
var orderOfRows = regexp.MustCompile(`\[\d*\.\.\d*\]|\[\d+\]|(?i)\b(head|last|tail)\(`)

var limitClause = regexp.MustCompile(`(?i)\b(LIMIT|SKIP)\s+\d+`)

// TestPlansAgree runs agents' queries, without their LIMITs, by the planner and
// by the naive plan, which matches in the written order and tests predicates last.
func TestPlansAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	compared, withRows := 0, 0
	for i, line := range readLines(t, testenv.Shared(t, "queries", "agent-queries.jsonl")) {
		var q struct {
			Cypher string `json:"cypher"`
		}
		if err := json.Unmarshal(line, &q); err != nil {
			t.Fatal(err)
		}
		text := limitClause.ReplaceAllString(q.Cypher, "")
		st, err := syntax.Parse(text)
		if err != nil || orderOfRows.MatchString(text) {
			continue
		}
		g := corpusGraph([]*syntax.Statement{st}, random)
		naive, err := rowsByPlan(g, text, true)
		if errors.Is(err, errRefused) || errors.Is(err, exec.ErrSteps) {
			continue
		}
		planned, plannedErr := rowsByPlan(g, text, false)
		compared++
		if len(naive) > 0 {
			withRows++
		}
		if err != nil {
			continue // where a row fails, the planner may have left it out by an index
		}
		if plannedErr != nil || !slices.Equal(naive, planned) {
			t.Errorf("line %d\n%s\nnaive %v %v\nplanned %v %v", i+1, text, naive, err, planned, plannedErr)
		}
	}
	t.Logf("%d compared, %d of them with rows", compared, withRows)
	if withRows < 1000 {
		t.Errorf("only %d queries gave rows", withRows)
	}
}

var errRefused = errors.New("refused")

// rowsByPlan runs a text and returns its rows as sorted texts; what the order of
// rows decides, the order within lists and the last digits of sums, is taken out.
func rowsByPlan(g Graph, text string, naive bool) ([]string, error) {
	rows, err := runPlan(g, text, nil, naive, 400_000)
	if err != nil {
		return nil, err
	}
	form := valuetest.Form{Bags: true, Digits: 9, IDs: true}
	var out []string
	for _, row := range rows {
		out = append(out, form.Row(row))
	}
	slices.Sort(out)
	return out, nil
}

// runPlan runs a text by the planner or by the naive plan.
func runPlan(g Graph, text string, parameters map[string]Value, naive bool, steps int64) ([][]Value, error) {
	e := NewEngine()
	types := typesOf(parameters)
	p, err := e.compile(g, text, nil, plan.Options{Naive: naive})
	if err != nil {
		return nil, errors.Join(errRefused, err)
	}
	e.plans.put(planKey{g, text, typeText(types)}, p)
	r, err := e.Query(context.Background(), g, text, parameters, Limits{Steps: steps})
	if err != nil {
		return nil, err
	}
	return r.All()
}

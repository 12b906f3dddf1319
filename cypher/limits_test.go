package cypher

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"bdgraph/cypher/exec"
	"bdgraph/cypher/memgraph"
	"bdgraph/cypher/value"
)

// denseGraph has so many relationships that walks never end.
func denseGraph() *memgraph.Graph {
	var b memgraph.Builder
	var nodes []memgraph.Node
	for i := range 200 {
		nodes = append(nodes, b.AddNode([]string{"N"}, map[string]value.Value{"i": value.Int(int64(i)), "text": value.String(strings.Repeat("x", 1000))}))
	}
	for i := range nodes {
		for j := 1; j < 6; j++ {
			b.AddRelationship("R", nodes[i], nodes[(i*j+1)%len(nodes)], nil)
		}
	}
	return b.Build()
}

// TestCostlyQueriesEndAtALimit runs queries that would take forever or fill the
// memory. Each has to end with an error that names a limit and says what to do.
func TestCostlyQueriesEndAtALimit(t *testing.T) {
	g := denseGraph()
	limits := Limits{Steps: 2_000_000, Memory: 16 << 20, Rows: 1000, ResultBytes: 1 << 20, Timeout: time.Minute}
	for _, c := range []struct {
		text string
		want error // nil: a limit on a single value
	}{
		{"UNWIND range(1,1000000000000) AS x RETURN count(x)", exec.ErrSteps},
		{"RETURN range(0,9223372036854775807)", nil},
		{"MATCH (a),(b),(c),(d) RETURN count(a.i + b.i + c.i + d.i)", exec.ErrSteps},
		{"MATCH (a),(b),(c),(d) RETURN count(*)", exec.ErrSteps},
		{"MATCH p=(a)-[*]-(b) RETURN count(p)", exec.ErrSteps},
		{"MATCH (a)-[*]-(b) RETURN count(*)", exec.ErrSteps},
		{"MATCH (a) ((x)-->(y))+ (b) RETURN count(*)", exec.ErrSteps},
		{"MATCH p = allShortestPaths((a {i: 1})-[*]-(b {i: 7})) WHERE length(p) > 30 RETURN p", exec.ErrSteps},
		{"RETURN reduce(s='x', i IN range(1,60) | s+s)", nil},
		{"RETURN reduce(l=[1], i IN range(1,60) | l+l)", nil},
		{"RETURN reduce(l=[], i IN range(1,900000) | l+i)", exec.ErrSteps},
		{"UNWIND range(1,1000) AS i UNWIND range(1,1000) AS j RETURN i, j ORDER BY j", exec.ErrMemory},
		{"UNWIND range(1,1000) AS i UNWIND range(1,1000) AS j RETURN DISTINCT i, j ORDER BY i LIMIT 3", exec.ErrMemory},
		{"UNWIND range(1,1000) AS i UNWIND range(1,1000) AS j WITH collect([i, j]) AS all RETURN size(all)", exec.ErrMemory},
		{"UNWIND range(1,1000) AS i UNWIND range(1,1000) AS j WITH i, j, count(*) AS n RETURN max(n)", exec.ErrMemory},
		{"MATCH (a:N), (b:N) RETURN size(collect(a.text + b.i))", exec.ErrMemory},
		{"RETURN [i IN range(1,100000) | [j IN range(1,100) | j]]", exec.ErrMemory},
		{"MATCH (a:N), (b:N) RETURN a.i, b.i", exec.ErrRows},
		{"MATCH (a:N), (b:N {i: 1}) RETURN a.text AS t, a.text AS u, a.text AS v, a.text AS w, a.text AS x, a.text AS y", exec.ErrResultBytes},
		{"MATCH (a:N) UNWIND range(1, 5) AS i RETURN a, i", exec.ErrResultBytes},
		{"MATCH p = (a:N)-[:R]->(b) RETURN {path: [p]}", exec.ErrResultBytes},
	} {
		t.Run(c.text, func(t *testing.T) {
			r, err := NewEngine().Query(context.Background(), g, c.text, nil, limits)
			if err != nil {
				t.Fatal(err)
			}
			_, err = r.All()
			if err == nil {
				t.Fatalf("no limit was reached: %+v", r.Statistics())
			}
			if c.want == nil {
				var v *value.Error
				if !errors.As(err, &v) || v.Type != value.LimitExceeded {
					t.Fatalf("got %v, want an error of type %s", err, value.LimitExceeded)
				}
				return
			}
			if !errors.Is(err, c.want) {
				t.Fatalf("got %v, want %v", err, c.want)
			}
			var l *exec.LimitError
			if !errors.As(err, &l) || l.Hint == "" || l.Max == "" {
				t.Fatalf("%v does not say what the limit is or how to narrow the query", err)
			}
			if r.Statistics().Memory > limits.Memory+1<<20 {
				t.Fatalf("kept %d bytes", r.Statistics().Memory)
			}
		})
	}
}

func TestLimitsSayWhatIsCostly(t *testing.T) {
	g := denseGraph()
	for text, want := range map[string]string{
		"MATCH (a:N), (b:N), (c:N) RETURN count(a.i + b.i + c.i)": "(b:N) is combined with every row found before it",
		"MATCH p = (a:N)-[*]-(b) RETURN count(p)":                 "(a)-[*1..]-(b) has no upper bound",
		"UNWIND range(1, 1000000000) AS x RETURN count(x)":        "start from fewer nodes",
	} {
		r, err := NewEngine().Query(context.Background(), g, text, nil, Limits{Steps: 10_000})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.All(); !errors.Is(err, exec.ErrSteps) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v\nwant %q", text, err, want)
		}
	}
}

// TestHarmlessRegularExpression: matching takes time in proportion to the text.
func TestHarmlessRegularExpression(t *testing.T) {
	got := answer(t, denseGraph(), "RETURN 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ '(a+)+$' AS x", nil)
	if got != "false" {
		t.Fatalf("got %s", got)
	}
}

// answer runs a query and writes its rows, parted by "; ".
func answer(t *testing.T, g Graph, text string, parameters map[string]Value) string {
	t.Helper()
	r, err := NewEngine().Query(context.Background(), g, text, parameters, Limits{Steps: 10_000_000})
	if err != nil {
		return "error: " + err.Error()
	}
	var out []string
	for row, err := range r.Rows() {
		if err != nil {
			return "error: " + err.Error()
		}
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = v.String()
		}
		out = append(out, strings.Join(cells, ", "))
	}
	return strings.Join(out, "; ")
}

func TestStepsAreDeterministic(t *testing.T) {
	g := denseGraph()
	const text = "MATCH (a:N)-[:R*1..3]->(b) WHERE b.i > 100 RETURN a.i, count(*) AS n ORDER BY n DESC LIMIT 5"
	var first Statistics
	for i := range 3 {
		r, err := NewEngine().Query(context.Background(), g, text, nil, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.All(); err != nil {
			t.Fatal(err)
		}
		if s := r.Statistics(); i == 0 {
			first = s
		} else if s.Steps != first.Steps {
			t.Fatalf("%d steps, then %d", first.Steps, s.Steps)
		}
	}
	// With exactly that many steps the query runs; with one less it does not.
	for less, want := range []error{nil, exec.ErrSteps} {
		r, err := NewEngine().Query(context.Background(), g, text, nil, Limits{Steps: first.Steps - int64(less)})
		if err != nil {
			t.Fatal(err)
		}
		if _, err = r.All(); !errors.Is(err, want) {
			t.Fatalf("with %d steps: %v, want %v", first.Steps-int64(less), err, want)
		}
	}
}

func TestContextEndsAQuery(t *testing.T) {
	g := denseGraph()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := NewEngine().Query(ctx, g, "MATCH (a)-[*]-(b) RETURN count(*)", nil, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.All(); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	r, err = NewEngine().Query(context.Background(), g, "MATCH (a)-[*]-(b) RETURN count(*)", nil, Limits{Timeout: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.All(); !errors.Is(err, exec.ErrTimeout) {
		t.Fatalf("got %v", err)
	}
}

// What was left of a deadline is told as people write times.
func TestTimesAreRounded(t *testing.T) {
	for limit, want := range map[time.Duration]string{
		20_335_473 * time.Nanosecond: "timeout of 20ms:",
		1_335 * time.Nanosecond:      "timeout of 1.335µs:",
	} {
		r, err := NewEngine().Query(context.Background(), denseGraph(), "MATCH (a)-[*]-(b) RETURN count(*)", nil, Limits{Timeout: limit})
		if err == nil {
			_, err = r.All()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want %s, got %v", limit, want, err)
		}
	}
}

// TestMemoryIsGivenBack: what operators kept is released when they are done, so
// that many small subqueries do not add up.
func TestMemoryIsGivenBack(t *testing.T) {
	g := denseGraph()
	for _, text := range []string{
		"MATCH (a:N) CALL (a) { MATCH (a)-->(b) RETURN b ORDER BY b.i LIMIT 3 } RETURN count(b)",
		"MATCH (a:N) CALL (a) { MATCH (a)-->(b) RETURN DISTINCT b.i AS i } RETURN count(i)",
		"MATCH (a:N) CALL (a) { MATCH (a)-->(b) RETURN b.i AS i, collect(b) AS l } RETURN count(l)",
		"MATCH (a:N) CALL (a) { RETURN 1 AS x UNION RETURN 2 AS x } RETURN count(x)",
		"MATCH (a:N) WHERE size([x IN range(1, 10) WHERE x > 3]) = 7 RETURN count(*)",
		"MATCH (a:N), (b:N) WHERE a.i = b.i RETURN count(*)",
	} {
		r, err := NewEngine().Query(context.Background(), g, text, nil, Limits{Memory: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.All(); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if m := r.Statistics().Memory; m != 0 {
			t.Errorf("%s: %d bytes are still counted", text, m)
		}
	}
}

func TestReadersMayStopEarly(t *testing.T) {
	g := denseGraph()
	r, err := NewEngine().Query(context.Background(), g, "MATCH (a), (b), (c), (d) RETURN a.i", nil, Limits{Steps: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err := range r.Rows() {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 3 {
			break
		}
	}
	if got := fmt.Sprint(n, r.Statistics().Rows); got != "3 3" {
		t.Fatalf("got %s", got)
	}
}

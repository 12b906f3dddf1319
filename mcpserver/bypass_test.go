package mcpserver_test

import (
	"context"
	"errors"
	"net"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"bdgraph/store"
	"bdgraph/store/guard"
	"bdgraph/store/neo4j"
	"bdgraph/store/storetest"
)

// canary listens where no query may lead to, and counts who comes.
func canary(t testing.TB) (port string, visits *atomic.Int32) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	visits = new(atomic.Int32)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			visits.Add(1)
			c.Close()
		}
	}()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port), visits
}

// The whole bypass corpus through the server: refused with its code, or answered;
// the graph stays as it is, nobody visits the canary, and the next query is answered.
func TestBypassCorpusThroughTheServer(t *testing.T) {
	onBothStores(t, func(t *testing.T, r store.Reader) {
		port, visits := canary(t)
		before := digest(t, r)
		c := connect(t, newServer(t, r))
		for _, a := range storetest.Attacks(t, port) {
			result := c.call("query_graph", map[string]any{"cypher": a.Text, "params": map[string]any{"u": "http://127.0.0.1:" + port, "ids": []int{1}}, "timeout_ms": 2_000})
			f := result.failure()
			switch {
			case result.protocol != "":
				t.Errorf("%s %q: protocol error %s", a.Group, a.Text, result.protocol)
			case a.Group == "C": // may answer, or reach a limit
				if result.IsError && f.Code != "timeout" && f.Code != "limit" && f.Code != "failed" && f.Code != "query" {
					t.Errorf("C %q: %+v", a.Text, f)
				}
			case a.Code == "-":
				if result.IsError {
					t.Errorf("%s %q: %+v", a.Group, a.Text, f)
				}
			case !result.IsError:
				t.Errorf("%s %q is answered: %s", a.Group, a.Text, result.StructuredContent)
			case strings.HasPrefix(a.Code, "refused_"):
				// Characters that JSON cannot carry arrive as others, and are refused all the same.
				if f.Code != a.Code || f.Construct == "" || f.Position.Line == 0 || f.Remedy == "" {
					t.Errorf("%s %q: %+v, want %s", a.Group, a.Text, f, a.Code)
				}
			default:
				if f.Code != "query" && f.Code != "invalid_argument" || f.Remedy == "" {
					t.Errorf("%s %q: %+v", a.Group, a.Text, f)
				}
			}
			if next := c.call("query_graph", map[string]any{"cypher": "MATCH (i:Issue) RETURN count(i) AS n"}); next.IsError {
				t.Fatalf("after %q: %+v", a.Text, next.failure())
			}
		}
		if after := digest(t, r); after != before {
			t.Error("the graph has changed")
		}
		if n := visits.Load(); n > 0 {
			t.Errorf("%d connections to the canary", n)
		}
	})
}

// Without the guard, the engine refuses by itself what writes or reaches out.
func TestTheEngineIsAWallByItself(t *testing.T) {
	port, visits := canary(t)
	r := embeddedDemo(t)
	before := digest(t, r)
	for _, a := range storetest.Attacks(t, port) {
		if !strings.Contains("WSPI", a.Group) {
			continue
		}
		if _, err := r.Query(t.Context(), store.Query{Text: a.Text, Params: map[string]any{"u": "x"}}); err == nil {
			t.Errorf("%s %q is answered", a.Group, a.Text)
		}
	}
	if digest(t, r) != before || visits.Load() > 0 {
		t.Error("the graph has changed, or somebody visited the canary")
	}
}

// Without the guard, READ mode and the rollback keep the graph as it is, and the
// query's type stops what READ mode lets through.
func TestNeo4jIsAWallByItself(t *testing.T) {
	c := neo4jConfig(t)
	port, _ := canary(t)
	plain := neo4jReader(t, c, neo4j.ReaderOptions{})
	defer plain.Close(context.Background())
	before := digest(t, plain)
	for _, a := range storetest.Attacks(t, port) {
		if a.Group != "W" {
			continue
		}
		if _, err := plain.Query(t.Context(), store.Query{Text: a.Text}); err == nil {
			t.Errorf("%q is answered in READ mode", a.Text)
		}
	}
	for _, text := range []string{
		"CREATE INDEX bdgraph_test IF NOT EXISTS FOR (n:Issue) ON (n.nothing)", "CREATE (:X)", "CALL db.createLabel('X')", "DROP INDEX bdgraph_none IF EXISTS",
	} {
		if _, err := plain.Query(t.Context(), store.Query{Text: text}); !errors.Is(err, store.ErrReadOnly) {
			t.Errorf("%q in READ mode: %v", text, err)
		}
	}
	typed := neo4jReader(t, c, neo4j.ReaderOptions{ProveTypes: true})
	defer typed.Close(context.Background())
	for _, text := range []string{"CALL db.clearQueryCaches()", "CALL tx.setMetaData({a: 1})", "CALL dbms.listConfig()", "CREATE (:X)"} {
		if _, err := typed.Query(t.Context(), store.Query{Text: text}); !errors.Is(err, store.ErrReadOnly) {
			t.Errorf("%q by its type: %v", text, err)
		}
	}
	if digest(t, plain) != before {
		t.Error("the graph has changed")
	}
	if err := plain.ProveReadOnly(context.Background()); err != nil {
		t.Errorf("self-test: %v", err)
	}
}

// Accepted or not, a query leaves the graph as it is.
func FuzzQueriesChangeNothing(f *testing.F) {
	for _, a := range storetest.Attacks(f, "9") {
		if a.Group != "C" {
			f.Add(a.Text)
		}
	}
	r := embeddedDemo(f)
	before := digest(f, r)
	c := connect(f, newServer(f, r))
	f.Fuzz(func(t *testing.T, text string) {
		result := c.call("query_graph", map[string]any{"cypher": text, "timeout_ms": 500})
		if result.protocol != "" {
			t.Fatalf("protocol error %s", result.protocol)
		}
		if digest(t, r) != before {
			t.Fatal("the graph has changed")
		}
	})
}

// Whatever the table of constructs lets through is answered on both stores, by
// whom the table says.
func TestWhatIsLetThroughIsAnswered(t *testing.T) {
	onBothStores(t, func(t *testing.T, r store.Reader) {
		c := connect(t, newServer(t, r))
		for _, k := range guard.Constructs() {
			result := c.call("query_graph", map[string]any{"cypher": k.Example})
			if k.Agents == result.IsError {
				t.Errorf("%s: %q gives %+v", k.Name, k.Example, result.failure())
			}
			if k.On == guard.ByBdgraph && !result.IsError && !strings.Contains(string(result.StructuredContent), built(t).Meta.Generation) {
				t.Errorf("%s: another generation: %s", k.Name, result.StructuredContent)
			}
		}
	})
}

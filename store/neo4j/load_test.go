package neo4j_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/internal/parity"
	"bdgraph/store"
	"bdgraph/store/neo4j"
	"bdgraph/store/storetest"
)

var now = time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)

func load(t testing.TB, w *neo4j.Writer, g bdgraph.Graph) store.Loaded {
	t.Helper()
	loaded, err := w.Load(t.Context(), g, storetest.MetaOf(g, now))
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	return loaded
}

// check compares what is stored with a graph.
func check(t testing.TB, r *neo4j.Reader, g bdgraph.Graph) {
	t.Helper()
	for _, f := range parity.Check(t.Context(), r, storetest.CorpusOf(g), g, nil) {
		t.Errorf("%s: %s", f.Code, f.Message)
	}
}

// wantError checks the kind of an error, that it tells the next step and what
// else it says.
func wantError(t testing.TB, err error, kind store.Kind, words ...string) {
	t.Helper()
	var e *store.Error
	if !errors.As(err, &e) || e.Kind != kind {
		t.Fatalf("error %v, want the kind %s", err, kind)
	}
	if e.Remedy == "" {
		t.Errorf("error %q has no remedy", err)
	}
	for _, word := range words {
		if !strings.Contains(e.Message, word) {
			t.Errorf("error %q does not say %q", err, word)
		}
	}
}

func count(t testing.TB, c neo4j.Config, cypher string) int64 {
	t.Helper()
	n, _ := run(t, c, cypher, nil)[0].Values[0].(int64)
	return n
}

func TestAForeignDatabaseIsRefused(t *testing.T) {
	c := emptyDatabase(t)
	t.Cleanup(func() { wipe(t, c) })
	run(t, c, "CREATE (a:Person {name: 'x'})-[:KNOWS]->(:Person:Author {name: 'y'}), (:Person), ()", nil)
	w, r := newWriter(t, c, neo4j.WriterOptions{}), newReader(t, c)
	_, err := w.Load(t.Context(), storetest.Small(), storetest.MetaOf(storetest.Small(), now))
	wantError(t, err, store.ErrForeignNodes, "2 nodes :Person", "1 node :Person:Author", "1 node without label", "1 relationship :KNOWS")
	if n := count(t, c, "MATCH (n) RETURN count(n)"); n != 4 {
		t.Errorf("%d nodes, want the 4 of others alone", n)
	}
	_, err = r.Meta(t.Context())
	wantError(t, err, store.ErrNoGraph)
}

func TestASharedDatabaseKeepsWhatIsForeign(t *testing.T) {
	c := emptyDatabase(t)
	t.Cleanup(func() { wipe(t, c) })
	run(t, c, "CREATE (:Person {name: 'x'})-[:KNOWS]->(:Person {name: 'y'})", nil)
	w, r := newWriter(t, c, neo4j.WriterOptions{ForceShared: true}), newReader(t, c)
	small, other := storetest.Small(), storetest.Generate(50, 100, 1)
	for _, g := range []bdgraph.Graph{small, small, other} {
		loaded := load(t, w, g)
		if len(loaded.Findings) != 1 || loaded.Findings[0].Code != "foreign_nodes" || !strings.Contains(loaded.Findings[0].Message, "2 nodes :Person") {
			t.Errorf("findings %+v, want a warning of the foreign nodes", loaded.Findings)
		}
		check(t, r, g)
	}
	if n := count(t, c, "MATCH (:Person {name: 'x'})-[k:KNOWS]->(:Person {name: 'y'}) RETURN count(k)"); n != 1 {
		t.Error("what is foreign is gone")
	}
}

func TestIndexes(t *testing.T) {
	c := emptyDatabase(t)
	for _, name := range []string{"bdgraph_issue", "bdgraph_memory", "bdgraph_adr", "bdgraph_pr", "bdgraph_rule", "bdgraph_component", "bdgraph_meta"} {
		run(t, c, "DROP CONSTRAINT "+name+" IF EXISTS", nil)
	}
	run(t, c, "DROP INDEX bdgraph_text IF EXISTS", nil)
	// An index of an earlier version, which covers less.
	run(t, c, "DROP INDEX bdgraph_facts IF EXISTS", nil)
	run(t, c, "CREATE FULLTEXT INDEX bdgraph_facts FOR ()-[r:GOVERNS]-() ON EACH [r.fact]", nil)
	load(t, newWriter(t, c, neo4j.WriterOptions{}), storetest.Small())
	if n := count(t, c, "SHOW INDEXES YIELD name, state, type WHERE name STARTS WITH 'bdgraph_' AND state = 'ONLINE' RETURN count(*)"); n != 9 {
		t.Errorf("%d indexes are online, want 9", n)
	}
	r := newReader(t, c)
	for _, q := range []struct{ query, want string }{
		{"CALL db.index.fulltext.queryNodes('bdgraph_text', 'begrenzen') YIELD node RETURN node.id", "'sm-3'"},
		{"CALL db.index.fulltext.queryNodes('bdgraph_text', 'server') YIELD node RETURN node.name", "'cache on disk'"},
		{"CALL db.index.fulltext.queryRelationships('bdgraph_facts', '128 OR 64') YIELD relationship AS r RETURN r.fact", "'At most 64 MB.'"},
	} {
		result, err := r.Query(t.Context(), store.Query{Text: q.query})
		if err != nil || len(result.Rows) != 1 || parity.PrintRow(result.Rows[0]) != q.want {
			t.Errorf("%s: %v, %v, want %s", q.query, result.Rows, err, q.want)
		}
	}
}

// inSteps makes every load that changes anything one of several transactions.
var inSteps = neo4j.WriterOptions{TransactionSize: 1}

func TestALargeLoadGoesInSteps(t *testing.T) {
	c := emptyDatabase(t)
	w, r := newWriter(t, c, inSteps), newReader(t, c)
	a, b := storetest.Small(), storetest.Generate(300, 1000, 1)
	for _, g := range []bdgraph.Graph{a, b, a} {
		if loaded := load(t, w, g); loaded.Transactions < 2 {
			t.Errorf("%d transactions, want several", loaded.Transactions)
		}
		check(t, r, g)
	}
	if n := count(t, c, "MATCH (m:Meta) WHERE m.loading IS NOT NULL OR m.loading_since IS NOT NULL RETURN count(*)"); n != 0 {
		t.Error("the loading state stays")
	}
}

func TestAnInterruptedLoadIsRefusedAndMended(t *testing.T) {
	c := emptyDatabase(t)
	w, r := newWriter(t, c, inSteps), newReader(t, c)
	small, large := storetest.Small(), storetest.Generate(3000, 15_000, 1)
	load(t, w, small)

	ctx, interrupt := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			if count(t, c, "MATCH (m:Meta {loading: 'steps'}) RETURN count(m)") == 1 && count(t, c, "MATCH (i:Issue) RETURN count(i)") > 1000 {
				interrupt()
			}
		}
	}()
	_, err := w.Load(ctx, large, storetest.MetaOf(large, now))
	if !errors.Is(err, store.ErrCanceled) {
		t.Fatalf("error %v, want canceled", err)
	}
	_, err = r.Query(t.Context(), store.Query{Text: "MATCH (n) RETURN count(n)"})
	wantError(t, err, store.ErrGraphLoading)
	_, err = r.Meta(t.Context())
	wantError(t, err, store.ErrGraphLoading)

	load(t, w, large)
	check(t, r, large)
}

func TestReadersDuringALoadInSteps(t *testing.T) {
	c := emptyDatabase(t)
	w, r := newWriter(t, c, inSteps), newReader(t, c)
	graphs := []bdgraph.Graph{storetest.Generate(300, 1000, 1), storetest.Generate(400, 1500, 2)}
	want := map[string]int64{}
	for _, g := range graphs {
		want[g.Generation()] = int64(len(g.Nodes) + len(g.Edges))
	}
	load(t, w, graphs[0])
	ctx, stop := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	readers.Go(func() {
		answered, refused := 0, 0
		for ctx.Err() == nil {
			result, err := r.Query(ctx, store.Query{Text: "MATCH (n) WHERE NOT n:Meta WITH count(n) AS nodes MATCH ()-[r]->() WITH nodes, count(r) AS edges RETURN nodes + edges"})
			switch {
			case errors.Is(err, store.ErrGraphLoading):
				refused++
			case ctx.Err() != nil:
			case err != nil:
				t.Errorf("query: %v", err)
				return
			case result.Rows[0][0].Int() != want[result.Generation]:
				t.Errorf("%d elements of generation %s, want %d", result.Rows[0][0].Int(), result.Generation, want[result.Generation])
			default:
				answered++
			}
		}
		if answered == 0 || refused == 0 {
			t.Errorf("%d answers and %d refusals, want some of each", answered, refused)
		}
	})
	for i := range 4 {
		load(t, w, graphs[(i+1)%2])
	}
	stop()
	readers.Wait()
}

func TestWritersAtTheSameTime(t *testing.T) {
	for name, options := range map[string]neo4j.WriterOptions{"at once": {}, "in steps": inSteps} {
		t.Run(name, func(t *testing.T) {
			c := emptyDatabase(t)
			r := newReader(t, c)
			graphs := []bdgraph.Graph{storetest.Generate(300, 1000, 1), storetest.Generate(300, 1000, 2), storetest.Small()}
			load(t, newWriter(t, c, neo4j.WriterOptions{}), graphs[0])
			var writers sync.WaitGroup
			for _, g := range graphs {
				w := newWriter(t, c, options)
				writers.Go(func() {
					for range 5 {
						if _, err := w.Load(t.Context(), g, storetest.MetaOf(g, now)); err != nil && !errors.Is(err, store.ErrConflict) {
							t.Errorf("load: %v", err)
						}
					}
				})
			}
			writers.Wait()
			// An interrupted loser may have left its mark; whoever comes next mends it.
			meta, err := r.Meta(t.Context())
			if errors.Is(err, store.ErrGraphLoading) {
				load(t, newWriter(t, c, options), graphs[0])
				meta, err = r.Meta(t.Context())
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range graphs {
				if g.Generation() == meta.Generation {
					check(t, r, g)
					return
				}
			}
			t.Errorf("Meta names generation %q, which nobody loaded", meta.Generation)
		})
	}
}

func TestACommitThatIsUnderway(t *testing.T) {
	c := emptyDatabase(t)
	w, r := newWriter(t, c, neo4j.WriterOptions{}), newReader(t, c)
	small := storetest.Small()
	load(t, w, small)

	// A reader waits for it, as long as it may.
	run(t, c, "MATCH (m:Meta) SET m.load = m.load + 1, m.loading = 'commit', m.loading_since = datetime()", nil)
	_, err := r.Query(t.Context(), store.Query{Text: "RETURN 1", Limits: store.Limits{Timeout: 300 * time.Millisecond}})
	wantError(t, err, store.ErrGraphLoading)
	time.AfterFunc(200*time.Millisecond, func() { run(t, c, "MATCH (m:Meta) REMOVE m.loading, m.loading_since", nil) })
	if _, err := r.Query(t.Context(), store.Query{Text: "RETURN 1"}); err != nil {
		t.Errorf("after the commit: %v", err)
	}

	// Its writer may have died: the graph is whole either way.
	run(t, c, "MATCH (m:Meta) SET m.load = m.load + 1, m.loading = 'commit', m.loading_since = datetime() - duration('PT3M')", nil)
	check(t, r, small)
	load(t, w, storetest.Generate(50, 100, 1))
	check(t, r, storetest.Generate(50, 100, 1))
}

func TestALoadMendsWhatWasTakenAway(t *testing.T) {
	c := emptyDatabase(t)
	w, r := newWriter(t, c, neo4j.WriterOptions{}), newReader(t, c)
	g := storetest.Small()
	load(t, w, g)
	run(t, c, "MATCH (i:Issue {id: 'sm-2'}) DETACH DELETE i", nil)
	if loaded := load(t, w, g); loaded.NodesCreated != 1 || loaded.EdgesCreated != 3 {
		t.Errorf("loaded %+v, want the node and its 3 edges created", loaded)
	}
	check(t, r, g)
	// A copy of an edge, which no key forbids.
	run(t, c, "MATCH (a)-[r:CHILD_OF {source: 'sm-2'}]->(b) CREATE (a)-[c:CHILD_OF]->(b) SET c = properties(r)", nil)
	if loaded := load(t, w, g); loaded.EdgesDeleted != 1 {
		t.Errorf("loaded %+v, want the copy deleted", loaded)
	}
	check(t, r, g)
}

func TestAnEdgeWithoutItsEndsIsAnError(t *testing.T) {
	c := emptyDatabase(t)
	w, r := newWriter(t, c, neo4j.WriterOptions{}), newReader(t, c)
	load(t, w, storetest.Small())
	broken := storetest.Generate(50, 100, 1)
	broken.Nodes = broken.Nodes[:len(broken.Nodes)-5]
	_, err := w.Load(t.Context(), broken, storetest.MetaOf(broken, now))
	wantError(t, err, store.ErrFailed, "has no node")
	check(t, r, storetest.Small())
}

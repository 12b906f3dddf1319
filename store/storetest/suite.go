package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/cypher/value"
	"bdgraph/internal/parity"
	"bdgraph/store"
)

// Open opens an empty store; what it returns is closed by the suite.
type Open func(t *testing.T) (store.Writer, store.Reader)

// Run runs the suite. Each test opens a store of its own, and the store is
// compared with the graph in full after every load.
func Run(t *testing.T, open Open) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, *fixture)
	}{
		{"an empty store has no graph", testNoGraph},
		{"a load makes the graph the store's", testLoad},
		{"an unchanged graph changes nothing but Meta", testUnchanged},
		{"a load writes what differs", testDelta},
		{"deleting and bringing back", testShrinkAndGrow},
		{"an empty graph can be loaded", testEmptyGraph},
		{"a large graph", testLarge},
		{"answers of the query cases", testCases},
		{"nodes, relationships and paths", testEntities},
		{"parameters come back as they went", testParams},
		{"limits cut results off", testLimits},
		{"a query that takes too long is stopped", testTimeout},
		{"warnings", testWarnings},
		{"plans", testPlans},
		{"readers see whole generations while graphs are swapped", testSwap},
		{"a closed store answers with errors", testClosed},
	} {
		t.Run(test.name, func(t *testing.T) {
			w, r := open(t)
			f := &fixture{t: t, w: w, r: r, now: time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)}
			t.Cleanup(func() {
				ctx := context.WithoutCancel(t.Context())
				w.Close(ctx)
				r.Close(ctx)
			})
			test.run(t, f)
		})
	}
}

// fixture is an open store.
type fixture struct {
	t   *testing.T
	w   store.Writer
	r   store.Reader
	now time.Time // moves on with every load
}

// load loads a graph and compares the store with it.
func (f *fixture) load(g bdgraph.Graph) store.Loaded {
	f.t.Helper()
	f.now = f.now.Add(time.Hour)
	meta := MetaOf(g, f.now)
	loaded, err := f.w.Load(f.t.Context(), g, meta)
	if err != nil {
		f.t.Fatalf("load: %v", err)
	}
	f.check(g)
	if got, err := f.r.Meta(f.t.Context()); err != nil || got != meta {
		f.t.Errorf("Meta is %+v, %v, want %+v", got, err, meta)
	}
	return loaded
}

// check runs the parity check.
func (f *fixture) check(g bdgraph.Graph) {
	f.t.Helper()
	for _, finding := range parity.Check(f.t.Context(), f.r, CorpusOf(g), g, nil) {
		f.t.Errorf("%s: %s", finding.Code, finding.Message)
	}
}

// query runs a query that has to succeed.
func (f *fixture) query(text string, params map[string]any, limits store.Limits) store.Result {
	f.t.Helper()
	result, err := f.r.Query(f.t.Context(), store.Query{Text: text, Params: params, Limits: limits})
	if err != nil {
		f.t.Fatalf("%s: %v", text, err)
	}
	return result
}

// wantKind checks the kind of an error and that it is told in words.
func wantKind(t *testing.T, err error, kind store.Kind) *store.Error {
	t.Helper()
	var e *store.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v is no *store.Error, want the kind %s", err, kind)
	}
	if !errors.Is(err, kind) {
		t.Errorf("error %q is of kind %s, want %s", err, e.Kind, kind)
	}
	if e.Message == "" {
		t.Errorf("error of kind %s says nothing", e.Kind)
	}
	return e
}

// wantLoaded compares the counts of a load.
func wantLoaded(t *testing.T, got, want store.Loaded) {
	t.Helper()
	got.Took, got.Transactions, got.Findings = 0, 0, nil
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("loaded %+v, want %+v", got, want)
	}
}

func testNoGraph(t *testing.T, f *fixture) {
	_, err := f.r.Query(t.Context(), store.Query{Text: "RETURN 1"})
	if e := wantKind(t, err, store.ErrNoGraph); e.Remedy == "" {
		t.Error("no remedy")
	}
	_, err = f.r.Meta(t.Context())
	wantKind(t, err, store.ErrNoGraph)
}

func testLoad(t *testing.T, f *fixture) {
	g := Small()
	wantLoaded(t, f.load(g), store.Loaded{NodesCreated: len(g.Nodes), EdgesCreated: len(g.Edges)})
	result := f.query("MATCH (n) RETURN count(n)", nil, store.Limits{})
	if result.Generation != g.Generation() {
		t.Errorf("generation %q, want %q", result.Generation, g.Generation())
	}
	if n := result.Rows[0][0].Int(); n != int64(len(g.Nodes))+1 {
		t.Errorf("%d nodes with Meta, want %d", n, len(g.Nodes)+1)
	}
}

func testUnchanged(t *testing.T, f *fixture) {
	g := Small()
	f.load(g)
	const everything = "MATCH (n) WHERE NOT n:Meta OPTIONAL MATCH (n)-[r]->() RETURN n, r"
	before := printed(f.query(everything, nil, store.Limits{}))
	loaded := f.load(g)
	wantLoaded(t, loaded, store.Loaded{NodesUnchanged: len(g.Nodes), EdgesUnchanged: len(g.Edges)})
	if loaded.Transactions != 0 {
		t.Errorf("%d transactions, want 0", loaded.Transactions)
	}
	if after := printed(f.query(everything, nil, store.Limits{})); !slices.Equal(before, after) {
		t.Error("the stored graph has changed")
	}
	result := f.query("MATCH (m:Meta) RETURN count(m), max(m.generated_at)", nil, store.Limits{})
	if got, want := parity.PrintRow(result.Rows[0]), "1 | 2025-03-01T14:00:00Z"; got != want {
		t.Errorf("Meta: %s, want %s", got, want)
	}
}

// changed returns Small with two nodes and one edge changed, one of each new,
// and one of each gone.
func changed() bdgraph.Graph {
	g := Small()
	g.Nodes = slices.DeleteFunc(g.Nodes, func(n bdgraph.Node) bool { return n.Label == bdgraph.PRLabel })
	g.Edges = slices.DeleteFunc(g.Edges, func(e bdgraph.Edge) bool { return e.Type == bdgraph.ReferencesPR })
	for i := range g.Nodes {
		switch g.Nodes[i].Key {
		case "sm-2":
			g.Nodes[i].Attributes["title"] = "Measure it again"
			delete(g.Nodes[i].Attributes, "description")
		case "sm-3":
			g.Nodes[i].Attributes["priority"] = int64(1)
		}
	}
	for i := range g.Edges {
		if g.Edges[i].Type == bdgraph.Constrains {
			g.Edges[i].Fact = "At most 128 MB."
		}
	}
	issue := bdgraph.NodeRef{Label: bdgraph.IssueLabel, Key: "sm-4"}
	g.Nodes = append(g.Nodes, bdgraph.Node{NodeRef: issue, Attributes: map[string]any{"title": "new"}})
	e := bdgraph.Edge{
		Type: bdgraph.DependsOn, From: issue, To: bdgraph.NodeRef{Label: bdgraph.IssueLabel, Key: "sm-2"}, Source: "sm-4", BDType: "blocks",
		Phase: 1, Confidence: bdgraph.Structural, Valid: bdgraph.Interval{From: bdgraph.StartBy(bdgraph.MaxDay, bdgraph.BasisUnknown), To: bdgraph.OpenEnd()},
	}
	e.ID = e.ComputeID()
	g.Edges = append(g.Edges, e)
	bdgraph.SortNodes(g.Nodes)
	bdgraph.SortEdges(g.Edges)
	return g
}

func testDelta(t *testing.T, f *fixture) {
	a, b := Small(), changed()
	f.load(a)
	wantLoaded(t, f.load(b), store.Loaded{
		NodesCreated: 1, NodesUpdated: 2, NodesDeleted: 1, NodesUnchanged: len(a.Nodes) - 3,
		EdgesCreated: 1, EdgesUpdated: 1, EdgesDeleted: 1, EdgesUnchanged: len(a.Edges) - 2,
	})
	result := f.query("MATCH (i:Issue {id: 'sm-2'}) RETURN i.title, i.description", nil, store.Limits{})
	if got, want := parity.PrintRow(result.Rows[0]), "'Measure it again' | null"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	f.load(a)
}

func testShrinkAndGrow(t *testing.T, f *fixture) {
	g := Small()
	f.load(g)
	some := bdgraph.Graph{Nodes: g.Nodes[:3]}
	wantLoaded(t, f.load(some), store.Loaded{NodesDeleted: len(g.Nodes) - 3, EdgesDeleted: len(g.Edges), NodesUnchanged: 3})
	wantLoaded(t, f.load(g), store.Loaded{NodesCreated: len(g.Nodes) - 3, EdgesCreated: len(g.Edges), NodesUnchanged: 3})
}

func testEmptyGraph(t *testing.T, f *fixture) {
	wantLoaded(t, f.load(bdgraph.Graph{}), store.Loaded{})
	if n := f.query("MATCH (n) RETURN count(n)", nil, store.Limits{}).Rows[0][0].Int(); n != 1 {
		t.Errorf("%d nodes, want Meta alone", n)
	}
}

func testLarge(t *testing.T, f *fixture) {
	g := Generate(2000, 10_000, 1)
	f.load(g)
	result := f.query("MATCH (i:Issue) RETURN i.id", nil, store.Limits{Rows: -1})
	issues := 0
	for _, n := range g.Nodes {
		if n.Label == bdgraph.IssueLabel {
			issues++
		}
	}
	if len(result.Rows) != issues || result.Truncated {
		t.Errorf("%d rows, truncated %v, want %d", len(result.Rows), result.Truncated, issues)
	}
}

func testCases(t *testing.T, f *fixture) {
	loaded := ""
	for _, c := range Cases() {
		t.Run(c.Name, func(t *testing.T) {
			if generation := c.Graph.Generation(); generation != loaded {
				f.load(c.Graph)
				loaded = generation
			}
			result, err := f.r.Query(t.Context(), store.Query{Text: c.Query, Params: c.Params})
			if c.Error != "" {
				e := wantKind(t, err, store.Kind(c.Error))
				if c.Code != "" && e.Code != c.Code {
					t.Errorf("code %s (%s), want %s", e.Code, e.Message, c.Code)
				}
				if c.Line > 0 && (e.Position.Line != c.Line || e.Position.Column != c.Column) {
					t.Errorf("%s: at %d:%d, want %d:%d", e.Message, e.Position.Line, e.Position.Column, c.Line, c.Column)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(result.Columns, c.Columns) {
				t.Errorf("columns %q, want %q", result.Columns, c.Columns)
			}
			got, want := printed(result), slices.Clone(c.Rows)
			if !c.Ordered {
				slices.Sort(got)
				slices.Sort(want)
			}
			if !slices.Equal(got, want) {
				t.Errorf("rows %q,\nwant %q", got, want)
			}
			if result.Generation != loaded {
				t.Errorf("generation %s, want %s", result.Generation, loaded)
			}
		})
	}
}

func printed(r store.Result) []string {
	rows := make([]string, len(r.Rows))
	for i, row := range r.Rows {
		rows[i] = parity.PrintRow(row)
	}
	return rows
}

func testEntities(t *testing.T, f *fixture) {
	f.load(Small())
	result := f.query("MATCH p = (a:Issue {id: 'sm-3'})-[r:DEPENDS_ON]->(b) RETURN a, r, p, b, [a, r] AS l, {x: b} AS m", nil, store.Limits{})
	row := result.Rows[0]
	a, r, p, b := row[0].Node(), row[1].Relationship(), row[2].Path(), row[3].Node()
	if !slices.Equal(a.Labels, []string{"Issue"}) || a.ElementID == "" || a.ElementID == b.ElementID {
		t.Errorf("node %+v", a)
	}
	if flagged, _ := a.Properties.Get("flagged"); flagged.Kind() != value.KindBool {
		t.Errorf("properties %v", value.FromMap(a.Properties))
	}
	if r.Type != "DEPENDS_ON" || r.StartElementID != a.ElementID || r.EndElementID != b.ElementID {
		t.Errorf("relationship %+v between %s and %s", r, a.ElementID, b.ElementID)
	}
	if day, _ := r.Properties.Get("from_earliest"); day.String() != "2024-02-01" {
		t.Errorf("properties %v", value.FromMap(r.Properties))
	}
	if len(p.Nodes) != 2 || len(p.Relationships) != 1 || p.Nodes[1].Node().ElementID != b.ElementID || p.Relationships[0].Relationship().ElementID != r.ElementID {
		t.Errorf("path %v", row[2])
	}
	if inList := row[4].List()[0]; inList.Node().ElementID != a.ElementID {
		t.Errorf("list %v", row[4])
	}
	if inMap, _ := row[5].Map().Get("x"); inMap.Node().ElementID != b.ElementID {
		t.Errorf("map %v", row[5])
	}
}

func testParams(t *testing.T, f *fixture) {
	f.load(Small())
	// Every kind of value that a query can make is sent back to it.
	made := f.query(`RETURN [null, true, 9007199254740993, -0.5, 'ä🚀', [1, ['a']], {k: {l: 1}},
		date('0001-01-01'), date('9999-12-31'), datetime('2024-07-01T12:00:00.000000001+05:30'), datetime('2024-07-01T12:00[Europe/Berlin]'),
		localdatetime('1969-12-31T23:59:59'), time('23:59:59.999999999-11:00'), localtime('00:00'), duration('P-1M2DT-3.5S'),
		point({x: -1, y: 2.5}), point({x: 1, y: 2, z: 3}), point({longitude: 1, latitude: 2})] AS v`, nil, store.Limits{}).Rows[0][0]
	for _, v := range made.List() {
		back := f.query("RETURN $v", map[string]any{"v": v}, store.Limits{}).Rows[0][0]
		if back.String() != v.String() || back.Kind() != v.Kind() {
			t.Errorf("%s %v came back as %s %v", v.Kind(), v, back.Kind(), back)
		}
	}
	// Go's own types.
	day := bdgraph.NewDay(2024, 2, 29)
	for _, c := range []struct {
		param any
		want  string
	}{
		{day, "2024-02-29"},
		{bdgraph.Day(0), "null"},
		{[]any{day, "a", 1}, "[2024-02-29, 'a', 1]"},
		{map[string]any{"day": bdgraph.MaxDay}, "{day: 9999-12-31}"},
		{day.Time(), "2024-02-29T00:00:00Z"},
		{day.Time().In(time.FixedZone("", 3600)), "2024-02-29T01:00:00+01:00"},
		{[]string{"a", "b"}, "['a', 'b']"},
	} {
		if got := f.query("RETURN $v", map[string]any{"v": c.param}, store.Limits{}).Rows[0][0].String(); got != c.want {
			t.Errorf("%#v came back as %s, want %s", c.param, got, c.want)
		}
	}
	_, err := f.r.Query(t.Context(), store.Query{Text: "RETURN $v", Params: map[string]any{"v": struct{}{}}})
	wantKind(t, err, store.ErrQuery)
}

func testLimits(t *testing.T, f *fixture) {
	f.load(Small())
	const ten = "UNWIND range(1, 10) AS i RETURN i"
	for _, c := range []struct {
		name   string
		query  string
		limits store.Limits
		rows   int
		hit    string
	}{
		{"fewer rows", ten, store.Limits{Rows: 11}, 10, ""},
		{"as many rows", ten, store.Limits{Rows: 10}, 10, ""},
		{"more rows", ten, store.Limits{Rows: 9}, 9, store.LimitRows},
		{"one row", ten, store.Limits{Rows: 1}, 1, store.LimitRows},
		{"rows by default", "UNWIND range(1, 20000) AS i RETURN i", store.Limits{}, store.DefaultRows, store.LimitRows},
		{"no limit", "UNWIND range(1, 20000) AS i RETURN i", store.Limits{Rows: -1}, 20_000, ""},
		{"bytes", "UNWIND range(1, 10) AS i RETURN 'a text that has exactly 32 bytes!'", store.Limits{Bytes: 4 * (24 + 33)}, 4, store.LimitBytes},
		{"bytes of one row", "RETURN range(1, 100)", store.Limits{Bytes: 100}, 0, store.LimitBytes},
		{"bytes that suffice", ten, store.Limits{Bytes: 10 * 24}, 10, ""},
		{"an endless result", "UNWIND range(1, 1000) AS a UNWIND range(1, 1000) AS b UNWIND range(1, 1000) AS c RETURN a", store.Limits{Rows: 5}, 5, store.LimitRows},
	} {
		t.Run(c.name, func(t *testing.T) {
			result := f.query(c.query, nil, c.limits)
			if len(result.Rows) != c.rows || result.LimitHit != c.hit || result.Truncated != (c.hit != "") {
				t.Errorf("%d rows, limit hit %q, truncated %v; want %d rows, %q", len(result.Rows), result.LimitHit, result.Truncated, c.rows, c.hit)
			}
		})
	}
	f.check(Small()) // the reader still works after it dropped results
}

func testTimeout(t *testing.T, f *fixture) {
	f.load(Small())
	const endless = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE a * b = -1 RETURN count(*)"
	_, err := f.r.Query(t.Context(), store.Query{Text: endless, Limits: store.Limits{Timeout: 50 * time.Millisecond}})
	if e := wantKind(t, err, store.ErrTimeout); e.Remedy == "" {
		t.Error("no remedy")
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	_, err = f.r.Query(ctx, store.Query{Text: endless})
	wantKind(t, err, store.ErrCanceled)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v does not wrap the context's", err)
	}
	f.check(Small())
}

func testWarnings(t *testing.T, f *fixture) {
	f.load(Small())
	result := f.query("MATCH (n:Isue) RETURN n", nil, store.Limits{})
	if len(result.Warnings) != 1 {
		t.Fatalf("warnings %+v, want one", result.Warnings)
	}
	w := result.Warnings[0]
	if w.Code != "UnknownLabelWarning" || w.Severity != "WARNING" || w.Message == "" || w.Position != (store.Position{Line: 1, Column: 10}) {
		t.Errorf("warning %+v", w)
	}
	if result := f.query("MATCH (n:Issue) RETURN n.title", nil, store.Limits{}); len(result.Warnings) != 0 {
		t.Errorf("warnings %+v, want none", result.Warnings)
	}
}

func testClosed(t *testing.T, f *fixture) {
	f.load(Small())
	if err := errors.Join(f.w.Close(t.Context()), f.r.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	if _, err := f.r.Query(t.Context(), store.Query{Text: "RETURN 1"}); err == nil {
		t.Error("a closed reader answers")
	}
	if _, err := f.w.Load(t.Context(), Small(), MetaOf(Small(), f.now)); err == nil {
		t.Error("a closed writer loads")
	}
}

func testPlans(t *testing.T, f *fixture) {
	f.load(Small())
	const text = "MATCH (i:Issue) WHERE i.status = 'open' RETURN i.id"
	rows := f.query(text, nil, store.Limits{})
	if rows.Plan != nil {
		t.Errorf("a query that asks for none has a plan:\n%s", rows.Plan)
	}
	explained := f.query("EXPLAIN "+text, nil, store.Limits{})
	if len(explained.Rows) != 0 || explained.Plan == nil || explained.Plan.Rows != nil || explained.Plan.Operator != "ProduceResults" {
		t.Errorf("EXPLAIN: %d rows, plan\n%v", len(explained.Rows), explained.Plan)
	}
	profiled := f.query("PROFILE "+text, nil, store.Limits{})
	if p := profiled.Plan; len(profiled.Rows) != len(rows.Rows) || p == nil || p.Rows == nil || *p.Rows != int64(len(rows.Rows)) || len(p.Children) == 0 {
		t.Errorf("PROFILE: %d rows of %d, plan\n%v", len(profiled.Rows), len(rows.Rows), p)
	}
}

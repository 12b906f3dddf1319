package neo4j_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"bdgraph"
	"bdgraph/store/neo4j"
	"bdgraph/store/storetest"
)

// The graph that loads are measured on: 20,000 nodes and 100,000 edges.
func benchmarkGraph(seed uint64) bdgraph.Graph { return storetest.Generate(20_000, 100_000, seed) }

// BenchmarkFirstLoad loads into an empty database that has its indexes, and in
// turn creates the same nodes and edges by the shortest program that does, without hashes:
// batches of 10,000 rows, each a transaction. It reports both in seconds and their ratio.
func BenchmarkFirstLoad(b *testing.B) {
	g := benchmarkGraph(1)
	meta := storetest.MetaOf(g, time.Now())
	c := indexedDatabase(b)
	w := newWriter(b, c, neo4j.WriterOptions{})
	statements, rows := plainRows(g)
	d, err := driver.NewDriverWithContext(c.URI, driver.NoAuth())
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close(b.Context())
	var load, plain time.Duration
	for b.Loop() {
		wipe(b, c)
		start := time.Now()
		if _, err := w.Load(b.Context(), g, meta); err != nil {
			b.Fatal(err)
		}
		load += time.Since(start)
		wipe(b, c)
		start = time.Now()
		plainUnwind(b, d, statements, rows)
		plain += time.Since(start)
	}
	b.ReportMetric(load.Seconds()/float64(b.N), "s/load")
	b.ReportMetric(plain.Seconds()/float64(b.N), "s/plain")
	b.ReportMetric(load.Seconds()/plain.Seconds(), "load/plain")
}

// BenchmarkUnchangedLoad loads the graph that is there already.
func BenchmarkUnchangedLoad(b *testing.B) {
	g := benchmarkGraph(1)
	meta := storetest.MetaOf(g, time.Now())
	w := newWriter(b, indexedDatabase(b), neo4j.WriterOptions{})
	if _, err := w.Load(b.Context(), g, meta); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		loaded, err := w.Load(b.Context(), g, meta)
		if err != nil || loaded.Changes() != 0 {
			b.Fatal(loaded, err)
		}
	}
}

// BenchmarkSmallChange loads graphs that differ in one node of a hundred.
func BenchmarkSmallChange(b *testing.B) {
	graphs := []bdgraph.Graph{benchmarkGraph(1), benchmarkGraph(1)}
	for i := 0; i < len(graphs[1].Nodes); i += 100 {
		graphs[1].Nodes[i].Attributes["note"] = "changed"
	}
	metas := []bdgraph.Meta{storetest.MetaOf(graphs[0], time.Now()), storetest.MetaOf(graphs[1], time.Now())}
	w := newWriter(b, indexedDatabase(b), neo4j.WriterOptions{})
	if _, err := w.Load(b.Context(), graphs[0], metas[0]); err != nil {
		b.Fatal(err)
	}
	for i := 1; b.Loop(); i = 1 - i {
		loaded, err := w.Load(b.Context(), graphs[i], metas[i])
		if err != nil || loaded.NodesUpdated != len(graphs[0].Nodes)/100 {
			b.Fatal(loaded, err)
		}
	}
}

func plainUnwind(b *testing.B, d driver.DriverWithContext, statements []string, rows map[string][]any) {
	session := d.NewSession(b.Context(), driver.SessionConfig{})
	defer session.Close(b.Context())
	for _, statement := range statements {
		for batch := range slices.Chunk(rows[statement], 10_000) {
			result, err := session.Run(b.Context(), statement, map[string]any{"rows": batch})
			if err == nil {
				_, err = result.Consume(b.Context())
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// plainRows returns the statements that create a graph, nodes first, with
// their rows.
func plainRows(g bdgraph.Graph) (statements []string, rows map[string][]any) {
	rows = map[string][]any{}
	add := func(statement string, row any) {
		if rows[statement] == nil {
			statements = append(statements, statement)
		}
		rows[statement] = append(rows[statement], row)
	}
	for _, n := range g.Nodes {
		add("UNWIND $rows AS row CREATE (n:"+string(n.Label)+") SET n = row", plainProperties(n.Properties()))
	}
	for _, e := range g.Edges {
		add("UNWIND $rows AS row MATCH (a:"+string(e.From.Label)+" {"+e.From.Label.KeyProperty()+": row.from}) "+
			"MATCH (b:"+string(e.To.Label)+" {"+e.To.Label.KeyProperty()+": row.to}) CREATE (a)-[r:"+string(e.Type)+"]->(b) SET r = row.properties",
			map[string]any{"from": e.From.Key, "to": e.To.Key, "properties": plainProperties(e.Properties())})
	}
	return statements, rows
}

func plainProperties(properties map[string]any) map[string]any {
	plain := maps.Clone(properties)
	delete(plain, bdgraph.HashProperty)
	for name, v := range plain {
		switch v := v.(type) {
		case bdgraph.Day:
			plain[name] = driver.DateOf(v.Time())
		case time.Time:
			plain[name] = v.In(time.FixedZone("Offset", 0))
		}
	}
	return plain
}

// indexedDatabase returns an empty database with the constraints and indexes of
// a store.
func indexedDatabase(b *testing.B) neo4j.Config {
	b.Helper()
	c := emptyDatabase(b)
	w := newWriter(b, c, neo4j.WriterOptions{})
	defer w.Close(b.Context())
	if _, err := w.Load(b.Context(), bdgraph.Graph{}, storetest.MetaOf(bdgraph.Graph{}, time.Now())); err != nil {
		b.Fatal(err)
	}
	wipe(b, c)
	return c
}

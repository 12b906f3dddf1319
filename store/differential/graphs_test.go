package differential

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"bdgraph/cypher/fixture"
	"bdgraph/cypher/memgraph"
	"bdgraph/cypher/value"
	"bdgraph/internal/pipeline"
	"bdgraph/internal/pipeline/pipelinetest"
	"bdgraph/internal/testenv"
	"bdgraph/store/embedded"
	"bdgraph/store/exchange"
)

// testGraph is a graph for both: what the engine reads, and the statements that
// make the same on a server.
type testGraph struct {
	memory  *memgraph.Graph
	scripts []string
}

// scriptGraph runs a script on both sides.
func scriptGraph(t *testing.T, script string) testGraph {
	t.Helper()
	g := testGraph{scripts: statements(script)}
	var b memgraph.Builder
	for _, s := range g.scripts {
		if err := fixture.Run(&b, s, nil); err != nil {
			t.Fatalf("%v\n%s", err, s)
		}
	}
	g.memory = b.Build()
	return g
}

// namedGraph returns the graph that a file of cases names: one of
// testdata/graphs, of the TCK (tck/NAME), or that of the demo.
func namedGraph(t *testing.T, name string) testGraph {
	t.Helper()
	if name == "demo" {
		return demoGraph(t)
	}
	file := filepath.Join("testdata", "graphs", name+".cypher")
	if dir, base := filepath.Split(name); dir == "tck/" {
		file = filepath.Join(testenv.Shared(t, "tck", "graphs", base), base+".cypher")
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return scriptGraph(t, string(data))
}

// demoGraph derives the graph of the demo and takes it out of the embedded store.
func demoGraph(t *testing.T) testGraph {
	t.Helper()
	ctx := context.Background()
	dir := t.TempDir()
	in, err := pipelinetest.Demo(dir)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "graph.bdg")
	if _, _, err := pipeline.Regenerate(ctx, in, embedded.NewWriter(file, embedded.Options{})); err != nil {
		t.Fatal(err)
	}
	reader := embedded.NewReader(file, embedded.Options{})
	defer reader.Close(ctx)
	g, err := exchange.Read(ctx, reader)
	if err != nil {
		t.Fatal(err)
	}
	var b memgraph.Builder
	for _, n := range g.Nodes {
		b.AddNode(n.Labels, propertyMap(n.Properties))
	}
	for _, r := range g.Relationships {
		b.AddRelationship(r.Type, memgraph.Node(r.From), memgraph.Node(r.To), propertyMap(r.Properties))
	}
	var script bytes.Buffer
	if err := exchange.WriteCypher(&script, g); err != nil {
		t.Fatal(err)
	}
	return testGraph{memory: b.Build(), scripts: statements(script.String())}
}

func propertyMap(m value.Map) map[string]value.Value {
	out := make(map[string]value.Value, len(m))
	for _, e := range m {
		out[e.Key] = e.Value
	}
	return out
}

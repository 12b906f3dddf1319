package pipeline_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"bdgraph"
	"bdgraph/export"
	"bdgraph/internal/files"
	"bdgraph/internal/pipeline"
	"bdgraph/internal/pipeline/pipelinetest"
	"bdgraph/internal/testenv"
)

var update = flag.Bool("update", false, "write demo/golden anew")

// shop writes the demo's project and returns what a graph of it is built from.
func shop(t *testing.T) pipeline.Inputs {
	t.Helper()
	in, err := pipelinetest.Demo(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// The corpus and the graph of the demo are committed; building them anew leaves no difference.
func TestDemoIsAsCommitted(t *testing.T) {
	in := shop(t)
	corpus, err := pipeline.ReadCorpus(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	if err := export.Write(in.CorpusDir, corpus); err != nil {
		t.Fatal(err)
	}
	got := map[string][]byte{"graph.jsonl": graphLines(t, pipeline.Derive(corpus, in).Graph)}
	err = fs.WalkDir(os.DirFS(in.CorpusDir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(in.CorpusDir, name))
		got["corpus/"+name] = data
		return err
	})
	if err != nil || len(got) != 6 {
		t.Fatalf("%d files, %v", len(got), err)
	}
	golden := filepath.Join(testenv.Root(t), "demo", "golden")
	for name, data := range got {
		path := filepath.Join(golden, filepath.FromSlash(name))
		if *update {
			if err := files.Write(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(data, want) {
			t.Errorf("%s differs from %s; look at it with: go test ./internal/pipeline -update && git diff", name, path)
		}
	}
}

// Every relationship type occurs, so that each can be tried on the demo.
func TestDemoHasEveryRelationshipType(t *testing.T) {
	in := shop(t)
	corpus, err := pipeline.ReadCorpus(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	graph := pipeline.Derive(corpus, in).Graph
	for _, f := range graph.Check() {
		t.Errorf("broken graph: %s", f.Message)
	}
	has := map[bdgraph.RelType]bool{}
	for _, e := range graph.Edges {
		has[e.Type] = true
	}
	for typ := range bdgraph.Signatures {
		if !has[typ] {
			t.Errorf("the demo has no %s", typ)
		}
	}
}

// A second derivation, from the corpus as it was stored, is the same to the byte.
func TestOfflineGivesTheSameGraph(t *testing.T) {
	in := shop(t)
	corpus, err := pipeline.ReadCorpus(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	if err := export.Write(in.CorpusDir, corpus); err != nil {
		t.Fatal(err)
	}
	online := pipeline.Derive(corpus, in)
	in.Offline = true
	stored, err := pipeline.ReadCorpus(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	offline := pipeline.Derive(stored, in)
	if !bytes.Equal(graphLines(t, online.Graph), graphLines(t, offline.Graph)) || online.Meta != offline.Meta {
		t.Errorf("online %+v, offline %+v", online.Meta, offline.Meta)
	}
}

// graphLines writes one node or relationship a line.
func graphLines(t *testing.T, g bdgraph.Graph) []byte {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, n := range g.Nodes {
		if err := enc.Encode(map[string]any{"label": n.Label, "properties": n.Properties()}); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range g.Edges {
		line := map[string]any{"type": e.Type, "from": e.From.String(), "to": e.To.String(), "properties": e.Properties()}
		if err := enc.Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

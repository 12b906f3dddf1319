package ask_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/demo"
	"bdgraph/export"
	"bdgraph/export/adr"
	"bdgraph/export/beads"
	"bdgraph/internal/pipeline"
	"bdgraph/internal/testenv"
	"bdgraph/store"
	"bdgraph/store/embedded"
	"bdgraph/store/neo4j"
)

// project is a folder of sources, built into a graph.
type project struct {
	files      map[string]string // path -> text; issues stand in .beads/issues.jsonl
	vocabulary bdgraph.Vocabulary
	zone       *time.Location
	dateOrder  string
	now        time.Time // of the build; zero: that of the demo
}

// build runs the pipeline on the project.
func (p project) build(t testing.TB) pipeline.Built {
	t.Helper()
	root := t.TempDir()
	for name, text := range p.files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	now := p.now
	if now.IsZero() {
		now = demo.Now
	}
	in := pipeline.Inputs{
		Sources: export.Sources{
			Root: root, Version: "test", Zone: p.zone,
			Beads: beads.Options{Mode: beads.ModeFiles, Environ: []string{}},
			ADR:   adr.Options{DateOrder: p.dateOrder},
		},
		CorpusDir: filepath.Join(root, ".bdgraph", "corpus"), SeedRules: true, Vocabulary: p.vocabulary, Now: now,
	}
	corpus, err := pipeline.ReadCorpus(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return pipeline.Derive(corpus, in)
}

// demoGraph builds the demo's graph with its extractions and verdicts.
func demoGraph(t testing.TB) pipeline.Built {
	t.Helper()
	root := filepath.Join(t.TempDir(), "shop")
	if err := demo.Write(root); err != nil {
		t.Fatal(err)
	}
	in := pipeline.Inputs{
		Sources: export.Sources{
			Root: root, Version: "test",
			Beads: beads.Options{Mode: beads.ModeFiles, Environ: []string{}},
		},
		CorpusDir: filepath.Join(root, ".bdgraph", "corpus"), SeedRules: true, Now: demo.Now,
		Vocabulary: shopVocabulary,
		Extracted:  pipeline.Folder{FS: os.DirFS(filepath.Join(root, "extracted")), Path: "extracted"},
		Verdicts:   pipeline.Folder{FS: os.DirFS(filepath.Join(root, "verdicts")), Path: "verdicts"},
	}
	corpus, err := pipeline.ReadCorpus(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return pipeline.Derive(corpus, in)
}

// shopVocabulary is that of the demo's settings.
var shopVocabulary = bdgraph.Vocabulary{Components: []bdgraph.Component{
	{Name: "Shop", Aliases: []string{"the shop"}},
	{Name: "Api", Aliases: []string{"API", "the API"}, Paths: []string{"cmd/api/**"}, Parent: "Shop", DependsOn: []string{"Store"}},
	{Name: "Store", Aliases: []string{"Postgres", "database"}, Paths: []string{"internal/store/**"}, Parent: "Shop"},
	{Name: "Worker", Aliases: []string{"the worker"}, Paths: []string{"cmd/worker/**"}, Parent: "Shop"},
}}

// askerOf returns an Asker on a graph in the embedded store.
func askerOf(t testing.TB, g bdgraph.Graph, meta bdgraph.Meta) *ask.Asker {
	t.Helper()
	return ask.New(readerOf(t, g, meta), ask.Options{Today: func() bdgraph.Day { return meta.ClosedOn }})
}

func readerOf(t testing.TB, g bdgraph.Graph, meta bdgraph.Meta) store.Reader {
	t.Helper()
	path := filepath.Join(t.TempDir(), "graph.bdg")
	load(t, embedded.NewWriter(path, embedded.Options{}), g, meta)
	r := embedded.NewReader(path, embedded.Options{})
	t.Cleanup(func() { r.Close(context.Background()) })
	return r
}

func neo4jReader(t testing.TB, g bdgraph.Graph, meta bdgraph.Meta) store.Reader {
	t.Helper()
	server := testenv.Neo4j(t)
	c := neo4j.Config{URI: server.URI, User: server.User, Password: neo4j.Secret(server.Password)}
	w, err := neo4j.NewWriter(c, neo4j.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	load(t, w, g, meta)
	r, err := neo4j.NewReader(c, neo4j.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(context.Background()) })
	return r
}

func load(t testing.TB, w store.Writer, g bdgraph.Graph, meta bdgraph.Meta) {
	t.Helper()
	defer w.Close(context.Background())
	if _, err := w.Load(context.Background(), g, meta); err != nil {
		t.Fatal(err)
	}
}

func day(t testing.TB, text string) bdgraph.Day {
	t.Helper()
	d, err := bdgraph.ParseDay(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// adrText writes a decision record: a title, header lines, and a decision.
func adrText(title string, header ...string) string {
	return "# " + title + "\n\n- " + strings.Join(header, "\n- ") + "\n\n## Context\n\nIt was asked.\n\n## Decision\n\n" + title + ".\n"
}

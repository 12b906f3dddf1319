package pipeline_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"bdgraph"
	"bdgraph/demo"
	"bdgraph/export"
	"bdgraph/export/beads"
	"bdgraph/internal/pipeline"
	"bdgraph/internal/testenv"
)

// Real stores go through the whole chain: nothing breaks, nothing is lost
// without a finding, and the graph is the same online and offline.
func TestRealStoresGoThroughTheChain(t *testing.T) {
	for name, want := range map[string]bdgraph.Meta{
		"reframe2": {Issues: 1958, Memories: 21},
		"beads":    {Issues: 293, Memories: 4, ADRs: 2},
		"neomagi":  {Issues: 194, ADRs: 65},
	} {
		t.Run(name, func(t *testing.T) {
			in := pipeline.Inputs{
				Sources: export.Sources{
					Root: testenv.Shared(t, "corpora", name), Version: "test",
					Beads: beads.Options{Mode: beads.ModeFiles, Environ: []string{}},
				},
				CorpusDir: filepath.Join(t.TempDir(), "corpus"), SeedRules: true, Now: demo.Now,
			}
			corpus, err := pipeline.ReadCorpus(context.Background(), in)
			if err != nil {
				t.Fatal(err)
			}
			built := pipeline.Derive(corpus, in)
			if got := built.Meta; got.Issues != want.Issues || got.Memories != want.Memories || got.ADRs != want.ADRs {
				t.Errorf("%d issues, %d memories, %d ADRs; want %d, %d, %d",
					got.Issues, got.Memories, got.ADRs, want.Issues, want.Memories, want.ADRs)
			}
			for _, f := range built.Graph.Check() {
				t.Errorf("broken graph: %s", f.Message)
			}
			for reason, n := range corpus.Manifest.Skipped {
				found := 0
				for _, f := range corpus.Findings {
					found += f.Count
				}
				if found < n {
					t.Errorf("%d records were left out (%s), findings stand for %d", n, reason, found)
				}
			}
			if err := export.Write(in.CorpusDir, corpus); err != nil {
				t.Fatal(err)
			}
			in.Offline = true
			stored, err := pipeline.ReadCorpus(context.Background(), in)
			if err != nil {
				t.Fatal(err)
			}
			if again := pipeline.Derive(stored, in); !bytes.Equal(graphLines(t, built.Graph), graphLines(t, again.Graph)) {
				t.Error("the stored corpus gives another graph than the sources")
			}
		})
	}
}

// BenchmarkDerive measures the chain between corpus and graph.
func BenchmarkDerive(b *testing.B) {
	in := pipeline.Inputs{
		Sources: export.Sources{
			Root: testenv.Shared(b, "corpora", "reframe2"), Beads: beads.Options{Mode: beads.ModeFiles, Environ: os.Environ()},
		},
		CorpusDir: filepath.Join(b.TempDir(), "corpus"), SeedRules: true, Now: demo.Now,
	}
	corpus, err := pipeline.ReadCorpus(context.Background(), in)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		pipeline.Derive(corpus, in)
	}
}

package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/export"
	"bdgraph/export/beads"
	"bdgraph/internal/pipeline"
	"bdgraph/store/embedded"
)

// BenchmarkRegenerate measures the whole chain from a store of issues to a
// graph file; ten times the issues should take about ten times as long.
func BenchmarkRegenerate(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprintf("issues=%d", n), func(b *testing.B) {
			root := b.TempDir()
			name := filepath.Join(root, ".beads", "issues.jsonl")
			if err := os.Mkdir(filepath.Dir(name), 0o755); err != nil {
				b.Fatal(err)
			}
			f, err := os.Create(name)
			if err != nil {
				b.Fatal(err)
			}
			if err := WriteIssues(f, n, 1); err != nil {
				b.Fatal(err)
			}
			if err := f.Close(); err != nil {
				b.Fatal(err)
			}
			in := pipeline.Inputs{
				Sources:   export.Sources{Root: root, Beads: beads.Options{Mode: beads.ModeFiles}},
				CorpusDir: filepath.Join(root, "state", "corpus"), SeedRules: true, Vocabulary: bdgraph.Vocabulary{},
				Now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
			}
			w := embedded.NewWriter(filepath.Join(root, "state", "graph.bdg"), embedded.Options{})
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer() // an unchanged build would write nothing
				if err := os.RemoveAll(filepath.Join(root, "state")); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				built, _, err := pipeline.Regenerate(b.Context(), in, w)
				if err != nil {
					b.Fatal(err)
				}
				if got := built.Corpus.Manifest.Counts["issues"]; got != n {
					b.Fatalf("%d of %d issues", got, n)
				}
			}
		})
	}
}

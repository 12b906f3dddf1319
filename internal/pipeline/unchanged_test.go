package pipeline_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bdgraph/internal/pipeline"
	"bdgraph/store/embedded"
)

// A build that finds everything as it was leaves corpus and graph as they are, with
// the time at which they were made; whatever has changed, a damage too, is made anew.
func TestUnchangedBuildWritesNothing(t *testing.T) {
	in := shop(t)
	in.KeepTime = true
	graph := filepath.Join(t.TempDir(), "graph.bdg")
	w := embedded.NewWriter(graph, embedded.Options{})
	build := func() (pipeline.Built, []os.FileInfo, int) {
		t.Helper()
		built, loaded, err := pipeline.Regenerate(context.Background(), in, w)
		if err != nil {
			t.Fatal(err)
		}
		var files []os.FileInfo
		for _, name := range []string{graph, in.CorpusDir} {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, info)
		}
		return built, files, loaded.NodesUnchanged + loaded.EdgesUnchanged
	}
	same := func(a, b os.FileInfo) bool { return os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) }

	first, before, _ := build()
	in.Now = in.Now.Add(time.Hour)
	again, after, unchanged := build()
	if !same(before[0], after[0]) || !same(before[1], after[1]) {
		t.Error("an unchanged build wrote its graph or its corpus")
	}
	if again.Meta != first.Meta || unchanged != first.Meta.Nodes+first.Meta.Edges {
		t.Errorf("%+v with %d unchanged, at first %+v", again.Meta, unchanged, first.Meta)
	}

	in.KeepTime = false
	given, later, _ := build()
	if same(after[0], later[0]) || same(after[1], later[1]) || !given.Meta.GeneratedAt.Equal(in.Now) {
		t.Errorf("a build of a given time is of %s, want %s", given.Meta.GeneratedAt, in.Now)
	}

	in.KeepTime = true
	in.Now = in.Now.AddDate(0, 0, 1)
	if next, _, _ := build(); !next.Meta.GeneratedAt.Equal(in.Now) || next.Corpus.Manifest.GeneratedAt != in.Now {
		t.Errorf("on the next day the graph is of %s", next.Meta.GeneratedAt)
	}

	for _, name := range []string{graph, filepath.Join(in.CorpusDir, "issues.jsonl")} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		good := string(data)
		data[len(data)-2] ^= 1
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if build(); read(t, name) != good {
			t.Errorf("%s was not mended", filepath.Base(name))
		}
	}
}

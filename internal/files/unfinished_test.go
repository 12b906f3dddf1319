package files_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bdgraph/internal/files"
)

func TestRemoveUnfinished(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".graph.tmp-1/part", ".graph.tmp-2", ".other.tmp-3", "graph"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := files.RemoveUnfinished(filepath.Join(dir, "graph")); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if !slices.Equal(left, []string{".other.tmp-3", "graph"}) {
		t.Errorf("left are %q", left)
	}
}

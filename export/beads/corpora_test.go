package beads_test

import (
	"context"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/export/beads"
	"bdgraph/internal/testenv"
)

// today lies after all records of the corpora.
var today = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)

func readCorpus(t testing.TB, name string) beads.Result {
	t.Helper()
	r, err := beads.Read(context.Background(), beads.Options{
		Root: testenv.Shared(t, "corpora", name), Mode: beads.ModeFiles, Environ: []string{}, Now: today,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func dependencies(issues []bdgraph.Issue) (n int) {
	for _, i := range issues {
		n += len(i.Dependencies)
	}
	return n
}

func TestRealStoresLoadWhole(t *testing.T) {
	for _, c := range []struct {
		name                           string
		issues, dependencies, memories int
	}{
		{"neomagi", 194, 149, 0},
		{"reframe2", 1958, 423, 21},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := readCorpus(t, c.name)
			if len(r.Issues) != c.issues || dependencies(r.Issues) != c.dependencies || len(r.Memories) != c.memories {
				t.Errorf("%d issues, %d dependencies, %d memories; want %d, %d, %d",
					len(r.Issues), dependencies(r.Issues), len(r.Memories), c.issues, c.dependencies, c.memories)
			}
		})
	}
}

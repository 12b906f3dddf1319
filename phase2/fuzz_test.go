package phase2

import (
	"os"
	"path/filepath"
	"testing"

	"bdgraph"
)

// Whatever an agent writes is accepted or has problems with a place, and what is
// accepted gives a graph that keeps its invariants.
func FuzzCheck(f *testing.F) {
	paths, err := filepath.Glob("testdata/faulty/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checker := NewChecker(faultyCorpus(t), faultyVocabulary)
		checked := checker.Check("docs%2fadr%2f0009-outbox.md.json", data)
		if (checked.Extraction == nil) != (len(checked.Problems) > 0) {
			t.Fatalf("accepted %t with %d problems", checked.Extraction != nil, len(checked.Problems))
		}
		for _, p := range checked.Problems {
			if p.Line < 1 || p.Column < 1 || p.Code == "" || p.Message == "" {
				t.Fatalf("%+v", p)
			}
		}
		if checked.Extraction == nil {
			return
		}
		b := &builder{known: checker.known, rules: make(map[bdgraph.NodeRef]map[string]any)}
		b.add(*checked.Extraction)
		if broken := bdgraph.Merge(bdgraph.Fragment{}, bdgraph.Fragment{Nodes: b.nodes(), Edges: b.edges}).Check(); len(broken) > 0 {
			t.Fatalf("%+v", broken[0])
		}
	})
}

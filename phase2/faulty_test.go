package phase2

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bdgraph"
)

var update = flag.Bool("update", false, "write the expected errors of faulty extractions anew")

// faultyCorpus is the corpus of testdata/documents, as of the end of August 2024.
func faultyCorpus(t *testing.T) bdgraph.Corpus {
	t.Helper()
	c := bdgraph.Corpus{Manifest: bdgraph.Manifest{GeneratedAt: time.Date(2024, 8, 31, 12, 0, 0, 0, time.UTC)}}
	paths, err := filepath.Glob("testdata/documents/*.txt")
	if err != nil || len(paths) < 4 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		id, err := bdgraph.ParseFileName(strings.TrimSuffix(filepath.Base(path), ".txt"))
		if err != nil {
			t.Fatal(err)
		}
		d := bdgraph.Document{ID: id, Key: id, Text: string(data), SHA256: hash(string(data)), Kind: bdgraph.MemoryDocument}
		first, _, _ := strings.Cut(d.Text, "\n")
		_, d.Title, _ = strings.Cut(first, ": ")
		switch {
		case strings.HasSuffix(id, ".md"):
			d.Kind = bdgraph.ADRDocument
			number := filepath.Base(id)[:4]
			c.ADRs = append(c.ADRs, bdgraph.ADR{Path: id, ID: "ADR-" + number, Number: number, Title: d.Title})
		case strings.HasPrefix(id, "bd-"):
			d.Kind = bdgraph.IssueDocument
			c.Issues = append(c.Issues, bdgraph.Issue{ID: id})
		}
		c.Documents = append(c.Documents, d)
	}
	c.Documents = append(c.Documents, bdgraph.Document{ID: "bd-8", Key: "bd-8", Kind: bdgraph.IssueDocument, Text: "# bd-8\n", SHA256: hash("# bd-8\n")})
	return c
}

var faultyVocabulary = bdgraph.Vocabulary{
	Components: []bdgraph.Component{{Name: "Api"}, {Name: "Gateway"}, {Name: "Mailer", Aliases: []string{"the mailer"}}, {Name: "Store"}},
	Rules:      []bdgraph.KnownRule{{Name: "Never lose a mail", Kind: bdgraph.Invariant}},
}

// Each file in testdata/faulty is an extraction with a fault whose code begins
// its name; want.txt holds every problem exactly. Those called accepted have none.
func TestFaultyExtractions(t *testing.T) {
	checker := NewChecker(faultyCorpus(t), faultyVocabulary, Patterns(established("api-errors", "Queue all mail", "Queue all mail in the outbox", "Not within a request")))
	paths, err := filepath.Glob("testdata/faulty/*.json")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{} // of those that are not about the ADR on the outbox
	data, err := os.ReadFile("testdata/faulty-names.json")
	if err == nil {
		err = json.Unmarshal(data, &names)
	}
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	faulty := 0
	codes := map[string]bool{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		file := names[name]
		if file == "" {
			file = "docs%2fadr%2f0009-outbox.md.json"
		}
		checked := checker.Check(file, data)
		code, _, _ := strings.Cut(name, "--")
		if code == "accepted" {
			if checked.Extraction == nil {
				t.Errorf("%s: %+v", name, checked.Problems)
			}
			continue
		}
		faulty++
		codes[code] = true
		if checked.Extraction != nil {
			t.Errorf("%s is accepted", name)
		}
		if !slices.ContainsFunc(checked.Problems, func(p Problem) bool { return p.Code == code }) {
			t.Errorf("%s: no %s in %+v", name, code, checked.Problems)
		}
		fmt.Fprintf(&got, "%s\n", name)
		for _, p := range checked.Problems {
			if p.Remedy == "" {
				t.Errorf("%s: %s has no suggestion", name, p.Code)
			}
			fmt.Fprintf(&got, "  %d:%d %s %s\n    %s\n    found %q, allowed %q\n    %s\n", p.Line, p.Column, p.Code, p.Pointer, p.Message, p.Found, p.Allowed, p.Remedy)
		}
	}
	if faulty < 60 {
		t.Errorf("there are %d faulty extractions only", faulty)
	}
	const golden = "testdata/faulty-want.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		for i, line := range strings.Split(got.String(), "\n") {
			if lines := strings.Split(string(want), "\n"); i >= len(lines) || lines[i] != line {
				t.Fatalf("line %d of the problems is\n%s\n(go test ./phase2 -update writes them anew)", i+1, line)
			}
		}
	}
}

package phase1_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/export"
	"bdgraph/internal/testenv"
	"bdgraph/phase1"
)

// readCorpus exports a real store, from its files alone.
func readCorpus(t testing.TB, root string) bdgraph.Corpus {
	t.Helper()
	t.Setenv("PATH", "") // no bd, no git: what is in the folder
	c, err := export.Read(context.Background(), export.Sources{Root: root, Now: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestRealStores(t *testing.T) {
	for name, want := range map[string]map[string]int{
		// 1,260 issues mention 3,059 others, as a search by hand found too.
		"reframe2": {
			"Issue": 1958, "Memory": 21, "mentioning issues": 1260, "MENTIONS Issue Issue": 3059,
			"CHILD_OF": 35, "DEPENDS_ON": 98, "DISCOVERED_FROM": 242, "RELATES_TO": 48,
			"open decision": 3, "placeholder": 0, "dangling": 0,
		},
		"beads": {
			"Memory": 4, "ADR": 2, "CHILD_OF": 83, "DEPENDS_ON": 150, "DISCOVERED_FROM": 7, "DUPLICATES": 1,
		},
		"neomagi": {
			"Issue": 194, "CHILD_OF": 127, "DISCOVERED_FROM": 22,
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := readCorpus(t, testenv.Shared(t, "corpora", name))
			f := phase1.Extract(c, bdgraph.Vocabulary{})
			got := countsOf(f)
			for what, n := range want {
				if got[what] != n {
					t.Errorf("%s: %d, want %d", what, got[what], n)
				}
			}
			g := bdgraph.Merge(f, bdgraph.Fragment{})
			for _, broken := range g.Check() {
				t.Error(broken.Message)
			}
			quotesAreInTheirDocuments(t, c, g)
		})
	}
}

// countsOf counts nodes by label, edges by type, mentions by both labels too,
// and findings by code.
func countsOf(f bdgraph.Fragment) map[string]int {
	n := make(map[string]int)
	mentioning := make(map[string]bool)
	for _, x := range f.Nodes {
		n[string(x.Label)]++
		if x.Placeholder {
			n["placeholder"]++
			n[string(x.Label)]--
		}
		if x.Life != nil && x.Life.NeverInForce != "" {
			n[x.Life.NeverInForce]++
		}
	}
	for _, e := range f.Edges {
		n[string(e.Type)]++
		if e.Type == bdgraph.Mentions {
			n[fmt.Sprintf("MENTIONS %s %s", e.From.Label, e.To.Label)]++
			if e.From.Label == bdgraph.IssueLabel && e.To.Label == bdgraph.IssueLabel {
				mentioning[e.From.Key] = true
			}
		}
	}
	for _, x := range f.Findings {
		n[x.Code]++
	}
	n["mentioning issues"] = len(mentioning)
	return n
}

func quotesAreInTheirDocuments(t *testing.T, c bdgraph.Corpus, g bdgraph.Graph) {
	t.Helper()
	lines := make(map[string][][]byte, len(c.Documents))
	for _, d := range c.Documents {
		lines[d.ID] = bytes.Split([]byte(d.Text), []byte("\n"))
	}
	quotes := 0
	for _, e := range g.Edges {
		for _, q := range e.Evidence {
			quotes++
			text := lines[e.Source]
			if e.Confidence == bdgraph.Textual && (q.Line < 1 || q.Line > len(text) || !bytes.Contains(text[q.Line-1], []byte(q.Text))) {
				t.Fatalf("%s of %s: line %d does not say %q", e.Type, e.Source, q.Line, q.Text)
			}
		}
	}
	if quotes == 0 {
		t.Error("no edge has a quote")
	}
}

// BenchmarkReframe2 compares reading and deriving with decoding the same lines
// into maps.
func BenchmarkReframe2(b *testing.B) {
	root := testenv.Shared(b, "corpora", "reframe2")
	b.Run("decode", func(b *testing.B) {
		for b.Loop() {
			data, err := os.ReadFile(filepath.Join(root, ".beads", "issues.jsonl"))
			if err != nil {
				b.Fatal(err)
			}
			for line := range bytes.Lines(data) {
				var m map[string]any
				if err := json.Unmarshal(line, &m); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("export", func(b *testing.B) {
		for b.Loop() {
			readCorpus(b, root)
		}
	})
	c := readCorpus(b, root)
	b.Run("phase1", func(b *testing.B) {
		for b.Loop() {
			phase1.Extract(c, bdgraph.Vocabulary{})
		}
	})
	f := phase1.Extract(c, bdgraph.Vocabulary{})
	b.Run("merge", func(b *testing.B) {
		for b.Loop() {
			bdgraph.Merge(f, bdgraph.Fragment{})
		}
	})
}

// BenchmarkIssues shows that the time grows with the corpus and no faster.
func BenchmarkIssues(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		c := bdgraph.Corpus{}
		for i := range n {
			id := fmt.Sprintf("bd-%06d", i)
			other := fmt.Sprintf("bd-%06d", i/2)
			issue := bdgraph.Issue{
				ID: id, Title: "Title", Type: "task", Status: "open", CreatedAt: time.Date(2025, 1, 1, i, 0, 0, 0, time.UTC),
			}
			if i > 0 {
				issue.Dependencies = []bdgraph.Dependency{{Target: other, Type: "blocks"}}
			}
			c.Issues = append(c.Issues, issue)
			c.Documents = append(c.Documents, bdgraph.Document{
				ID: id, Key: id, Kind: bdgraph.IssueDocument, Title: "Title",
				Text: "# " + id + ": Title\n\n" + "Some prose that names " + other + " and PR #12, src/mail/queue.go and node-14.\n",
			})
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				phase1.Extract(c, bdgraph.Vocabulary{})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/issue")
		})
	}
}

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bdgraph"
	"bdgraph/export"
	"bdgraph/internal/files"
	"bdgraph/phase2"
)

// BenchmarkCheckVerb takes the whole process that checks 50,000 relationships of
// 2,500 documents: for the first time, when all stamps are written, and again.
func BenchmarkCheckVerb(b *testing.B) {
	program := bdgraphProgram(b)
	dir := b.TempDir()
	manyExtractions(b, program, dir, 2500, 20)
	for _, again := range []bool{false, true} {
		b.Run(fmt.Sprintf("again=%t", again), func(b *testing.B) {
			processor := 0.0
			for b.Loop() {
				if !again {
					if err := os.RemoveAll(filepath.Join(dir, ".bdgraph/extracted", phase2.StampFolder)); err != nil {
						b.Fatal(err)
					}
				}
				cmd := exec.Command(program, "-C", dir, "check")
				out, err := cmd.Output()
				if err != nil || strings.Count(string(out), ": accepted, 20 relationships\n") != 2500 {
					b.Fatalf("%v\n%.2000s", err, out)
				}
				processor += (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
			}
			b.ReportMetric(processor/float64(b.N), "processor-s/op")
		})
	}
}

// manyExtractions makes a project of so many issues of about 110 lines, exports
// it, and writes a right extraction of each.
func manyExtractions(tb testing.TB, program, dir string, documents, edges int) {
	tb.Helper()
	write := func(name, text string) {
		if err := files.Write(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	var issues strings.Builder
	for n := range documents {
		var text strings.Builder
		for i := range edges {
			fmt.Fprintf(&text, "## Part %d\n\nThe mailer must queue mail of kind %d-%d in the outbox since 2024-03.\n"+
				"Whoever sends at once loses mail when the process dies, as `outbox_%d` of _last_ winter showed, and nobody notices before customers write.\n\n", i, n, i, i)
		}
		line, err := json.Marshal(map[string]any{
			"_type": "issue", "id": fmt.Sprintf("shop-%d", n), "title": fmt.Sprintf("Queue mail, part %d", n), "status": "closed", "issue_type": "decision",
			"created_at": "2024-03-01T09:00:00Z", "closed_at": "2024-03-08T09:00:00Z", "description": text.String(),
		})
		if err != nil {
			tb.Fatal(err)
		}
		issues.WriteString(string(line) + "\n")
	}
	write(".beads/issues.jsonl", issues.String())
	write("bdgraph.toml", "[[vocab.components]]\nname = \"Mail\"\naliases = [\"mailer\"]\n")
	if out, err := exec.Command(program, "-C", dir, "export").CombinedOutput(); err != nil {
		tb.Fatalf("%v\n%s", err, out)
	}
	corpus, err := export.Load(filepath.Join(dir, ".bdgraph/corpus"))
	if err != nil {
		tb.Fatal(err)
	}
	for _, d := range corpus.Documents {
		sum := sha256.Sum256([]byte(d.Text))
		lines := strings.Split(strings.TrimSuffix(d.Text, "\n"), "\n")
		x := phase2.Extraction{Document: d.ID, SHA256: hex.EncodeToString(sum[:]), LinesRead: len(lines)}
		for i, line := range lines {
			if !strings.HasPrefix(line, "The mailer must") {
				continue
			}
			kind, _, _ := strings.Cut(strings.TrimPrefix(line, "The mailer must queue mail of kind "), " ")
			rule := phase2.End{Label: bdgraph.RuleLabel, Key: "Queue mail of kind " + kind + " in the outbox", Kind: "decision"}
			edge := phase2.Edge{
				Type: bdgraph.Establishes, From: phase2.End{Label: bdgraph.IssueLabel, Key: d.Key}, To: rule, Fact: line,
				Evidence: []bdgraph.Quote{{Text: line, Line: i + 1}}, Dates: []phase2.Date{{Value: "2024-03", Role: phase2.ValidFrom, Quote: "since 2024-03"}},
			}
			x.Edges = append(x.Edges, edge)
		}
		data, err := json.MarshalIndent(x, "", "  ")
		if err != nil {
			tb.Fatal(err)
		}
		write(".bdgraph/extracted/"+bdgraph.FileName(d.ID)+phase2.Extension, string(data))
	}
}

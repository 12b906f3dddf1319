package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/demo"
	"bdgraph/internal/unseen"
)

// Whatever text stands in a graph file, people see all of it, whichever verb shows it.
func TestPeopleSeeEveryCharacter(t *testing.T) {
	dir := t.TempDir()
	if err := demo.Write(dir); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) (stdout, stderr string) {
		t.Helper()
		var out, talk bytes.Buffer
		a := &app{stdin: strings.NewReader(""), stdout: &out, stderr: &talk, clock: time.Now}
		if code := a.run(context.Background(), append([]string{"-C", dir}, args...)); code != exitOK {
			t.Errorf("%q: exit code %d: %s", args, code, talk.String())
		}
		return out.String(), talk.String()
	}
	run("regenerate")
	lines, _ := run("graph", "export")
	const hidden = "\u202e\x1b[2J\x7f\u2028\r\u200b"
	var names, poisoned []string
	for line := range strings.Lines(lines) {
		var record struct {
			ID         string         `json:"id,omitempty"`
			Type       string         `json:"type,omitempty"`
			From       string         `json:"from,omitempty"`
			To         string         `json:"to,omitempty"`
			Labels     []string       `json:"labels,omitempty"`
			Properties map[string]any `json:"properties"`
		}
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatal(err)
		}
		for name, v := range record.Properties {
			if text, ok := v.(string); ok && (record.Type != "" || record.Labels[0] != string(bdgraph.MetaLabel)) {
				record.Properties[name] = text + hidden
			}
		}
		if record.Type == "" {
			if key, ok := record.Properties[bdgraph.Label(record.Labels[0]).KeyProperty()].(string); ok && strings.HasSuffix(key, hidden) {
				names = append(names, key)
			}
		}
		text, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		poisoned = append(poisoned, string(text))
	}
	file := filepath.Join(t.TempDir(), "graph.jsonl")
	if err := os.WriteFile(file, []byte(strings.Join(poisoned, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	run("graph", "import", file, "--out", filepath.Join(dir, ".bdgraph", graphFile))

	asked := [][]string{{"changes", "--from", "2000-01-01"}, {"query", "MATCH (a)-[r]->(b) RETURN a, r, b.title"}, {"query", "EXPLAIN MATCH (n {id: '" + hidden + "'}) RETURN n"}}
	for _, name := range names {
		asked = append(asked, []string{"why", name}, []string{"show", name}, []string{"impact", name}, []string{"search", name}, []string{"context", name})
		if strings.HasPrefix(name, "Api") {
			asked = append(asked, []string{"governs", name}, []string{"timeline", name})
		}
	}
	for _, args := range asked {
		stdout, stderr := run(args...)
		if first, found := unseen.First(stdout + stderr); found {
			t.Errorf("%q: U+%04X is hidden", args, first)
		}
		if args[0] == "show" && !strings.Contains(stdout, unseen.Show(args[1])) {
			t.Errorf("%q: %s", args, stdout)
		}
	}
}

// Package demo holds a small project to try bdgraph on: sources, settings,
// agents' extractions and verdicts of a web shop whose sessions moved twice. Out
// comes a folder in which every verb works; golden/ holds what the pipeline makes
// of it. Running the pipeline is left to the caller.
package demo

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"bdgraph"
)

//go:embed all:project
var project embed.FS

// Now is the time of the demo's build, so that it is the same on every machine.
var Now = time.Date(2026, time.January, 15, 12, 0, 0, 0, time.UTC)

// Days are three days on which the question how the API keeps sessions has
// three different answers.
var Days = []bdgraph.Day{
	bdgraph.NewDay(2024, time.June, 1),
	bdgraph.NewDay(2025, time.January, 15),
	bdgraph.NewDay(2025, time.September, 1),
}

// Question is a query with what it asks.
type Question struct{ Title, Cypher string }

// Questions are the example queries of the demo; golden/answers.txt holds their answers.
var Questions = []Question{
	{
		"Which rules bind the API, and what established them?",
		"MATCH (r:Rule)-[g:GOVERNS|CONSTRAINS]->(c:Component {name:'Api'}) OPTIONAL MATCH (src)-[e:ESTABLISHES]->(r) " +
			"RETURN r.name, g.fact, e.valid_from, coalesce(src.id, src.key)",
	},
	{
		"What replaced or ended what?",
		"MATCH (a)-[s:SUPERSEDES|INVALIDATES]->(b) " +
			"RETURN coalesce(a.id,a.key,a.name), type(s), s.valid_from, coalesce(b.id,b.key,b.name) ORDER BY s.valid_from",
	},
	{
		"Which lasting decisions came out of the epic?",
		"MATCH (adr:ADR)-[:TRACKED_IN]->(:Issue)-[:CHILD_OF*1..2]->(:Issue {id:'demo-ep1'}) MATCH (adr)-[:ESTABLISHES]->(r:Rule) " +
			"RETURN adr.id, r.name",
	},
	{
		"Where did the bug come from, and what fixed it?",
		"MATCH (i:Issue {id:'demo-bug7'}) OPTIONAL MATCH (i)-[:DISCOVERED_FROM]->(p) OPTIONAL MATCH (i)-[:REFERENCES_PR]->(pr) " +
			"RETURN p.id, collect(pr.number)",
	},
	{
		"When was this graph built, and of how many issues?",
		"MATCH (m:Meta) RETURN m.generated_at, m.issues",
	},
}

// Files returns the project folder.
func Files() fs.FS {
	sub, err := fs.Sub(project, "project")
	if err != nil {
		panic(err) // the name is a constant
	}
	return sub
}

// Write puts the project into dir, which must be empty or missing.
func Write(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("write demo: %w", err)
	}
	if len(entries) > 0 {
		return fmt.Errorf("write demo: %s is not empty", dir)
	}
	var written []string
	err = fs.WalkDir(Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		target := filepath.Join(dir, filepath.FromSlash(name))
		written = append(written, target)
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		data, err := fs.ReadFile(Files(), name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o644)
	})
	// The corpus notes the times of its sources, folders too.
	for _, path := range written {
		if err == nil {
			err = os.Chtimes(path, Now, Now)
		}
	}
	return err
}

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
type Question struct {
	Title, Cypher string
	Params        map[string]any
}

// Questions are the example queries of the demo, of which the first has another
// answer on each of the Days. golden/demo.txt holds the answers.
var Questions = []Question{
	{
		Title: "How does the API keep sessions? One question, three days",
		Cypher: "UNWIND $days AS day MATCH (r:Rule)-[g:GOVERNS]->(:Component {name:'Api'}) " +
			"WHERE r.name CONTAINS 'sessions' AND g.from_latest <= day < g.to_earliest " +
			"RETURN day, r.name AS rule, g.valid_from AS since, g.invalid_at AS until, g.source + ':' + g.line AS source ORDER BY day",
		Params: map[string]any{"days": []any{Days[0], Days[1], Days[2]}},
	},
	{
		Title: "Which rules bind the API now, and what established them?",
		Cypher: "MATCH (r:Rule)-[g:GOVERNS|CONSTRAINS]->(:Component {name:'Api'}) WHERE g.from_latest <= $today < g.to_earliest " +
			"MATCH (src)-[e:ESTABLISHES]->(r) RETURN r.name AS rule, g.fact AS says, e.valid_from AS since, coalesce(src.id, src.key) AS source ORDER BY rule",
		Params: map[string]any{"today": bdgraph.DayOf(Now)},
	},
	{
		Title: "What replaced or ended what?",
		Cypher: "MATCH (a)-[s:SUPERSEDES|INVALIDATES]->(b) " +
			"RETURN DISTINCT s.valid_from AS day, coalesce(a.id, a.key) AS new, type(s) AS relationship, coalesce(b.name, b.id, b.key) AS old ORDER BY day, new",
	},
	{
		Title: "Which lasting decisions came out of the epic?",
		Cypher: "MATCH (adr:ADR)-[:TRACKED_IN]->(:Issue)-[:CHILD_OF*1..2]->(:Issue {id:'demo-ep1'}) MATCH (adr)-[:ESTABLISHES]->(r:Rule) " +
			"RETURN adr.id AS source, r.name AS rule ORDER BY source, rule",
	},
	{
		Title: "Where did the bug come from, and what fixed it?",
		Cypher: "MATCH (i:Issue {id:'demo-bug7'}) OPTIONAL MATCH (i)-[:DISCOVERED_FROM]->(p) OPTIONAL MATCH (i)-[:REFERENCES_PR]->(pr) " +
			"RETURN p.id AS found_in, collect(pr.number) AS fixed_by",
	},
	{
		Title:  "When was this graph built, and of how many issues?",
		Cypher: "MATCH (m:Meta) RETURN m.generated_at AS built, m.issues AS issues",
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

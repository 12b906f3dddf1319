// Command generate writes what is measured into files: the graph of a made-up
// tracker, or a store of issues as bd exports it.
//
//	generate --nodes 20000 --relationships 200000 --out DIR   graph.jsonl, params.json
//	generate --issues 100000 --out DIR                        .beads/issues.jsonl
//	generate --issues 100000 --records 500 --out DIR          with docs/adr and bdgraph.toml
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"bdgraph/bench"
	"bdgraph/store/exchange"
)

func main() {
	nodes := flag.Int("nodes", 20_000, "nodes of the graph")
	relationships := flag.Int("relationships", 200_000, "relationships of the graph")
	issues := flag.Int("issues", 0, "write a store of so many issues in place of a graph")
	records := flag.Int("records", 0, "write so many decision records beside the issues, and the components they are about")
	seed := flag.Uint64("seed", 1, "the same seed gives the same files")
	out := flag.String("out", "", "the folder to write to")
	flag.Parse()
	if *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(64)
	}
	if err := generate(*out, *nodes, *relationships, *issues, *records, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func generate(out string, nodes, relationships, issues, records int, seed uint64) error {
	if records > 0 {
		today := int(time.Since(bench.FirstDay).Hours() / 24) // the latest are news to whoever starts a session
		if err := bench.WriteRecords(out, records, today, seed); err != nil {
			return err
		}
	}
	if issues > 0 {
		return bench.WriteFile(filepath.Join(out, ".beads", "issues.jsonl"), func(w io.Writer) error {
			return bench.WriteIssues(w, issues, seed)
		})
	}
	t := bench.NewTracker(nodes, relationships, seed)
	err := bench.WriteFile(filepath.Join(out, "graph.jsonl"), func(w io.Writer) error { return exchange.WriteJSONL(w, t.Graph) })
	if err != nil {
		return err
	}
	return bench.WriteFile(filepath.Join(out, "params.json"), func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(t.Params)
	})
}

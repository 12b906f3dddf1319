package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bdgraph/bench"
	"bdgraph/cypher/value"
	"bdgraph/store"
)

// Everything is written for every system, and bdgraph answers all questions from what was written.
func TestDataLoadsAndAnswers(t *testing.T) {
	dir := t.TempDir()
	if _, err := run(t.Context(), []string{"data", dir, "500", "3000"}); err != nil {
		t.Fatal(err)
	}
	lines, err := os.ReadFile(filepath.Join(dir, "graph.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	statements, err := os.ReadFile(filepath.Join(dir, "tables.cypher"))
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "csv", "*.csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		records, err := csv.NewReader(f).ReadAll()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		f.Close()
		rows += len(records) - 1
		if n := strings.Count(string(statements), "'{DIR}/csv/"+filepath.Base(name)+"'"); n != 1 {
			t.Errorf("%s is copied %d times", filepath.Base(name), n)
		}
	}
	if want := strings.Count(string(lines), "\n"); rows != want {
		t.Errorf("%d rows in tables, %d lines of the graph", rows, want)
	}

	file := filepath.Join(dir, "graph.bdg")
	if _, err := load(t.Context(), dir, file); err != nil {
		t.Fatal(err)
	}
	f, err := ask(t.Context(), dir, file)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range bench.Questions {
		a, ok := f.Questions[q.Name]
		if !ok || a.Runs < 30 || a.Rows == 0 || len(a.Digest) != 12 {
			t.Errorf("%s: %+v", q.Name, a)
		}
		if fresh := a.Fresh != nil; fresh != (len(q.Params) == 1 && q.Params[0] == "issue") {
			t.Errorf("%s was asked in new texts: %t", q.Name, fresh)
		}
	}
}

// The scripts compute the same digest, so that answers of all systems can be compared.
func TestDigestIsThatOfTheScripts(t *testing.T) {
	row := func(values ...value.Value) []value.Value { return values }
	answers := []store.Result{
		{Rows: [][]value.Value{row(value.String("a"), value.Int(1)), row(value.Float(2), value.String("b"))}},
		{},
		{Rows: [][]value.Value{
			row(value.Null, value.List([]value.Value{value.String("z"), value.String("a")}), value.Float(1.5), value.Bool(true)),
			row(value.String(`é"<`), value.Int(-3)),
		}},
	}
	const want = "db7b75c54579" // by digest of common.py
	if got := digest(answers); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	answers[0].Rows[0], answers[0].Rows[1] = answers[0].Rows[1], answers[0].Rows[0]
	if got := digest(answers); got != want {
		t.Errorf("in another order of rows: %s, want %s", got, want)
	}
	answers[0].Rows[0][1] = value.String("c")
	if digest(answers) == want {
		t.Error("another answer has the same digest")
	}
}

package check_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"bdgraph/cypher/check"
	"bdgraph/cypher/syntax"
	"bdgraph/internal/testenv"
)

// verdict is what a real server says of one query that a language model wrote.
type verdict struct {
	query string
	OK    bool `json:"ok"`
	Line  int  `json:"line"`
	Pos   [2]int
	// Message is the first line of the refusal.
	Message string
}

func verdicts(t *testing.T) []verdict {
	t.Helper()
	dir := testenv.Shared(t, "queries")
	queries, answers := lines(t, filepath.Join(dir, "agent-queries.jsonl")), lines(t, filepath.Join(dir, "neo4j-explain.jsonl"))
	if len(queries) != len(answers) || len(queries) < 4000 {
		t.Fatalf("%d queries and %d answers", len(queries), len(answers))
	}
	list := make([]verdict, len(queries))
	for i := range queries {
		var q struct{ Cypher string }
		if err := json.Unmarshal(queries[i], &q); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(answers[i], &list[i]); err != nil {
			t.Fatal(err)
		}
		list[i].query = q.Cypher
	}
	return list
}

func lines(t *testing.T, path string) [][]byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSpace(b), []byte("\n"))
}

// TestAgentQueries holds that each query which a language model wrote gets the
// verdict of a real server, most refusals at the same place, and a hint.
func TestAgentQueries(t *testing.T) {
	list := verdicts(t)
	refusals, samePlace := 0, 0
	for _, v := range list {
		_, err := checked(v.query, check.Env{})
		if (err == nil) != v.OK {
			t.Errorf("line %d: the server says %q, we say %v\n%s", v.Line, v.Message, err, v.query)
		}
		e, _ := err.(*syntax.Error)
		if e == nil {
			continue
		}
		refusals++
		if e.Pos.Line == v.Pos[0] && e.Pos.Column == v.Pos[1] {
			samePlace++
		} else {
			t.Logf("line %d: %v, at %v there: %q", v.Line, e, v.Pos, v.Message)
		}
		if e.Hint == "" {
			t.Errorf("line %d: no hint: %v", v.Line, e)
		}
	}
	t.Logf("%d queries; of %d refusals %d at the same place", len(list), refusals, samePlace)
	if samePlace*100 < refusals*95 {
		t.Errorf("only %d of %d refusals are at the same place", samePlace, refusals)
	}
}

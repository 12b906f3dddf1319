package check_test

import (
	"bufio"
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
	var list [][]byte
	for s := bufio.NewScanner(bytes.NewReader(b)); ; {
		s.Buffer(nil, 1<<20)
		for s.Scan() {
			list = append(list, bytes.Clone(s.Bytes()))
		}
		return list
	}
}

// TestAgentQueries compares our verdict on each query with that of a real server.
func TestAgentQueries(t *testing.T) {
	list := verdicts(t)
	same, refusals, samePlace, hints := 0, 0, 0, 0
	for _, v := range list {
		_, err := checked(v.query, check.Env{})
		if (err == nil) != v.OK {
			t.Logf("line %d: server says %q, we say %v\n%s", v.Line, v.Message, err, v.query)
			continue
		}
		same++
		if v.OK {
			continue
		}
		refusals++
		e := err.(*syntax.Error)
		if e.Pos.Line == v.Pos[0] && e.Pos.Column == v.Pos[1] {
			samePlace++
		} else {
			t.Logf("line %d: %v, at %v there: %q", v.Line, e, v.Pos, v.Message)
		}
		if e.Hint != "" {
			hints++
		} else {
			t.Logf("line %d: no hint: %v", v.Line, e)
		}
	}
	t.Logf("%d of %d verdicts agree; of %d refusals %d at the same place, %d with a hint", same, len(list), refusals, samePlace, hints)
	if same*1000 < len(list)*995 {
		t.Errorf("only %d of %d verdicts agree", same, len(list))
	}
}

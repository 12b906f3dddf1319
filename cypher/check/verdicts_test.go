package check_test

import (
	"os"
	"strings"
	"testing"

	"bdgraph/cypher/check"
)

// TestServerVerdicts compares our verdict with the one that a real server gave on
// short queries, right and wrong, which are kept in testdata/verdicts.txt. The
// differences that we mean to have are marked there.
func TestServerVerdicts(t *testing.T) {
	b, err := os.ReadFile("testdata/verdicts.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(b)) {
		verdict, query, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if !ok || verdict == "#" || verdict == "~" {
			continue
		}
		n++
		_, err := checked(query, check.Env{AllowWrites: true})
		if accepted := err == nil; accepted != (verdict == "+") {
			t.Errorf("%s %s: %v", verdict, query, err)
		}
	}
	if n < 800 {
		t.Errorf("only %d queries", n)
	}
}

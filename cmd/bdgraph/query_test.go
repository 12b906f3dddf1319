package main

import (
	"strings"
	"testing"

	"bdgraph/cypher/value"
	"bdgraph/store"
)

func TestLongCellsAreShortenedToAWidthAlone(t *testing.T) {
	r := store.Result{Columns: []string{"id", "text"}, Rows: [][]value.Value{{value.String("bd-1"), value.String(strings.Repeat("long ", 50))}}}
	var whole, short strings.Builder
	if n := printResult(&whole, r, 0); n != 0 || !strings.Contains(whole.String(), strings.Repeat("long ", 49)) {
		t.Errorf("%d\n%s", n, whole.String())
	}
	if n := printResult(&short, r, 40); n != 1 || !strings.HasSuffix(short.String(), " lon…\n(1 row)\n") {
		t.Errorf("%d\n%s", n, short.String())
	}
	for line := range strings.Lines(short.String()) {
		if len([]rune(line)) > 41 {
			t.Errorf("too wide: %s", line)
		}
	}
}

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
	if n, err := printResult(&whole, r, 0); n != 0 || err != nil || !strings.Contains(whole.String(), strings.Repeat("long ", 49)) {
		t.Errorf("%d %v\n%s", n, err, whole.String())
	}
	if n, err := printResult(&short, r, 40); n != 1 || err != nil || !strings.HasSuffix(short.String(), " lon…\n(1 row)\n") {
		t.Errorf("%d %v\n%s", n, err, short.String())
	}
	for line := range strings.Lines(short.String()) {
		if len([]rune(line)) > 41 {
			t.Errorf("too wide: %s", line)
		}
	}
}

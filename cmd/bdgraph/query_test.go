package main

import (
	"bytes"
	"encoding/json"
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

// Whatever a graph holds, the answer is JSON and says it as it is.
func TestResultsInJSONKeepEveryText(t *testing.T) {
	odd := "a\a\x1b[2J\u202e\x7f\u2028\"\\\n</script>\U000e0041"
	r := store.Result{Columns: []string{odd}, Rows: [][]value.Value{{value.String(odd)}, {value.ListOf(value.FromMap(value.NewMap(value.Entry{Key: odd, Value: value.Null})))}}, Generation: odd}
	var b bytes.Buffer
	if err := printResultJSON(&b, r); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Columns    []string
		Rows       [][]any
		Generation string
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatalf("%v in %s", err, b.Bytes())
	}
	if _, kept := got.Rows[1][0].([]any)[0].(map[string]any)[odd]; got.Columns[0] != odd || got.Rows[0][0] != odd || !kept || got.Generation != odd {
		t.Errorf("%q", got)
	}
}

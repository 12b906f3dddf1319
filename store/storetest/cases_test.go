package storetest

import (
	"slices"
	"strings"
	"testing"
)

func TestCasesAreComplete(t *testing.T) {
	cases := Cases()
	if len(cases) < 30 {
		t.Fatalf("%d cases", len(cases))
	}
	names := map[string]bool{}
	for _, c := range cases {
		if names[c.Name] {
			t.Errorf("two cases are called %q", c.Name)
		}
		names[c.Name] = true
		if c.Query == "" || len(c.Graph.Nodes) == 0 || (c.Columns == nil) == (c.Error == "") {
			t.Errorf("case %q lacks its graph, its query or its answer", c.Name)
		}
	}
}

func TestParseCases(t *testing.T) {
	cases, err := parseCases("graph small\n\n# a remark\ncase one\nquery MATCH (n)\n  RETURN n\nparam p [1, 2.5, {\"a\": null}]\ncolumns a | b\nordered\nrow 1 | 2\nrow 'x' | null\n\ncase two\nquery RETURN\nerror query SyntaxError 1:7\n")
	if err != nil {
		t.Fatal(err)
	}
	one, two := cases[0], cases[1]
	if one.Query != "MATCH (n)\nRETURN n" || !one.Ordered || !slices.Equal(one.Columns, []string{"a", "b"}) || !slices.Equal(one.Rows, []string{"1 | 2", "'x' | null"}) {
		t.Errorf("case %+v", one)
	}
	if list := one.Params["p"].([]any); list[0] != int64(1) || list[1] != 2.5 {
		t.Errorf("parameter %#v", list)
	}
	if two.Error != "query" || two.Code != "SyntaxError" || two.Line != 1 || two.Column != 7 {
		t.Errorf("case %+v", two)
	}
	for _, text := range []string{"row 1", "case a\nnonsense", "case a\nparam p {", "case a\nerror query X a:b"} {
		if _, err := parseCases(text); err == nil || !strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("%q: error %v, want one with its line", text, err)
		}
	}
}

func TestSuiteGraphsAreSound(t *testing.T) {
	for _, f := range slices.Concat(Small().Check(), changed().Check(), swapped("a").Check(), Generate(200, 500, 1).Check()) {
		t.Errorf("%s: %s", f.Code, f.Message)
	}
	if a, b := Generate(100, 300, 1), Generate(100, 300, 1); a.Generation() != b.Generation() {
		t.Error("equal arguments give other graphs")
	}
}

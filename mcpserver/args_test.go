package mcpserver

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"bdgraph"
)

var testArguments = []argument{
	{name: "name", kind: text, required: true, max: 10, description: "What to ask about."},
	{name: "kind", kind: text, values: []string{"rule", "issue"}},
	{name: "limit", kind: integer, min: 1, max: 100},
	{name: "as_of", kind: day},
	{name: "params", kind: object},
	{name: "labels", kind: textList},
}

func TestArgumentsAreRead(t *testing.T) {
	in, err := readArguments(testArguments, json.RawMessage(
		`{"name": "Api", "kind": "rule", "limit": 20.0, "as_of": "2025-03-01", "params": {"n": 9007199254740993}, "labels": ["A"]}`))
	if err != nil {
		t.Fatal(err)
	}
	if in.text("name") != "Api" || in.integer("limit", 0) != 20 || in.day("as_of") != bdgraph.NewDay(2025, 3, 1) || in.texts("labels")[0] != "A" {
		t.Errorf("%v", in)
	}
	if n := in.object("params")["n"]; n != json.Number("9007199254740993") {
		t.Errorf("an integer beyond 2^53 became %v", n)
	}
	if in, err = readArguments(testArguments, json.RawMessage(`{"name": "x", "as_of": null}`)); err != nil || in.day("as_of") != 0 {
		t.Errorf("null is absent: %v, %v", in, err)
	}
	if in, err = readArguments(nil, nil); err != nil || len(in) != 0 {
		t.Errorf("no arguments: %v, %v", in, err)
	}
}

func TestWrongArgumentsAreExplained(t *testing.T) {
	for raw, want := range map[string]string{
		`[]`:                                   "arguments must be a JSON object",
		`"x"`:                                  "arguments must be a JSON object",
		`{}`:                                   "the argument name is missing: What to ask about.",
		`{"name": ""}`:                         "name: must not be empty",
		`{"name": null}`:                       "the argument name is missing",
		`{"name": 5}`:                          "name: want a text, got the number 5",
		`{"name": ["x"]}`:                      "name: want a text, got a list",
		`{"name": "12345678901"}`:              "name: 11 bytes are too long; the limit is 10",
		`{"nam": "x"}`:                         `there is no argument "nam"`,
		`{"name": "x", "kind": "rul"}`:         `kind: "rul" is none of rule, issue`,
		`{"name": "x", "limit": "20"}`:         `limit: want a whole number, got the text "20"`,
		`{"name": "x", "limit": 0}`:            "limit: 0 is not from 1 to 100",
		`{"name": "x", "limit": 1.5}`:          "limit: 1.5 is not a whole number",
		`{"name": "x", "limit": 1e30}`:         "limit: 1e30 is not a whole number",
		`{"name": "x", "as_of": "2025-02-30"}`: `as_of: "2025-02-30" is not a day written YYYY-MM-DD`,
		`{"name": "x", "as_of": "yesterday"}`:  `as_of: "yesterday" is not a day`,
		`{"name": "x", "params": []}`:          "params: want an object, got a list",
		`{"name": "x", "labels": "A"}`:         `labels: want a list of texts, got the text "A"`,
		`{"name": "x", "labels": ["A", 5]}`:    "labels: want a list of texts, but element 2 is the number 5",
		`{"name": "x", "` + strings.Repeat("k", 500) + `": 1}`: "there is no argument \"kkk",
	} {
		_, err := readArguments(testArguments, json.RawMessage(raw))
		var f *failure
		if !errors.As(err, &f) || f.Code != codeArgument || !strings.Contains(f.Message, want) || f.Remedy == "" || len(f.Message) > 300 {
			t.Errorf("%s: got %+v, want %s", cut(raw, 60), f, want)
		}
	}
}

package verify

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
)

// Every field that verifiers write, and that a line of applied.jsonl has, is described.
func TestVerdictsPageNamesEveryField(t *testing.T) {
	page, err := os.ReadFile("../docs/formats/verdicts.md")
	if err != nil {
		t.Fatal(err)
	}
	described := func(name string) bool {
		return strings.Contains(string(page), "`"+name+"`") || strings.Contains(string(page), "[]."+name+"`")
	}
	var schema struct {
		Properties map[string]any `json:"properties"`
		Defs       map[string]struct {
			Properties map[string]any `json:"properties"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(Schema, &schema); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for name := range schema.Properties {
		names[name] = true
	}
	for name := range schema.Defs["verdict"].Properties {
		names[name] = true
	}
	for _, line := range []any{AppliedVerdict{}, Run{}, VerifierStats{}, Proposal{}, Correction{}, Claim{}, KeyItem{}, Report{}} {
		addFields(reflect.TypeOf(line), names)
	}
	if len(names) < 40 {
		t.Fatalf("%d fields", len(names))
	}
	for name := range names {
		if name != "verdicts" && !described(name) {
			t.Errorf("docs/formats/verdicts.md does not describe %s", name)
		}
	}
}

func addFields(t reflect.Type, names map[string]bool) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			addFields(f.Type, names)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names[name] = true
	}
}

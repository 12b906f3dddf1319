package phase2

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"bdgraph/internal/agentfile"
)

// The example in the documentation fits the schema, and every field of the
// schema is described.
func TestExtractionPageFitsTheSchema(t *testing.T) {
	page, err := os.ReadFile("../docs/formats/extraction.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(page), "```json\n")
	example, _, _ = strings.Cut(example, "```")
	s, problems := agentfile.Parse("extraction", []byte(example))
	if problems = append(problems, form().Check(s)...); len(problems) > 0 {
		t.Errorf("%+v", problems)
	}
	var schema any
	if err := json.Unmarshal(Schema, &schema); err != nil {
		t.Fatal(err)
	}
	fields := map[string]bool{}
	collectFields(schema, fields)
	if len(fields) < 15 {
		t.Fatalf("the schema has the fields %v", fields)
	}
	for name := range fields {
		if !strings.Contains(string(page), "`"+name+"`") && !strings.Contains(string(page), "[]."+name) && !strings.Contains(string(page), "[]."+name+"[]") {
			t.Errorf("%s is not described", name)
		}
	}
}

func collectFields(v any, fields map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		if properties, ok := v["properties"].(map[string]any); ok {
			for name := range properties {
				fields[name] = true
			}
		}
		for _, inner := range v {
			collectFields(inner, fields)
		}
	case []any:
		for _, inner := range v {
			collectFields(inner, fields)
		}
	}
}

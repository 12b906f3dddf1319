package phase2

import (
	_ "embed"
	"sync"

	"bdgraph/internal/agentfile"
)

// Schema is the JSON Schema (2020-12) of an extraction, as agents get it.
//
//go:embed extraction.schema.json
var Schema []byte

var form = sync.OnceValue(func() *agentfile.Schema {
	return agentfile.Compile("extraction.schema.json", Schema, map[string]agentfile.Hint{
		"empty_reason": {Message: "there must be either edges or an empty_reason", Remedy: "say in empty_reason why the document has nothing to extract, or remove it beside edges"},
		"scope":        {Message: "only AMENDS has a scope", Remedy: "remove it"},
		"sha256":       {Allowed: "64 hexadecimal digits in small letters", Remedy: "copy the value from the prompt"},
		"evidence":     {Remedy: "quote the passage that says so"},
		"value":        agentfile.DateHint,
		"anchor":       {Allowed: "YYYY-MM-DD", Remedy: "write the day that the document states"},
		"":             {Message: "only a Rule has the field FIELD", Remedy: "remove it"},
	})
})

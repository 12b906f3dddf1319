package cypher

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"bdgraph/cypher/memgraph"
	"bdgraph/cypher/value"
)

// Any name can be written into a query, and is a name there and nothing else.
func TestNamesAreReadBack(t *testing.T) {
	engine, g := NewEngine(), (&memgraph.Builder{}).Build()
	odd := rapid.SampledFrom([]string{"a", "Z", "1", "_", " ", "`", "\\", "u", "0060", `\u0060`, `\u0041`, "'", ";\n", "—", "😀", "状", "é", "\u0301", "\u00a0", "\u2028", "\ufeff", "²", "٠", "//", "/*", "$", "."})
	rapid.Check(t, func(t *rapid.T) {
		name := ""
		for _, part := range rapid.SliceOfN(odd, 1, 8).Draw(t, "name") {
			name += part
		}
		for _, quoted := range []string{string(value.AppendName(nil, name)), string(value.AppendQuotedName(nil, name))} {
			text := "MATCH (n:" + quoted + ")-[:" + quoted + "]->() RETURN n." + quoted + ", {" + quoted + ": 1} AS " + quoted
			r, err := engine.Query(context.Background(), g, text, nil, DefaultLimits)
			if err != nil {
				t.Fatalf("%q as %s: %v", name, text, err)
			}
			if len(r.Columns) != 2 || r.Columns[1] != name {
				t.Fatalf("%q as %s: columns %q", name, text, r.Columns)
			}
		}
	})
}

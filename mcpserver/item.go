package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/store"
)

// itemAnswer is the answer of get_item.
type itemAnswer struct {
	ask.Shown
	Properties map[string]json.RawMessage `json:"properties"`
}

var itemTool = ofType(tool{
	name: "get_item", title: "One issue, record, memory, rule or component",
	description: "Everything that the graph has of one thing: its properties with its texts, its state on the day and what replaced it, and its links (out leads from it, in leads to it), each with the sentence that states it. " +
		"Long texts are shortened; the resources bdgraph://issue/{id}, bdgraph://adr/{path}, bdgraph://memory/{key} give them whole.",
	arguments: []argument{
		nameArgument("An issue id, ADR-0007 or a record's path, a memory key, a rule, a component or a PR (owner/name#12).", `"bd-12"`),
		asOfArgument,
	},
	list: "out",
}, func(ctx context.Context, s *Server, c *call) (itemAnswer, error) {
	shown, err := s.asker.Show(ctx, s.name(c), c.day("as_of"))
	if err != nil {
		return itemAnswer{}, err
	}
	properties, err := s.properties(ctx, bdgraph.Label(shown.Label), shown.Key)
	return itemAnswer{shown, properties}, err
})

// propertyQueries hold, by label, the query for a node's properties; the key is a parameter.
var propertyQueries = func() map[bdgraph.Label]string {
	queries := map[bdgraph.Label]string{}
	for _, label := range bdgraph.Labels {
		queries[label] = fmt.Sprintf("MATCH (n:%s {%s: $key}) UNWIND keys(n) AS name RETURN name, n[name] AS value ORDER BY name", label, label.KeyProperty())
	}
	return queries
}()

// properties returns those of one node as JSON.
func (s *Server) properties(ctx context.Context, label bdgraph.Label, key string) (map[string]json.RawMessage, error) {
	rows, err := askRows[struct {
		Name  string          `col:"name"`
		Value json.RawMessage `col:"value"`
	}](ctx, s.config.Reader, propertyQueries[label], map[string]any{"key": key})
	properties := map[string]json.RawMessage{}
	for _, r := range rows {
		if r.Name != bdgraph.HashProperty {
			properties[r.Name] = r.Value
		}
	}
	return properties, err
}

// askRows reads all rows of a query into structs, as [store.Decode] does.
func askRows[T any](ctx context.Context, r store.Reader, text string, params map[string]any) ([]T, error) {
	result, err := r.Query(ctx, store.Query{Text: text, Params: params, Limits: store.Limits{Timeout: untilDeadline(ctx)}})
	if err != nil {
		return nil, err
	}
	return store.Decode[T](result)
}

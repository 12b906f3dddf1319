package mcpserver

import (
	"context"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"

	"bdgraph"
	"bdgraph/internal/unseen"
	"bdgraph/store"
)

// completer completes the arguments of resource templates and prompts with names
// from the graph.
type completer struct{ server *Server }

// mostCompletions is how many values a completion may have by the protocol.
const mostCompletions = 100

// completions holds, by label, the query for keys that begin with a text.
var completions = func() map[bdgraph.Label]string {
	queries := map[bdgraph.Label]string{}
	for _, label := range bdgraph.Labels {
		key := "n." + label.KeyProperty()
		queries[label] = "MATCH (n:" + string(label) + ") WHERE toLower(" + key + ") STARTS WITH toLower($prefix) RETURN " + key + " AS name ORDER BY name"
	}
	return queries
}()

// CompleteResourceArgument implements the library's ResourceCompletionProvider.
func (c completer) CompleteResourceArgument(ctx context.Context, uri string, argument mcp.CompleteArgument, _ mcp.CompleteContext) (*mcp.Completion, error) {
	for _, t := range itemTemplates {
		if uri == t.uriTemplate() && argument.Name == t.variable {
			return c.complete(ctx, t.label, argument.Value)
		}
	}
	return &mcp.Completion{Values: []string{}}, nil
}

// CompletePromptArgument implements the library's PromptCompletionProvider.
func (c completer) CompletePromptArgument(ctx context.Context, _ string, argument mcp.CompleteArgument, _ mcp.CompleteContext) (*mcp.Completion, error) {
	switch argument.Name {
	case "component":
		return c.complete(ctx, bdgraph.ComponentLabel, argument.Value)
	case "epic":
		return c.complete(ctx, bdgraph.IssueLabel, argument.Value)
	}
	return &mcp.Completion{Values: []string{}}, nil
}

func (c completer) complete(ctx context.Context, label bdgraph.Label, prefix string) (*mcp.Completion, error) {
	ctx, cancel := context.WithTimeout(ctx, c.server.config.Timeout)
	defer cancel()
	result, err := c.server.config.Reader.Query(ctx, store.Query{
		Text: completions[label], Params: map[string]any{"prefix": strings.ToValidUTF8(cut(prefix, longestText), "")},
	})
	if err != nil {
		return nil, resourceError(ctx, err)
	}
	out := &mcp.Completion{Values: []string{}, Total: len(result.Rows), HasMore: len(result.Rows) > mostCompletions || result.Truncated}
	for _, row := range result.Rows[:min(len(result.Rows), mostCompletions)] {
		out.Values = append(out.Values, unseen.Show(row[0].Str()))
	}
	return out, nil
}

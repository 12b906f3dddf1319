package mcpserver_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bdgraph/internal/testenv"
	"bdgraph/store/guard"
)

var update = flag.Bool("update", false, "write the generated parts of docs/mcp.md anew")

// The manual shows what a client sees: made from the code, and as committed.
func TestTheManualIsFresh(t *testing.T) {
	c := connect(t, newServer(t, embeddedDemo(t)))
	path := filepath.Join(testenv.Root(t), "docs", "mcp.md")
	committed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := string(committed)
	for name, make := range map[string]func(*testing.T, *client) string{
		"constructs": constructTable, "tools": toolPages, "resources": resourceTables, "instructions": instructions,
	} {
		begin, end := "<!-- generated: "+name+" -->\n", "<!-- end -->"
		before, rest, ok := strings.Cut(text, begin)
		if !ok {
			t.Fatalf("the manual has no place for %s", name)
		}
		_, after, ok := strings.Cut(rest, end)
		if !ok {
			t.Fatalf("the place for %s has no end", name)
		}
		text = before + begin + make(t, c) + end + after
	}
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if text != string(committed) {
		t.Errorf("docs/mcp.md is not what the code gives: go test ./mcpserver -run Manual -update")
	}
}

func constructTable(*testing.T, *client) string {
	var b strings.Builder
	b.WriteString("| Construct | Kind | Command line | `query_graph` | On Neo4j | For instance | Remark |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	yes := map[bool]string{true: "yes", false: "no"}
	for _, k := range guard.Constructs() {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | `%s` | %s |\n", strings.ReplaceAll(k.Name, "*", `\*`), k.Kind, yes[k.Shell], yes[k.Agents], k.On,
			strings.ReplaceAll(k.Example, "|", `\|`), strings.ReplaceAll(k.Note, "|", `\|`))
	}
	return b.String()
}

func toolPages(t *testing.T, c *client) string {
	tools := listTools(t, c)
	var b strings.Builder
	for _, e := range examples {
		tool := tools[slices.IndexFunc(tools, func(l listedTool) bool { return l.Name == e.tool })]
		fmt.Fprintf(&b, "\n### %s: %s\n\n%s\n\n", tool.Name, tool.Title, tool.Description)
		var schema struct {
			Properties map[string]struct {
				Type, Format, Description string
				Minimum, Maximum          int
			}
			Required []string
		}
		if err := json.Unmarshal(tool.InputSchema, &schema); err != nil {
			t.Fatal(err)
		}
		if len(schema.Properties) > 0 {
			b.WriteString("| Argument | Type | What |\n| --- | --- | --- |\n")
		}
		for _, name := range sortedKeys(schema.Properties) {
			p := schema.Properties[name]
			kind := p.Type
			if p.Format != "" {
				kind = p.Format
			}
			if p.Maximum > 0 {
				kind += fmt.Sprintf(", %d to %d", p.Minimum, p.Maximum)
			}
			if slices.Contains(schema.Required, name) {
				kind += ", required"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", name, kind, p.Description)
		}
		result := c.call(e.tool, json.RawMessage(e.arguments))
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, result.StructuredContent, "", " "); err != nil {
			t.Fatalf("%s: %v", e.tool, err)
		}
		fmt.Fprintf(&b, "\n`%s` gives\n\n```json\n%s\n```\n", e.arguments, pretty.String())
	}
	return b.String() + "\n"
}

func resourceTables(t *testing.T, c *client) string {
	var b strings.Builder
	type described struct{ URI, URITemplate, Name, Title, Description string }
	table := func(method, field, head string, name func(described) string) {
		var list map[string]json.RawMessage
		if err := json.Unmarshal(c.rpc(method, nil).Result, &list); err != nil {
			t.Fatal(err)
		}
		var rows []described
		if err := json.Unmarshal(list[field], &rows); err != nil || len(rows) == 0 {
			t.Fatalf("%s: %v", method, err)
		}
		fmt.Fprintf(&b, "\n| %s | What |\n| --- | --- |\n", head)
		for _, r := range rows {
			fmt.Fprintf(&b, "| `%s` | %s |\n", name(r), r.Description)
		}
	}
	table("resources/list", "resources", "Resource", func(d described) string { return d.URI })
	table("resources/templates/list", "resourceTemplates", "Template", func(d described) string { return d.URITemplate })
	table("prompts/list", "prompts", "Prompt", func(d described) string { return d.Name })
	return b.String() + "\n"
}

func instructions(t *testing.T, c *client) string {
	var result struct{ Instructions string }
	m := c.rpc("initialize", map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "test", "version": "1"}})
	if err := json.Unmarshal(m.Result, &result); err != nil {
		t.Fatal(err)
	}
	if n := len(result.Instructions); n == 0 || n > 1_500 {
		t.Errorf("%d characters of instructions", n)
	}
	return "\n> " + strings.ReplaceAll(result.Instructions, "\n", "\n> ") + "\n\n"
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

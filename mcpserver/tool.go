package mcpserver

import (
	"context"
	"encoding/json"
	"reflect"
	"runtime/debug"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"bdgraph/ask"
)

// tool is one row of the table of tools.
type tool struct {
	name        string
	title       string
	description string // for a model that has never seen the product
	arguments   []argument
	result      reflect.Type // of the answer, a struct
	list        string       // its main list, which is paged; "" where there is none
	cells       bool         // the answer holds values of a query
	full        bool         // not in the profile ask-only
	run         func(context.Context, *Server, *call) (headed, error)
	hint        func(answer headed) string // for an answer that is empty; nil: none is needed
}

// headed is every answer: it embeds an [ask.Header].
type headed interface{ Head() ask.Header }

// call is one call under way.
type call struct {
	inputs
	page page
	// generation is what the cursor belongs to, as a hash; "" without a cursor.
	generation string
}

// pageArguments go with every tool that has a main list.
var pageArguments = []argument{
	{name: "limit", kind: integer, min: 1, max: 1000, description: "At most so many elements of the main list. Default 100."},
	{name: "cursor", kind: text, max: 400, description: "next_cursor of an answer, to go on from there."},
}

const defaultLimit = 100

var asOfArgument = argument{name: "as_of", kind: day, description: "The day to ask about, YYYY-MM-DD. Default: today."}

// register adds a tool to the MCP server.
func (s *Server) register(t tool) {
	if t.list != "" {
		t.arguments = append(t.arguments[:len(t.arguments):len(t.arguments)], pageArguments...)
	}
	s.tools = append(s.tools, t.name)
	yes, no := true, false
	s.mcp.AddTool(mcp.Tool{
		Name: t.name, Title: t.title, Description: t.description,
		RawInputSchema:  inputSchema(t.arguments),
		RawOutputSchema: outputSchema(t.result),
		// All four, since the defaults of destructive and open world are true.
		Annotations: mcp.ToolAnnotation{ReadOnlyHint: &yes, DestructiveHint: &no, IdempotentHint: &yes, OpenWorldHint: &no},
	}, func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return s.call(ctx, t, request), nil
	})
}

// call answers a call; whatever goes wrong becomes an answer that says so.
func (s *Server) call(ctx context.Context, t tool, request mcp.CallToolRequest) (result *mcp.CallToolResult) {
	defer func() {
		if r := recover(); r != nil {
			s.log("tool %s: panic: %v\n%s", t.name, r, debug.Stack())
			result = failed(&failure{
				Code: codeInternal, Message: "bdgraph has a bug: the tool " + t.name + " failed",
				Remedy: "Ask in another way, and report it with the log of the server.",
			})
		}
	}()
	raw := request.Params.RawArguments
	if raw == nil && request.Params.Arguments != nil {
		var err error
		if raw, err = json.Marshal(request.Params.Arguments); err != nil {
			return failed(explain(badArgument("", "arguments must be a JSON object", "")))
		}
	}
	in, err := readArguments(t.arguments, raw)
	if err != nil {
		return failed(explain(err))
	}
	c := &call{inputs: in, page: page{list: t.list, cells: t.cells, size: s.config.Size}}
	if t.list != "" {
		if err := c.readPage(t.name); err != nil {
			return failed(explain(err))
		}
	}
	timeout := time.Duration(in.integer("timeout_ms", int(s.config.Timeout/time.Millisecond))) * time.Millisecond
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	defer s.progress(ctx, request, timeout)()

	answer, err := t.run(ctx, s, c)
	if err != nil {
		return failed(explain(err))
	}
	generation := answer.Head().Generation
	if c.generation != "" && c.generation != shortHash(generation) {
		return failed(&failure{
			Code: codeCursor, Message: "the graph was rebuilt since that answer, so its cursor points nowhere",
			Remedy: "Call again without cursor.",
		})
	}
	question := questionHash(t.name, in)
	c.page.cursor = func(offset int) string { return makeCursor(generation, question, offset) }
	if t.hint != nil {
		c.page.hint = t.hint(answer)
	}
	structured, err := fit(answer, c.page)
	if err != nil {
		return failed(explain(err))
	}
	return &mcp.CallToolResult{
		Content:           []mcp.Content{mcp.NewTextContent(string(structured))},
		StructuredContent: json.RawMessage(structured),
	}
}

// readPage reads limit and cursor.
func (c *call) readPage(name string) (err error) {
	c.page.limit = c.integer("limit", defaultLimit)
	if cursor := c.text("cursor"); cursor != "" {
		c.page.offset, c.generation, err = readCursor(cursor, questionHash(name, c.inputs))
	}
	return err
}

func failed(f *failure) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{mcp.NewTextContent(f.text())}, IsError: true}
}

// progress tells a client that asked for it, once a second, how much of the
// time allowed is over. The returned function ends it.
func (s *Server) progress(ctx context.Context, request mcp.CallToolRequest, timeout time.Duration) func() {
	if request.Params.Meta == nil || request.Params.Meta.ProgressToken == nil {
		return func() {}
	}
	token := request.Params.Meta.ProgressToken
	tell := func(spent time.Duration) {
		err := s.mcp.SendNotificationToClient(ctx, string(mcp.MethodNotificationProgress), map[string]any{
			"progressToken": token, "progress": spent.Seconds(), "total": timeout.Seconds(), "message": "asking the graph",
		})
		if err != nil {
			s.log("progress: %v", err)
		}
	}
	tell(0)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for spent := time.Second; ; spent += time.Second {
			select {
			case <-done:
				return
			case <-ctx.Done():
				return
			case <-tick.C:
				tell(spent)
			}
		}
	}()
	return func() { close(done); <-ended }
}

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"bdgraph/mcpserver"
)

// examineMCP speaks with the server as a client does, over raw stdio: it must
// list its tools, answer a question, and refuse to write.
func (a *app) examineMCP(ctx context.Context, _ *patient) layer {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	c := a.connectMCP(ctx)
	defer c.close()
	const next = "bdgraph mcp, and send it requests by hand"
	var list struct{ Tools []struct{ Name string } }
	if err := c.ask("tools/list", map[string]any{}, &list); err != nil {
		return broken(err, next)
	}
	if len(list.Tools) == 0 {
		return broken(fmt.Errorf("tools/list: no tools"), next)
	}
	var status, refusal struct {
		IsError bool
		Content []struct{ Text string }
	}
	if err := c.ask("tools/call", map[string]any{"name": "get_status", "arguments": map[string]any{}}, &status); err != nil {
		return broken(err, next)
	}
	if status.IsError {
		return broken(fmt.Errorf("get_status: %s", textOf(status.Content)), "bdgraph regenerate")
	}
	create := map[string]any{"name": "query_graph", "arguments": map[string]any{"cypher": "CREATE (:BdgraphSelfTest)"}}
	if err := c.ask("tools/call", create, &refusal); err != nil {
		return broken(err, next)
	}
	if !refusal.IsError || !strings.Contains(textOf(refusal.Content), "refused_clause") {
		return broken(fmt.Errorf("query_graph did not refuse a CREATE: %s", textOf(refusal.Content)), "do not let agents use this build; report it")
	}
	return layer{State: layerOK, Detail: plural(len(list.Tools), "tool") + ", one answer, and a CREATE refused"}
}

func textOf(content []struct{ Text string }) string {
	if len(content) == 0 {
		return ""
	}
	return content[0].Text
}

// mcpClient is a client of a server that runs in this process.
type mcpClient struct {
	to    io.WriteCloser
	from  *bufio.Reader
	ended chan error
	id    int
}

func (a *app) connectMCP(ctx context.Context) *mcpClient {
	in, to := io.Pipe()
	from, out := io.Pipe()
	server := *a
	server.stdin, server.stdout, server.stderr = in, out, io.Discard
	c := &mcpClient{to: to, from: bufio.NewReader(from), ended: make(chan error, 1)}
	go func() {
		err := server.mcp(ctx, mcpOptions{profile: string(mcpserver.Full), size: mcpserver.DefaultSize})
		out.CloseWithError(io.EOF)
		c.ended <- err
	}()
	return c
}

// ask sends a request and reads its result.
func (c *mcpClient) ask(method string, params, result any) error {
	c.id++
	request, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.id, "method": method, "params": params})
	if err != nil {
		return err
	}
	if _, err := c.to.Write(append(request, '\n')); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	for {
		line, err := c.from.ReadBytes('\n')
		if err != nil {
			return fmt.Errorf("%s: the server ended: %w", method, err)
		}
		var reply struct {
			ID     int             `json:"id"`
			Result json.RawMessage `json:"result"`
			Error  *struct{ Message string }
		}
		if err := json.Unmarshal(line, &reply); err != nil {
			return fmt.Errorf("%s: not a message: %q", method, line)
		}
		switch {
		case reply.ID != c.id: // a notification
		case reply.Error != nil:
			return fmt.Errorf("%s: %s", method, reply.Error.Message)
		default:
			return json.Unmarshal(reply.Result, result)
		}
	}
}

func (c *mcpClient) close() {
	c.to.Close()
	<-c.ended
}

package main

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"bdgraph/internal/testenv"
)

// A Neo4j server that is killed in the middle of calls costs those answers, which say
// what to do; the MCP server lives on, and answers when the other one is back.
func TestMCPOutlivesAKilledNeo4j(t *testing.T) {
	testenv.Long(t) // two starts of a server; a connection that is cut is tested in package mcpserver each time
	server := testenv.StartNeo4j(t, t.TempDir())
	t.Setenv("BDGRAPH_NEO4J_URI", server.URI)
	program := bdgraphProgram(t)
	p := startMCP(t, program, demoProject(t, program))
	if got := p.call("governs", `{"name":"Api"}`); !strings.Contains(got, "Never cache personal data") {
		t.Fatalf("%s", got)
	}
	p.send("tools/call", `{"name":"query_graph","arguments":{"cypher":"UNWIND range(1, 1000000000000) AS x RETURN count(x)","timeout_ms":110000}}`)
	time.Sleep(500 * time.Millisecond) // it is running by now, or about to: either is the middle
	server.Kill()
	line, err := p.from.ReadString('\n')
	if err != nil || !strings.Contains(line, `\"code\":\"unavailable\"`) || !strings.Contains(line, `\"remedy\"`) {
		t.Errorf("the running call gets %v: %s", err, line)
	}
	for _, call := range []struct{ tool, arguments string }{
		{"governs", `{"name":"Api"}`}, {"get_status", `{}`}, {"query_graph", `{"cypher":"RETURN 1 AS one","timeout_ms":20000}`},
	} {
		if got := p.call(call.tool, call.arguments); !strings.Contains(got, `\"code\":\"unavailable\"`) || !strings.Contains(got, "Check that the server runs") {
			t.Errorf("%s while it is away: %s", call.tool, got)
		}
	}
	if got := p.rpc("tools/list", "{}"); !strings.Contains(got, `"get_context"`) {
		t.Errorf("%s", got)
	}
	server.Start()
	got := p.call("governs", `{"name":"Api"}`)
	for try := 1; try < 5 && strings.Contains(got, `\"code\":\"timeout\"`); try++ { // on a busy machine, a cold server takes its time
		got = p.call("governs", `{"name":"Api"}`)
	}
	if !strings.Contains(got, "Never cache personal data") {
		t.Errorf("when it is back: %s", got)
	}
	p.to.Close()
	if code := p.ends(); code != 0 {
		t.Errorf("exit code %d: %s", code, p.stderr)
	}
}

// What stands between bdgraph and the server may turn READ transactions into others;
// agents are not let in then.
func TestMCPRefusesToAskWhereReadModeIsDropped(t *testing.T) {
	u, err := url.Parse(testenv.Neo4j(t).URI)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		for {
			in, err := listener.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", u.Host)
			if err != nil {
				in.Close()
				continue
			}
			go io.Copy(in, out)
			go io.Copy(modeDropper{out}, in)
		}
	}()
	t.Setenv("BDGRAPH_NEO4J_URI", "bolt://"+listener.Addr().String())
	p := startMCP(t, bdgraphProgram(t), t.TempDir())
	for _, call := range []struct{ tool, arguments string }{
		{"query_graph", `{"cypher":"RETURN 1 AS one"}`}, {"get_status", `{}`}, {"governs", `{"name":"Api"}`}, {"query_graph", `{"cypher":"RETURN 1 AS one"}`},
	} {
		if got := p.call(call.tool, call.arguments); !strings.Contains(got, "executed a CREATE in a transaction that only reads") || !strings.Contains(got, "Do not let agents ask this server") {
			t.Errorf("%s: %s", call.tool, got)
		}
	}
}

// modeDropper passes Bolt messages on with the mode WRITE in place of READ.
type modeDropper struct{ to io.Writer }

func (d modeDropper) Write(p []byte) (int, error) {
	if _, err := d.to.Write(bytes.ReplaceAll(p, []byte("\x84mode\x81r"), []byte("\x84mode\x81w"))); err != nil {
		return 0, err
	}
	return len(p), nil
}

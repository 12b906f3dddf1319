package mcpserver_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bdgraph/mcpserver"
)

// The wire is as committed: what a client sends, and what comes back, line by line.
func TestTranscripts(t *testing.T) {
	meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"}}`
	calls := []string{
		`"tools/call","params":{"name":"query_graph","arguments":{"cypher":"MATCH (i:Issue {id: $id}) RETURN i.title AS title","params":{"id":"demo-6"}}META}`,
		`"tools/call","params":{"name":"query_graph","arguments":{"cypher":"MATCH (i:Issue) SET i.title = 'x'"}META}`,
		`"tools/call","params":{"name":"governs","arguments":{"nam":"Api"}META}`,
		`"tools/call","params":{"name":"nothing","arguments":{}META}`,
		`"resources/read","params":{"uri":"bdgraph://issue/nothing"META}`,
		`"resources/templates/list","params":{META}`,
		`"prompts/get","params":{"name":"extraction_shard","arguments":{"shard":"2"}META}`,
		`"prompts/get","params":{"name":"extraction_shard"META}`,
		`"completion/complete","params":{"ref":{"type":"ref/resource","uri":"bdgraph://rule/{+name}"},"argument":{"name":"name","value":"never"}META}`,
		`"nothing/there","params":{META}`,
	}
	for name, c := range map[string]struct{ first, meta string }{
		"2025-06-18": {`"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`, ""},
		"2026-07-28": {`"server/discover","params":{` + meta + `}`, meta},
	} {
		var transcript bytes.Buffer
		server := newServer(t, embeddedDemo(t))
		for i, call := range append([]string{c.first}, calls...) {
			with := ""
			if c.meta != "" {
				with = "," + c.meta
			}
			call = strings.ReplaceAll(strings.ReplaceAll(call, "META", with), "{,", "{")
			id, err := json.Marshal(i + 1)
			if err != nil {
				t.Fatal(err)
			}
			request := `{"jsonrpc":"2.0","id":` + string(id) + `,"method":` + call + `}`
			transcript.WriteString("> " + request + "\n< " + exchangeLine(t, server, request) + "\n")
		}
		path := filepath.Join("testdata", "transcript-"+name+".txt")
		if *update {
			if err := os.WriteFile(path, transcript.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := transcript.String(); got != string(want) {
			t.Errorf("%s is not what the wire says: go test ./mcpserver -run Transcripts -update\n%s", path, got)
		}
	}
}

// exchangeLine sends a line, or several, to a server and returns the first reply.
func exchangeLine(t *testing.T, s *mcpserver.Server, request string) string {
	t.Helper()
	in, to := io.Pipe()
	from, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- s.ServeStdio(t.Context(), in, out) }()
	if _, err := io.WriteString(to, request+"\n"); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(from).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	to.Close()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(line, "\n")
}

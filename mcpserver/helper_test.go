package mcpserver_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"bdgraph"
	"bdgraph/demo"
	"bdgraph/internal/pipeline"
	"bdgraph/internal/pipeline/pipelinetest"
	"bdgraph/internal/testenv"
	"bdgraph/mcpserver"
	"bdgraph/store"
	"bdgraph/store/embedded"
	"bdgraph/store/exchange"
	"bdgraph/store/guard"
	"bdgraph/store/neo4j"
)

// today is the day of every test: the one on which the demo is built.
var today = bdgraph.DayOf(demo.Now)

// demoGraph builds the graph of the demo, once.
var demoGraph = sync.OnceValues(func() (pipeline.Built, error) {
	dir, err := os.MkdirTemp("", "bdgraph-mcp")
	if err != nil {
		return pipeline.Built{}, err
	}
	defer os.RemoveAll(dir)
	in, err := pipelinetest.Demo(dir)
	if err != nil {
		return pipeline.Built{}, err
	}
	corpus, err := pipeline.ReadCorpus(context.Background(), in)
	if err != nil {
		return pipeline.Built{}, err
	}
	return pipeline.Derive(corpus, in), nil
})

func built(t testing.TB) pipeline.Built {
	t.Helper()
	b, err := demoGraph()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// embeddedDemo is a reader of the demo's graph in a file.
func embeddedDemo(t testing.TB) *embedded.Reader {
	t.Helper()
	b := built(t)
	path := filepath.Join(t.TempDir(), "graph.bdg")
	w := embedded.NewWriter(path, embedded.Options{})
	if _, err := w.Load(t.Context(), b.Graph, b.Meta); err != nil {
		t.Fatal(err)
	}
	r := embedded.NewReader(path, embedded.Options{})
	t.Cleanup(func() { r.Close(context.Background()) })
	return r
}

// neo4jConfig loads the demo's graph into the test server.
func neo4jConfig(t testing.TB) neo4j.Config {
	t.Helper()
	b := built(t)
	server := testenv.Neo4j(t)
	c := neo4j.Config{URI: server.URI, User: server.User, Password: neo4j.Secret(server.Password)}
	w, err := neo4j.NewWriter(c, neo4j.WriterOptions{ForceShared: true})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close(context.Background())
	if _, err := w.Load(t.Context(), b.Graph, b.Meta); err != nil {
		t.Fatal(err)
	}
	return c
}

func neo4jReader(t testing.TB, c neo4j.Config, o neo4j.ReaderOptions) *neo4j.Reader {
	t.Helper()
	r, err := neo4j.NewReader(c, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// onBothStores runs a test on the demo's graph in either store.
func onBothStores(t *testing.T, test func(t *testing.T, r store.Reader)) {
	t.Run("embedded", func(t *testing.T) { test(t, embeddedDemo(t)) })
	t.Run("neo4j", func(t *testing.T) {
		r := guard.NewLocal(neo4jReader(t, neo4jConfig(t), neo4j.ReaderOptions{ProveTypes: true}))
		t.Cleanup(func() { r.Close(context.Background()) })
		test(t, r)
	})
}

func newServer(t testing.TB, r store.Reader) *mcpserver.Server {
	t.Helper()
	return mcpserver.New(testConfig(t, r))
}

func testConfig(t testing.TB, r store.Reader) mcpserver.Config {
	return mcpserver.Config{
		Reader: r, Version: "test", Log: testLog{t},
		Today:     func() bdgraph.Day { return today },
		Freshness: func() bdgraph.Freshness { return bdgraph.Freshness{Stale: "no"} },
		Coverage: func() (mcpserver.Coverage, error) {
			return mcpserver.Coverage{Store: "embedded", Documents: 23, Extracted: 11, Findings: map[string]int{"info": 1}}, nil
		},
	}
}

type testLog struct{ t testing.TB }

func (l testLog) Write(p []byte) (int, error) {
	l.t.Logf("%s", bytes.TrimSpace(p))
	return len(p), nil
}

// client speaks raw JSON-RPC with a server over pipes.
type client struct {
	t       testing.TB
	to      io.WriteCloser
	replies map[int]chan message
	other   chan message // notifications
	mu      sync.Mutex
	next    int
	done    chan error
}

type message struct {
	ID     *int            `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
	Params json.RawMessage `json:"params"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func connect(t testing.TB, s *mcpserver.Server) *client {
	t.Helper()
	toServer, to := io.Pipe()
	from, fromServer := io.Pipe()
	c := &client{t: t, to: to, replies: map[int]chan message{}, other: make(chan message, 1000), done: make(chan error, 1)}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		err := s.ServeStdio(ctx, toServer, fromServer)
		fromServer.Close()
		c.done <- err
	}()
	read := make(chan struct{})
	go func() {
		defer close(read)
		c.read(from)
	}()
	t.Cleanup(func() {
		to.Close()
		if err := <-c.done; err != nil {
			t.Errorf("the server ends with %v", err)
		}
		<-read
		cancel()
	})
	c.rpc("initialize", map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "test", "version": "1"}})
	c.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"})
	return c
}

func (c *client) read(from io.Reader) {
	lines := bufio.NewReader(from)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			c.t.Errorf("no JSON: %q", line)
			continue
		}
		if m.ID == nil || m.Method != "" {
			c.other <- m
			continue
		}
		c.mu.Lock()
		reply := c.replies[*m.ID]
		delete(c.replies, *m.ID)
		c.mu.Unlock()
		if reply != nil {
			reply <- m
		}
	}
}

func (c *client) send(v any) {
	b, err := json.Marshal(v)
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err := c.to.Write(append(b, '\n')); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) start(method string, params any) (id int, reply chan message) {
	reply = make(chan message, 1)
	c.mu.Lock()
	c.next++
	id = c.next
	c.replies[id] = reply
	c.mu.Unlock()
	c.send(map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
	return id, reply
}

func (c *client) rpc(method string, params any) message {
	_, reply := c.start(method, params)
	return <-reply
}

// toolResult is the result of a call.
type toolResult struct {
	Content           []struct{ Type, Text string } `json:"content"`
	StructuredContent json.RawMessage               `json:"structuredContent"`
	IsError           bool                          `json:"isError"`
	protocol          string                        // protocol error, "" if none
}

func (c *client) call(tool string, arguments any) toolResult {
	return c.result(c.rpc("tools/call", map[string]any{"name": tool, "arguments": arguments}))
}

func (c *client) result(m message) toolResult {
	var r toolResult
	if m.Error != nil {
		r.protocol = fmt.Sprintf("%d %s", m.Error.Code, m.Error.Message)
		return r
	}
	if err := json.Unmarshal(m.Result, &r); err != nil {
		c.t.Fatalf("%s: %v", m.Result, err)
	}
	return r
}

// failure returns the error of an answer; the zero value if it is none.
func (r toolResult) failure() (f struct {
	Code, Message, Argument, Construct, Remedy string
	Position                                   struct{ Line, Column int }
	Suggestions                                []string
},
) {
	if r.IsError && len(r.Content) == 1 {
		var outer struct {
			Error json.RawMessage `json:"error"`
		}
		if json.Unmarshal([]byte(r.Content[0].Text), &outer) == nil {
			json.Unmarshal(outer.Error, &f)
		}
	}
	return f
}

// object returns the structured content of an answer that is no error.
func (r toolResult) object(t testing.TB) map[string]any {
	t.Helper()
	if r.IsError || r.protocol != "" {
		t.Fatalf("an error: %s %+v", r.protocol, r.Content)
	}
	var m map[string]any
	if err := json.Unmarshal(r.StructuredContent, &m); err != nil {
		t.Fatalf("%s: %v", r.StructuredContent, err)
	}
	return m
}

// digest is a hash of all that a store holds.
func digest(t testing.TB, r store.Reader) string {
	t.Helper()
	g, err := exchange.Read(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := exchange.WriteJSONL(&b, g); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(b.Bytes())
	return hex.EncodeToString(sum[:])
}

type ctxType = context.Context

var neo4jOptions = neo4j.ReaderOptions{ProveTypes: true}

func load(t testing.TB, path string, g bdgraph.Graph, m bdgraph.Meta) {
	t.Helper()
	if _, err := embedded.NewWriter(path, embedded.Options{}).Load(context.Background(), g, m); err != nil {
		t.Fatal(err)
	}
}

func readerOf(t testing.TB, path string) *embedded.Reader {
	t.Helper()
	r := embedded.NewReader(path, embedded.Options{})
	t.Cleanup(func() { r.Close(context.Background()) })
	return r
}

// loaded is a reader of a graph in a file.
func loaded(t testing.TB, g bdgraph.Graph) *embedded.Reader {
	t.Helper()
	path := filepath.Join(t.TempDir(), "graph.bdg")
	m := built(t).Meta
	m.Generation = g.Generation()
	load(t, path, g, m)
	return readerOf(t, path)
}

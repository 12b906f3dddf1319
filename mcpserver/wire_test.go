package mcpserver_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"bdgraph/internal/testenv"
	"bdgraph/store"
	"bdgraph/store/neo4j"
	"bdgraph/store/storetest"
)

func TestEveryProtocolVersionIsServed(t *testing.T) {
	c := connect(t, newServer(t, embeddedDemo(t)))
	for _, version := range []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"} {
		var result struct {
			ProtocolVersion string
			Capabilities    map[string]any
			ServerInfo      struct{ Name, Version string }
		}
		m := c.rpc("initialize", map[string]any{"protocolVersion": version, "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "test", "version": "1"}})
		if err := json.Unmarshal(m.Result, &result); err != nil {
			t.Fatal(err)
		}
		if result.ProtocolVersion != version || result.ServerInfo.Name != "bdgraph" || result.ServerInfo.Version != "test" {
			t.Errorf("%s: %+v", version, result)
		}
		for _, capability := range []string{"tools", "resources", "prompts", "completions"} {
			if result.Capabilities[capability] == nil {
				t.Errorf("%s: no capability %s", version, capability)
			}
		}
		if result.Capabilities["logging"] != nil {
			t.Errorf("%s: logging is offered", version)
		}
	}
	modern := map[string]any{"_meta": map[string]any{
		"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": map[string]any{},
		"io.modelcontextprotocol/clientInfo": map[string]any{"name": "test", "version": "1"},
	}}
	if m := c.rpc("server/discover", modern); m.Error != nil || !strings.Contains(string(m.Result), "2026-07-28") {
		t.Errorf("server/discover: %s %+v", m.Result, m.Error)
	}
}

func TestBadLinesAreAnsweredAndForgotten(t *testing.T) {
	c := connect(t, newServer(t, embeddedDemo(t)))
	for _, line := range []string{"", "not json", "[]", "{}", `{"jsonrpc":"2.0"}`, "\x00\xff", `{"jsonrpc":"2.0","id":99,"method":"nothing/there"}`, `{"jsonrpc":"1.0","id":98,"method":"ping"}`} {
		if _, err := io.WriteString(c.to, line+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	big := strings.Repeat("x", 12<<20)
	if f := c.call("query_graph", map[string]any{"cypher": "RETURN '" + big + "' AS s"}).failure(); f.Code != "invalid_argument" || len(f.Message) > 200 {
		t.Errorf("a line of 12 MB: %+v", f)
	}
	if f := c.call("query_graph", map[string]any{"cypher": "RETURN size($s) AS n", "params": map[string]any{"s": big}}); !strings.Contains(string(f.StructuredContent), `"rows":[[12582912]]`) {
		t.Errorf("a parameter of 12 MB: %+v", f.failure())
	}
	if r := c.call("nothing", nil); r.protocol == "" {
		t.Error("an unknown tool is answered")
	}
	if m := c.rpc("ping", nil); m.Error != nil {
		t.Errorf("ping: %+v", m.Error)
	}
}

func TestACanceledCallStopsTheEngine(t *testing.T) {
	reader := held{embeddedDemo(t), make(chan struct{}, 1), make(chan struct{})}
	c := connect(t, newServer(t, reader))
	id, reply := c.start("tools/call", map[string]any{"name": "query_graph", "arguments": map[string]any{"cypher": "UNWIND range(1, 1000000000000) AS x RETURN count(x)"}})
	<-reader.started
	c.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": map[string]any{"requestId": id, "reason": "enough"}})
	r := c.result(<-reply) // it would not come within this test's time otherwise
	if !r.IsError && r.protocol == "" {
		t.Errorf("answered: %s", r.StructuredContent)
	}
}

func TestProgressIsToldToWhoAsks(t *testing.T) {
	reader := held{embeddedDemo(t), make(chan struct{}, 1), make(chan struct{})}
	c := connect(t, newServer(t, reader))
	_, reply := c.start("tools/call", map[string]any{
		"name": "query_graph", "arguments": map[string]any{"cypher": "RETURN 1 AS one"}, "_meta": map[string]any{"progressToken": "p1"},
	})
	<-reader.started
	last := -1.0
	for range 2 { // at once, and after a second
		m := <-c.other
		var p struct {
			ProgressToken   string
			Progress, Total float64
		}
		if err := json.Unmarshal(m.Params, &p); err != nil || m.Method != "notifications/progress" || p.ProgressToken != "p1" || p.Progress <= last || p.Progress > p.Total {
			t.Errorf("%s %s: %v", m.Method, m.Params, err)
		}
		last = p.Progress
	}
	close(reader.letGo)
	if r := c.result(<-reply); r.IsError {
		t.Errorf("%+v", r.failure())
	}
	c.call("get_status", nil)
	select {
	case m := <-c.other:
		t.Errorf("a notification that nobody asked for: %s %s", m.Method, m.Params)
	default:
	}
}

func TestResourcesAndPrompts(t *testing.T) {
	c := connect(t, newServer(t, embeddedDemo(t)))
	read := func(uri string) (text, problem string) {
		m := c.rpc("resources/read", map[string]any{"uri": uri})
		if m.Error != nil {
			return "", fmt.Sprint(m.Error.Code, " ", m.Error.Message)
		}
		var r struct {
			Contents []struct{ URI, MimeType, Text string }
		}
		if err := json.Unmarshal(m.Result, &r); err != nil || len(r.Contents) != 1 || r.Contents[0].URI != uri {
			t.Fatalf("%s: %v", m.Result, err)
		}
		return r.Contents[0].Text, ""
	}
	for uri, want := range map[string]string{
		"bdgraph://schema": `"label": "Rule"`, "bdgraph://meta": `"generation"`, "bdgraph://cookbook": "```cypher",
		"bdgraph://issue/demo-6": `"key": "demo-6"`, "bdgraph://adr/docs/adr/0003-sessions-in-postgres.md": "## Context",
		"bdgraph://adr/docs%2Fadr%2F0003-sessions-in-postgres.md": "## Context", "bdgraph://adr/ADR-0003": "## Context",
		"bdgraph://memory/api-errors": `"text"`, "bdgraph://rule/Never%20cache%20personal%20data": `"label": "Rule"`,
	} {
		if text, problem := read(uri); !strings.Contains(text, want) {
			t.Errorf("%s: %s %.200s", uri, problem, text)
		}
	}
	for _, uri := range []string{"bdgraph://issue/nothing", "bdgraph://issue/ADR-0003", "bdgraph://adr/%2e%2e%2fetc%2fpasswd", "bdgraph://issue/%zz", "bdgraph://issue/' OR 1=1", "file:///etc/passwd"} {
		if text, problem := read(uri); text != "" || !strings.HasPrefix(problem, "-3") {
			t.Errorf("%s: %q %.100s", uri, problem, text)
		}
	}
	prompt := func(name string, arguments map[string]string) (text, problem string) {
		m := c.rpc("prompts/get", map[string]any{"name": name, "arguments": arguments})
		if m.Error != nil {
			return "", m.Error.Message
		}
		var r struct {
			Messages []struct{ Content struct{ Text string } }
		}
		if err := json.Unmarshal(m.Result, &r); err != nil || len(r.Messages) != 1 {
			t.Fatalf("%s: %v", m.Result, err)
		}
		return r.Messages[0].Content.Text, ""
	}
	if text, _ := prompt("preflight", map[string]string{"component": "Api\u202e\" and {x}"}); !strings.Contains(text, `governs with name "Api⟨U+202E⟩\" and {x}"`) {
		t.Errorf("%s", text)
	}
	for name, arguments := range map[string]map[string]string{
		"onboarding": nil, "extraction_shard": {"shard": "3"}, "verification_shard": {"shard": "3"}, "review_change": {"paths": "a b"},
	} {
		if text, problem := prompt(name, arguments); text == "" {
			t.Errorf("%s: %s", name, problem)
		}
	}
	for name, arguments := range map[string]map[string]string{
		"preflight": nil, "extraction_shard": {"shard": "3; rm -rf /"}, "review_change": {"paths": "a", "as_of": "soon"}, "onboarding": {"x": "y"},
	} {
		if text, problem := prompt(name, arguments); text != "" || problem == "" {
			t.Errorf("%s %v gives %s", name, arguments, text)
		}
	}
}

func TestCompletions(t *testing.T) {
	c := connect(t, newServer(t, embeddedDemo(t)))
	complete := func(ref map[string]any, name, value string) []string {
		var r struct{ Completion struct{ Values []string } }
		m := c.rpc("completion/complete", map[string]any{"ref": ref, "argument": map[string]any{"name": name, "value": value}})
		if err := json.Unmarshal(m.Result, &r); err != nil {
			t.Fatalf("%s %+v: %v", m.Result, m.Error, err)
		}
		return r.Completion.Values
	}
	if got := complete(map[string]any{"type": "ref/resource", "uri": "bdgraph://issue/{+id}"}, "id", "DEMO-1"); len(got) < 4 || got[0] != "demo-1" {
		t.Errorf("issues: %v", got)
	}
	if got := complete(map[string]any{"type": "ref/prompt", "name": "preflight"}, "component", "a"); !slices.Contains(got, "Api") {
		t.Errorf("components: %v", got)
	}
	if got := complete(map[string]any{"type": "ref/prompt", "name": "preflight"}, "component", "') RETURN 1 //"); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

// proxy forwards to a server until it is cut.
type proxy struct {
	listener net.Listener
	target   string
	mu       sync.Mutex
	open     []net.Conn
	down     bool
}

func newProxy(t *testing.T, target string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, target: target}
	t.Cleanup(func() { l.Close(); p.set(true) })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", target)
			p.mu.Lock()
			if err != nil || p.down {
				in.Close()
				if err == nil {
					out.Close()
				}
			} else {
				p.open = append(p.open, in, out)
				go io.Copy(in, out)
				go io.Copy(out, in)
			}
			p.mu.Unlock()
		}
	}()
	return p
}

// set cuts every connection and refuses new ones, or lets them through again.
func (p *proxy) set(down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = down
	if down {
		for _, c := range p.open {
			c.Close()
		}
		p.open = nil
	}
}

// A server that dies in the middle costs that answer; when it is back, so are the answers.
func TestNeo4jGoesAwayAndComesBack(t *testing.T) {
	config := neo4jConfig(t)
	u, err := url.Parse(config.URI)
	if err != nil {
		t.Fatal(err)
	}
	p := newProxy(t, u.Host)
	config.URI = "bolt://" + p.listener.Addr().String()
	r := neo4jReader(t, config, neo4j.ReaderOptions{ProveTypes: true})
	defer r.Close(t.Context())
	c := connect(t, newServer(t, r))
	ask := func() toolResult {
		return c.call("query_graph", map[string]any{"cypher": "MATCH (i:Issue) RETURN count(i) AS n", "timeout_ms": 20_000})
	}
	if first := ask(); first.IsError {
		t.Fatalf("%+v", first.failure())
	}
	p.set(true)
	if f := ask().failure(); f.Code != "unavailable" && f.Code != "timeout" || f.Remedy == "" {
		t.Errorf("while it is away: %+v", f)
	}
	p.set(false)
	if again := ask(); again.IsError {
		t.Errorf("when it is back: %+v", again.failure())
	}
}

// Random calls, valid and hostile, neither end the server nor change the graph,
// and leave no memory behind.
func TestRandomCalls(t *testing.T) {
	onBothStores(t, func(t *testing.T, r store.Reader) {
		calls := testenv.Times(t, 10_000, "calls")
		before := digest(t, r)
		s := newServer(t, r)
		c := connect(t, s)
		random := rand.New(rand.NewPCG(1, 2))
		tools := listTools(t, c)
		texts := []string{
			"Api", "demo-1", "ADR-0003", "docs/adr/0001-sessions-in-memory.md", "cmd/api/main.go", "", " ", "\x00", "\u202e", strings.Repeat("long ", 2_000), "' OR 1=1 --",
			"MATCH (n) DETACH DELETE n", "2025-03-01", "9999-12-31", "0000-00-00", "../../etc/passwd", "${jndi:ldap://x}", "日本", "rule", "%s%n", "{}", "null", "🙂",
		}
		for _, a := range storetest.Attacks(t, "9") {
			if a.Group != "C" {
				texts = append(texts, a.Text)
			}
		}
		value := func() any {
			switch random.IntN(9) {
			case 0:
				return random.IntN(2_000) - 500
			case 1:
				return nil
			case 2:
				return random.IntN(2) == 0
			case 3:
				return []any{texts[random.IntN(len(texts))], random.IntN(5)}
			case 4:
				return map[string]any{"x": texts[random.IntN(len(texts))], "n": int64(9007199254740993)}
			case 5:
				return random.NormFloat64() * 1e9
			}
			return texts[random.IntN(len(texts))]
		}
		measure := func() uint64 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return m.HeapAlloc
		}
		var warm uint64
		for i := range calls {
			if i == calls/2 {
				warm = measure()
			}
			if i%(calls/10) == 0 {
				t.Logf("after %5d calls: %.1f MB resident", i, residentMB())
			}
			tool := tools[random.IntN(len(tools))]
			var schema struct {
				Properties map[string]struct{ Type string }
			}
			if err := json.Unmarshal(tool.InputSchema, &schema); err != nil {
				t.Fatal(err)
			}
			arguments := map[string]any{"timeout_ms": 500}
			if schema.Properties["timeout_ms"].Type == "" {
				delete(arguments, "timeout_ms")
			}
			for _, name := range sortedKeys(schema.Properties) {
				switch random.IntN(4) {
				case 0:
					arguments[name] = value()
				case 1, 2:
					switch schema.Properties[name].Type { // of the right type
					case "string":
						arguments[name] = texts[random.IntN(len(texts))]
					case "integer":
						arguments[name] = 1 + random.IntN(100)
					case "object":
						arguments[name] = map[string]any{"x": value()}
					case "array":
						arguments[name] = []any{texts[random.IntN(len(texts))]}
					}
				}
			}
			result := c.call(tool.Name, arguments)
			if result.protocol != "" {
				t.Fatalf("%s %v: protocol error %s", tool.Name, arguments, result.protocol)
			}
			if f := result.failure(); result.IsError && (f.Code == "" || f.Message == "" || f.Code == "internal") {
				t.Errorf("%s %.300v: %+v", tool.Name, arguments, f)
			}
			if n := len(result.StructuredContent); n > 20_000 {
				t.Errorf("%s: %d bytes", tool.Name, n)
			}
		}
		t.Logf("after %5d calls: %.1f MB resident", calls, residentMB())
		if after := measure(); after > warm+warm/4+32<<20 {
			t.Errorf("memory grew from %d to %d bytes", warm, after)
		}
		if digest(t, r) != before {
			t.Error("the graph has changed")
		}
	})
}

// residentMB is the memory of this process where the system tells it, else 0.
func residentMB() float64 {
	var pages, resident int
	f, err := os.Open("/proc/self/statm")
	if err != nil {
		return 0
	}
	defer f.Close()
	if _, err := fmt.Fscan(f, &pages, &resident); err != nil {
		return 0
	}
	return float64(resident*os.Getpagesize()) / (1 << 20)
}

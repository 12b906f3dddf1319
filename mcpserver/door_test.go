package mcpserver_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bdgraph/mcpserver"
)

// messages are odd ones with the code and a part of the message that each gets; an empty
// code is no answer at all, a code of 0 a result.
var messages = []struct{ name, message, code, want string }{
	{"a text as id", `{"jsonrpc":"2.0","id":"a","method":"ping"}`, "0", ""},
	{"a fraction as id", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, "0", ""},
	{"null for what is absent", `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"onboarding","arguments":null,"_meta":null}}`, "0", ""},
	{"null for params", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}`, "0", ""},
	{"a tool call before initialize", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_status"}}`, "0", ""},
	{"no JSON", `}{`, "-32700", "not JSON"},
	{"two messages", `{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":2,"method":"ping"}`, "-32700", "one message"},
	{"no UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"x\":\"\xff\"}}", "-32700", "not UTF-8"},
	{"nested too deep", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}}`, "-32700", "10000 deep"},
	{"a batch", `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, "-32600", "batches"},
	{"a number", `5`, "-32600", "JSON object"},
	{"null", `null`, "-32600", "JSON object"},
	{"null as id", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, "-32600", "id must be"},
	{"a boolean as id", `{"jsonrpc":"2.0","id":true,"method":"ping"}`, "-32600", "id must be"},
	{"an object as id", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, "-32600", "id must be"},
	{"an id that would be rounded", `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, "-32600", "beyond 2^53"},
	{"an id without bounds", `{"jsonrpc":"2.0","id":1e400,"method":"ping"}`, "-32600", "beyond 2^53"},
	{"another JSON-RPC", `{"jsonrpc":"1.0","id":1,"method":"ping"}`, "-32600", "jsonrpc"},
	{"no method", `{"jsonrpc":"2.0","id":1}`, "-32600", "method"},
	{"a number as method", `{"jsonrpc":"2.0","id":1,"method":5}`, "-32600", "method"},
	{"an unknown method", `{"jsonrpc":"2.0","id":1,"method":"nothing/there"}`, "-32601", "not found"},
	{"a list as params", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["governs"]}`, "-32602", "params must be an object"},
	{"a text as _meta", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"governs","_meta":"x"}}`, "-32602", "params._meta"},
	{"no name", `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, "-32602", "params.name is missing"},
	{"a number as name", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5}}`, "-32602", "params.name must be a text"},
	{"another tool", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"Governs\u202e"}}`, "-32602", `no tool "Governs⟨U+202E⟩"; the tools are governs, `},
	{"a list as version", `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":[]}}`, "-32602", "params.protocolVersion"},
	{"a number as cursor", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":5}}`, "-32602", "params.cursor"},
	{"no URI", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{}}`, "-32602", "params.uri"},
	{"a resource that is not there", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"bdgraph://issue/nothing"}}`, "-32002", `nothing named \"nothing\"`},
	{"an issue that is none", `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"bdgraph://issue/ADR-0003"}}`, "-32002", "no Issue but: ADR"},
	{"another prompt", `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"x"}}`, "-32602", "the prompts are preflight, "},
	{"a prompt without its argument", `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"preflight"}}`, "-32602", "needs the argument component"},
	{"a prompt with another argument", `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"onboarding","arguments":{"x":"y"}}}`, "-32602", "no argument"},
	{"a number for a prompt", `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"preflight","arguments":{"component":5}}}`, "-32602", "object of texts"},
	{"a reference of no kind", `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"x"},"argument":{"name":"a","value":""}}}`, "-32602", "params.ref.type"},
	{"nothing to complete", `{"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"preflight"},"argument":{"name":"component"}}}`, "-32602", "name and value"},
	{"an answer", `{"jsonrpc":"2.0","id":1,"result":{}}`, "", ""},
	{"an error", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}`, "", ""},
	{"a notification of nothing known", `{"jsonrpc":"2.0","method":"notifications/nothing"}`, "", ""},
	{"the end of a call that is not", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}`, "", ""},
}

type anyReply struct {
	JSONRPC string
	ID      json.RawMessage
	Error   struct {
		Code    int
		Message string
	}
}

func (r anyReply) holds(code, want string) bool {
	return r.JSONRPC == "2.0" && r.ID != nil && fmt.Sprint(r.Error.Code) == code && strings.Contains(r.Error.Message, strings.ReplaceAll(want, `\"`, `"`)) && !strings.Contains(r.Error.Message, "json:")
}

func TestOddMessagesOverStdio(t *testing.T) {
	s := newServer(t, embeddedDemo(t))
	for _, m := range messages {
		lines := m.message
		if m.code == "" { // the answer to a ping comes first
			lines += "\n" + `{"jsonrpc":"2.0","id":"next","method":"ping"}`
		}
		line := exchangeLine(t, s, lines)
		var reply anyReply
		if err := json.Unmarshal([]byte(line), &reply); err != nil {
			t.Fatalf("%s: %q: %v", m.name, line, err)
		}
		if m.code == "" && string(reply.ID) != `"next"` || m.code != "" && !reply.holds(m.code, m.want) {
			t.Errorf("%s gets %.300s", m.name, line)
		}
	}
}

func TestOddMessagesOverHTTP(t *testing.T) {
	h := newServer(t, embeddedDemo(t)).Handler("127.0.0.1", mcpserver.HTTPOptions{})
	for _, m := range messages {
		r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:80/mcp", strings.NewReader(m.message))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if m.code == "" {
			if w.Code != http.StatusAccepted || w.Body.Len() > 0 {
				t.Errorf("%s: %d %s", m.name, w.Code, w.Body)
			}
			continue
		}
		want := http.StatusOK
		if m.code == "-32700" || m.code == "-32600" {
			want = http.StatusBadRequest
		}
		var reply anyReply
		body := w.Body.String()
		if _, data, ok := strings.Cut(body, "data: "); ok { // as an event
			body = data
		}
		if err := json.Unmarshal([]byte(body), &reply); err != nil {
			t.Fatalf("%s: %q: %v", m.name, w.Body, err)
		}
		if w.Code != want || !reply.holds(m.code, m.want) {
			t.Errorf("%s: %d %.300s", m.name, w.Code, w.Body)
		}
	}
}

// A line that is too long is answered, and the one after it too.
func TestALineThatIsTooLong(t *testing.T) {
	s := newServer(t, embeddedDemo(t))
	long := `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 17<<20) + `"}`
	if line := exchangeLine(t, s, long); !strings.Contains(line, "at most 16777216 bytes") {
		t.Errorf("%.300s", line)
	}
	c := connect(t, s)
	c.to.Write([]byte(long + "\n"))
	if m := c.rpc("ping", nil); m.Error != nil {
		t.Errorf("%+v", m.Error)
	}
}

// The mark by which codes travel is never seen, and nobody can forge it.
func TestCodesOfDataStay(t *testing.T) {
	c := connect(t, newServer(t, embeddedDemo(t)))
	result := c.call("query_graph", map[string]any{"cypher": `RETURN {code: -32603, message: '-32602:x'} AS m`})
	if !strings.Contains(string(result.StructuredContent), `{"code":-32603,"message":"-32602:x"}`) {
		t.Errorf("%s", result.StructuredContent)
	}
}

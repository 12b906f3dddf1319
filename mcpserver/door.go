package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mark3labs/mcp-go/mcp"

	"bdgraph/internal/unseen"
)

// The door looks at each message before the library does. The library reads messages
// loosely: it takes an id of null for a notification, rounds large ids, answers
// answers, and tells of wrong parameters as of an unreadable request, in words of Go.

// longestMessage bounds a message over stdio, in bytes.
const longestMessage = 16 << 20

// turnedDown is a message that does not come through, as a protocol error. Without
// a code it is dropped: it wants no answer.
type turnedDown struct {
	id      json.RawMessage // nil: it has none that can be told
	code    int
	message string
}

// answer is the reply, nil if there is none.
func (d *turnedDown) answer() []byte {
	if d.code == 0 {
		return nil
	}
	var reply struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"` // null where it is nil
		Error   struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	reply.JSONRPC, reply.ID, reply.Error.Code, reply.Error.Message = "2.0", d.id, d.code, d.message
	return mustMarshal(reply)
}

// admit looks at a message; nil lets it through.
func (s *Server) admit(raw []byte) *turnedDown {
	invalid := func(message string) *turnedDown { return &turnedDown{nil, mcp.INVALID_REQUEST, message} }
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0:
		return &turnedDown{nil, mcp.PARSE_ERROR, "there is no message"}
	case !utf8.Valid(raw):
		return &turnedDown{nil, mcp.PARSE_ERROR, "the message is not UTF-8"}
	case !json.Valid(raw):
		return &turnedDown{nil, mcp.PARSE_ERROR, "the message is not JSON (one message, nested at most 10000 deep)"}
	case raw[0] == '[':
		return invalid("batches are not served: send each message by itself")
	case raw[0] != '{':
		return invalid("a message is a JSON object")
	}
	var m struct {
		JSONRPC, ID, Method, Params, Result, Error json.RawMessage
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return invalid("a message is a JSON object")
	}
	if m.Method == nil && (m.Result != nil || m.Error != nil) {
		return &turnedDown{} // an answer, though nothing was asked
	}
	if problem := idProblem(m.ID); problem != "" {
		return invalid(problem)
	}
	id := m.ID
	switch method, ok := asText(m.Method); {
	case string(m.JSONRPC) != `"2.0"`:
		return &turnedDown{id, mcp.INVALID_REQUEST, `jsonrpc must be "2.0"`}
	case !ok || method == "":
		return &turnedDown{id, mcp.INVALID_REQUEST, "method must be a text"}
	case id == nil:
		return nil // notifications that make no sense have no effect
	default:
		if problem := s.paramsProblem(method, m.Params); problem != "" {
			return &turnedDown{id, mcp.INVALID_PARAMS, problem}
		}
	}
	return nil
}

// idProblem says why an id cannot be one; a message without any is a notification.
func idProblem(id json.RawMessage) string {
	if id == nil || id[0] == '"' {
		return ""
	}
	n, err := strconv.ParseFloat(string(id), 64)
	switch {
	case strings.IndexByte("-0123456789", id[0]) < 0:
		return "id must be a text or a number"
	case err != nil || math.Abs(n) > maxSafeInteger:
		return "id is beyond 2^53: send it as a text"
	}
	return ""
}

// field is a field of params and what it must be.
type field struct {
	name     string
	kind     byte // as JSON begins: " or {
	required bool
}

// requests holds the fields that the library reads of params, by method; every
// method may have _meta.
var requests = map[string][]field{
	"initialize":               {{"protocolVersion", '"', false}, {"capabilities", '{', false}, {"clientInfo", '{', false}},
	"tools/list":               {{"cursor", '"', false}},
	"resources/list":           {{"cursor", '"', false}},
	"resources/templates/list": {{"cursor", '"', false}},
	"prompts/list":             {{"cursor", '"', false}},
	"tools/call":               {{"name", '"', true}},
	"resources/read":           {{"uri", '"', true}},
	"prompts/get":              {{"name", '"', true}, {"arguments", '{', false}},
	"completion/complete":      {{"ref", '{', true}, {"argument", '{', true}},
}

// paramsProblem says what is wrong with the params of a request.
func (s *Server) paramsProblem(method string, raw json.RawMessage) string {
	params := map[string]json.RawMessage{}
	if raw != nil && json.Unmarshal(raw, &params) != nil {
		return "params must be an object"
	}
	maps.DeleteFunc(params, func(_ string, value json.RawMessage) bool { return string(value) == "null" }) // is absent
	if meta, ok := params["_meta"]; ok && meta[0] != '{' {
		return "params._meta must be an object"
	}
	for _, f := range requests[method] {
		value, ok := params[f.name]
		switch {
		case !ok && f.required:
			return fmt.Sprintf("params.%s is missing", f.name)
		case ok && value[0] != f.kind && f.kind == '"':
			return fmt.Sprintf("params.%s must be a text", f.name)
		case ok && value[0] != f.kind:
			return fmt.Sprintf("params.%s must be an object", f.name)
		}
	}
	switch name, _ := asText(params["name"]); method {
	case "tools/call":
		return s.toolProblem(name)
	case "prompts/get":
		return promptProblem(name, params["arguments"])
	case "completion/complete":
		return completionProblem(params["ref"], params["argument"])
	}
	return ""
}

func (s *Server) toolProblem(name string) string {
	if slices.Contains(s.tools, name) {
		return ""
	}
	return fmt.Sprintf("there is no tool %q; the tools are %s", unseen.Show(cut(name, 60)), strings.Join(s.tools, ", "))
}

func promptProblem(name string, raw json.RawMessage) string {
	i := slices.IndexFunc(promptList, func(p prompt) bool { return p.name == name })
	if i < 0 {
		names := make([]string, len(promptList))
		for i, p := range promptList {
			names[i] = p.name
		}
		return fmt.Sprintf("there is no prompt %q; the prompts are %s", unseen.Show(cut(name, 60)), strings.Join(names, ", "))
	}
	var arguments map[string]string
	if raw != nil && json.Unmarshal(raw, &arguments) != nil {
		return "params.arguments must be an object of texts"
	}
	if _, err := promptList[i].fill(arguments); err != nil {
		return unseen.Show(err.Error())
	}
	return ""
}

func completionProblem(ref, argument json.RawMessage) string {
	var r struct{ Type, Name, URI string }
	if json.Unmarshal(ref, &r) != nil || r.Type != "ref/prompt" && r.Type != "ref/resource" {
		return "params.ref.type must be ref/prompt or ref/resource"
	}
	var a struct{ Name, Value *string }
	if json.Unmarshal(argument, &a) != nil || a.Name == nil || a.Value == nil {
		return "params.argument needs the texts name and value"
	}
	return ""
}

// asText returns a JSON string's text.
func asText(raw json.RawMessage) (s string, ok bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	return s, json.Unmarshal(raw, &s) == nil
}

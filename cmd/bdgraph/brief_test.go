package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// hookSchema is the form of a hook's output as the clients document it, with what
// brief may use of it: context for the model, and no decision.
const hookSchema = `{
  "type": "object", "additionalProperties": false, "required": ["hookSpecificOutput"],
  "properties": {"hookSpecificOutput": {
    "type": "object", "additionalProperties": false, "required": ["hookEventName", "additionalContext"],
    "properties": {
      "hookEventName": {"enum": ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"]},
      "additionalContext": {"type": "string", "minLength": 1, "maxLength": 10000}}}}}`

func TestBriefKeepsTheClientsForm(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(hookSchema)))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("hook.json", doc); err != nil {
		t.Fatal(err)
	}
	schema := compiler.MustCompile("hook.json")
	program := bdgraphProgram(t)
	dir := demoProject(t, program)
	said := 0
	for _, in := range []map[string]any{
		{"hook_event_name": "SessionStart", "session_id": "s", "source": "startup", "transcript_path": nil, "model": "m"},
		{"hook_event_name": "UserPromptSubmit", "session_id": "s", "prompt": "What binds the API? \u202e", "permission_mode": "plan"},
		{"hook_event_name": "PreToolUse", "session_id": "s", "tool_name": "Write", "tool_input": map[string]any{"file_path": filepath.Join(dir, "cmd/api/x.go"), "content": "x"}, "tool_use_id": "t"},
		{"hook_event_name": "PostToolUse", "session_id": "s", "tool_name": "apply_patch", "tool_input": map[string]any{"command": "*** Begin Patch\n*** Add File: cmd/worker/x.go\n+x\n*** End Patch"}, "tool_response": "ok"},
		{"hook_event_name": "PostToolUse", "session_id": "t", "tool_name": "apply_patch", "tool_input": map[string]any{"command": []string{"apply_patch", "*** Begin Patch\n*** Add File: cmd/worker/y.go\n+x\n*** End Patch"}}},
		{"hook_event_name": "PreToolUse", "session_id": "t", "tool_name": "Edit", "tool_input": map[string]any{"file_path": []string{}, "edits": 5}},
		{"hook_event_name": "PreToolUse", "session_id": "t", "tool_name": "Other", "tool_input": "text"},
		{"hook_event_name": "PreToolUse", "session_id": "s", "tool_name": "Bash", "tool_input": map[string]any{"command": "ls"}},
		{"hook_event_name": "PreToolUse", "tool_input": map[string]any{"file_path": "../../etc/passwd"}},
	} {
		in["cwd"] = dir
		text, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(program, "brief")
		cmd.Stdin, cmd.Dir = bytes.NewReader(text), os.TempDir() // the project is that of cwd
		cmd.Stderr = &bytes.Buffer{}
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if stderr := cmd.Stderr.(*bytes.Buffer).String(); stderr != "" {
			t.Errorf("%s: %s", text, stderr)
		}
		if len(out) == 0 {
			continue
		}
		said++
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
		if err != nil {
			t.Fatalf("%s: %v", out, err)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %v", out, err)
		}
	}
	if said != 5 {
		t.Errorf("%d of 9 hooks got context, want 5", said)
	}
}

// BenchmarkBrief takes a whole process, from start to exit, on a project named by
// BDGRAPH_BENCH_PROJECT or on the demo. In a project of bench/generate --records all but the
// first hook get an answer.
func BenchmarkBrief(b *testing.B) {
	program := bdgraphProgram(b)
	dir := os.Getenv("BDGRAPH_BENCH_PROJECT")
	if dir == "" {
		dir = demoProject(b, program)
	}
	for name, in := range map[string]string{
		"prompt": `{"hook_event_name":"UserPromptSubmit","prompt":"please tidy up the README"}`,
		"named":  `{"hook_event_name":"UserPromptSubmit","prompt":"what binds the API?"}`,
		"edit":   `{"hook_event_name":"PreToolUse","tool_input":{"file_path":"cmd/api/main.go"}}`,
		"start":  `{"hook_event_name":"SessionStart"}`,
	} {
		b.Run(name, func(b *testing.B) {
			said := 0
			for b.Loop() {
				os.Remove(filepath.Join(dir, ".bdgraph", briefFile)) // or a session's start tells its news once
				cmd := exec.Command(program, "-C", dir, "brief")
				cmd.Stdin = bytes.NewReader([]byte(in))
				out, err := cmd.Output()
				if err != nil {
					b.Fatal(err)
				}
				said = len(out)
			}
			b.ReportMetric(float64(said), "bytes-said")
		})
	}
}

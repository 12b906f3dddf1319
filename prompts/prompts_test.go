package prompts

import (
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v4"
)

// Agents' files have the fields that their clients need, and tell the same to both.
func TestAgentFiles(t *testing.T) {
	for client, want := range map[string]int{"claude": 3, "codex": 3, "cursor": 0} {
		files := AgentFiles(client)
		if len(files) != want {
			t.Errorf("%s has %d files", client, len(files))
		}
		for path, text := range files {
			fields := map[string]any{}
			var err error
			if strings.HasSuffix(path, ".toml") {
				err = toml.Unmarshal([]byte(text), &fields)
			} else {
				front, ok := strings.CutPrefix(text, "---\n")
				front, _, found := strings.Cut(front, "\n---\n")
				if !ok || !found {
					t.Errorf("%s has no front matter", path)
				}
				err = yaml.Unmarshal([]byte(front), &fields)
			}
			if err != nil {
				t.Errorf("%s: %v", path, err)
			}
			if d, _ := fields["description"].(string); d == "" || len(d) > 1024 {
				t.Errorf("%s is described as %q", path, d)
			}
			if strings.HasSuffix(path, ".toml") && fields["developer_instructions"] == nil {
				t.Errorf("%s has no instructions", path)
			}
			if !strings.Contains(text, "bdgraph ") || strings.Contains(text, "{{") {
				t.Errorf("%s does not say what to run", path)
			}
		}
	}
	for _, name := range []string{"extractor", "verifier"} {
		claude := AgentFiles("claude")[".claude/agents/bdgraph-"+name+".md"]
		codex := AgentFiles("codex")[".codex/agents/bdgraph-"+name+".toml"]
		_, body, _ := strings.Cut(strings.TrimPrefix(claude, "---\n"), "\n---\n")
		if body = strings.TrimSpace(body); body == "" || !strings.Contains(codex, body) {
			t.Errorf("the two clients are told different things about the %s", name)
		}
	}
}

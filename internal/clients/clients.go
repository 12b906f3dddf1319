package clients

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// The clients.
const (
	Claude = "claude"
	Codex  = "codex"
	Cursor = "cursor"
	VSCode = "vscode"
)

// All lists the clients.
var All = []string{Claude, Codex, Cursor, VSCode}

// traces are what a project holds when its people use a client, and programs
// the commands by which it is started.
var traces = map[string][]string{
	Claude: {".claude", "CLAUDE.md", ".mcp.json"}, Codex: {".codex", "AGENTS.md"}, Cursor: {".cursor", ".cursorrules"}, VSCode: {".vscode"},
}

var programs = map[string]string{Claude: "claude", Codex: "codex", Cursor: "cursor", VSCode: "code"}

// Detect returns the clients that a project or a machine shows traces of; has
// tells whether a program is installed.
func Detect(project fs.FS, has func(program string) bool) []string {
	var found []string
	for _, client := range All {
		if has(programs[client]) || slices.ContainsFunc(traces[client], func(name string) bool {
			_, err := fs.Stat(project, name)
			return err == nil
		}) {
			found = append(found, client)
		}
	}
	return found
}

// Change is a file that is to be other than it is.
type Change struct {
	Path   string // relative to the project, with forward slashes
	Before []byte // nil where there is none
	After  []byte // nil where it is to go
}

// Options say what is wanted.
type Options struct {
	Clients []string
	Hooks   bool
	// Config is the text of bdgraph.toml, Workflow that of a CI job; "" for none.
	// Files that are there are left alone.
	Config, Workflow string
	// Files are further whole files by path, likewise.
	Files map[string]string
}

// WorkflowPath is where the CI job goes.
const WorkflowPath = ".github/workflows/bdgraph.yml"

const ignoredFolder = "/.bdgraph/"

// server is how clients start bdgraph.
type server struct {
	Type    string   `json:"type,omitempty"`
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

// setting is one file of a client and how bdgraph's part of it is put in and taken out.
type setting struct {
	client string
	path   string
	hook   bool // it holds hooks
	set    func([]byte) ([]byte, error)
	remove func([]byte) ([]byte, error)
}

var settings = []setting{
	serverIn(Claude, ".mcp.json", "mcpServers", ""),
	hooksIn(Claude, ".claude/settings.json", "Edit|MultiEdit|Write|NotebookEdit", "PreToolUse"),
	blockIn(Claude, "CLAUDE.md", markdown, snippet),
	tomlIn(Codex, ".codex/config.toml"),
	// Codex reads what a hook adds before an edit but does not always show it to
	// the model; after the edit it does.
	hooksIn(Codex, ".codex/hooks.json", "apply_patch|Edit|Write", "PostToolUse"),
	blockIn(Codex, "AGENTS.md", markdown, snippet),
	serverIn(Cursor, ".cursor/mcp.json", "mcpServers", ""),
	serverIn(VSCode, ".vscode/mcp.json", "servers", "stdio"),
}

func serverIn(client, path, table, kind string) setting {
	return setting{
		client: client, path: path,
		set: func(text []byte) ([]byte, error) {
			if root, err := parseJSON(text); err == nil {
				if t, ok := root.member(table); ok {
					if _, ok := t.value.member("bdgraph"); ok {
						return text, nil // as somebody wants it
					}
				}
			}
			return setMember(text, []string{table, "bdgraph"}, server{kind, "bdgraph", []string{"mcp"}})
		},
		remove: func(text []byte) ([]byte, error) { return removeMember(text, []string{table, "bdgraph"}) },
	}
}

func blockIn(client, path string, m marks, body string) setting {
	return setting{
		client: client, path: path,
		set:    func(text []byte) ([]byte, error) { return []byte(m.setBlock(string(text), body)), nil },
		remove: func(text []byte) ([]byte, error) { return []byte(m.removeBlock(string(text))), nil },
	}
}

func tomlIn(client, path string) setting {
	block := blockIn(client, path, hash, "[mcp_servers.bdgraph]\ncommand = \"bdgraph\"\nargs = [\"mcp\"]")
	set := block.set
	block.set = func(text []byte) ([]byte, error) {
		var there struct {
			Servers map[string]any `toml:"mcp_servers"`
		}
		if err := toml.Unmarshal(text, &there); err != nil {
			return nil, fmt.Errorf("not TOML: %w", err)
		}
		if _, ok := there.Servers["bdgraph"]; ok && !bytes.Contains(text, []byte(hash.begin)) {
			return text, nil
		}
		out, err := set(text)
		if err == nil {
			err = toml.Unmarshal(out, &there) // a table may be closed to additions
		}
		return out, err
	}
	return block
}

// hookCommand is what clients run; it exits 0 whatever happens.
const hookCommand = "bdgraph brief"

type hookGroup struct {
	Matcher string `json:"matcher,omitempty"`
	Hooks   []hook `json:"hooks"`
}

type hook struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"` // seconds
}

func hooksIn(client, path, editors, edited string) setting {
	groups := []struct{ event, matcher string }{
		{"SessionStart", "startup|resume|clear"}, {"UserPromptSubmit", ""}, {edited, editors},
	}
	return setting{
		client: client, path: path, hook: true,
		set: func(text []byte) ([]byte, error) {
			for _, g := range groups {
				at, err := hookAt(text, g.event)
				if err != nil {
					return nil, err
				}
				if at >= 0 {
					continue
				}
				text, err = appendElement(text, []string{"hooks", g.event}, hookGroup{g.matcher, []hook{{"command", hookCommand, 5}}})
				if err != nil {
					return nil, err
				}
			}
			return text, nil
		},
		remove: func(text []byte) ([]byte, error) {
			for _, g := range groups {
				at, err := hookAt(text, g.event)
				if err != nil {
					return nil, err
				}
				if at < 0 {
					continue
				}
				root, err := parseJSON(text)
				if err != nil {
					return nil, err
				}
				hooks, _ := root.member("hooks")
				event, _ := hooks.value.member(g.event)
				if len(event.value.members) > 1 {
					text = removeAt(text, event.value, at)
				} else if text, err = removeMember(text, []string{"hooks", g.event}); err != nil {
					return nil, err
				}
			}
			return text, nil
		},
	}
}

// hookAt returns which element of an event's array runs bdgraph, -1 if none does.
func hookAt(text []byte, event string) (int, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return -1, nil
	}
	root, err := parseJSON(text)
	if err != nil {
		return -1, err
	}
	hooks, _ := root.member("hooks")
	groups, _ := hooks.value.member(event)
	return slices.IndexFunc(groups.value.members, func(m member) bool {
		return bytes.Contains(text[m.value.start:m.value.end], []byte(`"`+hookCommand+`"`))
	}), nil
}

// Plan returns the files that have to change, sorted by path. The findings are files that
// cannot be read and stay as they are.
func Plan(project fs.FS, o Options) (changes []Change, findings []error) {
	add := func(path string, set func([]byte) ([]byte, error)) {
		before, err := fs.ReadFile(project, path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			before = nil
		case err != nil:
			findings = append(findings, fmt.Errorf("%s: %w", path, err))
			return
		}
		after, err := set(before)
		if err != nil {
			findings = append(findings, fmt.Errorf("%s: %w", path, err))
			return
		}
		if !bytes.Equal(before, after) {
			changes = append(changes, Change{path, before, after})
		}
	}
	once := func(text string) func([]byte) ([]byte, error) {
		return func(before []byte) ([]byte, error) {
			if before != nil || text == "" {
				return before, nil
			}
			return []byte(text), nil
		}
	}
	add("bdgraph.toml", once(o.Config))
	add(WorkflowPath, once(o.Workflow))
	for path, text := range o.Files {
		add(path, once(text))
	}
	add(".gitignore", func(b []byte) ([]byte, error) {
		if bytes.Contains(b, []byte(".bdgraph")) {
			return b, nil
		}
		return []byte(addLine(string(b), ignoredFolder)), nil
	})
	for _, s := range settings {
		if slices.Contains(o.Clients, s.client) && (o.Hooks || !s.hook) {
			add(s.path, s.set)
		}
	}
	slices.SortFunc(changes, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return changes, findings
}

// Remove returns the text of a file without what [Plan] puts into it; nil when
// nothing is left that anybody else wrote. Files of other paths stay as they are.
func Remove(path string, text []byte) ([]byte, error) {
	for _, s := range settings {
		if s.path == path {
			out, err := s.remove(text)
			if err == nil && isEmpty(out) {
				out = nil
			}
			return out, err
		}
	}
	if path == ".gitignore" {
		if out := removeLine(string(text), ignoredFolder); out != "" {
			return []byte(out), nil
		}
		return nil, nil
	}
	return text, nil
}

// isEmpty reports whether nothing is left of a file.
func isEmpty(text []byte) bool {
	trimmed := bytes.Join(bytes.Fields(text), nil)
	return len(trimmed) == 0 || string(trimmed) == "{}"
}

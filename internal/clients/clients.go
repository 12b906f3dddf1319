package clients

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
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
	// Git says that the project is in git, which is to ignore the state folder.
	Git bool
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
		set: func(text []byte) ([]byte, error) {
			out, err := m.setBlock(string(text), body)
			return []byte(out), err
		},
		remove: func(text []byte) ([]byte, error) {
			out, err := m.removeBlock(string(text))
			return []byte(out), err
		},
	}
}

// hookCommand is what clients run; it exits 0 whatever happens.
const hookCommand = "bdgraph brief"

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
		after, err := inForm(before, set)
		if err != nil {
			findings = append(findings, fmt.Errorf("%s: %w", path, err))
			return
		}
		if !bytes.Equal(before, after) {
			changes = append(changes, Change{path, before, after})
		}
	}
	once := func(path, text string) {
		if _, err := fs.Stat(project, path); text != "" && errors.Is(err, fs.ErrNotExist) {
			changes = append(changes, Change{path, nil, []byte(text)})
		}
	}
	once("bdgraph.toml", o.Config)
	once(WorkflowPath, o.Workflow)
	for path, text := range o.Files {
		once(path, text)
	}
	if o.Git {
		add(".gitignore", ignore)
	}
	for _, s := range settings {
		if slices.Contains(o.Clients, s.client) && (o.Hooks || !s.hook) {
			add(s.path, s.set)
		}
	}
	slices.SortFunc(changes, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return changes, findings
}

// ignore lets git ignore the state folder, unless a line speaks of it.
func ignore(text []byte) ([]byte, error) {
	for line := range bytes.Lines(text) {
		if bytes.Contains(line, []byte(".bdgraph")) && !bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
			return text, nil
		}
	}
	return []byte(addLine(string(text), ignoredFolder)), nil
}

// Remove returns the text of a file without what [Plan] puts into it, which may be
// nothing ([IsEmpty]). Files of other paths stay as they are.
func Remove(path string, text []byte) ([]byte, error) {
	for _, s := range settings {
		if s.path == path {
			return inForm(text, s.remove)
		}
	}
	if path == ".gitignore" {
		return inForm(text, func(text []byte) ([]byte, error) { return []byte(removeLine(string(text), ignoredFolder)), nil })
	}
	return text, nil
}

// IsEmpty reports whether nothing is left of a file that anybody wrote.
func IsEmpty(text []byte) bool {
	trimmed := bytes.Join(bytes.Fields(bytes.TrimPrefix(text, byteOrderMark)), nil)
	return len(trimmed) == 0 || string(trimmed) == "{}"
}

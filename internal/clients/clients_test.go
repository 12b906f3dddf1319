package clients

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"
)

func all(config, workflow string) Options {
	return Options{Clients: All, Hooks: true, Git: true, Config: config, Workflow: workflow}
}

// apply returns the project after its changes.
func apply(project fstest.MapFS, changes []Change) fstest.MapFS {
	out := fstest.MapFS{}
	for name, f := range project {
		out[name] = f
	}
	for _, c := range changes {
		out[c.Path] = &fstest.MapFile{Data: c.After}
	}
	return out
}

var projects = map[string]fstest.MapFS{
	"empty": {},
	"others' settings": {
		".mcp.json":             {Data: []byte("{\n    // ours\n    \"mcpServers\": {\n        \"other\": {\"command\": \"x\"} /* keep */\n    },\n    \"z\": 1\n}\n")},
		".claude/settings.json": {Data: []byte("{\n\t\"permissions\": {\"allow\": [\"Bash(ls)\"]},\n\t\"hooks\": {\n\t\t\"SessionStart\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"bd prime\"}]}]\n\t}\n}\n")},
		".vscode/mcp.json":      {Data: []byte("{\"inputs\": [], \"servers\": {},}")},
		".cursor/mcp.json":      {Data: []byte("")},
		".codex/config.toml":    {Data: []byte("model = \"x\" # mine\n\n[mcp_servers.other]\ncommand = \"y\"")},
		".codex/hooks.json":     {Data: []byte("{\"hooks\": {\"PostToolUse\": []}}")},
		"CLAUDE.md":             {Data: []byte("# Rules\n\nBe kind.")},
		"AGENTS.md":             {Data: []byte("Read CLAUDE.md.\r\n")},
		".gitignore":            {Data: []byte("node_modules")},
	},
}

func TestPlanIsIdempotentAndCanBeUndone(t *testing.T) {
	for name, project := range projects {
		changes, findings := Plan(project, all("config\n", "workflow\n"))
		if len(changes) < 9 || len(findings) > 0 {
			t.Fatalf("%s: %d changes, %v", name, len(changes), findings)
		}
		after := apply(project, changes)
		if again, findings := Plan(after, all("config\n", "workflow\n")); len(again) > 0 || len(findings) > 0 {
			t.Errorf("%s: planning again changes %s: %v\n%s", name, again[0].Path, findings, again[0].After)
		}
		for _, c := range changes {
			if c.Path == "bdgraph.toml" || c.Path == WorkflowPath {
				continue
			}
			rest := string(c.After)
			for _, word := range strings.Fields(strings.NewReplacer("{", " ", "}", " ", "[", " ", "]", " ", ",", " ").Replace(string(c.Before))) {
				_, after, ok := strings.Cut(rest, word) // what was there stays, in its order
				if !ok {
					t.Errorf("%s: %s lost %q:\n%s", name, c.Path, word, c.After)
					break
				}
				rest = after
			}
			back, err := Remove(c.Path, c.After)
			if err != nil {
				t.Errorf("%s: %s: %v", name, c.Path, err)
			}
			if IsEmpty(back) {
				back = nil
			}
			if bytes.Contains(back, []byte("bdgraph")) {
				t.Errorf("%s: %s still speaks of bdgraph:\n%s", name, c.Path, back)
			}
			if want := squeezed(c.Before); squeezed(back) != want {
				t.Errorf("%s: %s comes back as\n%s\nwant\n%s", name, c.Path, back, c.Before)
			}
		}
	}
}

// squeezed is a text without its white space and optional commas and braces at the end.
func squeezed(b []byte) string {
	s := strings.NewReplacer(",}", "}", ",]", "]").Replace(strings.Join(strings.Fields(string(b)), ""))
	for _, empty := range []string{`"servers":{}`, `"hooks":{"PostToolUse":[]}`, `,`} {
		s = strings.ReplaceAll(s, empty, "")
	}
	return strings.TrimSuffix(strings.TrimPrefix(s, "{"), "}")
}

// Byte order marks and line ends stay as they are, in what is added too; a text in
// another encoding is left alone.
func TestTheFormOfAFileStays(t *testing.T) {
	settings := map[string]string{
		".mcp.json": "{\n  // ours\n  \"mcpServers\": {\n    \"other\": {\"command\": \"x\"},\n  },\n}\n", ".claude/settings.json": "{\n  \"model\": \"m\"\n}\n",
		"CLAUDE.md": "# Rules\n\nBe kind.\n", ".codex/config.toml": "model = \"x\"\n", ".gitignore": "node_modules\n",
	}
	windows := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	for name, form := range map[string]func(string) string{
		"a byte order mark":    func(s string) string { return "\ufeff" + s },
		"line ends of Windows": windows,
		"both":                 func(s string) string { return "\ufeff" + windows(s) },
	} {
		project := fstest.MapFS{}
		for path, text := range settings {
			project[path] = &fstest.MapFile{Data: []byte(form(text))}
		}
		changes, findings := Plan(project, all("", ""))
		if len(findings) > 0 {
			t.Errorf("%s: %v", name, findings)
		}
		changed := 0
		for _, c := range changes {
			if c.Before == nil {
				continue
			}
			changed++
			after := string(c.After)
			if strings.HasPrefix(after, "\ufeff") != strings.HasPrefix(form(""), "\ufeff") || strings.Count(after, "\ufeff") > 1 ||
				strings.Contains(form("\n"), "\r") && strings.Count(after, "\r\n") != strings.Count(after, "\n") || !strings.Contains(form("\n"), "\r") && strings.Contains(after, "\r") {
				t.Errorf("%s: %s becomes %q", name, c.Path, after)
			}
			back, err := Remove(c.Path, c.After)
			if err != nil || strings.ReplaceAll(string(back), ",", "") != strings.ReplaceAll(string(c.Before), ",", "") {
				t.Errorf("%s: %s comes back as %q, %v", name, c.Path, back, err)
			}
		}
		if changed != len(settings) {
			t.Errorf("%s: %d of %d files changed", name, changed, len(settings))
		}
	}
	project := fstest.MapFS{}
	for path := range settings {
		project[path] = &fstest.MapFile{Data: []byte("\xff\xfe#\x00 \x00h\x00i\x00")}
	}
	changes, findings := Plan(project, all("", ""))
	for _, c := range changes {
		if c.Before != nil {
			t.Errorf("%s becomes %q", c.Path, c.After)
		}
	}
	if len(findings) != len(settings) {
		t.Errorf("%v", findings)
	}
}

// What people change in bdgraph's parts and around them stays theirs when these are taken out.
func TestOthersPartsOutliveOurs(t *testing.T) {
	plan := func(path, before string) string {
		t.Helper()
		project := fstest.MapFS{path: {Data: []byte(before)}}
		changes, findings := Plan(project, all("", ""))
		if len(findings) > 0 {
			t.Fatalf("%s: %v", path, findings)
		}
		return string(apply(project, changes)[path].Data)
	}
	hooks := plan(".claude/settings.json", "{}")
	for name, c := range map[string]struct{ path, text, want string }{
		"a hook of theirs beside ours": {
			".claude/settings.json", strings.Replace(hooks, `"hooks": [`, `"hooks": [{"type": "command", "command": "theirs"},`, 1), `{"hooks":{"SessionStart":[{"matcher":"startup|resume|clear","hooks":[{"type":"command","command":"theirs"}]}]}}`,
		},
		"our hook with a flag": {".claude/settings.json", strings.ReplaceAll(hooks, "bdgraph brief", "/opt/bdgraph brief --budget 90"), `{}`},
		"a group of theirs": {
			".claude/settings.json", `{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"theirs"}]},{"hooks":[{"type":"command","command":"bdgraph brief"}]}]}}`,
			`{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"theirs"}]}]}}`,
		},
		"text behind ours": {"AGENTS.md", plan("AGENTS.md", "# A\n\nOne.\n") + "Two.\n", "# A\n\nOne.\n\nTwo.\n"},
		"a table behind ours": {
			".codex/config.toml", plan(".codex/config.toml", "model = \"x\"\n") + "\n[tui]\ntheme = \"dark\"\n", "model = \"x\"\n\n[tui]\ntheme = \"dark\"\n",
		},
	} {
		got, err := Remove(c.path, []byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		text := string(got)
		if strings.HasSuffix(c.path, ".json") {
			var compact bytes.Buffer
			if err := json.Compact(&compact, got); err != nil {
				t.Errorf("%s: %v\n%s", name, err, got)
			}
			text = compact.String()
		}
		if text != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, text, c.want)
		}
		if again := plan(c.path, c.text); strings.Count(again, "bdgraph brief") > 3 {
			t.Errorf("%s: planned again, it is\n%s", name, again)
		}
	}
	for name, c := range map[string]struct{ path, text string }{
		"a mark without its other":  {"AGENTS.md", "# A\n" + markdown.begin + "\nours\n\nTheirs, since the end mark is gone.\n"},
		"marks in the wrong order":  {"AGENTS.md", markdown.end + "\ntext\n" + markdown.begin + "\n"},
		"two parts":                 {"AGENTS.md", markdown.begin + "\n" + markdown.end + "\ntext\n" + markdown.begin + "\n" + markdown.end + "\n"},
		"a key behind our table":    {".codex/config.toml", plan(".codex/config.toml", "[tui]\nx = 1\n") + "env = {A = \"b\"}\n"},
		"a table that adds to ours": {".codex/config.toml", plan(".codex/config.toml", "") + "[mcp_servers.bdgraph.env]\nA = \"b\"\n"},
	} {
		if got, err := Remove(c.path, []byte(c.text)); err == nil {
			t.Errorf("%s: becomes\n%s", name, got)
		}
		changes, findings := Plan(fstest.MapFS{c.path: {Data: []byte(c.text)}}, all("", ""))
		for _, change := range changes {
			if change.Path == c.path {
				t.Errorf("%s: planning makes it\n%s", name, change.After)
			}
		}
		if c.path == "AGENTS.md" && len(findings) != 1 {
			t.Errorf("%s: %v", name, findings)
		}
	}
}

func TestSettingsAreWhatClientsRead(t *testing.T) {
	changes, _ := Plan(fstest.MapFS{}, all("", ""))
	project := apply(fstest.MapFS{}, changes)
	for path, want := range map[string]string{
		".mcp.json":        `{"mcpServers":{"bdgraph":{"command":"bdgraph","args":["mcp"]}}}`,
		".cursor/mcp.json": `{"mcpServers":{"bdgraph":{"command":"bdgraph","args":["mcp"]}}}`,
		".vscode/mcp.json": `{"servers":{"bdgraph":{"type":"stdio","command":"bdgraph","args":["mcp"]}}}`,
		".claude/settings.json": `{"hooks":{"SessionStart":[{"matcher":"startup|resume|clear","hooks":[{"type":"command","command":"bdgraph brief","timeout":5}]}],` +
			`"UserPromptSubmit":[{"hooks":[{"type":"command","command":"bdgraph brief","timeout":5}]}],` +
			`"PreToolUse":[{"matcher":"Edit|MultiEdit|Write|NotebookEdit","hooks":[{"type":"command","command":"bdgraph brief","timeout":5}]}]}}`,
	} {
		text, err := fs.ReadFile(project, path)
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := json.Compact(&got, text); err != nil || got.String() != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", path, err, got.String(), want)
		}
	}
	text := string(project[".codex/config.toml"].Data)
	if !strings.Contains(text, "[mcp_servers.bdgraph]\ncommand = \"bdgraph\"\nargs = [\"mcp\"]\n") {
		t.Errorf("%s", text)
	}
}

func TestOnlyWhatIsWantedIsPlanned(t *testing.T) {
	changes, _ := Plan(fstest.MapFS{}, Options{Clients: []string{Cursor}, Git: true})
	var paths []string
	for _, c := range changes {
		paths = append(paths, c.Path)
	}
	if got := strings.Join(paths, " "); got != ".cursor/mcp.json .gitignore" {
		t.Errorf("%s", got)
	}
}

func TestFilesThatCannotBeReadStay(t *testing.T) {
	changes, findings := Plan(fstest.MapFS{
		".mcp.json": {Data: []byte("{ \"mcpServers\": \n oops }")}, ".cursor/mcp.json": {Data: []byte("[]")}, ".codex/config.toml": {Data: []byte("mcp_servers = {}")},
	}, all("", ""))
	for _, c := range changes {
		if c.Path == ".mcp.json" || c.Path == ".cursor/mcp.json" || c.Path == ".codex/config.toml" {
			t.Errorf("%s becomes %s", c.Path, c.After)
		}
	}
	if len(findings) != 3 || !strings.Contains(findings[0].Error(), ".mcp.json: line 2") {
		t.Errorf("%v", findings)
	}
}

// A client that is started from a desktop may need the whole path of the program.
func TestAnotherCommandStays(t *testing.T) {
	changes, _ := Plan(fstest.MapFS{}, all("", ""))
	project := apply(fstest.MapFS{}, changes)
	for _, file := range project {
		for _, command := range []string{`"command": "`, `command = "`} {
			file.Data = bytes.ReplaceAll(file.Data, []byte(command+"bdgraph"), []byte(command+"/opt/bdgraph"))
		}
	}
	again, _ := Plan(project, all("", ""))
	for _, c := range again {
		t.Errorf("%s becomes\n%s", c.Path, c.After)
	}
}

func TestWhatSomebodySetStays(t *testing.T) {
	project := fstest.MapFS{
		".mcp.json":          {Data: []byte(`{"mcpServers": {"bdgraph": {"command": "/opt/bdgraph", "args": ["mcp", "--profile", "ask-only"]}}}`)},
		".codex/config.toml": {Data: []byte("[mcp_servers.bdgraph]\ncommand = \"/opt/bdgraph\"\n")},
		"bdgraph.toml":       {Data: []byte("zone = \"UTC\"\n")},
		".gitignore":         {Data: []byte(".bdgraph\n")},
	}
	changes, _ := Plan(project, all("other", ""))
	for _, c := range changes {
		if _, ok := project[c.Path]; ok {
			t.Errorf("%s becomes %s", c.Path, c.After)
		}
	}
}

func TestDetect(t *testing.T) {
	project := fstest.MapFS{".cursor/rules": {}, "CLAUDE.md": {}}
	if got := strings.Join(Detect(project, func(p string) bool { return p == "codex" }), " "); got != "claude codex cursor" {
		t.Errorf("%s", got)
	}
	if got := Detect(fstest.MapFS{}, func(string) bool { return false }); got != nil {
		t.Errorf("%v", got)
	}
}

// Setting and removing keeps every other member, with any white space, comments
// and trailing commas between.
func TestEditsKeepTheRest(t *testing.T) {
	space := rapid.SampledFrom([]string{"", " ", "\n", "\n  ", "\t", " // note \"}\n", "/* {[ */", "\r\n"})
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		gap := func() { b.WriteString(space.Draw(t, "space")) }
		gap()
		b.WriteString("{")
		n := rapid.IntRange(0, 4).Draw(t, "members")
		want := map[string]any{}
		for i := range n {
			key := string(rune('a' + i))
			gap()
			b.WriteString(`"` + key + `"`)
			gap()
			b.WriteString(":")
			gap()
			b.WriteString(`{"x": [1, "two"]}`)
			want[key] = map[string]any{"x": []any{1.0, "two"}}
			gap()
			if i < n-1 || rapid.Bool().Draw(t, "trailing") {
				b.WriteString(",")
			}
		}
		gap()
		b.WriteString("}")
		gap()
		text := b.String()
		set, err := setMember([]byte(text), []string{"servers", "bdgraph"}, map[string]any{"command": "bdgraph"})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		root, err := parseJSON(set)
		if err != nil {
			t.Fatalf("%q became %q: %v", text, set, err)
		}
		if len(root.members) != n+1 || root.members[n].key != "servers" {
			t.Fatalf("%q became %q", text, set)
		}
		for i, m := range root.members[:n] {
			var got any
			if err := json.Unmarshal(set[m.value.start:m.value.end], &got); err != nil || m.key != string(rune('a'+i)) {
				t.Fatalf("%q became %q", text, set)
			}
		}
		back, err := removeMember(set, []string{"servers", "bdgraph"})
		if err != nil {
			t.Fatal(err)
		}
		again, err := parseJSON(back)
		if err != nil || len(again.members) != n || bytes.Contains(back, []byte("bdgraph")) {
			t.Fatalf("%q became %q, then %q: %v", text, set, back, err)
		}
	})
}

func FuzzParseJSON(f *testing.F) {
	for _, s := range []string{"{}", `{"a": [1, 2,], // c` + "\n}", `["\u0041", null, {"x": {}}]`, "{\"a\":/*", `{"a`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := parseJSON(text)
		if json.Valid(text) && err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if err == nil && (v.start > v.end || v.end > len(text)) {
			t.Fatalf("%q: %+v", text, v)
		}
	})
}

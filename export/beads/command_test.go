package beads_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/export/beads"
	"bdgraph/internal/testenv"
)

// snapshot hashes every file below a folder, with its mode and time.
func snapshot(t testing.TB, root string) map[string]string {
	t.Helper()
	seen := map[string]string{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		seen[path] = fmt.Sprint(info.Mode(), info.ModTime())
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			seen[path] += fmt.Sprintf(" %x", sha256.Sum256(data))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

func assertUntouched(t testing.TB, root string, before map[string]string) {
	t.Helper()
	after := snapshot(t, root)
	for path, was := range before {
		if after[path] != was {
			t.Errorf("%s was changed", path)
		}
	}
	for path := range after {
		if _, was := before[path]; !was {
			t.Errorf("%s was made", path)
		}
	}
}

func ids(issues []bdgraph.Issue) []string {
	var out []string
	for _, i := range issues {
		out = append(out, i.ID)
	}
	return out
}

func comments(issues []bdgraph.Issue) (n int) {
	for _, i := range issues {
		n += len(i.Comments)
	}
	return n
}

func codesOf(fs []bdgraph.Finding) map[string]int {
	n := map[string]int{}
	for _, f := range fs {
		n[f.Code] += f.Count
	}
	return n
}

func issueOf(t testing.TB, r beads.Result, id string) bdgraph.Issue {
	t.Helper()
	for _, i := range r.Issues {
		if i.ID == id {
			return i
		}
	}
	t.Fatalf("no issue %s among %v", id, ids(r.Issues))
	return bdgraph.Issue{}
}

func recording(t testing.TB, elem ...string) string {
	t.Helper()
	data, err := os.ReadFile(testenv.Shared(t, append([]string{"bd-recordings"}, elem...)...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// derive writes a recording that differs from a real one as the versions in
// between are known to differ, and returns its name without ending.
func derive(t testing.TB, source string, change func(map[string]any) bool) string {
	t.Helper()
	var out bytes.Buffer
	for line := range strings.Lines(source) {
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatal(err)
		}
		if !change(record) {
			continue
		}
		data, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(data, '\n'))
	}
	name := filepath.Join(t.TempDir(), "answer")
	if err := os.WriteFile(name+".out", out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func readWith(t testing.TB, root string, s standIn, o beads.Options, extra ...string) (beads.Result, error) {
	t.Helper()
	o.Root, o.Now = root, today
	o.Environ = s.environ(t, extra...)
	return beads.Read(context.Background(), o)
}

// The flags of bd export through its history.
const (
	flags0_47 = "--force --json --sandbox --readonly"
	flags0_57 = "--all --include-infra --scrub"
	flags0_62 = "--all --include-infra --no-memories --scrub"
	flags1_0  = "--all --include-infra --include-memories --no-memories --scrub"
)

const doltStore = ".beads/embeddeddolt/demo/.dolt/noms/manifest"

func TestEveryVersionAnswersWithoutTouchingTheStore(t *testing.T) {
	v1 := testenv.Shared(t, "bd-recordings", "v1.0.5")
	all := recording(t, "v1.0.5", "export_all.out")
	wisps := func(r map[string]any) bool { return r["_type"] == "issue" }
	bodiless := func(r map[string]any) bool { // 0.57 to 0.61
		delete(r, "comments")
		keep := r["_type"] == "issue"
		delete(r, "_type")
		return keep
	}
	withMemories := func(r map[string]any) bool { // 0.62 to 1.0.0
		delete(r, "comments")
		if r["_type"] == "issue" {
			delete(r, "_type")
		}
		return true
	}
	sqlite := map[string]string{".beads/beads.db": "SQLite", ".beads/.local_version": "0.1.0\n"}
	dolt := func(version string) map[string]string {
		return map[string]string{
			doltStore: "5:__DOLT__", ".beads/.local_version": version + "\n", ".git/config": "[remote \"origin\"]\n",
			".beads/metadata.json": `{"database":"dolt","backend":"dolt","dolt_mode":"embedded"}`,
		}
	}
	for _, c := range []struct {
		name                                     string
		standIn                                  standIn
		store                                    map[string]string
		issues, dependencies, comments, memories int
		onCopy                                   bool
	}{
		{
			"0.20.1",
			standIn{Version: "0.20.1", NoJSON: true, SQLite: true, Flags: "--force", Answers: map[string]string{"export": testenv.Shared(t, "bd-recordings", "v0.20.1") + "/0"}},
			sqlite, 3, 2, 0, 0, true,
		},
		{
			"0.47.1",
			standIn{Version: "0.47.1", SQLite: true, Flags: flags0_47, Recordings: testenv.Shared(t, "bd-recordings", "v0.47.1")},
			sqlite, 8, 7, 0, 0, true,
		},
		{
			"0.47.1 with a file that has the comments",
			standIn{Version: "0.47.1", SQLite: true, Flags: flags0_47, Recordings: testenv.Shared(t, "bd-recordings", "v0.47.1")},
			map[string]string{
				".beads/beads.db":     "SQLite",
				".beads/issues.jsonl": `{"id":"old-i8m.1","title":"Design login flow","created_at":"2026-11-29T18:13:33Z","updated_at":"2026-11-29T18:13:34Z","comments":[{"id":1,"issue_id":"old-i8m.1","author":"Ada","text":"hello comment","created_at":"2026-11-29T18:13:34Z"}]}` + "\n",
			},
			8, 7, 1, 0, true,
		},
		{
			"0.49.6",
			standIn{Version: "0.49.6", SQLite: true, Flags: flags0_47 + " --events", Recordings: testenv.Shared(t, "bd-recordings", "v0.49.6")},
			sqlite, 8, 7, 1, 0, true,
		},
		{
			"0.56 without export",
			standIn{Version: "0.56.1", Flags: "-", Recordings: v1, Answers: map[string]string{"memories": "none"}},
			dolt("0.56.1"), 10, 13, 2, 0, true,
		},
		{
			"0.57 without comments",
			standIn{Version: "0.57.0", Flags: flags0_57, Recordings: v1, Answers: map[string]string{"export": derive(t, all, bodiless), "memories": "none"}},
			dolt("0.57.0"), 11, 13, 2, 0, true,
		},
		{
			"0.60 without memories",
			standIn{Version: "0.60.0", Flags: flags0_57, Recordings: v1, Answers: map[string]string{"export": derive(t, all, bodiless)}},
			dolt("0.60.0"), 11, 13, 2, 3, true,
		},
		{
			"1.0.0",
			standIn{Version: "1.0.0", Flags: flags0_62, Recordings: v1, Answers: map[string]string{"export": derive(t, all, withMemories)}},
			dolt("1.0.0"), 11, 13, 2, 3, true,
		},
		{
			"1.0.3 with wisps",
			standIn{Version: "1.0.3", Flags: flags0_62, Recordings: v1, Answers: map[string]string{"export": derive(t, all, wisps)}},
			dolt("1.0.3"), 11, 13, 2, 0, true,
		},
		{"1.0.5", standIn{Version: "1.0.5", Flags: flags1_0, Recordings: v1}, dolt("1.0.5"), 11, 13, 2, 3, false},
		{"1.0.5 on the store of an older one", standIn{Version: "1.0.5", Flags: flags1_0, Recordings: v1}, dolt("1.0.4"), 11, 13, 2, 3, true},
		{"a build with a suffix", standIn{Version: "v1.2.2-dc4", Flags: flags1_0, Recordings: v1}, dolt("1.2.1"), 11, 13, 2, 3, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := testenv.Project(t, c.store)
			before := snapshot(t, root)
			copies := t.TempDir()
			t.Setenv("TMPDIR", copies)
			r, err := readWith(t, root, c.standIn, beads.Options{})
			if err != nil {
				t.Fatal(err)
			}
			assertUntouched(t, root, before)
			if left, err := filepath.Glob(filepath.Join(copies, "bdgraph-*")); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
			got := [...]int{len(r.Issues), dependencies(r.Issues), comments(r.Issues), len(r.Memories)}
			want := [...]int{c.issues, c.dependencies, c.comments, c.memories}
			if got != want {
				t.Errorf("issues, dependencies, comments, memories: %v, want %v\n%v", got, want, r.Findings)
			}
			if r.BDVersion != strings.TrimPrefix(c.standIn.Version, "v") {
				t.Errorf("version %q", r.BDVersion)
			}
			if copied := codesOf(r.Findings)["beads_ran_on_copy"] > 0; copied != c.onCopy {
				t.Errorf("ran on a copy: %v, want %v", copied, c.onCopy)
			}
			for _, i := range r.Issues {
				if i.Owner+i.CreatedBy+i.Assignee != "" || slices.ContainsFunc(i.Comments, func(c bdgraph.Comment) bool { return c.Author != "" }) {
					t.Errorf("%s carries personal data", i.ID)
				}
			}
		})
	}
}

func TestWispsAreAskedForWhenWanted(t *testing.T) {
	s := standIn{Version: "1.0.5", Flags: flags1_0, Recordings: testenv.Shared(t, "bd-recordings", "v1.0.5")}
	root := testenv.Project(t, map[string]string{doltStore: "x", ".beads/.local_version": "1.0.5"})
	r, err := readWith(t, root, s, beads.Options{Ephemeral: true})
	if err != nil {
		t.Fatal(err)
	}
	// The other wisp is a message.
	if !slices.Contains(ids(r.Issues), "demo-wisp-9pp") || len(r.Issues) != 12 || len(r.Memories) != 3 || r.Skipped["infra_message"] != 1 {
		t.Errorf("%v, %d memories, skipped %v", ids(r.Issues), len(r.Memories), r.Skipped)
	}
}

func TestPersonalDataIsKeptOnlyWhenWanted(t *testing.T) {
	s := standIn{Version: "1.0.5", Flags: flags1_0, Recordings: testenv.Shared(t, "bd-recordings", "v1.0.5")}
	root := testenv.Project(t, map[string]string{doltStore: "x", ".beads/.local_version": "1.0.5"})
	r, err := readWith(t, root, s, beads.Options{PersonalData: true})
	if err != nil {
		t.Fatal(err)
	}
	i := issueOf(t, r, "demo-w9v.1")
	if i.Owner != "ada@example.com" || i.CreatedBy != "Ada Example" || i.Assignee != "Ada Example" || i.Comments[1].Author != "Bob Example" {
		t.Errorf("%+v", i)
	}
}

func TestTheEnvironmentOfACallIsSetAndCleared(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	s := standIn{Version: "1.0.5", Flags: flags1_0, Recordings: testenv.Shared(t, "bd-recordings", "v1.0.5"), Log: log}
	root := testenv.Project(t, map[string]string{doltStore: "x", ".beads/.local_version": "1.0.5"})
	r, err := readWith(t, root, s, beads.Options{}, "BEADS_MAX_ROWS=5", "CLAUDE_CODE=1", "BD_AGENT_MODE=1", "BD_JSON_ENVELOPE=1", "BD_ACTOR=ada")
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Issues) != 11 {
		t.Errorf("%d issues, want 11", len(r.Issues))
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	calls := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(calls) < 3 {
		t.Fatalf("calls: %q", calls)
	}
	for _, call := range calls {
		for _, want := range []string{"BD_BACKUP_ENABLED=false", "BD_DISABLE_METRICS=1", "DO_NOT_TRACK=1", "BD_NON_INTERACTIVE=1", "BEADS_NO_DAEMON=1", "NO_COLOR=1", "BD_NO_PAGER=1", "BD_ACTOR=ada"} {
			if !strings.Contains(call, want) {
				t.Errorf("%q lacks %s", call, want)
			}
		}
		for _, not := range []string{"BEADS_MAX_ROWS", "CLAUDE_CODE", "BD_AGENT_MODE", "BD_JSON_ENVELOPE", "--no-daemon"} {
			if strings.Contains(call, not) {
				t.Errorf("%q has %s", call, not)
			}
		}
	}
}

// Each recorded failure meets a store whose files hold two issues. Where bd
// fails or yields nothing the files answer; where it yields data, both do.
func TestRecordedFailuresEndInDataAndAWord(t *testing.T) {
	const files = `{"id":"old-i8m","title":"Auth epic","created_at":"2026-11-29T18:13:33Z","updated_at":"2026-11-29T18:13:33Z"}
{"id":"old-new1","title":"Only in the file","created_at":"2026-11-29T18:20:00Z","updated_at":"2026-11-29T18:20:00Z"}
`
	for _, c := range []struct {
		version, name string
		exit          int
		issues        int
		code          string
	}{
		{"v0.47.1", "nodb", 1, 2, "beads_command_failed"},
		{"v0.47.1", "jsonlonly_ro", 0, 2, "beads_command_empty"},
		{"v0.47.1", "stale_list", 1, 2, "beads_command_failed"},
		{"v0.47.1", "stale_export", 0, 9, "beads_only_there"},
		{"v0.47.1", "prefix_export", 0, 9, "beads_only_there"},
		{"v0.47.1", "jsonlonly", 0, 9, "beads_only_there"},
		{"v1.0.5", "nodb", 1, 2, "beads_command_failed"},
		{"v1.0.5", "badmeta", 0, 2, "beads_command_empty"},
		{"v1.0.5", "emptyemb_export", 0, 2, "beads_command_empty"},
		{"v1.0.5", "emptyemb_export2", 0, 2, "beads_command_empty"},
		{"v1.0.5", "jsonlmeta_export", 1, 2, "beads_command_failed"},
		{"v1.0.5", "jsonlonly_export", 1, 2, "beads_command_failed"},
		{"v1.0.5", "nodaemon", 1, 2, "beads_command_failed"},
		{"v1.0.5", "readonly_fs", 1, 2, "beads_command_failed"},
		{"v1.0.5", "redirect_bad", 1, 2, "beads_command_failed"},
		{"v1.0.5", "upgrade_export", 0, 14, "beads_only_there"},
		{"v1.0.5", "perm_warn", 0, 14, "beads_only_there"},
		{"v1.0.5", "worktree_export", 0, 13, "beads_only_there"},
		{"v1.0.5", "redirect_export", 0, 13, "beads_only_there"},
		{"v1.0.5", "beadsdir", 0, 13, "beads_only_there"},
		{"v1.0.5", "cdir", 0, 13, "beads_only_there"},
	} {
		t.Run(c.version+"/"+c.name, func(t *testing.T) {
			answer := strings.TrimSuffix(testenv.Shared(t, "bd-recordings", c.version, "failures", c.name+".out"), ".out")
			s := standIn{
				Version: strings.TrimPrefix(c.version, "v"), Flags: flags1_0,
				Answers: map[string]string{"export": answer}, Exit: map[string]int{"export": c.exit},
			}
			store := map[string]string{".beads/issues.jsonl": files, doltStore: "x", ".beads/.local_version": "1.0.5"}
			if c.version == "v0.47.1" {
				s.SQLite, s.Flags = true, flags0_47
				store = map[string]string{".beads/issues.jsonl": files, ".beads/beads.db": "SQLite"}
			}
			root := testenv.Project(t, store)
			before := snapshot(t, root)
			r, err := readWith(t, root, s, beads.Options{})
			if err != nil {
				t.Fatal(err)
			}
			assertUntouched(t, root, before)
			if len(r.Issues) != c.issues {
				t.Errorf("%d issues %v, want %d", len(r.Issues), ids(r.Issues), c.issues)
			}
			if codesOf(r.Findings)[c.code] == 0 {
				t.Errorf("no %s in %v", c.code, r.Findings)
			}
			fromFiles := c.code != "beads_only_there"
			if (r.BDVersion == "") != fromFiles {
				t.Errorf("version %q", r.BDVersion)
			}
			if fromFiles && codesOf(r.Findings)["beads_database_not_read"] == 0 {
				t.Error("nothing says that the database was not read")
			}
			if _, err := readWith(t, root, s, beads.Options{Mode: beads.ModeCommand}); (err != nil) != fromFiles {
				t.Errorf("mode command: %v", err)
			}
		})
	}
}

func TestAFailureNamesItsFirstTellingLine(t *testing.T) {
	answer := strings.TrimSuffix(testenv.Shared(t, "bd-recordings", "v1.0.5", "failures", "nodb.out"), ".out")
	s := standIn{Version: "1.0.5", Flags: flags1_0, Answers: map[string]string{"export": answer}, Exit: map[string]int{"export": 1}}
	root := testenv.Project(t, map[string]string{doltStore: "x"})
	_, err := readWith(t, root, s, beads.Options{})
	if err == nil || errors.Is(err, beads.ErrNoStore) {
		t.Fatalf("error %v", err)
	}
	for _, want := range []string{"bd export --include-memories", "exit status 1", "Error: no beads database found", "bd export -o"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q lacks %q", err, want)
		}
	}
}

func TestTheContextStopsACall(t *testing.T) {
	s := standIn{Version: "1.0.5", HangOn: "version"}
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	_, err := beads.Read(ctx, beads.Options{Root: testenv.Project(t, map[string]string{doltStore: "x"}), Environ: s.environ(t)})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

func TestFilesAloneNeedNoCommand(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	s := standIn{Version: "0.47.1", SQLite: true, Flags: flags0_47, Log: log}
	root := testenv.Project(t, map[string]string{".beads/issues.jsonl": `{"id":"a-1","title":"A","created_at":"2026-01-01T00:00:00Z"}`})
	before := snapshot(t, root)
	for _, mode := range []string{beads.ModeAuto, beads.ModeFiles} {
		r, err := readWith(t, root, s, beads.Options{Mode: mode})
		if err != nil || len(r.Issues) != 1 {
			t.Errorf("%s: %v, %v", mode, ids(r.Issues), err)
		}
	}
	assertUntouched(t, root, before)
	if _, err := os.Stat(log); err == nil {
		t.Error("bd was run although there is no database")
	}
	// Told to, bd may make its database: of a copy.
	s.Recordings = testenv.Shared(t, "bd-recordings", "v0.47.1")
	r, err := readWith(t, root, s, beads.Options{Mode: beads.ModeCommand})
	if err != nil || len(r.Issues) != 9 {
		t.Errorf("mode command: %v, %v", ids(r.Issues), err)
	}
	assertUntouched(t, root, before)
}

func TestWithoutBDOnlyADatabaseIsAnError(t *testing.T) {
	root := testenv.Project(t, map[string]string{".beads/beads.db": "SQLite"})
	for _, mode := range []string{beads.ModeAuto, beads.ModeCommand, beads.ModeFiles} {
		_, err := beads.Read(context.Background(), beads.Options{Root: root, Mode: mode, Environ: []string{"PATH=" + t.TempDir()}})
		if err == nil || errors.Is(err, beads.ErrNoStore) {
			t.Errorf("%s: error %v", mode, err)
		}
	}
}

func TestEachIssueComesFromItsNewerSide(t *testing.T) {
	answer := filepath.Join(t.TempDir(), "answer")
	export := `{"_type":"issue","id":"a-1","title":"newer in bd","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-03T00:00:00Z"}
{"_type":"issue","id":"a-2","title":"older in bd","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
`
	if err := os.WriteFile(answer+".out", []byte(export), 0o644); err != nil {
		t.Fatal(err)
	}
	root := testenv.Project(t, map[string]string{doltStore: "x", ".beads/issues.jsonl": `{"id":"a-1","title":"older in file","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-02T00:00:00Z"}
{"id":"a-2","title":"newer in file","status":"closed","created_at":"2026-01-01T00:00:00Z","closed_at":"2026-01-02T00:00:00Z"}
{"id":"a-3","title":"only in file","created_at":"2026-01-01T00:00:00Z"}
{"id":"a-4","title":"a wisp","created_at":"2026-01-01T00:00:00Z","ephemeral":true}
{"id":"a-5","title":"gone","status":"tombstone","created_at":"2026-01-01T00:00:00Z"}
{"_type":"memory","key":"forgotten","value":"by bd"}
`, ".beads/deletions.jsonl": `{"id":"a-1","ts":"2026-06-01T00:00:00Z"}` + "\n" + `{"id":"a-6","ts":"2026-06-01T00:00:00Z"}` + "\n"})
	r, err := readWith(t, root, standIn{Version: "1.0.5", Flags: flags1_0, Answers: map[string]string{"export": answer}}, beads.Options{})
	if err != nil {
		t.Fatal(err)
	}
	titles := map[string]string{}
	for _, i := range r.Issues {
		titles[i.ID] = i.Title
	}
	if want := map[string]string{"a-1": "newer in bd", "a-2": "newer in file", "a-3": "only in file"}; !maps.Equal(titles, want) {
		t.Errorf("%v, want %v", titles, want)
	}
	codes := codesOf(r.Findings)
	if codes["beads_only_there"] != 2 || codes["beads_older_version"] != 2 {
		t.Errorf("findings %v", r.Findings)
	}
	if want := (map[string]int{"ephemeral": 1, "tombstone": 1, "deletion": 2}); !maps.Equal(r.Skipped, want) {
		t.Errorf("skipped %v, want %v", r.Skipped, want)
	}
	if got := issueOf(t, r, "a-1").Place; got != (bdgraph.Place{File: "bd export", Line: 1}) {
		t.Errorf("place %v", got)
	}
}

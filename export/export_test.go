package export_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"bdgraph"
	"bdgraph/export"
	"bdgraph/internal/testenv"
)

const issueLine = `{"_type":"issue","id":"ab-1","title":"Queue mail","description":"One\r\nTwo","status":"closed","issue_type":"decision","created_at":"2024-03-01T23:30:00Z","closed_at":"2024-03-05T10:00:00Z","close_reason":"Done in PR #7","comments":[{"id":"1","issue_id":"ab-1","author":"Ada","text":"Agreed.","created_at":"2024-03-02T00:00:00Z"}]}
{"_type":"memory","key":"mail","value":"Always queue mail."}
`

// project makes a folder with one issue, one memory and one decision record.
func project(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, ".beads/issues.jsonl", issueLine)
	write(t, dir, "docs/adr/0001-queue-mail.md", "# 1. Queue mail\n\nDate: 2024-03-01\n\n## Status\n\nAccepted\n")
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func sources(root string) export.Sources {
	s := export.Sources{Root: root, Now: time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC), Version: "test"}
	s.Beads.Mode = "files"
	s.Beads.Environ = []string{}
	return s
}

func read(t *testing.T, s export.Sources) bdgraph.Corpus {
	t.Helper()
	c, err := export.Read(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestReadMakesOneDocumentPerRecord(t *testing.T) {
	c := read(t, sources(project(t)))
	var got []string
	for _, d := range c.Documents {
		got = append(got, string(d.Kind)+" "+d.ID)
	}
	want := []string{"issue ab-1", "adr docs/adr/0001-queue-mail.md", "memory mail"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("documents %q, want %q", got, want)
	}
	const text = `# ab-1: Queue mail

Type: decision
Created: 2024-03-01
Closed: 2024-03-05

## Description

One
Two

## Close reason

Done in PR #7

## Comments

### 2024-03-02

Agreed.
`
	if c.Documents[0].Text != text {
		t.Errorf("canonical text is\n%s\nwant\n%s", c.Documents[0].Text, text)
	}
}

func TestDaysFollowTheZone(t *testing.T) {
	s := sources(project(t))
	s.Zone = time.FixedZone("east", 3600)
	if c := read(t, s); !strings.Contains(c.Documents[0].Text, "Created: 2024-03-02\n") {
		t.Errorf("23:30 UTC is the next day one hour east:\n%s", c.Documents[0].Text)
	}
}

func TestFirstSeenMovesOnlyWithTheText(t *testing.T) {
	s := sources(project(t))
	first := read(t, s)
	s.Previous, s.Now = first, s.Now.AddDate(0, 0, 9)
	again := read(t, s)
	if got := again.Documents[0].FirstSeen.String(); got != "2024-06-01" {
		t.Errorf("unchanged text first seen on %s", got)
	}
	if again.Manifest.CorpusHash != first.Manifest.CorpusHash {
		t.Error("the same sources a week later have another hash")
	}
	write(t, s.Root, ".beads/issues.jsonl", strings.Replace(issueLine, "One", "Three", 1))
	changed := read(t, s)
	if got := changed.Documents[0].FirstSeen.String(); got != "2024-06-10" {
		t.Errorf("changed text first seen on %s", got)
	}
	if changed.Manifest.CorpusHash == first.Manifest.CorpusHash {
		t.Error("changed sources have the same hash")
	}
}

func TestNothingToReadIsAnError(t *testing.T) {
	_, err := export.Read(context.Background(), sources(t.TempDir()))
	if !errors.Is(err, export.ErrNoSources) || !strings.Contains(err.Error(), "no folder of decision records") {
		t.Errorf("got %v", err)
	}
}

func TestWhatLooksLikeASourceIsNamedInTheError(t *testing.T) {
	for path, want := range map[string]string{
		".beads":                    ".beads is a file, not a folder",
		".beads/config.yaml":        ".beads holds neither a database nor JSONL files",
		".beads/redirect":           "redirect at .beads/redirect:1 was not followed, since x holds no data",
		"docs/adr/0001-one.textile": "docs/adr/0001-one.textile: the file is neither Markdown, reStructuredText nor AsciiDoc",
	} {
		s := sources(t.TempDir())
		write(t, s.Root, path, "x\n")
		if _, err := export.Read(context.Background(), s); !errors.Is(err, export.ErrNoSources) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", path, err)
		}
		if strings.HasPrefix(path, "docs/") {
			continue
		}
		write(t, s.Root, "docs/adr/0001-one.md", "# 1. One\n\nStatus: accepted\n")
		c := read(t, s)
		if i := slices.IndexFunc(c.Findings, func(f bdgraph.Finding) bool { return f.Code == "no_beads" }); i < 0 ||
			c.Findings[i].Severity != bdgraph.Warning || !strings.Contains(c.Findings[i].Message, want) {
			t.Errorf("%s: findings %v", path, c.Findings)
		}
	}
}

func TestMemoryNamedLikeAnIssue(t *testing.T) {
	s := sources(project(t))
	write(t, s.Root, ".beads/issues.jsonl", issueLine+`{"_type":"memory","key":"ab-1","value":"Twin."}`+"\n")
	c := read(t, s)
	for _, d := range c.Documents {
		if d.ID == "memory:ab-1" && d.Ref() == (bdgraph.NodeRef{Label: bdgraph.MemoryLabel, Key: "ab-1"}) {
			return
		}
	}
	t.Errorf("no document memory:ab-1 in %+v", c.Documents)
}

// Each document has an id of its own, and the manifest each id once.
func TestDocumentsNamedLikeEachOther(t *testing.T) {
	const record = "docs/adr/0001-queue-mail.md"
	s := sources(project(t))
	write(t, s.Root, ".beads/issues.jsonl", issueLine+`{"_type":"memory","key":"ab-1","value":"Twin."}
{"_type":"memory","key":"memory:ab-1","value":"Named like the twin's document."}
{"_type":"memory","key":"`+record+`","value":"Named like a record."}
{"id":"`+record+`","title":"An issue that nobody can tell from a record"}
`)
	c := read(t, s)
	var ids []string
	for _, d := range c.Documents {
		ids = append(ids, d.ID)
	}
	want := []string{"ab-1", record, record, "mail", "memory:ab-1", "memory:" + record, "memory:memory:ab-1"}
	if !slices.Equal(ids, want) {
		t.Errorf("documents %q, want %q", ids, want)
	}
	var ambiguous []string
	for _, f := range c.Findings {
		if f.Code == "ambiguous_id" {
			ambiguous = append(ambiguous, f.Document)
		}
	}
	if want := []string{record, "memory:ab-1", "memory:" + record}; !slices.Equal(ambiguous, want) {
		t.Errorf("findings about %q, want %q", ambiguous, want)
	}
	dir := filepath.Join(s.Root, ".bdgraph", "corpus")
	if err := export.Write(dir, c); err != nil {
		t.Fatal(err)
	}
	manifest, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	if !jsontext.Value(manifest).IsValid() { // as which no name may stand twice
		t.Errorf("the manifest is not valid:\n%s", manifest)
	}
}

func TestGitKnowsTheFirstDayThroughRenames(t *testing.T) {
	s := sources(project(t))
	run := func(day string, args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgsign=false"}, args...)...)
		cmd.Dir = s.Root
		cmd.Env = append(os.Environ(), "GIT_AUTHOR_DATE="+day+"T12:00:00Z", "GIT_COMMITTER_DATE="+day+"T12:00:00Z", "GIT_CONFIG_GLOBAL=/dev/null")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	run("2024-01-01", "init", "-q")
	run("2024-01-01", "remote", "add", "origin", "https://user:secret@git.example.com/team/mail.git")
	run("2024-01-02", "add", ".")
	run("2024-01-02", "commit", "-qm", "one")
	run("2024-02-02", "mv", "docs/adr", "docs/decisions")
	run("2024-02-02", "commit", "-qm", "two")
	write(t, s.Root, "docs/decisions/0002-ünïcode name.md", "# 2. Other\n\nStatus: Accepted\n")
	run("2024-03-03", "add", ".")
	run("2024-03-03", "commit", "-qm", "three")

	c := read(t, s)
	got := map[string]string{}
	for _, d := range c.Documents {
		if d.Kind == bdgraph.ADRDocument {
			got[d.ID] = d.FirstAdded.String()
		}
	}
	want := map[string]string{
		"docs/decisions/0001-queue-mail.md":   "2024-01-02",
		"docs/decisions/0002-ünïcode name.md": "2024-03-03",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("first added %v, want %v", got, want)
	}
	if c.Manifest.Repository != "git.example.com/team/mail" {
		t.Errorf("repository %q", c.Manifest.Repository)
	}
	if f := export.Glance(s.Root, c.Manifest.Sources); f.Stale != "no" {
		t.Errorf("just read, but %+v", f)
	}
	run("2024-04-04", "commit", "-q", "--allow-empty", "-m", "four")
	if f := export.Glance(s.Root, c.Manifest.Sources); f.Stale != "no" {
		t.Errorf("after a commit that touches no source: %+v", f)
	}
	if f, err := export.Compare(context.Background(), s, c); err != nil || f.Stale != "no" {
		t.Errorf("after a commit that touches no source, compared: %+v %v", f, err)
	}
}

func TestCorpusFilesGiveTheSameCorpus(t *testing.T) {
	dirs := map[string]string{
		"small":    project(t),
		"neomagi":  testenv.Shared(t, "corpora", "neomagi"),
		"reframe2": testenv.Shared(t, "corpora", "reframe2"),
		"beads":    testenv.Shared(t, "corpora", "beads"),
	}
	for name, dir := range dirs {
		t.Run(name, func(t *testing.T) {
			c := read(t, sources(dir))
			to := filepath.Join(t.TempDir(), "state", "corpus")
			for range 2 { // the second replaces the first
				if err := export.Write(to, c); err != nil {
					t.Fatal(err)
				}
			}
			back, err := export.Load(to)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(back, c) {
				t.Error("what was loaded differs from what was written")
			}
			left, _ := os.ReadDir(filepath.Dir(to))
			if len(left) != 1 {
				t.Errorf("left beside the corpus: %v", left)
			}
		})
	}
}

func TestLoadRefusesFilesThatDoNotBelongTogether(t *testing.T) {
	c := read(t, sources(project(t)))
	dir := filepath.Join(t.TempDir(), "corpus")
	if _, err := export.Load(dir); !errors.Is(err, export.ErrNoCorpus) {
		t.Errorf("no corpus: %v", err)
	}
	for _, name := range []string{"manifest.json", "issues.jsonl", "memories.jsonl", "adrs.jsonl", "docs.jsonl"} {
		for _, harm := range []func(string) error{
			os.Remove,
			func(p string) error { return os.Truncate(p, 10) },
		} {
			if err := export.Write(dir, c); err != nil {
				t.Fatal(err)
			}
			if err := harm(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
			_, err := export.Load(dir)
			if !errors.Is(err, export.ErrDamagedCorpus) && !errors.Is(err, export.ErrNoCorpus) {
				t.Errorf("%s harmed: %v", name, err)
			}
		}
	}
}

func TestWriteReplacesNothingButACorpus(t *testing.T) {
	c := read(t, sources(project(t)))
	dir := filepath.Join(t.TempDir(), "corpus")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	theirs := filepath.Join(dir, "thesis.txt")
	if err := os.WriteFile(theirs, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := export.Write(dir, c); err == nil || !strings.Contains(err.Error(), "thesis.txt") {
		t.Errorf("%v", err)
	}
	if text, err := os.ReadFile(theirs); err != nil || string(text) != "mine" {
		t.Errorf("%q, %v", text, err)
	}
	if err := os.Remove(theirs); err != nil {
		t.Fatal(err)
	}
	if err := export.Write(dir, c); err != nil {
		t.Errorf("an empty folder: %v", err)
	}

	file := filepath.Join(t.TempDir(), "corpus")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := export.Write(file, c); err == nil || !strings.Contains(err.Error(), "is a file") {
		t.Errorf("%v", err)
	}
	if _, err := export.Load(file); err == nil || !strings.Contains(err.Error(), "is a file") {
		t.Errorf("%v", err)
	}
}

func TestEveryFileIsCheckedBeforeItIsComparedWith(t *testing.T) {
	c := read(t, sources(project(t)))
	for _, name := range []string{"issues.jsonl", "memories.jsonl", "adrs.jsonl", "docs.jsonl", "manifest.json"} {
		dir := filepath.Join(t.TempDir(), "corpus")
		if err := export.Write(dir, c); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(filepath.Join(dir, name), 1); err != nil {
			t.Fatal(err)
		}
		if _, err := export.LoadForCompare(dir); !errors.Is(err, export.ErrDamagedCorpus) {
			t.Errorf("%s cut off: %v", name, err)
		}
	}
}

func TestGlanceSeesWhatChanged(t *testing.T) {
	s := sources(project(t))
	dir := filepath.Join(t.TempDir(), "corpus")
	if err := export.Write(dir, read(t, s)); err != nil {
		t.Fatal(err)
	}
	c, err := export.LoadForCompare(dir)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(s.Root, ".beads", "issues.jsonl")
	if err := os.Chtimes(file, time.Time{}, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	if f := export.Glance(s.Root, c.Manifest.Sources); f.Stale != "unknown" {
		t.Errorf("touched: %+v", f)
	}
	if f, err := export.Compare(context.Background(), s, c); err != nil || f.Stale != "no" {
		t.Errorf("touched, compared: %+v %v", f, err)
	}
	write(t, s.Root, ".beads/issues.jsonl", strings.Replace(issueLine, "Queue mail", "Queue all mail", 1))
	if f := export.Glance(s.Root, c.Manifest.Sources); f.Stale != "yes" {
		t.Errorf("changed: %+v", f)
	}
	if f, err := export.Compare(context.Background(), s, c); err != nil || f.Stale != "yes" || !strings.Contains(f.Reason, "ab-1") {
		t.Errorf("changed, compared: %+v %v", f, err)
	}
	write(t, s.Root, "docs/adr/0002-new.md", "# 2. New\n\nStatus: Accepted\n")
	s2 := sources(project(t))
	c2 := read(t, s2)
	write(t, s2.Root, "docs/adr/0002-new.md", "# 2. New\n\nStatus: Accepted\n")
	if f := export.Glance(s2.Root, c2.Manifest.Sources); f.Stale == "no" {
		t.Error("a new decision record goes unseen")
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if f := export.Glance(s.Root, c.Manifest.Sources); f.Stale != "yes" || !strings.Contains(f.Reason, "gone") {
		t.Errorf("removed: %+v", f)
	}
}

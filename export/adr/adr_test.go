package adr

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"bdgraph"
	"bdgraph/internal/testenv"
)

func read(t testing.TB, o Options) Result {
	t.Helper()
	r, err := Read(o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const accepted = "# 1. A decision\n\nStatus: Accepted\n"

func TestFoldersAreFound(t *testing.T) {
	tests := []struct {
		name  string
		files []string
		want  []string
	}{
		{"usual", []string{"docs/adr/0001-a.md"}, []string{"docs/adr"}},
		{"hidden", []string{".adr/0001-a.md"}, []string{".adr"}},
		{"capitals", []string{"Docs/ADR/0001-a.md"}, []string{"Docs/ADR"}},
		{"several parts", []string{"web/docs/adr/0001-a.md", "api/docs/adr/0001-a.md"}, []string{"api/docs/adr", "web/docs/adr"}},
		{"a part, without numbers", []string{"api/docs/adr/use-tables.md"}, []string{"api/docs/adr"}},
		{"one in another", []string{"decisions/0001-a.md", "decisions/web/adr/0002-a.md"}, []string{"decisions"}},
		{"below one, by area and without numbers", []string{"decisions/web/use-tables.md"}, []string{"decisions"}},
		{"by file names only", []string{"handbook/0001-a.md", "handbook/0002-b.md", "notes/x.md"}, []string{"handbook"}},
		{"file names do not count beside a usual folder", []string{"docs/adr/0001-a.md", "handbook/0001-a.md", "handbook/0002-b.md"}, []string{"docs/adr"}},
		{"vendored", []string{"vendor/x/docs/adr/0001-a.md", "node_modules/y/adr/0001-a.md"}, nil},
		{"a repository inside", []string{"sub/.git/HEAD", "sub/docs/adr/0001-a.md"}, nil},
		{"code", []string{"internal/decisions/engine.go", "src/adr/notes.md"}, nil},
		{"none", []string{"README.md"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{}
			for _, f := range tt.files {
				files[f] = accepted
			}
			if r := read(t, Options{Root: testenv.Project(t, files)}); !slices.Equal(r.Folders, tt.want) {
				t.Errorf("folders %v, want %v", r.Folders, tt.want)
			}
		})
	}
}

func TestConfiguredFolders(t *testing.T) {
	root := testenv.Project(t, map[string]string{"vendor/lib/adr/0001-a.md": accepted, "docs/adr/0002-b.md": accepted})
	r := read(t, Options{Root: root, Folders: []string{"vendor/lib/adr"}})
	if len(r.ADRs) != 1 || r.ADRs[0].Path != "vendor/lib/adr/0001-a.md" {
		t.Errorf("records %v", r.ADRs)
	}
	if _, err := Read(Options{Root: root, Folders: []string{"docs/absent"}}); err == nil || !strings.Contains(err.Error(), "docs/absent") {
		t.Errorf("a configured folder that does not exist: %v", err)
	}
}

func TestLinksAndOddFiles(t *testing.T) {
	outside := testenv.Project(t, map[string]string{"secret.md": accepted})
	root := testenv.Project(t, map[string]string{
		"docs/adr/0001-a.md": accepted, "elsewhere/0009-z.md": accepted,
		"docs/adr/0002-huge.md": strings.Repeat("x", maxFileSize+1),
	})
	for link, target := range map[string]string{
		"0003-inside.md":  filepath.Join(root, "elsewhere", "0009-z.md"),
		"0004-outside.md": filepath.Join(outside, "secret.md"),
		"0005-broken.md":  filepath.Join(root, "absent.md"),
		"0006-loop.md":    filepath.Join(root, "docs", "adr", "0006-loop.md"),
		"0007-folder.md":  root,
		"self":            filepath.Join(root, "docs", "adr"),
	} {
		if err := os.Symlink(target, filepath.Join(root, "docs", "adr", link)); err != nil {
			t.Skip("NOT RUN, links cannot be made here:", err)
		}
	}
	r := read(t, Options{Root: root})
	var paths []string
	for _, a := range r.ADRs {
		paths = append(paths, a.Path)
	}
	if !slices.Equal(paths, []string{"docs/adr/0001-a.md", "docs/adr/0003-inside.md"}) {
		t.Errorf("records %v", paths)
	}
	for reason, want := range map[string]int{"too_large": 1, "outside_link": 1, "broken_link": 2, "not_regular": 1, "other_file": 1} {
		if r.Skipped[reason] != want {
			t.Errorf("skipped %s: %d, want %d (%v)", reason, r.Skipped[reason], want, r.Skipped)
		}
	}
	for _, f := range r.Findings {
		if strings.HasPrefix(f.Code, "skipped_") && f.Place.File == "" {
			t.Errorf("%s names no file", f.Code)
		}
	}
}

// What no file of text can hold would be another path when the corpus is read again.
func TestNamesThatAreNoTextAreLeftOut(t *testing.T) {
	root := testenv.Project(t, map[string]string{"docs/adr/0001-a.md": accepted})
	for _, name := range []string{"docs/adr/0002-\xff.md", "docs/adr/\xfe/0003-b.md", "x\xff/docs/adr/0004-c.md"} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Skip("NOT RUN, names must be text here:", err)
		}
		if err := os.WriteFile(file, []byte(accepted), 0o644); err != nil {
			t.Skip("NOT RUN, names must be text here:", err)
		}
	}
	r := read(t, Options{Root: root})
	if len(r.ADRs) != 1 || r.Skipped["bad_name"] != 2 {
		t.Errorf("%d records, skipped %v", len(r.ADRs), r.Skipped)
	}
	for _, s := range r.Sources {
		if !utf8.ValidString(s.Path) {
			t.Errorf("a stamp of %q", s.Path)
		}
	}
}

func TestUnreadableFile(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("NOT RUN: root reads every file")
	}
	root := testenv.Project(t, map[string]string{"docs/adr/0001-a.md": accepted, "docs/adr/0002-b.md": accepted})
	if err := os.Chmod(filepath.Join(root, "docs/adr/0002-b.md"), 0); err != nil {
		t.Fatal(err)
	}
	r := read(t, Options{Root: root})
	if len(r.ADRs) != 1 || r.Skipped["unreadable"] != 1 {
		t.Errorf("%d records, skipped %v", len(r.ADRs), r.Skipped)
	}
}

func TestOptionErrors(t *testing.T) {
	root := testenv.Project(t, map[string]string{"docs/adr/0001-a.md": accepted, "words.toml": "[xx.fields]\nstate = [\"status\"]\n", "bad.toml": "[["})
	if _, err := Read(Options{Root: root, DateOrder: "ydm"}); !errors.Is(err, ErrOptions) {
		t.Errorf("date order: %v", err)
	}
	if _, err := Read(Options{Root: filepath.Join(root, "absent")}); err == nil {
		t.Error("an absent root is no error")
	}
	for _, name := range []string{"words.toml", "bad.toml", "absent.toml"} {
		if _, err := Read(Options{Root: root, Words: filepath.Join(root, name)}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("word list %s: %v", name, err)
		}
	}
}

func TestOwnWords(t *testing.T) {
	root := testenv.Project(t, map[string]string{
		"docs/adr/0001-a.md": "# 1. Een besluit\n\n- Toestand: vervangen door ADR 2\n\n## Waarom\n\nDaarom.\n",
		"docs/adr/0002-b.md": "# 2. Nog een\n\n- Status: aanvaard\n",
		"nl.toml": `
[nl.fields]
status = ["toestand"]
[nl.relations]
superseded_by = ["vervangen door"]
[nl.statuses]
accepted = ["aanvaard"]
[nl.sections]
rationale = ["waarom"]
`,
	})
	r := read(t, Options{Root: root, Words: filepath.Join(root, "nl.toml")})
	a, b := r.ADRs[0], r.ADRs[1]
	if a.Status != bdgraph.StatusSuperseded || len(a.Relations) != 1 || a.Relations[0].Target != b.Path || a.Language != "nl" || a.Sections[0].Role != "rationale" {
		t.Errorf("%+v", a)
	}
	if b.Status != bdgraph.StatusAccepted {
		t.Errorf("%+v", b)
	}
	// Without the list the words are kept and reported.
	r = read(t, Options{Root: root})
	if r.ADRs[1].Status != "" || r.ADRs[1].StatusText != "aanvaard" {
		t.Errorf("%+v", r.ADRs[1])
	}
	if !slices.ContainsFunc(r.Findings, func(f bdgraph.Finding) bool {
		return f.Code == "unknown_status" && f.Place == bdgraph.Place{File: "docs/adr/0002-b.md", Line: 3}
	}) {
		t.Errorf("findings %v", r.Findings)
	}
}

// ADR-0001 and DbDR-0001 are two names, and a reference means the one that it says.
func TestSeriesHaveNumbersOfTheirOwn(t *testing.T) {
	r := read(t, Options{Root: testenv.Project(t, map[string]string{
		"docs/adr/ADR-0001-queue.md":   "# ADR-0001: Queue\n\nStatus: Accepted\n",
		"docs/adr/ADR-0002-outbox.md":  "# ADR-0002: Outbox\n\nStatus: Accepted\nAmends: DbDR-0001\nRelated: ADR-0001\n",
		"docs/adr/DbDR-0001-tables.md": "# DbDR-0001: Tables\n\nStatus: Accepted\n",
		"docs/adr/DbDR-0003-keys.md":   "# DbDR-0003: Keys\n\nStatus: Accepted\nSupersedes: DbDR-0001\nRelated: ADR-0001\nAmends: ADR-0003\n",
	})})
	var got []string
	for _, a := range r.ADRs {
		for _, rel := range a.Relations {
			got = append(got, path.Base(a.Path)+" "+string(rel.Kind)+" "+path.Base(rel.Target))
		}
	}
	want := []string{
		"ADR-0002-outbox.md amends DbDR-0001-tables.md", "ADR-0002-outbox.md relates ADR-0001-queue.md",
		"DbDR-0003-keys.md supersedes DbDR-0001-tables.md", "DbDR-0003-keys.md relates ADR-0001-queue.md", "DbDR-0003-keys.md amends .",
	}
	if !slices.Equal(got, want) {
		t.Errorf("relations\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, f := range r.Findings {
		if f.Code == "duplicate_number" || f.Code == "ambiguous_ref" {
			t.Errorf("%s: %s", f.Document, f.Message)
		}
	}
	if title := r.ADRs[2].Title; title != "Tables" {
		t.Errorf("title %q", title)
	}
}

// The order in which files come must not matter, and two runs must agree.
func TestReadIsDeterministic(t *testing.T) {
	first := read(t, Options{Root: "testdata/references"})
	for range 5 {
		if again := read(t, Options{Root: "testdata/references"}); dump(again) != dump(first) {
			t.Fatalf("%s\nthen\n%s", dump(first), dump(again))
		}
	}
}

func TestSectionsEndWhereTheNextOneBegins(t *testing.T) {
	root := testenv.Project(t, map[string]string{"docs/adr/0001-a.md": "# 1. A\n\n## Context\n\ntext\n\n### Detail\n\nmore\n\n## Decision\n\nend\n"})
	var got []string
	for _, s := range read(t, Options{Root: root}).ADRs[0].Sections {
		got = append(got, s.Heading, s.Role, string(rune('0'+s.Level)), strings.Repeat("|", s.Line)+strings.Repeat(".", s.EndLine-s.Line))
	}
	want := []string{
		"Context", "context", "2", "|||......", "Detail", "", "3", "|||||||..", "Decision", "decision", "2", "|||||||||||..",
	}
	if !slices.Equal(got, want) {
		t.Errorf("sections %q, want %q", got, want)
	}
}

func TestShapesCount(t *testing.T) {
	rep := Shapes(read(t, Options{Root: "testdata/compound-status"}))
	if rep.Records != 7 || rep.Shapes["bold-lines"] != 7 || rep.Statuses["unknown"] != 1 || rep.Statuses["accepted"] != 4 {
		t.Errorf("%+v", rep)
	}
	if rep.Relations["amends"] != 5 || rep.Relations["amended_by"] != 4 || rep.Placeholders != 3 {
		t.Errorf("relations %v, %d placeholders", rep.Relations, rep.Placeholders)
	}
	if rep.Findings["unknown_status"] != 1 || rep.Date["bold line"] != 6 || rep.Date["none"] != 1 {
		t.Errorf("findings %v, dates %v", rep.Findings, rep.Date)
	}
}

func TestCanonicalText(t *testing.T) {
	tests := []struct {
		in, want string
		replaced int
		ok       bool
	}{
		{"a\r\nb\rc\n", "a\nb\nc\n", 0, true},
		{"\xef\xbb\xbfa", "a", 0, true},
		{"caf\xe9\n", "caf\ufffd\n", 1, true},
		{"\xff\xfea\x00b\x00", "ab", 0, true},
		{"\xfe\xff\x00a", "a", 0, true},
		{"a\x00b", "", 0, false},
	}
	for _, tt := range tests {
		got, replaced, ok := canonicalText([]byte(tt.in))
		if got != tt.want || replaced != tt.replaced || ok != tt.ok {
			t.Errorf("canonicalText(%q) = %q, %d, %v", tt.in, got, replaced, ok)
		}
	}
}

// FuzzRecord reads any text as each markup among other records: nothing
// panics, and all lines lie within the file.
func FuzzRecord(f *testing.F) {
	files, _ := filepath.Glob("testdata/*/*/*/*.*")
	for _, name := range files {
		if b, err := os.ReadFile(name); err == nil {
			f.Add(string(b))
		}
	}
	if len(files) < 20 {
		f.Fatalf("only %d seeds", len(files))
	}
	f.Add("---\nstatus: &a [*a]\n---\n")
	f.Add("= A\n:x: {x}\n\nStatus::\n\n[cols=\"3*\"]\n|===\n|a|\\|\n2+a| <<b\n")
	f.Add("| Status | ( |\n|---|---|\n| [ | ADR- |\n")
	f.Fuzz(func(t *testing.T, data string) {
		text, _, ok := canonicalText([]byte(data))
		if !ok {
			return
		}
		for _, ext := range []string{".md", ".rst", ".adoc"} {
			other := newRecord(file{name: "adr/0001-first" + ext}, "# 1. First\n\nStatus: Accepted\n")
			r := newRecord(file{name: "adr/0002-second" + ext}, text)
			r.noRecord(shipped())
			readAll([]*record{other, r}, shipped(), Options{})
			last := len(r.outline.lines)
			within := func(what string, line int) {
				if line < 0 || line > last {
					t.Fatalf("%s at line %d of %d", what, line, last)
				}
			}
			a := r.adr
			within("status", a.StatusLine)
			within("date", a.DateLine)
			for _, rel := range a.Relations {
				within("relation", rel.Line)
				if rel.Line == 0 || rel.Quote != strings.TrimSpace(r.outline.lines[rel.Line-1]) {
					t.Fatalf("relation %+v quotes another line", rel)
				}
			}
			for _, s := range a.Sections {
				within("section", s.EndLine)
				if s.Line < 1 || s.EndLine < s.Line {
					t.Fatalf("section %+v", s)
				}
			}
			for _, finding := range r.findings {
				within(finding.Code, finding.Place.Line)
			}
		}
	})
}

func TestAConflictInARecordIsToldAndReadThrough(t *testing.T) {
	r := read(t, Options{Root: testenv.Project(t, map[string]string{
		"docs/adr/0001-queue.md": "# 1. Queue\n\n<<<<<<< HEAD\nStatus: accepted\n||||||| base\nStatus: proposed\n=======\nStatus: rejected\n>>>>>>> theirs\n",
	})})
	if len(r.ADRs) != 1 || r.ADRs[0].Status != bdgraph.StatusAccepted || r.ADRs[0].StatusLine != 4 || r.ADRs[0].Title != "Queue" {
		t.Errorf("%+v", r.ADRs)
	}
	i := slices.IndexFunc(r.Findings, func(f bdgraph.Finding) bool { return f.Code == "conflict_markers" })
	if i < 0 || r.Findings[i].Count != 4 || r.Findings[i].Place.Line != 3 {
		t.Errorf("%+v", r.Findings)
	}
	if want := "<<<<<<< HEAD"; !strings.Contains(r.Texts["docs/adr/0001-queue.md"], want) {
		t.Error("the text lost its markers")
	}
}

func TestPropertiesAreNoTitle(t *testing.T) {
	root := testenv.Project(t, map[string]string{"docs/adr/0008-keep-tables.md": "status:: accepted\ndate:: 2024-03-05\n\n- # Context\n\t- Tables it is.\n"})
	r := read(t, Options{Root: root})
	if len(r.ADRs) != 1 || r.ADRs[0].Title != "keep-tables" || r.ADRs[0].StatusText != "accepted" || r.ADRs[0].Date.Text != "2024-03-05" {
		t.Errorf("%+v", r.ADRs)
	}
}

// A file that is named by one word is that file, and not a record whose name ends in it.
func TestAFileOfOneWordIsNoRecordWithANumber(t *testing.T) {
	root := testenv.Project(t, map[string]string{
		"docs/adr/0001-a.md":    "# 1. A\n\nStatus: Accepted; amends PLAN.md and the-outbox.md\n",
		"docs/adr/0027-plan.md": accepted, "docs/adr/0028-the-outbox.md": accepted,
	})
	var targets []string
	for _, rel := range read(t, Options{Root: root}).ADRs[0].Relations {
		targets = append(targets, rel.Target)
	}
	if !slices.Equal(targets, []string{"", "docs/adr/0028-the-outbox.md"}) {
		t.Errorf("targets %q", targets)
	}
}

func TestATitleInFrontMatterComesBeforeALowerHeading(t *testing.T) {
	r := read(t, Options{Root: testenv.Project(t, map[string]string{
		"docs/adr/D-008-prices.md": "---\nid: D-008\ntitle: Prices in tables\nstatus: accepted\n---\n\n## What led to it\n",
	})})
	if len(r.ADRs) != 1 || r.ADRs[0].Title != "Prices in tables" || r.ADRs[0].ID != "ADR-008" {
		t.Errorf("%+v", r.ADRs)
	}
}

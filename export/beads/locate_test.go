package beads_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bdgraph/export/beads"
	"bdgraph/internal/testenv"
)

func TestTheStoreIsFoundAsBDFindsIt(t *testing.T) {
	one := issueLine("one-1", "")
	two := issueLine("two-1", "")
	for _, c := range []struct {
		name    string
		files   map[string]string
		at      string // folder in which reading starts
		environ func(root string) []string
		dir     string
		want    string // id of the issue found
		code    string // finding that has to be there
	}{
		{name: "the project", files: map[string]string{".beads/issues.jsonl": one}, want: "one-1"},
		{name: "upwards", files: map[string]string{".beads/issues.jsonl": one, "a/b/x": ""}, at: "a/b", want: "one-1"},
		{name: "upwards past a folder without data", files: map[string]string{".beads/issues.jsonl": one, "a/.beads/config.yaml": "", "a/b/x": ""}, at: "a/b", want: "one-1"},
		{name: "not above the repository", files: map[string]string{".beads/issues.jsonl": one, "a/.git/HEAD": "", "a/b/x": ""}, at: "a/b"},
		{
			name: "BEADS_DIR wins", files: map[string]string{".beads/issues.jsonl": one, "other/issues.jsonl": two},
			environ: func(root string) []string {
				return []string{"BEADS_DIR=" + filepath.Join(root, "other"), "BEADS_DB=" + filepath.Join(root, ".beads", "beads.db")}
			}, want: "two-1",
		},
		{
			name: "BEADS_DB names a file in the store", files: map[string]string{".beads/issues.jsonl": one, "other/issues.jsonl": two},
			environ: func(root string) []string { return []string{"BEADS_DB=" + filepath.Join(root, "other", "beads.db")} }, want: "two-1",
		},
		{
			name: "BD_DB too", files: map[string]string{".beads/issues.jsonl": one, "other/issues.jsonl": two},
			environ: func(root string) []string { return []string{"BD_DB=" + filepath.Join(root, "other", "beads.db")} }, want: "two-1",
		},
		{
			name: "a named folder before all", files: map[string]string{".beads/issues.jsonl": one, "other/issues.jsonl": two},
			environ: func(root string) []string { return []string{"BEADS_DIR=" + filepath.Join(root, ".beads")} }, dir: "other", want: "two-1",
		},
		{name: "a redirect", files: map[string]string{".beads/redirect": "# moved\n../main/.beads\n", "main/.beads/issues.jsonl": two, "at/x": ""}, want: ""},
		{name: "a redirect relative to the project", files: map[string]string{"p/.beads/redirect": "# moved\n\n../main/.beads\n", "p/.beads/issues.jsonl": one, "main/.beads/issues.jsonl": two}, at: "p", want: "two-1"},
		{name: "a redirect that leads nowhere", files: map[string]string{".beads/redirect": "/nowhere/.beads\n", ".beads/issues.jsonl": one}, want: "one-1", code: "beads_bad_redirect"},
		{name: "one hop only", files: map[string]string{".beads/redirect": "b/.beads", "b/.beads/redirect": "c/.beads", "b/.beads/issues.jsonl": one, "c/.beads/issues.jsonl": two}, want: "one-1", code: "beads_bad_redirect"},
		{name: "a redirect with a byte order mark", files: map[string]string{".beads/redirect": "\ufeffb/.beads\r\n", "b/.beads/issues.jsonl": one}, want: "one-1"},
		{
			name: "a linked worktree has the main checkout's store",
			files: map[string]string{
				"main/.git/worktrees/w/commondir": "../..\n", "main/.beads/issues.jsonl": two,
				"w/.git": "gitdir: ../main/.git/worktrees/w\n", "w/.beads/issues.jsonl": one,
			}, at: "w", want: "two-1", code: "beads_file_not_read",
		},
		{
			name: "a linked worktree whose main checkout has none",
			files: map[string]string{
				"main/.git/worktrees/w/commondir": "../..\n", "w/.git": "gitdir: ../main/.git/worktrees/w\n", "w/.beads/issues.jsonl": one,
			}, at: "w", want: "one-1",
		},
		{
			name:  "a submodule has its own store",
			files: map[string]string{"main/.git/modules/s/HEAD": "", "main/.beads/issues.jsonl": two, "main/s/.git": "gitdir: ../.git/modules/s\n", "main/s/.beads/issues.jsonl": one},
			at:    "main/s", want: "one-1",
		},
		{name: "an older file name", files: map[string]string{".beads/beads.jsonl": one}, want: "one-1"},
		{name: "a configured file name", files: map[string]string{".beads/metadata.json": `{"jsonl_export":"work.jsonl"}`, ".beads/work.jsonl": one}, want: "one-1"},
		{
			name: "the copy of a sync branch is fresher", files: map[string]string{
				".beads/issues.jsonl": issueLine("one-1", `"status":"open"`),
				".git/beads-worktrees/feature/sync/.beads/issues.jsonl": issueLine("one-1", `"status":"closed","updated_at":"2026-02-01T00:00:00Z"`),
			}, want: "one-1 closed",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := testenv.Project(t, c.files)
			var environ []string
			if c.environ != nil {
				environ = c.environ(root)
			} else {
				environ = []string{"HOME=" + root}
			}
			r, err := beads.Read(context.Background(), beads.Options{
				Root: filepath.Join(root, filepath.FromSlash(c.at)), Dir: c.dir, Mode: beads.ModeFiles, Environ: environ,
			})
			if c.want == "" {
				if err == nil {
					t.Fatalf("found %s", r.Dir)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			id, status, _ := strings.Cut(c.want, " ")
			if len(r.Issues) != 1 || r.Issues[0].ID != id || r.Issues[0].Status != status {
				t.Errorf("found %v in %s, want %s", r.Issues, r.Dir, c.want)
			}
			if c.code != "" && codesOf(r.Findings)[c.code] == 0 {
				t.Errorf("no %s in %v", c.code, r.Findings)
			}
		})
	}
}

func TestANamedFolderHasToExist(t *testing.T) {
	root := testenv.Project(t, map[string]string{".beads/issues.jsonl": issueLine("a-1", "")})
	_, err := beads.Read(context.Background(), beads.Options{Root: root, Environ: []string{"BEADS_DIR=/nowhere/at/all"}})
	if err == nil || !strings.Contains(err.Error(), "BEADS_DIR, /nowhere/at/all") {
		t.Errorf("error %v", err)
	}
}

func TestAFileThatCannotBeReadIsAnError(t *testing.T) {
	root := testenv.Project(t, map[string]string{".beads/issues.jsonl": "x"})
	if err := os.Chmod(filepath.Join(root, ".beads", "issues.jsonl"), 0); err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 {
		t.Skip("NOT RUN: root reads everything")
	}
	if _, err := beads.Read(context.Background(), beads.Options{Root: root, Environ: []string{}}); err == nil {
		t.Error("no error")
	}
}

func TestPrefixesAreSeenOrConfigured(t *testing.T) {
	r := readFiles(t, map[string]string{
		"config.yaml": "# settings\nissue-prefix: \"wt-391-live\" # long\n",
		"issues.jsonl": issueLine("wt-391-live-a3f8.1.2", "") + issueLine("NeoMAGI-0ju", "") + issueLine("beads_rust-12", "") +
			issueLine("gt-wisp-x1", "") + issueLine("hq-cv-d46", "") + issueLine("plain", ""),
	})
	if want := []string{"NeoMAGI", "beads_rust", "gt", "hq", "wt-391-live"}; !slices.Equal(r.Prefixes, want) {
		t.Errorf("%v, want %v", r.Prefixes, want)
	}
}

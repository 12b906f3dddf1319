package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bdgraph/internal/config"
)

// Whatever way a client names a file, its place in the project is what components' globs hold.
func TestFilesOfHooks(t *testing.T) {
	dir := realPath(t.TempDir())
	write := func(path, text string) {
		t.Helper()
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	link := func(target, path string) {
		t.Helper()
		if err := os.Symlink(filepath.Join(dir, target), filepath.Join(dir, path)); err != nil {
			t.Skip("NOT RUN, links cannot be made here:", err)
		}
	}
	// A repository whose project lies in a folder, with two linked worktrees, and another repository.
	write("repo/.git/HEAD", "ref: refs/heads/main\n")
	write("repo/shop/api/main.go", "")
	write("repo/shop/vendored/.git/HEAD", "ref: refs/heads/main\n")
	for _, tree := range []string{"tree", "repo/.claude/worktrees/inner"} {
		admin := filepath.Join("repo/.git/worktrees", filepath.Base(tree))
		write(admin+"/commondir", "../..\n")
		write(tree+"/.git", "gitdir: "+filepath.Join(dir, admin)+"\n")
		write(tree+"/shop/api/main.go", "")
	}
	write("foreign/.git/HEAD", "ref: refs/heads/main\n")
	link("repo", "linked")
	link("repo/shop/api", "repo/shop/also")

	project := func(root string) config.Project { return config.Project{Root: filepath.Join(dir, root)} }
	for _, c := range []struct {
		root, folder, name string
		want               []string
	}{
		{"repo/shop", "repo/shop", "api/main.go", []string{"api/main.go"}},
		{"repo/shop", "repo/shop/api", "main.go", []string{"api/main.go"}},
		{"repo/shop", "repo/shop/api", "new/../other.go", []string{"api/other.go"}},
		{"repo/shop", "repo/shop", `api\new.go`, []string{"api/new.go"}},
		{"repo/shop", "foreign", "DIR/repo/shop/api/main.go", []string{"api/main.go"}},
		{"repo/shop", "repo/shop", "DIR/linked/shop/api/new/new.go", []string{"api/new/new.go"}},
		{"linked/shop", "linked/shop", "DIR/repo/shop/api/main.go", []string{"api/main.go"}},
		{"repo/shop", "repo/shop", "also/main.go", []string{"also/main.go", "api/main.go"}},
		{"repo/shop", "tree/shop/api", "main.go", []string{"api/main.go"}},
		{"repo/shop", "tree/shop", "DIR/tree/shop/api/new.go", []string{"api/new.go"}},
		{"repo/shop", "repo/shop", "DIR/repo/.claude/worktrees/inner/shop/api/main.go", []string{"api/main.go"}},
		{"tree/shop", "tree/shop", "DIR/repo/shop/api/main.go", []string{"api/main.go"}},
		{"repo/shop", "repo/shop", "vendored/x.go", []string{"vendored/x.go"}},
		{"repo/shop", "tree", "README.md", nil},
		{"repo/shop", "repo/shop", "../../foreign/x.go", nil},
		{"repo/shop", "repo/shop", "DIR/foreign/x.go", nil},
		{"repo/shop", "repo/shop", "/etc/passwd", nil},
		{"repo/shop", "repo/shop", ".", nil},
		{"repo/shop", "repo/shop", " ", nil},
		{"repo/shop", "repo/shop", `C:\repo\shop\api\main.go`, nil}, // of another machine
		{"repo/shop", "repo/shop", "c:/repo/shop/api/main.go", nil},
		{"repo/shop", "repo/shop", `\\server\shop\api\main.go`, nil},
		{"repo/shop", "repo/shop", strings.Repeat("api/", 400_000) + "main.go", nil}, // to look for each folder would take minutes
		{"repo/shop", "repo/shop", "DIR/repo/shop" + strings.Repeat("/api", 400_000), nil},
		{"foreign", "foreign", "DIR/tree/shop/api/main.go", nil},
	} {
		name := c.name
		if rest, ok := strings.CutPrefix(name, "DIR/"); ok {
			name = filepath.Join(dir, rest)
		}
		if got := projectFiles(project(c.root), filepath.Join(dir, c.folder), name); !slices.Equal(got, c.want) {
			t.Errorf("in %s, from %s: %s lies at %q, want %q", c.root, c.folder, c.name, got, c.want)
		}
	}
	for root, want := range map[string]string{"tree/shop": "repo/shop", "repo/.claude/worktrees/inner/shop": "repo/shop", "repo/shop": "", "foreign": "", "tree/none": ""} {
		if want != "" {
			want = filepath.Join(dir, want)
		}
		if got := mainProject(project(root)); got != want {
			t.Errorf("the main project of %s is %q, want %q", root, got, want)
		}
	}
}

// What hooks remember and cannot write leaves nothing behind: there is a hook for each edit.
func TestStateOfHooksThatCannotBeWritten(t *testing.T) {
	p := config.Project{Root: t.TempDir()}
	if err := os.MkdirAll(filepath.Join(p.State(briefFile), "in the way"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := (briefState{Day: 1}).write(p); err == nil {
		t.Error("it is written in the place of a folder")
	}
	if left, err := os.ReadDir(p.State()); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

package checkout

import (
	"path/filepath"
	"testing"

	"bdgraph/internal/testenv"
)

func TestCheckoutsAndTheirMainOne(t *testing.T) {
	dir := testenv.Project(t, map[string]string{
		"repo/.git/HEAD": "", "repo/shop/api/": "",
		"repo/.git/worktrees/tree/commondir": "../..\n", "tree/.git": "gitdir: ../repo/.git/worktrees/tree\n", "tree/shop/": "",
		"bare.git/worktrees/other/commondir": "../..\n", "other/.git": "gitdir: ../bare.git/worktrees/other\n",
		"repo/.git/modules/library/HEAD": "", "repo/library/.git": "gitdir: ../.git/modules/library\n",
		"odd/.git": "nothing that git wrote\n",
	})
	for _, c := range []struct{ folder, root, main string }{
		{"repo", "repo", "repo"},
		{"repo/shop/api/not/there", "repo", "repo"},
		{"tree/shop", "tree", "repo"},
		{"other", "other", "bare.git"},
		{"repo/library", "repo/library", "repo/library"}, // a submodule
		{"odd", "odd", "odd"},
		{".", "", ""},
	} {
		in := func(name string) string {
			if name == "" {
				return ""
			}
			return filepath.Join(dir, filepath.FromSlash(name))
		}
		if root, main := Around(in(c.folder)); root != in(c.root) || main != in(c.main) {
			t.Errorf("%s lies in %q of %q, want %q of %q", c.folder, root, main, in(c.root), in(c.main))
		}
	}
}

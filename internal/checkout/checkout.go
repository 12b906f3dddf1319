// Package checkout tells which git checkout a folder lies in. In goes a folder, out come
// the root of its checkout and that of the repository's main one, read from git's own files:
// no command is run. What lies in them is left to the callers.
package checkout

import (
	"os"
	"path/filepath"
	"strings"
)

// Around returns the root of the checkout that holds a folder, and the root of the main
// checkout: another one when the first is a linked worktree. Both are "" outside of git. The
// folder need not be there.
func Around(folder string) (root, main string) {
	for ; ; folder = filepath.Dir(folder) {
		git := filepath.Join(folder, ".git")
		info, err := os.Stat(git)
		switch {
		case err == nil && info.IsDir():
			return folder, folder
		case err == nil:
			return folder, mainOf(folder, git)
		case folder == filepath.Dir(folder):
			return "", ""
		}
	}
}

// mainOf reads the .git file of a linked worktree. The .git file of a submodule leads to
// a folder without commondir: it is its own main checkout.
func mainOf(folder, gitFile string) string {
	text, err := os.ReadFile(gitFile)
	target, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir:")
	if err != nil || !ok {
		return folder
	}
	gitDir := absolute(folder, strings.TrimSpace(target))
	common, err := os.ReadFile(filepath.Join(gitDir, "commondir"))
	if err != nil {
		return folder
	}
	shared := absolute(gitDir, strings.TrimSpace(string(common)))
	if filepath.Base(shared) == ".git" {
		return filepath.Dir(shared)
	}
	return shared // a bare repository with worktrees
}

func absolute(base, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(base, filepath.FromSlash(path))
}

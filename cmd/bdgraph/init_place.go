package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// place returns where a file of the project really stands, which links may tell: it is
// written there, so that the link stays. A link out of the project or to nothing, and a file
// that nobody may write, are errors: they are left alone.
func place(root, path string) (string, error) {
	base, err := filepath.EvalSymlinks(root)
	if err != nil {
		return "", err
	}
	dir, rest := filepath.Join(base, filepath.FromSlash(path)), ""
	for {
		real, err := filepath.EvalSymlinks(dir)
		if err == nil {
			real = filepath.Join(real, rest)
			if inside, err := filepath.Rel(base, real); err != nil || !filepath.IsLocal(inside) {
				return "", fmt.Errorf("a link out of the project, to %s", real)
			}
			if info, err := os.Stat(real); err == nil && info.Mode().Perm()&0o200 == 0 {
				return "", errors.New("read-only")
			}
			return real, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		if _, err := os.Lstat(dir); err == nil {
			return "", errors.New("a link to nothing")
		}
		dir, rest = filepath.Dir(dir), filepath.Join(filepath.Base(dir), rest) // the project itself is there
	}
}

// inGit reports whether a folder is in a working tree of git, one of several or a
// submodule included.
func inGit(dir string) bool {
	for {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return false
		}
		dir = parent
	}
}

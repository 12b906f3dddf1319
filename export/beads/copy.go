package beads

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// copyStore copies a .beads folder to a temporary place where bd may write, and
// returns it with a function that removes it. Only what bd reads comes along: no
// sockets, locks, logs or backups, and no JSONL beside a database, which an old bd would
// import before it answers.
func copyStore(s store, withJSONL bool) (store, func(), error) {
	root, err := os.MkdirTemp("", "bdgraph-store-")
	if err != nil {
		return store{}, nil, fmt.Errorf("copy the store: %w", err)
	}
	remove := func() { os.RemoveAll(root) }
	to := filepath.Join(root, ".beads")
	if err := copyTree(s.dir, to, withJSONL); err != nil {
		remove()
		return store{}, nil, fmt.Errorf("copy the store: %w", err)
	}
	copied := store{dir: to}
	if s.database != "" {
		copied.database = filepath.Join(to, filepath.Base(s.database))
	}
	return copied, remove, nil
}

func copyTree(from, to string, withJSONL bool) error {
	return filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if e.IsDir() {
			if rel == "backup" || rel == ".br_history" {
				return fs.SkipDir
			}
			return os.MkdirAll(target, 0o700)
		}
		info, err := os.Stat(path) // a link's target
		if err != nil || !info.Mode().IsRegular() || !neededInCopy(e.Name(), withJSONL) {
			return nil
		}
		return copyFile(path, target, info)
	})
}

func neededInCopy(name string, withJSONL bool) bool {
	if name == "redirect" || name == "LOCK" || strings.Contains(name, ".jsonl") && !withJSONL {
		return false
	}
	switch filepath.Ext(name) {
	case ".lock", ".pid", ".port", ".log", ".sock":
		return false
	}
	return !strings.HasSuffix(name, "-shm")
}

func copyFile(from, to string, info fs.FileInfo) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}

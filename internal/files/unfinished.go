package files

import (
	"errors"
	"os"
	"path/filepath"
)

// RemoveUnfinished removes what processes that were killed left of writing the
// file or folder at path: ".NAME.tmp-…" beside it. The caller holds a lock, so that
// nobody is writing it now.
func RemoveUnfinished(path string) error {
	names, err := filepath.Glob(filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".tmp-*"))
	for _, name := range names {
		err = errors.Join(err, os.RemoveAll(name))
	}
	return err
}

// Package files writes files so that a reader or a crash never meets half of
// one, and keeps two processes from working on the same folder at once. In go
// paths and contents; what the files mean is left to the callers.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write replaces the file at path with data: the new contents are complete on
// disk before they take the old one's name. The folder is made if it is missing.
// On an error the old file stands as it was.
func Write(path string, data []byte, perm fs.FileMode) error {
	return WriteFrom(path, perm, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// Replace is Write that does not wait for the disk: readers never meet half of the
// file, but when the machine itself fails it may be lost or empty. It is for many small
// files that can be made again.
func Replace(path string, data []byte, perm fs.FileMode) error {
	return write(path, perm, false, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// WriteFrom is Write for contents that are written piece by piece.
func WriteFrom(path string, perm fs.FileMode, contents func(io.Writer) error) error {
	return write(path, perm, true, contents)
}

func write(path string, perm fs.FileMode, lasting bool, contents func(io.Writer) error) (err error) {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".tmp-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("write %s: %w", path, errors.Join(err, os.Remove(f.Name())))
		}
	}()
	if err = contents(f); err == nil {
		err = f.Chmod(perm)
	}
	if err == nil && lasting {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	if !lasting {
		return nil
	}
	return syncDir(dir)
}

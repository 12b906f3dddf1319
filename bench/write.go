package bench

import (
	"io"
	"os"
	"path/filepath"
)

// WriteFile makes a file and the folders that lead to it.
func WriteFile(name string, content func(io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := content(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

package export

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
)

// sameFiles reports whether dir holds all files of another folder as they are there.
func sameFiles(other, dir string) bool {
	entries, err := os.ReadDir(other)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if !sameFile(filepath.Join(other, e.Name()), filepath.Join(dir, e.Name())) {
			return false
		}
	}
	return true
}

// sameFile compares the contents of two files; one that cannot be read is another.
func sameFile(a, b string) bool {
	f, err := os.Open(a)
	if err != nil {
		return false
	}
	defer f.Close()
	g, err := os.Open(b)
	if err != nil {
		return false
	}
	defer g.Close()
	x, y := make([]byte, 1<<17), make([]byte, 1<<17)
	for {
		n, endOfA := io.ReadFull(f, x)
		m, endOfB := io.ReadFull(g, y)
		if !bytes.Equal(x[:n], y[:m]) {
			return false
		}
		if endOfA != nil || endOfB != nil {
			return isEnd(endOfA) && isEnd(endOfB)
		}
	}
}

func isEnd(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF }

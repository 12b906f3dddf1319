package embedded

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"unsafe"

	"bdgraph/store/embedded/image"
)

// snapshot is one generation of the graph, open for reading.
//
// Invariant: its memory stays while users is above zero. The Reader that opened
// it is one user, each running query another.
type snapshot struct {
	*image.Image
	info    os.FileInfo // of the file when it was opened
	users   atomic.Int64
	release func() error
}

// openSnapshot opens a graph file and checks its header. The caller is its first user.
func openSnapshot(path string, mapped bool) (*snapshot, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: it is no regular file", image.ErrDamaged)
	}
	if info.Size() == 0 {
		return nil, fmt.Errorf("%w: it is empty", image.ErrDamaged)
	}
	open := readFile
	if mapped {
		open = mapFile
	}
	data, release, err := open(f, info.Size())
	if err != nil {
		return nil, err
	}
	im, err := image.Open(data)
	if err != nil {
		release()
		return nil, err
	}
	s := &snapshot{Image: im, info: info, release: release}
	s.users.Store(1)
	return s, nil
}

// pin adds a user, unless the last one has left.
func (s *snapshot) pin() bool {
	for {
		n := s.users.Load()
		if n == 0 {
			return false
		}
		if s.users.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// unpin takes a user away; the last one gives the memory back.
func (s *snapshot) unpin() {
	if s.users.Add(-1) == 0 {
		s.release() // nothing to be done about an error of munmap
	}
}

// isFile tells whether the snapshot was opened from this very file.
func (s *snapshot) isFile(info os.FileInfo) bool {
	return os.SameFile(s.info, info) && s.info.Size() == info.Size() && s.info.ModTime().Equal(info.ModTime())
}

// readFile reads a file into memory that is aligned as an image wants.
func readFile(f *os.File, size int64) ([]byte, func() error, error) {
	words := make([]uint64, (size+7)/8)
	data := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), size)
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, nil, err
	}
	return data, func() error { return nil }, nil
}

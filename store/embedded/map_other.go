//go:build !unix

package embedded

import "os"

func mapFile(f *os.File, size int64) ([]byte, func() error, error) { return readFile(f, size) }

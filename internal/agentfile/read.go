package agentfile

import (
	"errors"
	"fmt"
	"io/fs"
)

// longestFile is the size in bytes above which no agent wrote a file.
const longestFile = 64 << 20

// Read reads a file of a folder that an agent may have written. Folders, pipes and
// devices are errors, since reading them might never end, and so is what is too large.
func Read(folder fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(folder, name)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("it is a folder")
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no regular file")
	case info.Size() > longestFile:
		return nil, fmt.Errorf("it has %d bytes, more than the %d that are read", info.Size(), longestFile)
	}
	return fs.ReadFile(folder, name)
}

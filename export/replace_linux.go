package export

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// replaceFolder puts the folder tmp where dir is. Both names change places in
// one step of the kernel, so that there is a whole folder at dir at any time;
// what stood there is then removed under the name tmp.
func replaceFolder(tmp, dir string) error {
	err := unix.Renameat2(unix.AT_FDCWD, tmp, unix.AT_FDCWD, dir, unix.RENAME_EXCHANGE)
	if errors.Is(err, fs.ErrNotExist) {
		return os.Rename(tmp, dir)
	}
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		return replaceInTwoSteps(tmp, dir) // a file system without the exchange
	}
	if err != nil {
		return &os.LinkError{Op: "rename", Old: tmp, New: dir, Err: err}
	}
	return os.RemoveAll(tmp)
}

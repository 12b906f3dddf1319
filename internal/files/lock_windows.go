package files

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockOffset lies far behind the holder's name, since a locked range cannot be read by others.
const lockOffset = 1 << 30

func tryLock(f *os.File) error {
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY,
		0, 1, 0, &windows.Overlapped{Offset: lockOffset})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrLocked
	}
	return err
}

// syncDir does nothing: Windows makes renames last by itself.
func syncDir(string) error { return nil }

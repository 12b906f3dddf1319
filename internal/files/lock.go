package files

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// ErrLocked is returned (wrapped) when another process holds a lock; the
// message says which.
var ErrLocked = errors.New("in use by another process")

// Holder says who holds a lock.
type Holder struct {
	PID   int       `json:"pid"`
	Host  string    `json:"host,omitempty"`
	What  string    `json:"what"` // what the holder is doing, as a command line
	Since time.Time `json:"since"`
}

// Held is a lock that this process holds until Release.
type Held struct{ f *os.File }

// Lock takes the lock at path for this process, or returns [ErrLocked] at
// once. The operating system gives it back when the process ends, however it
// ends, so that a dead process blocks nobody. The file itself stays.
func Lock(path, what string) (*Held, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	if err := tryLock(f); err != nil {
		defer f.Close()
		if !errors.Is(err, ErrLocked) {
			return nil, fmt.Errorf("lock %s: %w", path, err)
		}
		return nil, fmt.Errorf("%s is %w%s", filepath.Dir(path), ErrLocked, describeHolder(f))
	}
	host, _ := os.Hostname() // only for the message
	data, err := json.Marshal(Holder{PID: os.Getpid(), Host: host, What: what, Since: time.Now().UTC().Truncate(time.Second)})
	if err == nil {
		err = f.Truncate(0)
	}
	if err == nil {
		_, err = f.WriteAt(append(data, '\n'), 0)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return &Held{f}, nil
}

// LockWait is Lock that waits for the holder until ctx ends.
func LockWait(ctx context.Context, path, what string) (*Held, error) {
	for {
		held, err := Lock(path, what)
		if !errors.Is(err, ErrLocked) {
			return held, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// Release gives the lock back.
func (h *Held) Release() error {
	return errors.Join(h.f.Truncate(0), h.f.Close())
}

// describeHolder reads who wrote the lock file; "" when that cannot be told,
// as in the moment between taking the lock and writing the name.
func describeHolder(f *os.File) string {
	data, err := io.ReadAll(io.LimitReader(f, 4096))
	var h Holder
	if err != nil || json.Unmarshal(data, &h) != nil {
		return ""
	}
	return fmt.Sprintf(": %q, process %d on %s, since %s", h.What, h.PID, h.Host, h.Since.Format(time.RFC3339))
}

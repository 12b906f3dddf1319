package files_test

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bdgraph/internal/files"
)

func TestWriteReplacesTheWholeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "report.json")
	for _, text := range []string{"a long first text", "short"} {
		if err := files.Write(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != text {
			t.Fatalf("read %q, %v; want %q", got, err, text)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want 0600", info.Mode(), err)
	}
	if left := names(t, filepath.Dir(path)); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func TestFailedWriteLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "taken")
	if err := os.MkdirAll(filepath.Join(path, "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := files.Write(path, []byte("x"), 0o644); err == nil {
		t.Fatal("a folder was replaced by a file")
	}
	if left := names(t, dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func TestLockNamesItsHolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "lock")
	held, err := files.Lock(path, "bdgraph regenerate")
	if err != nil {
		t.Fatal(err)
	}
	_, err = files.Lock(path, "bdgraph export")
	if !errors.Is(err, files.ErrLocked) || !strings.Contains(err.Error(), `"bdgraph regenerate", process `) {
		t.Errorf("second lock: %v", err)
	}
	if err := held.Release(); err != nil {
		t.Fatal(err)
	}
	again, err := files.Lock(path, "bdgraph export")
	if err != nil {
		t.Fatalf("after release: %v", err)
	}
	again.Release()
}

// The test runs itself as another process that takes the lock and is killed.
func TestLockOfADeadProcessBlocksNobody(t *testing.T) {
	const env = "BDGRAPH_TEST_LOCK"
	if path := os.Getenv(env); path != "" {
		if _, err := files.Lock(path, "the victim"); err != nil {
			t.Fatal(err)
		}
		os.Stdout.WriteString("held\n")
		time.Sleep(time.Minute)
		return
	}
	path := filepath.Join(t.TempDir(), "lock")
	other := exec.Command(os.Args[0], "-test.run=^TestLockOfADeadProcessBlocksNobody$")
	other.Env = append(os.Environ(), env+"="+path)
	out, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
		t.Fatalf("the other process said %q, %v", line, err)
	}
	if _, err := files.Lock(path, "me"); !errors.Is(err, files.ErrLocked) || !strings.Contains(err.Error(), "the victim") {
		t.Errorf("while it lives: %v", err)
	}
	if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	other.Wait() // reports the kill
	held, err := files.Lock(path, "me")
	if err != nil {
		t.Fatalf("after its death: %v", err)
	}
	held.Release()
}

func TestLockWaitEndsWithItsContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	held, err := files.Lock(path, "holder")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := files.LockWait(ctx, path, "waiter"); !errors.Is(err, files.ErrLocked) {
		t.Errorf("with an ended context: %v", err)
	}
	got := make(chan error)
	go func() {
		h, err := files.LockWait(context.Background(), path, "waiter")
		if err == nil {
			err = h.Release()
		}
		got <- err
	}()
	held.Release()
	if err := <-got; err != nil {
		t.Errorf("after release: %v", err)
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var ns []string
	for _, e := range entries {
		ns = append(ns, e.Name())
	}
	return ns
}

//go:build unix

package beads_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"bdgraph/export/beads"
	"bdgraph/internal/testenv"
)

func TestAHangingCommandIsStoppedWithItsChildren(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	s := standIn{Version: "1.0.5", Flags: flags1_0, HangOn: "export", Log: log}
	root := testenv.Project(t, map[string]string{doltStore: "x", ".beads/issues.jsonl": `{"id":"a-1","title":"A","created_at":"2026-01-01T00:00:00Z"}`})
	r, err := readWith(t, root, s, beads.Options{Timeout: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Issues) != 1 || codesOf(r.Findings)["beads_command_failed"] == 0 && codesOf(r.Findings)["beads_database_not_read"] == 0 {
		t.Errorf("%v %v", ids(r.Issues), r.Findings)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	children := 0
	for line := range strings.Lines(string(text)) {
		number, ok := strings.CutPrefix(strings.TrimSpace(line), "child ")
		if !ok {
			continue
		}
		children++
		pid, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		gone := false
		for range 100 {
			state, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			// An orphan without a parent that waits for it stays as a zombie.
			if gone = syscall.Kill(pid, 0) != nil || bytes.Contains(state, []byte(") Z ")); gone {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		if !gone {
			t.Errorf("child %d of bd is still alive", pid)
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	if children == 0 {
		t.Error("the stand-in started no child")
	}
}

//go:build unix

package beads_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"bdgraph/export/beads"
)

func TestAPipeInPlaceOfAFileIsRefused(t *testing.T) {
	root := project(t, map[string]string{".beads/beads.jsonl": issueLine("a-1", "")})
	if err := unix.Mkfifo(filepath.Join(root, ".beads", "issues.jsonl"), 0o644); err != nil {
		t.Skip("NOT RUN, pipes cannot be made here:", err)
	}
	_, err := beads.Read(context.Background(), beads.Options{Root: root, Mode: beads.ModeFiles, Environ: []string{}, Now: today})
	if err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("%v", err)
	}
}

//go:build unix

package beads_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"bdgraph/export/beads"
	"bdgraph/internal/testenv"
)

func TestAStoreThatMayNotBeListedIsAnError(t *testing.T) {
	if unix.Geteuid() == 0 {
		t.Skip("NOT RUN: root reads everything")
	}
	for _, folder := range []string{".beads", ".beads/backup"} {
		root := testenv.Project(t, map[string]string{".beads/backup/issues.jsonl": issueLine("a-1", "")})
		closed := filepath.Join(root, filepath.FromSlash(folder))
		if err := unix.Chmod(closed, 0o111); err != nil {
			t.Fatal(err)
		}
		_, err := beads.Read(context.Background(), beads.Options{Root: root, Mode: beads.ModeFiles, Environ: []string{}, Now: today})
		if err == nil || errors.Is(err, beads.ErrNoStore) || !strings.Contains(err.Error(), ".beads: ") {
			t.Errorf("%s: %v", folder, err)
		}
		if err := unix.Chmod(closed, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAPipeInPlaceOfAFileIsRefused(t *testing.T) {
	root := testenv.Project(t, map[string]string{".beads/beads.jsonl": issueLine("a-1", "")})
	if err := unix.Mkfifo(filepath.Join(root, ".beads", "issues.jsonl"), 0o644); err != nil {
		t.Skip("NOT RUN, pipes cannot be made here:", err)
	}
	_, err := beads.Read(context.Background(), beads.Options{Root: root, Mode: beads.ModeFiles, Environ: []string{}, Now: today})
	if err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("%v", err)
	}
}

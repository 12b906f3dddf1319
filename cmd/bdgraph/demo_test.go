package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bdgraph/internal/files"
	"bdgraph/internal/testenv"
)

var update = flag.Bool("update", false, "write demo/golden anew")

// What the demo prints is committed, the answers to its questions among it.
func TestDemoPrintsWhatIsCommitted(t *testing.T) {
	var out, talk bytes.Buffer
	a := &app{stdin: os.Stdin, stdout: &out, stderr: &talk, environ: os.Environ(), clock: time.Now}
	if code := a.run(context.Background(), []string{"demo"}); code != exitOK {
		t.Fatalf("exit code %d: %s", code, talk.String())
	}
	if bytes.Contains(out.Bytes(), []byte("(0 rows)")) {
		t.Error("a question of the demo has no answer")
	}
	golden := filepath.Join(testenv.Root(t), "demo", "golden", "demo.txt")
	if *update {
		if err := files.Write(golden, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(out.Bytes(), want) {
		t.Errorf("the demo prints\n%s\nwant\n%s\n(go test ./cmd/bdgraph -update writes it anew)", out.Bytes(), want)
	}
}

// bdgraph reads its own decision records without a finding.
func TestOwnDecisionsHaveNoFindings(t *testing.T) {
	var out, talk bytes.Buffer
	a := &app{stdin: os.Stdin, stdout: &out, stderr: &talk, clock: time.Now}
	code := a.run(context.Background(), []string{"-C", testenv.Root(t), "lint"})
	if code != exitOK || out.String() != "0 findings\n" {
		t.Errorf("exit code %d\n%s%s", code, out.String(), talk.String())
	}
	out.Reset()
	records, err := filepath.Glob(filepath.Join(testenv.Root(t), "docs/decisions/*.md"))
	if err != nil {
		t.Fatal(err)
	}
	accepted := fmt.Sprintf(`"accepted": %d`, len(records))
	if code := a.run(context.Background(), []string{"-C", testenv.Root(t), "lint", "--adr", "--json"}); code != exitOK || !strings.Contains(out.String(), accepted) {
		t.Errorf("exit code %d, want %s\n%s%s", code, accepted, out.String(), talk.String())
	}
}

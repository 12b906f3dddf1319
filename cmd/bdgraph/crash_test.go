package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bdgraph/demo"
	"bdgraph/internal/testenv"
	"bdgraph/store"
	"bdgraph/store/embedded"
)

// TestKilledRegenerate kills regenerate at random moments. The graph file is
// always that of before or of after, and the next regenerate succeeds.
func TestKilledRegenerate(t *testing.T) {
	program, err := exec.LookPath("bdgraph") // testscript has put it there
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := demo.Write(dir); err != nil {
		t.Fatal(err)
	}
	issues := filepath.Join(dir, ".beads", "issues.jsonl")
	before, err := os.ReadFile(issues)
	if err != nil {
		t.Fatal(err)
	}
	after := append(bytes.Clone(before), `{"_type":"issue","id":"shop-after","title":"Added","status":"open","issue_type":"task","created_at":"2025-12-01T09:00:00Z"}`+"\n"...)
	command := func() *exec.Cmd {
		cmd := exec.Command(program, "regenerate")
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "SOURCE_DATE_EPOCH="+epoch)
		return cmd
	}
	regenerate := func(sources []byte) time.Duration {
		t.Helper()
		if err := os.WriteFile(issues, sources, 0o644); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		if out, err := command().CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return time.Since(start)
	}
	generation := func() (generation string, added bool) {
		t.Helper()
		r := embedded.NewReader(filepath.Join(dir, ".bdgraph", "graph.bdg"), embedded.Options{})
		defer r.Close(context.Background())
		res, err := r.Query(t.Context(), store.Query{Text: "MATCH (i:Issue) RETURN count(*), count(CASE i.id WHEN 'shop-after' THEN 1 END)"})
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(res.Generation, res.Rows[0][0]), res.Rows[0][1].Int() == 1
	}
	known := map[bool]string{}
	for _, sources := range [][]byte{after, before} {
		regenerate(sources)
		g, added := generation()
		known[added] = g
	}
	if len(known) != 2 || known[true] == known[false] {
		t.Fatalf("the two sources give %v", known)
	}
	took := max(regenerate(before), 10*time.Millisecond)

	seen := map[bool]int{}
	for i := range testenv.Times(t, 1000, "kills") {
		if err := os.WriteFile(issues, [][]byte{after, before}[i%2], 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := command()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(rand.N(took))
		cmd.Process.Kill()
		cmd.Wait()
		g, added := generation()
		if g != known[added] {
			t.Fatalf("after kill %d the file holds %s, which is neither of %v", i, g, known)
		}
		seen[added]++
	}
	t.Logf("graphs found after a kill: %d of before, %d of after", seen[false], seen[true])
	regenerate(after)
	if g, added := generation(); !added || g != known[true] {
		t.Errorf("the run after the last kill gave %s", g)
	}
	entries, err := os.ReadDir(filepath.Join(dir, ".bdgraph"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.Contains(e.Name(), ".tmp-") {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

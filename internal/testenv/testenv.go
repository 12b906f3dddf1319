// Package testenv finds what tests need from outside the repository: real
// corpora and recordings, a Neo4j server, programs. What cannot be had is skipped
// with a message that says how to get it, and fails where BDGRAPH_REQUIRE names
// it (or says all), so that a gap in the set-up never looks like success.
//
// The variables it reads are set by test.sh: BDGRAPH_SHARED, BDGRAPH_REQUIRE,
// BDGRAPH_LONG, BDGRAPH_TIMES, NEO4J_URI, NEO4J_USERNAME and NEO4J_PASSWORD.
package testenv

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Root returns the folder of the repository: the one above the test's working
// directory that holds go.mod.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the working directory")
		}
		dir = parent
	}
}

// Shared returns the path of real test data (corpora, recordings, the
// openCypher TCK): a path below $BDGRAPH_SHARED, by default the folder "shared"
// beside the repository.
func Shared(t testing.TB, elem ...string) string {
	t.Helper()
	base := os.Getenv("BDGRAPH_SHARED")
	if base == "" {
		base = filepath.Join(filepath.Dir(Root(t)), "shared")
	}
	path := filepath.Join(append([]string{base}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		Missing(t, "data", "test data "+path, "set BDGRAPH_SHARED to the folder that holds it")
	}
	return path
}

// Project makes a folder from file names and contents; a name that ends in / is an
// empty folder.
func Project(t testing.TB, contents map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range contents {
		path := filepath.Join(root, filepath.FromSlash(name))
		folder, isFolder := path, strings.HasSuffix(name, "/")
		if !isFolder {
			folder = filepath.Dir(path)
		}
		err := os.MkdirAll(folder, 0o755)
		if err == nil && !isFolder {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// Program returns the path of an executable, such as node or a browser; the
// first of the names that is found.
func Program(t testing.TB, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	Missing(t, names[0], "none of the programs "+strings.Join(names, ", "), "install one and put it on PATH")
	return ""
}

// Missing ends a test whose surroundings lack something: as a skip, or as a
// failure where BDGRAPH_REQUIRE is "all" or a comma-separated list that holds part.
func Missing(t testing.TB, part, what, remedy string) {
	t.Helper()
	required := strings.Split(os.Getenv("BDGRAPH_REQUIRE"), ",")
	if slices.Contains(required, "all") || slices.Contains(required, part) {
		t.Fatalf("MISSING %s: %s is required (BDGRAPH_REQUIRE=%s): %s", part, what, os.Getenv("BDGRAPH_REQUIRE"), remedy)
	}
	t.Skipf("NOT RUN, no %s: %s: %s", part, what, remedy)
}

// IsLong reports whether tests run in their long form: BDGRAPH_LONG=1 (test.sh --long).
func IsLong() bool { return os.Getenv("BDGRAPH_LONG") == "1" }

// Times returns how often a long test repeats its body: full in the long form, a tenth of
// it, at least 1, otherwise. The file that BDGRAPH_TIMES names, if any, gets a line that
// says so, since go test shows no log of a test that passes.
func Times(t testing.TB, full int, what string) int {
	t.Helper()
	times := full
	if !IsLong() {
		times = max(1, full/10)
	}
	line := fmt.Sprintf("%s: %d of %d %s", t.Name(), times, full, what)
	t.Log(line)
	if name := os.Getenv("BDGRAPH_TIMES"); name != "" {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err == nil {
			_, err = f.WriteString(line + "\n") // whole, whoever else writes
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			t.Errorf("BDGRAPH_TIMES: %v", err)
		}
	}
	return times
}

// Long skips a test that takes too long for every run, outside of the long form.
func Long(t testing.TB) {
	t.Helper()
	if !IsLong() {
		t.Skip("NOT RUN, it takes long: set BDGRAPH_LONG=1")
	}
}

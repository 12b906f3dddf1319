// Package tck runs the read-only scenarios of the openCypher Technology
// Compatibility Kit against the engine.
//
// The kit is no part of this repository: it is found as test data. What does not pass
// stands in known.tsv with its reason; the test fails if a scenario that stands
// there passes, or one that does not stand there fails, so the list can only shrink.
package tck

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bdgraph/cypher/syntax"
	"bdgraph/internal/testenv"
)

// scenarios is how many scenarios of the kit have no writing clause in the query that they test,
// after outlines are expanded.
const scenarios = 3579

func TestScenarios(t *testing.T) {
	root := testenv.Shared(t, "tck")
	known := readKnown(t)
	graphs := func(name string) (string, error) {
		data, err := os.ReadFile(filepath.Join(root, "graphs", name, name+".cypher"))
		return string(data), err
	}
	passed, total := make(map[string]int), make(map[string]int)
	for _, f := range readFeatures(t, root) {
		folder := path.Dir(strings.TrimPrefix(f.path, "features/"))
		t.Run(strings.TrimSuffix(path.Base(f.path), ".feature"), func(t *testing.T) {
			for _, s := range f.scenarios {
				if !readsOnly(s) {
					continue
				}
				total[folder]++
				key := knownKey{f.path, s.name, s.example}
				err := runScenario(s, graphs)
				reason, listed := known[key]
				delete(known, key)
				switch {
				case err == nil && listed:
					t.Errorf("%s passes: take it out of known.tsv, where the reason is %q", s, reason)
				case err == nil:
					passed[folder]++
				case !listed:
					t.Errorf("%s:\n%s\n%v", s, s.query(), err)
				}
			}
		})
	}
	for key := range known {
		t.Errorf("known.tsv names a scenario that the kit has not, or that writes: %+v", key)
	}
	all, ok := 0, 0
	var table strings.Builder
	for _, folder := range slices.Sorted(func(yield func(string) bool) {
		for f := range total {
			if !yield(f) {
				return
			}
		}
	}) {
		fmt.Fprintf(&table, "%-40s %4d/%d\n", folder, passed[folder], total[folder])
		all, ok = all+total[folder], ok+passed[folder]
	}
	t.Logf("scenarios that pass, by folder\n%s%-40s %4d/%d", table.String(), "all", ok, all)
	if all != scenarios {
		t.Errorf("%d scenarios read only, want %d", all, scenarios)
	}
}

func (s scenario) String() string {
	if s.example > 0 {
		return fmt.Sprintf("%s (example %d)", s.name, s.example)
	}
	return s.name
}

// query returns the text that the scenario tests.
func (s scenario) query() string {
	for _, st := range s.steps {
		if st.text == "executing query:" {
			return st.doc
		}
	}
	return ""
}

// readsOnly reports whether the query that is tested has no writing clause. One
// that cannot be parsed, which is so in some that want an error, is judged by its words.
func readsOnly(s scenario) bool {
	st, err := syntax.Parse(s.query())
	if err == nil {
		return syntax.Inspect(st).Refused == nil
	}
	for word := range strings.FieldsSeq(s.query()) {
		switch strings.ToUpper(word) {
		case "CREATE", "MERGE", "DELETE", "SET", "REMOVE":
			return false
		}
	}
	return true
}

func readFeatures(t *testing.T, root string) []feature {
	t.Helper()
	var all []feature
	err := filepath.WalkDir(filepath.Join(root, "features"), func(p string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(p, ".feature") {
			return err
		}
		list, err := readFeature(p)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, p)
		all = append(all, feature{filepath.ToSlash(rel), list})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// knownKey names a scenario; the example is 0 outside an outline.
type knownKey struct {
	file, scenario string
	example        int
}

// readKnown reads known.tsv: file, scenario, example, reason.
func readKnown(t *testing.T) map[knownKey]string {
	t.Helper()
	data, err := os.ReadFile("known.tsv")
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[knownKey]string)
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != 4 || cells[3] == "" {
			t.Fatalf("known.tsv:%d: want file, scenario, example and reason, parted by tabs", i+2)
		}
		if !strings.HasPrefix(cells[3], "Neo4j 5.26 answers otherwise: ") && !strings.HasPrefix(cells[3], "Zone data: ") {
			t.Errorf("known.tsv:%d: %q is no reason: the engine is to be mended", i+2, cells[3])
		}
		example := 0
		if cells[2] != "" {
			if example, err = strconv.Atoi(cells[2]); err != nil {
				t.Fatalf("known.tsv:%d: example: %v", i+2, err)
			}
		}
		known[knownKey{cells[0], cells[1], example}] = cells[3]
	}
	return known
}

package adr

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestExpectations reads the invented folders of testdata, one a shape family,
// and compares with what expected.txt says of each; dump describes the form.
// A first line "# date_order dmy" sets that option. Ids of issues begin with shop-.
func TestExpectations(t *testing.T) {
	files, err := filepath.Glob("testdata/*/expected.txt")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d expectations, %v", len(files), err)
	}
	for _, file := range files {
		folder := filepath.Dir(file)
		t.Run(filepath.Base(folder), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, o := string(text), Options{Root: folder, IssueIDs: func(id string) bool { return strings.HasPrefix(id, "shop-") }}
			if rest, ok := strings.CutPrefix(want, "# date_order "); ok {
				o.DateOrder, want, _ = strings.Cut(rest, "\n")
			}
			r, err := Read(o)
			if err != nil {
				t.Fatal(err)
			}
			compareLines(t, want, dump(r))
		})
	}
}

// compareLines reports the lines that differ, with the record they belong to.
func compareLines(t *testing.T, want, got string) {
	t.Helper()
	if want == got {
		return
	}
	w, g := byRecord(want), byRecord(got)
	for key, text := range w {
		if g[key] != text {
			t.Errorf("%s\nwant\n%s\ngot\n%s", key, text, g[key])
		}
	}
	for key, text := range g {
		if _, ok := w[key]; !ok {
			t.Errorf("not expected:\n%s", text)
		}
	}
	if !t.Failed() {
		t.Error("the order differs")
	}
}

// byRecord splits a dump into paragraphs; each line after the records is one of its own.
func byRecord(s string) map[string]string {
	out := map[string]string{}
	key := ""
	for line := range strings.Lines(s) {
		if !strings.HasPrefix(line, "  ") {
			key = strings.TrimSpace(line)
		}
		out[key] += line
	}
	return out
}

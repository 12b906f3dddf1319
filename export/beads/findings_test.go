package beads

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"bdgraph/internal/testenv"
)

// The page for users lists each code with its severity, and no other.
func TestEveryCodeIsDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(testenv.Root(t), "docs", "formats", "beads.md"))
	if err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, m := range regexp.MustCompile("(?m)^\\| `(beads_[a-z_0-9]+)` \\| (info|warning|error) \\|").FindAllSubmatch(page, -1) {
		listed = append(listed, string(m[1])+" "+string(m[2]))
	}
	var known []string
	for _, c := range codes {
		known = append(known, c.name+" "+string(c.severity))
	}
	slices.Sort(listed)
	slices.Sort(known)
	if !slices.Equal(listed, known) {
		t.Errorf("listed %q\nknown  %q", listed, known)
	}
}

// So does it name each field that is ignored in silence.
func TestEveryIgnoredFieldIsDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(testenv.Root(t), "docs", "formats", "beads.md"))
	if err != nil {
		t.Fatal(err)
	}
	words := regexp.MustCompile("`([a-z_]+)`").FindAllSubmatch(page, -1)
	for name := range fields {
		if !slices.ContainsFunc(words, func(m [][]byte) bool { return string(m[1]) == name }) {
			t.Errorf("the field %s is known, but not on the page", name)
		}
	}
}

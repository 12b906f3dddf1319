package phase1

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The table in the documentation is the table in the code.
func TestDependencyTypesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/formats/relationships.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	word := regexp.MustCompile("`([^`]+)`")
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.HasPrefix(cells[1], " `") {
			continue
		}
		relation := strings.Trim(cells[1], " `")
		for i, cell := range cells[2:4] {
			for _, m := range word.FindAllStringSubmatch(cell, -1) {
				documented[m[1]] = true
				if got, ok := bdTypes[m[1]]; !ok || string(got.relation) != relation || got.reversed != (i == 1) {
					t.Errorf("%s: the page says %s, back %v; the code %+v", m[1], relation, i == 1, got)
				}
			}
		}
	}
	for word := range bdTypes {
		if !documented[word] {
			t.Errorf("%s is not documented", word)
		}
	}
}

package wordlist

import (
	"strings"
	"testing"
)

func TestListsOfAFile(t *testing.T) {
	lists := Read("# remark: a\n\nfirst: a b\nsecond: c\nfirst: d\n", strings.Fields)
	for _, c := range []struct {
		list, word string
		want       bool
	}{
		{"first", "a", true},
		{"first", "b", true},
		{"first", "d", true},
		{"second", "c", true},
		{"first", "c", false},
		{"second", "a", false},
		{"second", "", false},
	} {
		if got := lists.Has(c.list, c.word); got != c.want {
			t.Errorf("%s has %q: %t", c.list, c.word, got)
		}
	}
	if len(lists) != 2 {
		t.Errorf("%d lists", len(lists))
	}
}

// A misspelled name would make a rule that never holds.
func TestAListThatIsNotThereIsNoEmptyOne(t *testing.T) {
	for name, use := range map[string]func(){
		"a list that nobody wrote": func() { Read("first: a\n", strings.Fields).Has("frist", "a") },
		"a line without a name":    func() { Read("a b\n", strings.Fields) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is taken", name)
				}
			}()
			use()
		}()
	}
}

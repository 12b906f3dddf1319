package bdgraph

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFileNames(t *testing.T) {
	for id, want := range map[string]string{
		"bd-a3f8.1":       "bd-a3f8.1",
		"NeoMail-7":       "=neo=mail-7",
		"docs/adr/0001.x": "docs%2fadr%2f0001.x",
		".hidden":         "%2ehidden",
		"..":              "%2e%2e",
		"a.":              "a%2e",
		"nul.md":          "%6eul.md",
		"com":             "com",
		"ä=%":             "%c3%a4%3d%25",
		"":                "%",
	} {
		if got := FileName(id); got != want {
			t.Errorf("%q is %q, want %q", id, got, want)
		}
	}
	long := strings.Repeat("Langer Titel/", 50)
	if name := FileName(long); len(name) != 200 || name == FileName(long+"x") {
		t.Errorf("a long id is %q", name)
	}
	for _, bad := range []string{"A", "%", "%4", "%zz", "=", "=1", "%61", "a/b", FileName(long)} {
		if id, err := ParseFileName(bad); err == nil && bad != "%" {
			t.Errorf("%q is read as %q", bad, id)
		}
	}
}

func TestFileNamesAreReversibleWithoutRegardToCase(t *testing.T) {
	names := map[string]string{}
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.StringOfN(rapid.SampledFrom([]rune("aAbB.-_/:%=~ 1äÄ\x00")), 0, 30, 60).Draw(t, "id")
		name := FileName(id)
		if back, err := ParseFileName(name); err != nil || back != id {
			t.Fatalf("%q is %q, which is read as %q (%v)", id, name, back, err)
		}
		if name != strings.ToLower(name) {
			t.Fatalf("%q has capitals", name)
		}
		if other, ok := names[name]; ok && other != id {
			t.Fatalf("%q and %q are both %q", id, other, name)
		}
		names[name] = id
	})
}

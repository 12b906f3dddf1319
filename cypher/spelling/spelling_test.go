package spelling

import (
	"slices"
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"match", "match", 0},
		{"MATCH", "MACTH", 1},
		{"return", "retrun", 1},
		{"kitten", "sitting", 3},
		{"ca", "abc", 3}, // swapped letters are not changed again
		{"größe", "grosse", 3},
	} {
		if got, back := Distance(c.a, c.b), Distance(c.b, c.a); got != c.want || back != c.want {
			t.Errorf("%q and %q: %d and %d back, want %d", c.a, c.b, got, back, c.want)
		}
	}
}

func TestWhatIsAlike(t *testing.T) {
	for _, c := range []struct {
		word, names string
		want        string
	}{
		{"Wroker", "Worker Works", "Worker"},
		{"worker", "Workers Worker", "Worker Workers"},
		{"nmae", "key nome name", "name"},
		{"store", "stare stone score", "score stare stone"}, // equally near: in order of the alphabet
		{"stores", "stone stats", "stone"},
		{"mail", "main meal moon", "main"},
		{"x", "y X", "X"},
		{"", "a b", ""},
		{"ab", "a abc xy", "a abc"},
		{"GRÖSSE", "größe Grösse", "Grösse größe"},
		{"name", "name name", "name"},
		{"zzz", "Api", ""},
	} {
		got := Alike(c.word, strings.Fields(c.names))
		if want := strings.Fields(c.want); !slices.Equal(got, want) {
			t.Errorf("%q among %s: %q, want %q", c.word, c.names, got, want)
		}
		if near := Nearest(c.word, strings.Fields(c.names)); near != strings.SplitN(c.want, " ", 2)[0] {
			t.Errorf("%q among %s: nearest is %q", c.word, c.names, near)
		}
	}
}

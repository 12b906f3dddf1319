package spelling

import "testing"

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

package term

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFit(t *testing.T) {
	columns := []string{"id", "text"}
	rows := [][]string{{"bd-1", "short"}, {"bd-2", "a text that is far\ntoo long for the line"}, {"bd-3", "状态状态状态状态状态状态状态"}}
	if names, same, cut := Fit(columns, rows, 60); cut != 0 || !slices.Equal(names, columns) || same[1][1] != rows[1][1] {
		t.Errorf("%q, %d cut", same, cut)
	}
	names, fitted, cut := Fit(columns, rows, 26)
	if want := [][]string{{"bd-1", "short"}, {"bd-2", "a text that is far⏎…"}, {"bd-3", "状态状态状态状态状…"}}; cut != 2 || !slices.Equal(names, columns) || !slices.EqualFunc(fitted, want, slices.Equal) {
		t.Errorf("%q, %d cut", fitted, cut)
	}
	if _, fitted, _ := Fit(columns, rows, 1); fitted[1][1] != "a text that…" {
		t.Errorf("%q", fitted)
	}
	if Columns(new(strings.Builder)) != 0 {
		t.Error("a text has no columns")
	}
}

// A shortened text is a beginning and no wider than it may be; one that fits stays.
func TestShorten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := Line(rapid.String().Draw(t, "text"))
		columns := rapid.IntRange(1, 40).Draw(t, "columns")
		short, cut := shorten(text, columns)
		if cut != (Width(text) > columns) || Width(short) > columns || !strings.HasPrefix(text, strings.TrimSuffix(short, "…")) || !cut && short != text {
			t.Fatalf("%q in %d columns: %q, %t", text, columns, short, cut)
		}
	})
}

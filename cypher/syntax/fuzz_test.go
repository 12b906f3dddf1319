package syntax

import (
	"errors"
	"os"
	"strings"
	"testing"
	"unicode/utf16"
)

// seeds returns the statements of testdata/seeds.cypher, parted by empty lines.
func seeds(t testing.TB) []string {
	t.Helper()
	b, err := os.ReadFile("testdata/seeds.cypher")
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Split(strings.TrimSpace(string(b)), "\n\n")
	if len(list) < 100 {
		t.Fatalf("testdata/seeds.cypher has %d statements; they have gone missing", len(list))
	}
	return list
}

// TestSeeds holds that every seed parses, prints and parses back.
func TestSeeds(t *testing.T) {
	for _, text := range seeds(t) {
		stmt, err := Parse(text)
		if err != nil {
			t.Errorf("%s\n%s", text, err)
			continue
		}
		roundTrip(t, stmt)
		checkSpans(t, stmt)
	}
}

// FuzzParse feeds any text: no panic, no error outside of the text, and what is
// accepted prints and parses back.
func FuzzParse(f *testing.F) {
	for _, text := range seeds(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		stmt, err := Parse(text)
		if err != nil {
			checkError(t, text, err)
			return
		}
		checkSpans(t, stmt)
		if printed := stmt.String(); len(printed) > MaxText {
			return // quotes and parentheses may make it longer than is allowed
		}
		roundTrip(t, stmt)
	})
}

func checkError(t testing.TB, text string, err error) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%q: the error is a %T", text, err)
	}
	if e.Message == "" || e.Detail == "" || e.Type == "" {
		t.Fatalf("%q: incomplete error %#v", text, e)
	}
	if e.Pos.Offset < 0 || e.Pos.Offset > len(text) || e.End < e.Pos.Offset || e.End > len(text) {
		t.Fatalf("%q: error at %d-%d", text, e.Pos.Offset, e.End)
	}
	if line := 1 + strings.Count(text[:e.Pos.Offset], "\n"); e.Pos.Line != line {
		t.Fatalf("%q: offset %d is on line %d, not %d", text, e.Pos.Offset, line, e.Pos.Line)
	}
	before := text[strings.LastIndexByte(text[:e.Pos.Offset], '\n')+1 : e.Pos.Offset]
	if column := 1 + len(utf16.Encode([]rune(before))); e.Pos.Column != column {
		t.Fatalf("%q: offset %d is column %d, not %d", text, e.Pos.Offset, column, e.Pos.Column)
	}
}

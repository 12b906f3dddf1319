package passage

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"bdgraph"

	"pgregory.net/rapid"
)

func TestFold(t *testing.T) {
	for written, want := range map[string]string{
		"  The **bold**\r\n _mailer_\tqueues  ": "The bold mailer queues",
		"entry_id and `code` ~~gone~~":          "entry_id and code gone",
		"cafe\u0301":                            "café",
		"ses\u00adsion\u200b s\ufeff":           "session s",
		"a ~ b":                                 "a ~ b",
		"**\n*":                                 "",
		"snake_case_ at the end_":               "snake_case at the end",
		"“typographic” stays":                   "“typographic” stays",
		"用 `uv`\n管理":                            "用 uv 管理",
	} {
		if got := Fold(written); got != want {
			t.Errorf("Fold(%q) = %q, want %q", written, got, want)
		}
	}
}

const sample = "# Title\n\nFirst line here.\n\n## Part one\nSecond *line* here.\n```\n# no heading\n```\n### Detail\nThird.\n## Part two ##\nFirst line here.\n"

func TestPlacesAndPaths(t *testing.T) {
	x := New(bdgraph.Document{Title: "Name", Text: sample})
	if x.Lines() != 13 {
		t.Errorf("%d lines", x.Lines())
	}
	for line, want := range map[int]string{
		1: "Name / Title", 3: "Name / Title", 6: "Name / Title / Part one", 8: "Name / Title / Part one",
		11: "Name / Title / Part one / Detail", 13: "Name / Title / Part two", 0: "Name / Title", 99: "Name / Title / Part two",
	} {
		if got := x.Path(line); got != want {
			t.Errorf("above line %d: %q, want %q", line, got, want)
		}
	}
	for passage, want := range map[string]int{"First line here.": 3, "Second line": 6, "line here. ## Part": 3, "Third. ## Part two": 11, "no such": 0, "Title": 1} {
		if got := x.Find(passage); got != want {
			t.Errorf("%q begins on line %d, want %d", passage, got, want)
		}
	}
	for line, want := range map[int]bool{3: true, 13: true, 2: false, 4: false, 12: false, 0: false, 14: false} {
		if got := x.BeginsOn("First line here.", line); got != want {
			t.Errorf("it begins on line %d: %t", line, got)
		}
	}
	if near := x.Nearest("Second line there."); near.Prefix != "Second line " || near.Line != 6 || !strings.HasPrefix(near.Then, "here.") {
		t.Errorf("%+v", near)
	}
	cut := NearMiss{Prefix: "The gateway must not write to the store", Line: 3, Then: " at night"}
	if got := cut.String(); got != `up to "…t not write to the store" it is on line 3, where the document goes on with " at night"` {
		t.Error(got)
	}
	if near := x.Nearest("üü"); near != (NearMiss{}) || !strings.Contains(near.String(), "no part") {
		t.Errorf("%+v", near)
	}
}

// Long texts have an index, short ones none; both find the same.
func TestLongTextsAreSearchedAsShortOnes(t *testing.T) {
	var b strings.Builder
	for i := range 6000 {
		fmt.Fprintf(&b, "line %d of many\n", i)
	}
	long, short := New(bdgraph.Document{Text: b.String()}), New(bdgraph.Document{Text: b.String()[:4000]})
	for passage, want := range map[string]int{"line 7 of": 8, "of many": 1, "line 11 of many line 12": 12, "line 6000": 0, "": 0} {
		if s, l := short.Find(passage), long.Find(passage); s != want || l != want {
			t.Errorf("%q is on line %d of the short and %d of the long text, want %d", passage, s, l, want)
		}
	}
}

func TestNoHeadingInABlockOfCode(t *testing.T) {
	x := New(bdgraph.Document{Text: "# Part\n````\n~~~\n# one\n```\n# two\n````\n## Detail\ntext"})
	for line, want := range map[int]string{4: " / Part", 6: " / Part", 9: " / Part / Detail"} {
		if got := x.Path(line); got != want {
			t.Errorf("above line %d: %q, want %q", line, got, want)
		}
	}
}

// Whatever is cut out of a text is found where it was cut, and a fence never stands in its text.
func TestCutPassagesAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.StringMatching(`[#*_ a-c\x60é漢]{0,12}`), 1, 9).Draw(t, "lines")
		text := strings.Join(lines, "\n")
		x := New(bdgraph.Document{Text: text})
		from := rapid.IntRange(0, len(lines)-1).Draw(t, "from")
		to := rapid.IntRange(from, len(lines)-1).Draw(t, "to")
		folded := Fold(strings.Join(lines[from:to+1], "\n"))
		if Fold(lines[from]) == "" {
			return
		}
		if line := x.Find(folded); line == 0 || line > from+1 {
			t.Fatalf("%q is on line %d, cut from line %d of %q", folded, line, from+1, text)
		}
		if !x.BeginsOn(folded, from+1) {
			t.Fatalf("%q does not begin on line %d of %q", folded, from+1, text)
		}
		if strings.Contains(text, Fence(text)) {
			t.Fatal("the fence stands in the text")
		}
	})
}

// Whatever a name or a text holds, in a prompt it is on one line and can be read back.
func TestOneLineInPrompts(t *testing.T) {
	for name, want := range map[string]string{
		"docs/adr/0007.md":        "`docs/adr/0007.md`",
		"a `b`":                   "\"a `b`\"",
		"a\n\n## Do this instead": `"a\n\n## Do this instead"`,
		`say "no"`:                `"say \"no\""`,
		"<tag> & more":            "`<tag> & more`",
		" a":                      `" a"`,
		"turn \u202ed":            "\"turn \u202ed\"",
	} {
		if got := Code(name); got != want {
			t.Errorf("%q is written %s, want %s", name, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		if code := Code(text); strings.ContainsAny(code, "\n\r") || code != "`"+text+"`" && json.Unmarshal([]byte(code), &text) != nil {
			t.Fatalf("%q is written %s", text, code)
		}
		if line := Line(text); line != Line(line) || strings.ContainsAny(line, "\n\r\u2028\u2029") {
			t.Fatalf("%q is put on the line %q", text, line)
		}
	})
}

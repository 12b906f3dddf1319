package term_test

import (
	"strings"
	"testing"

	"bdgraph/internal/term"
)

func TestTableLinesUpWideAndCombiningCharacters(t *testing.T) {
	var b strings.Builder
	term.Table(&b, []string{"rule", "n"}, [][]string{{"状态", "1"}, {"e\u0301te\u0301", "2"}, {"two\r\nli\u202enes", "3"}})
	want := "rule               n\n-----------------  -\n状态               1\ne\u0301te\u0301                2\ntwo⏎li⟨U+202E⟩nes  3\n"
	if b.String() != want {
		t.Errorf("got\n%s; want\n%s", b.String(), want)
	}
}

func TestTalkShowsNoProgressAndNoColourInAFile(t *testing.T) {
	var b strings.Builder
	talk := term.NewTalk(&b, nil, false)
	talk.Progress("reading %d", 1)
	talk.Done()
	talk.Say("read %d issues", 3)
	talk.Warn("odd \x1b name")
	talk.Next("bdgraph lint")
	if want := "read 3 issues\nwarning: odd ⟨U+001B⟩ name\nnext: bdgraph lint\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
	b.Reset()
	quiet := term.NewTalk(&b, nil, true)
	quiet.Say("nothing")
	quiet.Fail("something")
	if want := "error: something\n"; b.String() != want {
		t.Errorf("quiet: got %q, want %q", b.String(), want)
	}
}

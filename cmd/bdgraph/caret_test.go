package main

import (
	"strings"
	"testing"
)

func TestCaretStandsBelowThePlace(t *testing.T) {
	x := strings.Repeat("x", 200)
	for _, c := range []struct {
		query        string
		line, column int
		want         string
	}{
		{"RETURN 1 +", 1, 11, "  RETURN 1 +\n            ^"},
		{"MATCH (ü)\r\n\tRETRUN ü", 2, 2, "  \tRETRUN ü\n  \t^"},
		{"RETURN ü !", 1, 10, "  RETURN ü !\n           ^"},
		{"RETURN '😀' !", 1, 13, "  RETURN '😀' !\n             ^"},
		{x, 1, 1, "  " + x[:120] + "...\n  ^"},
		{x, 1, 100, "  ..." + x[:120] + "...\n  " + strings.Repeat(" ", 63) + "^"},
		{x, 1, 201, "  ..." + x[:60] + "\n  " + strings.Repeat(" ", 63) + "^"},
		{"RETURN 1", 1, 99, "  RETURN 1\n          ^"},
		{"RETURN 1", 2, 1, ""},
		{"RETURN 1", 0, 0, ""},
	} {
		if got := caret(c.query, c.line, c.column); got != c.want {
			t.Errorf("%q at %d:%d:\n%s\nwant\n%s", c.query, c.line, c.column, got, c.want)
		}
	}
}

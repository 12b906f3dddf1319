package main

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// caretContext is how many characters of a line are shown on each side of a place.
const caretContext = 60

// caret returns a line of a query and below it a caret under the column; both
// count as in a [store.Position]. A long line is cut around the place. It is "" where
// the query has no such line.
func caret(query string, line, column int) string {
	lines := strings.Split(query, "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	shown := []rune(strings.TrimRight(lines[line-1], "\r"))
	before := 0
	for units := 1; units < column && before < len(shown); before++ {
		units += utf16.RuneLen(shown[before])
	}
	lead, rest := "", ""
	if before > caretContext {
		shown, before, lead = shown[before-caretContext:], caretContext, "..."
	}
	if len(shown) > 2*caretContext {
		shown, rest = shown[:2*caretContext], "..."
	}
	indent := strings.Map(func(r rune) rune {
		if r == '\t' {
			return '\t'
		}
		return ' '
	}, lead+string(shown[:before]))
	return fmt.Sprintf("  %s%s%s\n  %s^", lead, string(shown), rest, indent)
}

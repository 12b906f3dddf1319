package agentfile

import (
	"fmt"
	"strings"
	"unicode"
)

// TextProblem says what is wrong with a short text that people and prompts are
// shown (a name, a fact, a reason), "" when nothing is. Such a text has a letter or a
// digit, is one line, and has no character that is not seen: controls, marks that turn the
// direction of writing, spaces without width.
func TextProblem(s string) string {
	if at := strings.IndexFunc(s, hidden); at >= 0 {
		r := []rune(s[at:])[0]
		if r == '\n' || r == '\r' {
			return "it has a line break"
		}
		return fmt.Sprintf("it has the hidden character U+%04X", r)
	}
	if !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
		return "it has neither a letter nor a digit"
	}
	return ""
}

// hidden reports whether a character cannot be seen and means nothing either. The joiners
// of some scripts and of emoji are none of these.
func hidden(r rune) bool {
	switch r {
	case '\t':
		return false
	case '\u00ad', '\u200b', '\u2060', '\ufeff', unicode.ReplacementChar:
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r >= 0xe0000 && r <= 0xe007f
}

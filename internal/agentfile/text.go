package agentfile

import (
	"fmt"
	"strings"
	"unicode"

	"bdgraph/internal/unseen"
)

// TextProblem says what is wrong with a short text that people and prompts are
// shown (a name, a fact, a reason), "" when nothing is. Such a text has a letter or a
// digit, is one line, and has no character that is unseen or could not be read.
func TextProblem(s string) string {
	if strings.ContainsAny(s, "\r\n") {
		return "it has a line break"
	}
	if r, found := unseen.First(s); found {
		return fmt.Sprintf("it has the hidden character U+%04X", r)
	}
	if strings.ContainsRune(s, unicode.ReplacementChar) {
		return "it has a character that could not be read (U+FFFD)"
	}
	if !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
		return "it has neither a letter nor a digit"
	}
	return ""
}

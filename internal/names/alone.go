// Package names compares what things are called with each other and with texts.
// In go names and texts; out come the words they have in common, whether a name stands in
// a text, which names nearly are one another, and about how many tokens a text is. Whose
// names they are, and what a likeness means, is left to the callers.
package names

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Holds reports whether a name stands in a text as a word of its own; both are in
// the same case. Letters and digits of any script make words; scripts without blanks
// between words have no such bounds. No text holds an empty name.
func Holds(text, name string) bool {
	if name == "" {
		return false
	}
	first, size := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	for from := 0; ; {
		at := strings.Index(text[from:], name)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(name):])
		if !sameWord(before, first) && !sameWord(last, after) {
			return true
		}
		from = at + size
	}
}

// HoldsForm reports whether a name stands in a text as a word of its own, in the
// singular or an English plural.
func HoldsForm(text, name string) bool {
	return strings.Contains(text, name) && (Holds(text, name) || Holds(text, name+"s") || Holds(text, name+"es"))
}

// sameWord reports whether two neighbouring characters belong to one word.
func sameWord(a, b rune) bool { return isWordRune(a) && isWordRune(b) }

func isWordRune(r rune) bool { return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unspaced(r) }

// unspaced reports whether a character is of a script in which a few characters
// without blanks between them are a word, so that each two neighbours count as one.
func unspaced(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}

// Package passage finds quoted passages in a document. In go a document's text and
// the words that somebody quotes from it; out come the line on which they stand and
// the headings above it, or, on a miss, how far they fit. What quotes are for is left
// to the callers.
package passage

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold writes a passage in the form in which passages are compared: Unicode's
// form NFC, every run of blanks and line ends one blank, none at the ends, and
// without Markdown's emphasis (*, `, ~~, and _ where it is no part of a word) and what
// nobody sees or copies (soft hyphens, blanks without width, byte order marks).
// Letters stay as they are, so that one that only looks alike is another one.
func Fold(s string) string {
	var b strings.Builder
	for line := range strings.FieldsFuncSeq(s, isLineEnd) {
		foldLine(&b, line)
	}
	return b.String()
}

func isLineEnd(r rune) bool { return r == '\n' || r == '\r' }

// foldLine appends one line to folded text, after a blank where text precedes.
func foldLine(b *strings.Builder, line string) {
	line = norm.NFC.String(line)
	blank, before := b.Len() > 0, ' '
	for i, r := range line {
		after, _ := utf8.DecodeRuneInString(line[i+utf8.RuneLen(r):])
		switch {
		case r == '\u00ad' || r == '\u200b' || r == '\u2060' || r == '\ufeff':
			continue
		case r == '*' || r == '`' || r == '~' && (before == '~' || after == '~') || r == '_' && !(isWordRune(before) && isWordRune(after)):
			// emphasis; what stands before an underscore is the rune before the emphasis
			if r == '~' {
				before = r
			}
			continue
		case unicode.IsSpace(r):
			blank = b.Len() > 0
		default:
			if blank {
				b.WriteByte(' ')
				blank = false
			}
			b.WriteRune(r)
		}
		before = r
	}
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// Package unseen finds the characters that nobody sees in a text, or that make the rest
// look like something else. In go texts, out come texts that hide nothing: with such
// characters written out as ⟨U+202E⟩, or without them. It is the one set for
// terminals, prompts, answers to agents and what agents hand in.
//
// The set follows the Unicode Character Database. Unseen are
//   - the controls C0, DEL and C1 (general category Cc), but for tabs and line ends;
//   - format characters (Cf), among them all that turn the direction of writing
//     (Bidi_Control), spaces without width, soft hyphens, byte order marks and tags, but
//     for the few that are signs of their own (Prepended_Concatenation_Mark);
//   - separators of lines and paragraphs (Zl, Zp), which are no line ends here;
//   - selectors of a variation, and fillers and whatever else is shown as nothing by
//     default (Variation_Selector, Other_Default_Ignorable_Code_Point); and U+2800,
//     a Braille pattern without dots.
//
// Joiners (U+200C, U+200D) and the selector of emoji (U+FE0F) are seen in what they
// follow, and unseen where they follow nothing that they could change.
package unseen

import (
	"fmt"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Show writes out what is unseen in a text: ⟨U+202E⟩. Bytes that are no UTF-8 become U+FFFD.
func Show(s string) string {
	if Count(s) == 0 {
		return strings.ToValidUTF8(s, string(utf8.RuneError))
	}
	var b strings.Builder
	for r, unseen := range runes(s) {
		if unseen {
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Drop leaves out what is unseen in a text.
func Drop(s string) string {
	var b strings.Builder
	for r, unseen := range runes(s) {
		if !unseen {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Count returns how many characters of a text are unseen.
func Count(s string) (n int) {
	for _, unseen := range runes(s) {
		if unseen {
			n++
		}
	}
	return n
}

// First returns the first unseen character of a text, if there is one.
func First(s string) (r rune, found bool) {
	for r, unseen := range runes(s) {
		if unseen {
			return r, true
		}
	}
	return 0, false
}

// runes yields the characters of a text and whether they are unseen.
func runes(s string) iter.Seq2[rune, bool] {
	return func(yield func(rune, bool) bool) {
		before := rune(0) // none, or one that is unseen itself
		for i, r := range s {
			unseen := isUnseen(before, r) && !strings.HasPrefix(s[i:], "\r\n")
			if !yield(r, unseen) {
				return
			}
			if before = r; unseen {
				before = 0
			}
		}
	}
}

const (
	nonJoiner = '\u200c'
	joiner    = '\u200d'
	asEmoji   = '\ufe0f'
)

func isUnseen(before, r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r == joiner || r == nonJoiner:
		return !changes(before) && before != asEmoji
	case r == asEmoji:
		return !changes(before) && !strings.ContainsRune("#*0123456789", before)
	}
	return blank(r)
}

// changes reports whether a character may look different when a joiner or selector
// follows: it is seen itself and beyond ASCII.
func changes(r rune) bool { return r >= utf8.RuneSelf && !unicode.IsSpace(r) && !blank(r) }

func blank(r rune) bool {
	if r < utf8.RuneSelf {
		return r < ' ' || r == '\x7f'
	}
	return r == '\u2800' || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

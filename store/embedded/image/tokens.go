package image

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokens cuts a text into words in small letters: runs of letters, digits and
// underscores, which a point, an apostrophe or a colon between letters, and a point or a
// comma between digits do not end, as Unicode's rules of word boundaries have it.
// Chinese, Japanese and Korean, which put no spaces between words, become
// overlapping pairs of characters; a single one stands for itself.
func tokens(text string, yield func(string)) {
	for at := 0; at < len(text); {
		c, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case eastAsian(c):
			at = pairs(text, at, yield)
		case wordPart(c):
			end := wordEnd(text, at)
			if word := text[at:end]; strings.IndexFunc(word, letterOrDigit) >= 0 {
				yield(strings.ToLower(word))
			}
			at = end
		default:
			at += size
		}
	}
}

// pairs yields the pairs of a run of East Asian characters and returns its end.
func pairs(text string, at int, yield func(string)) int {
	first := at // of the pair
	n := 0
	for at < len(text) {
		c, size := utf8.DecodeRuneInString(text[at:])
		if !eastAsian(c) {
			break
		}
		if n++; n > 1 {
			yield(text[first : at+size])
			_, before := utf8.DecodeRuneInString(text[first:])
			first += before
		}
		at += size
	}
	if n == 1 {
		yield(text[first:at])
	}
	return at
}

func eastAsian(c rune) bool {
	return c >= 0x1100 && unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

func letterOrDigit(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

func wordPart(c rune) bool {
	return (letterOrDigit(c) || c == '_' || unicode.Is(unicode.Mn, c)) && !eastAsian(c)
}

// wordEnd returns where the word that begins at a place ends.
func wordEnd(text string, at int) int {
	var last rune
	for at < len(text) {
		c, size := utf8.DecodeRuneInString(text[at:])
		if !wordPart(c) {
			next, _ := utf8.DecodeRuneInString(text[at+size:])
			if !wordPart(next) || next == '_' || !joins(c, last, next) {
				break
			}
		}
		if !unicode.Is(unicode.Mn, c) {
			last = c
		}
		at += size
	}
	return at
}

// joins reports whether a character between two others does not end a word.
func joins(c, before, after rune) bool {
	letters := unicode.IsLetter(before) && unicode.IsLetter(after)
	digits := unicode.IsDigit(before) && unicode.IsDigit(after)
	switch c {
	case '.', '\'', '’':
		return letters || digits
	case ':', '·':
		return letters
	case ',', ';':
		return digits
	}
	return false
}

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
		if class := classOf[text[at]]; class == otherASCII || class == joiner {
			at++
			continue
		} else if class != beyondASCII {
			if end, has, ok := wordEndASCII(text, at); ok {
				switch {
				case has&(1<<capital) != 0:
					yield(strings.ToLower(text[at:end]))
				case has&(1<<letter|1<<digit) != 0:
					yield(text[at:end])
				}
				at = end
				continue
			}
		}
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

// class is what a byte is to a word. Most texts are ASCII, and looking a byte up is
// many times faster than asking Unicode's tables.
type class uint8

const (
	otherASCII class = iota
	letter           // a small one
	capital
	digit
	underscore
	joiner // may stand inside of a word
	beyondASCII
)

var classOf = func() (classes [256]class) {
	for c := range classes {
		switch {
		case c >= utf8.RuneSelf:
			classes[c] = beyondASCII
		case 'a' <= c && c <= 'z':
			classes[c] = letter
		case 'A' <= c && c <= 'Z':
			classes[c] = capital
		case '0' <= c && c <= '9':
			classes[c] = digit
		case c == '_':
			classes[c] = underscore
		case strings.IndexByte(".':,;", byte(c)) >= 0:
			classes[c] = joiner
		}
	}
	return classes
}()

// wordEndASCII is wordEnd for a word that is ASCII, as is what follows it; of others it
// says that it does not know. has has a bit for each class that is in the word.
func wordEndASCII(text string, at int) (end int, has uint, ok bool) {
	for ; at < len(text); at++ {
		switch c := classOf[text[at]]; c {
		case letter, capital, digit, underscore:
			has |= 1 << c
		case joiner:
			if at+1 == len(text) {
				return at, has, true
			}
			switch classOf[text[at+1]] {
			case letter, capital, digit:
				if !joins(rune(text[at]), rune(text[at-1]), rune(text[at+1])) {
					return at, has, true
				}
			case beyondASCII:
				return 0, 0, false
			default:
				return at, has, true
			}
		case beyondASCII:
			return 0, 0, false
		default:
			return at, has, true
		}
	}
	return at, has, true
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

package adr

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind byte

const (
	wordToken   tokenKind = iota // letters, with inner apostrophes
	numberToken                  // ASCII digits
	blankToken
	markToken // any other single character, each ideograph and kana included
)

// token is a piece of a text; together the tokens cover it.
type token struct {
	kind       tokenKind
	start, end int
	word       string // in lower case
}

// tokenize splits a text. A capital after a small letter begins a word, so
// that supersededBy reads as superseded by.
func tokenize(s string) []token {
	ts := make([]token, 0, len(s)/4+4)
	for i := 0; i < len(s); {
		c, n := utf8.DecodeRuneInString(s[i:])
		t := token{start: i, end: i + n}
		switch {
		case c >= '0' && c <= '9':
			t.kind = numberToken
			for t.end < len(s) && s[t.end] >= '0' && s[t.end] <= '9' {
				t.end++
			}
		case unicode.IsSpace(c):
			t.kind = blankToken
			t.end = i + spanOf(s[i:], unicode.IsSpace)
		case inWord(c) && !unicode.IsMark(c): // a variation selector after an emoji begins no word
			t.kind = wordToken
			t.end = i + wordLength(s[i:])
		default:
			t.kind = markToken
		}
		t.word = strings.ToLower(s[t.start:t.end])
		ts = append(ts, t)
		i = t.end
	}
	return ts
}

// inWord reports letters of scripts that put blanks between words.
func inWord(c rune) bool {
	if c < utf8.RuneSelf {
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	return (unicode.IsLetter(c) || unicode.IsMark(c)) && !ideographic(c)
}

// ideographic reports characters of Chinese and Japanese, written without blanks.
func ideographic(c rune) bool {
	return unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana) || c == 'ー'
}

func wordLength(s string) int {
	var before rune
	for i, c := range s {
		switch {
		case inWord(c):
			if unicode.IsUpper(c) && unicode.IsLower(before) {
				return i
			}
		case (c == '\'' || c == '’') && i > 0:
			// An apostrophe belongs to the word when a letter follows; the
			// elided articles of French (l'ADR) and an English 's do not.
			next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(c):])
			if !inWord(next) || next == 's' || i <= 2 {
				return i
			}
		default:
			return i
		}
		before = c
	}
	return len(s)
}

func spanOf(s string, in func(rune) bool) int {
	if i := strings.IndexFunc(s, func(c rune) bool { return !in(c) }); i >= 0 {
		return i
	}
	return len(s)
}

// skipBlanks returns the index of the first token from i that is no blank.
func skipBlanks(ts []token, i int) int {
	for i < len(ts) && ts[i].kind == blankToken {
		i++
	}
	return i
}

// tokenAt returns the index of the token that holds the byte offset at, or len(ts).
func tokenAt(ts []token, at int) int {
	lo, hi := 0, len(ts)
	for lo < hi {
		mid := (lo + hi) / 2
		if ts[mid].end <= at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

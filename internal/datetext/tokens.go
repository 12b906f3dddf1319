package datetext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// reader reads dates from the tokens of a text: numbers, words, blanks
// and single other characters.
type reader struct {
	text   string
	order  string
	tokens []token
}

type token struct {
	kind       byte // '0' number, 'a' word, ' ' blanks, else the character itself ('?' when it is not ASCII)
	start, end int
	digits     int // of a number
	value      int // of a number of at most eight digits, else -1
}

func (r *reader) tokenize() {
	for i := 0; i < len(r.text); {
		c, n := utf8.DecodeRuneInString(r.text[i:])
		t := token{start: i, end: i + n}
		switch {
		case digitValue(c) >= 0:
			t.kind = '0'
			for t.end = i; t.end < len(r.text); {
				c, n := utf8.DecodeRuneInString(r.text[t.end:])
				v := digitValue(c)
				if v < 0 {
					break
				}
				if t.digits++; t.digits > 8 {
					t.value = -1
				} else {
					t.value = t.value*10 + v
				}
				t.end += n
			}
		case isAlphabetic(c):
			t.kind = 'a'
			t.end = i + runLength(r.text[i:], isAlphabetic)
		case unicode.IsSpace(c):
			t.kind = ' '
			t.end = i + runLength(r.text[i:], unicode.IsSpace)
		case c < utf8.RuneSelf:
			t.kind = byte(c)
		default:
			t.kind = '?'
		}
		r.tokens = append(r.tokens, t)
		i = t.end
	}
}

// digitValue returns the value of an ASCII or full-width digit, -1 for others.
func digitValue(c rune) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case '０' <= c && c <= '９':
		return int(c - '０')
	}
	return -1
}

// isAlphabetic reports letters of scripts that are written with blanks
// between words; each ideograph stands for itself.
func isAlphabetic(c rune) bool {
	return (unicode.IsLetter(c) || unicode.IsMark(c)) && !unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

func runLength(s string, in func(rune) bool) int {
	if i := strings.IndexFunc(s, func(c rune) bool { return !in(c) }); i >= 0 {
		return i
	}
	return len(s)
}

// at returns the token i, or a token of no kind beyond the ends.
func (r *reader) at(i int) token {
	if i < 0 || i >= len(r.tokens) {
		return token{}
	}
	return r.tokens[i]
}

func (r *reader) word(i int) string {
	t := r.at(i)
	return strings.ToLower(r.text[t.start:t.end])
}

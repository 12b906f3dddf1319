package beads

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// flaws counts what [unquote] repaired or noticed in strings.
type flaws struct {
	nul      int // NUL characters, replaced by U+FFFD
	encoding int // invalid UTF-8 and lone surrogates, replaced by U+FFFD
	control  int // other control characters but tab, line feed and carriage return, kept
	escape   int // backslashes that begin no escape, kept
}

// unquote returns the text of a JSON string in its quotes.
func unquote(raw []byte) (string, flaws) {
	body := raw[1 : len(raw)-1]
	if plain(body) {
		return string(body), flaws{}
	}
	var f flaws
	var out strings.Builder
	out.Grow(len(body))
	for i := 0; i < len(body); {
		// Copy the run up to the next byte that needs a look.
		start := i
		for i < len(body) && body[i] >= ' ' && body[i] < utf8.RuneSelf && body[i] != '\\' && body[i] != 0x7f {
			i++
		}
		out.Write(body[start:i])
		if i == len(body) {
			break
		}
		r, size := rune(body[i]), 1
		switch {
		case body[i] == '\\':
			r, size = f.unescape(body[i:])
		case body[i] >= utf8.RuneSelf:
			r, size = utf8.DecodeRune(body[i:])
			if r == utf8.RuneError && size == 1 {
				f.encoding++
			}
		}
		switch {
		case r == 0:
			f.nul++
			r = utf8.RuneError
		case isControl(r):
			f.control++
		}
		out.WriteRune(r)
		i += size
	}
	return out.String(), f
}

// plain reports whether a string's bytes are its text.
func plain(body []byte) bool {
	ascii := true
	for _, c := range body {
		if c == '\\' || c < ' ' || c == 0x7f {
			return false
		}
		ascii = ascii && c < utf8.RuneSelf
	}
	return ascii || utf8.Valid(body) && !bytes.Contains(body, c1)
}

// c1 begins the C1 control characters U+0080 to U+009F (and U+00A0 to U+00BF).
var c1 = []byte{0xc2}

func isControl(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' && r != '\r' || r >= 0x7f && r < 0xa0
}

// unescape returns the character of the escape at the start of b and its length.
func (f *flaws) unescape(b []byte) (rune, int) {
	if len(b) < 2 {
		f.escape++
		return '\\', 1
	}
	switch b[1] {
	case '"', '\\', '/':
		return rune(b[1]), 2
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case 'r':
		return '\r', 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'u':
		r, ok := hex4(b[2:])
		if !ok {
			break
		}
		if !utf16.IsSurrogate(r) {
			return r, 6
		}
		if len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
			if low, ok := hex4(b[8:]); ok {
				if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
					return pair, 12
				}
			}
		}
		f.encoding++
		return utf8.RuneError, 6
	}
	f.escape++
	return '\\', 1
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return 0, false
	}
	var r rune
	for _, c := range b[:4] {
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

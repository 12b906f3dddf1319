package lib

import (
	"strings"
	"unicode/utf8"
	"unsafe"
)

// Fold is toLower or toUpper for texts that are only compared: it writes them
// into memory that it uses again.
type Fold struct {
	table *[utf8.RuneSelf]byte
	buf   []byte
}

var lowerASCII, upperASCII = foldTables()

func foldTables() (lower, upper *[utf8.RuneSelf]byte) {
	lower, upper = new([utf8.RuneSelf]byte), new([utf8.RuneSelf]byte)
	for c := range byte(utf8.RuneSelf) {
		lower[c], upper[c] = c, c
		if c >= 'A' && c <= 'Z' {
			lower[c] += 'a' - 'A'
		}
		if c >= 'a' && c <= 'z' {
			upper[c] -= 'a' - 'A'
		}
	}
	return lower, upper
}

// NewFold returns the fold that a function does, nil for any other function.
func NewFold(function string) *Fold {
	switch strings.ToLower(function) {
	case "tolower", "lower":
		return &Fold{table: lowerASCII}
	case "toupper", "upper":
		return &Fold{table: upperASCII}
	}
	return nil
}

// ASCII returns the folded text, which is valid until the next call; ok is false
// if it is not all ASCII.
func (f *Fold) ASCII(s string) (folded string, ok bool) {
	if cap(f.buf) < len(s) {
		f.buf = make([]byte, len(s)+len(s)/2)
	}
	buf := f.buf[:len(s)]
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf {
			return "", false
		}
		buf[i] = f.table[c]
	}
	return unsafe.String(unsafe.SliceData(buf), len(buf)), true
}

package clients

import (
	"bytes"
	"errors"
	"unicode/utf8"
)

var (
	byteOrderMark = []byte("\ufeff")
	lineFeed      = []byte("\n")
	windowsEnd    = []byte("\r\n")
)

// inForm edits a text and gives the result the form that the text has: its byte order
// mark, and its line ends where all of them are those of Windows. The edit sees neither. A
// text in another encoding than UTF-8 is an error, since it would be mixed with ours.
func inForm(text []byte, edit func([]byte) ([]byte, error)) ([]byte, error) {
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return nil, errors.New("not UTF-8")
	}
	plain, marked := bytes.CutPrefix(text, byteOrderMark)
	windows := bytes.Contains(plain, windowsEnd) && bytes.Count(plain, windowsEnd) == bytes.Count(plain, lineFeed)
	if windows {
		plain = bytes.ReplaceAll(plain, windowsEnd, lineFeed)
	}
	out, err := edit(plain)
	if err != nil || bytes.Equal(out, plain) {
		return text, err
	}
	if windows {
		out = bytes.ReplaceAll(out, lineFeed, windowsEnd)
	}
	if marked {
		out = append(bytes.Clone(byteOrderMark), out...)
	}
	return out, nil
}

package adr

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// maxFileSize is far above any decision record; larger files are no text that people wrote.
const maxFileSize = 4 << 20

// canonicalText turns a file's bytes into the text that lines and quotes refer
// to: UTF-8, lines ending in \n, no byte order mark, and U+FFFD for what is no
// text. It returns how many characters had to be replaced, and false for a binary file.
func canonicalText(b []byte) (text string, replaced int, ok bool) {
	if decoded, utf16 := decodeUTF16(b); utf16 {
		b = decoded
	} else if bytes.IndexByte(b[:min(len(b), 8<<10)], 0) >= 0 {
		return "", 0, false
	}
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	var out strings.Builder
	out.Grow(len(b))
	for len(b) > 0 {
		c, n := utf8.DecodeRune(b)
		switch {
		case c == '\r':
			out.WriteByte('\n')
			if n < len(b) && b[n] == '\n' {
				n++
			}
		case c == 0 || c == utf8.RuneError && n == 1:
			replaced++
			out.WriteRune(utf8.RuneError)
		default:
			out.Write(b[:n])
		}
		b = b[n:]
	}
	return out.String(), replaced, true
}

// decodeUTF16 decodes a text that begins with a UTF-16 byte order mark.
func decodeUTF16(b []byte) ([]byte, bool) {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(b, []byte{0xff, 0xfe}):
		order = binary.LittleEndian
	case bytes.HasPrefix(b, []byte{0xfe, 0xff}):
		order = binary.BigEndian
	default:
		return nil, false
	}
	units := make([]uint16, 0, len(b)/2)
	for b = b[2:]; len(b) >= 2; b = b[2:] {
		units = append(units, order.Uint16(b))
	}
	return []byte(string(utf16.Decode(units))), true
}

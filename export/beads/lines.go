package beads

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf16"
)

// eachLine calls each for every line of r, without its line end, counted from
// 1. Lines may be of any length. A byte order mark is removed, and a file in UTF-16, which
// a Windows shell makes of redirected output, is read as such; bom reports either.
// The bytes of a line are only valid during the call.
func eachLine(r io.Reader, each func(number int, line []byte)) (bom bool, err error) {
	in := bufio.NewReaderSize(r, 1<<20)
	switch head, _ := in.Peek(3); {
	case bytes.HasPrefix(head, []byte{0xef, 0xbb, 0xbf}):
		bom = true
		if _, err := in.Discard(3); err != nil {
			return bom, err
		}
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}), bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		bom = true
		data, err := io.ReadAll(in)
		if err != nil {
			return bom, err
		}
		in = bufio.NewReader(bytes.NewReader(fromUTF16(data)))
	}
	var long []byte // a line that exceeds the buffer
	for number := 1; ; {
		part, err := in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			long = append(long, part...)
			continue
		}
		if err != nil && err != io.EOF {
			return bom, err
		}
		line := part
		if len(long) > 0 {
			long = append(long, part...)
			line = long
		}
		if len(line) > 0 {
			each(number, bytes.TrimRight(line, "\r\n"))
			number++
		}
		if err == io.EOF {
			return bom, nil
		}
		long = long[:0]
	}
}

// fromUTF16 converts a text that begins with a byte order mark to UTF-8.
func fromUTF16(data []byte) []byte {
	little := data[0] == 0xff
	units := make([]uint16, 0, len(data)/2)
	for i := 2; i+1 < len(data); i += 2 {
		if little {
			units = append(units, uint16(data[i])|uint16(data[i+1])<<8)
		} else {
			units = append(units, uint16(data[i])<<8|uint16(data[i+1]))
		}
	}
	return []byte(string(utf16.Decode(units)))
}

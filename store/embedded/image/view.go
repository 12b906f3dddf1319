package image

import (
	"encoding/binary"
	"fmt"
	"unsafe"
)

// littleEndian tells whether words can be read where they lie.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// view reads 32- or 64-bit words where they lie: sections are aligned, and so
// is the memory that holds an image (see Open). Trailing bytes are left out.
func view[T ~uint32 | ~uint64 | ~int32 | ~int64](b []byte) []T {
	var t T
	n := len(b) / int(unsafe.Sizeof(t))
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// viewString reads a string where it lies; nobody may write to its bytes.
func viewString(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// textList is a list of strings as texts encodes it.
type textList struct {
	offsets []uint64
	bytes   []byte
}

func viewTexts(b []byte) (textList, error) {
	if len(b) < 16 {
		return textList{}, fmt.Errorf("too short for a list of strings")
	}
	n := binary.LittleEndian.Uint64(b)
	if n > uint64(len(b)-16)/8 {
		return textList{}, fmt.Errorf("its list of %d strings is cut off", n)
	}
	t := textList{offsets: view[uint64](b[8 : 8+8*(n+1)]), bytes: b[8+8*(n+1):]}
	if t.offsets[n] != uint64(len(t.bytes)) {
		return textList{}, fmt.Errorf("its strings do not fill it")
	}
	return t, nil
}

func (t textList) len() int { return len(t.offsets) - 1 }

// at returns a string that shares the image's memory.
func (t textList) at(i int) string {
	b := t.bytes[t.offsets[i]:t.offsets[i+1]]
	return unsafe.String(unsafe.SliceData(b), len(b))
}

package image

import (
	"crypto/sha256"
	"encoding/binary"
)

// writer collects sections into one run of bytes.
type writer struct {
	table []section
	data  [][][]byte // of each section, in parts
	end   uint64     // of the last one, from the first one's beginning
}

// add adds a section, whose parts follow each other. Their bytes must not change afterwards.
func (w *writer) add(kind sectionKind, a, b uint32, parts ...[]byte) {
	length := uint64(0)
	for _, p := range parts {
		length += uint64(len(p))
	}
	offset := (w.end + alignment - 1) &^ (alignment - 1)
	w.end = offset + length
	w.table = append(w.table, section{kind: kind, a: a, b: b, crc: checksum(parts...), offset: offset, length: length})
	w.data = append(w.data, parts)
}

// finish returns header and table, then the sections with what lies between them.
func (w *writer) finish(h header) [][]byte {
	base := uint64(headerSize + len(w.table)*entrySize)
	h.sections = uint32(len(w.table))
	h.length = base + w.end
	table := make([]byte, 0, len(w.table)*entrySize)
	parts := [][]byte{nil, nil}
	hash := sha256.New()
	end := uint64(0)
	for i := range w.table {
		s := &w.table[i]
		table = binary.LittleEndian.AppendUint32(table, uint32(s.kind))
		table = binary.LittleEndian.AppendUint32(table, s.a)
		table = binary.LittleEndian.AppendUint32(table, s.b)
		table = binary.LittleEndian.AppendUint32(table, s.crc)
		table = binary.LittleEndian.AppendUint64(table, base+s.offset)
		table = binary.LittleEndian.AppendUint64(table, s.length)
		parts = append(append(parts, make([]byte, s.offset-end)), w.data[i]...)
		end = s.offset + s.length
	}
	if h.generation == [32]byte{} {
		for _, p := range parts {
			hash.Write(p)
		}
		hash.Sum(h.generation[:0])
	}
	parts[0], parts[1] = h.encode(table), table
	return parts
}

// words encodes 32-bit words.
func words[T ~uint32](ws ...T) []byte {
	b := make([]byte, 0, 4*len(ws))
	for _, w := range ws {
		b = binary.LittleEndian.AppendUint32(b, uint32(w))
	}
	return b
}

// texts encodes strings: their number, one offset more than that, their bytes.
func texts(ss []string) []byte {
	total := 0
	for _, s := range ss {
		total += len(s)
	}
	b := make([]byte, 0, 8+8*(len(ss)+1)+total)
	b = binary.LittleEndian.AppendUint64(b, uint64(len(ss)))
	at := uint64(0)
	b = binary.LittleEndian.AppendUint64(b, at)
	for _, s := range ss {
		at += uint64(len(s))
		b = binary.LittleEndian.AppendUint64(b, at)
	}
	for _, s := range ss {
		b = append(b, s...)
	}
	return b
}

func pad(b []byte) []byte {
	for len(b)%alignment != 0 {
		b = append(b, 0)
	}
	return b
}

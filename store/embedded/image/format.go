// Package image is the file format of the embedded store: one immutable run of
// bytes that is read where it lies. [Build] turns nodes and relationships into
// the bytes; [Open] checks them and gives a [graph.Graph] over them. Equal input
// gives equal bytes. Files, locks, generations and queries are left to package
// embedded; docs/formats/graph.md describes the bytes for other readers.
package image

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"sync/atomic"
)

// ErrDamaged is returned (wrapped) when bytes are not an image, or not what
// was written; the message names the section.
var ErrDamaged = errors.New("damaged graph file")

// Version is the format version that this package writes and reads.
const Version = 1

const (
	magic      = "bdgraph\x00"
	headerSize = 128
	entrySize  = 32
	alignment  = 8
)

// header is the first 128 bytes: magic, version, counts, file length, the hash of the
// graph, and the checksum of all that with the section table behind it.
//
//	offset  size  field
//	0       8     magic "bdgraph\0"
//	8       4     format version
//	12      4     number of sections
//	16      8     length of the file
//	24      8     number of nodes
//	32      8     number of relationships
//	40      32    generation
//	72      32    zero
//	104     4     CRC32-C of bytes 0 to 103 and of the section table
//	108     20    zero
type header struct {
	sections    uint32
	length      uint64
	nodes, rels uint64
	generation  [32]byte
}

// sectionKind says what a section holds. The numbers are part of the format.
type sectionKind uint32

const (
	labelNames sectionKind = 1 + iota
	typeNames
	keyNames
	labelSets     // u32 words: first node, end, number of labels, labels …
	typeStarts    // u32 per type and one more: first relationship
	sources       // u32 per relationship
	targets       // u32 per relationship
	outStarts     // a = type: u32 base node, u32 0, then u32 per node from base and one more
	inStarts      // likewise
	inRels        // a = type: u32 relationship numbers by target
	patternCounts // u32 words: from set, type, to set, count
	dictionary    // sorted distinct strings
	nodeColumn    // a = label set, b = key
	relColumn     // a = type, b = key
	index         // a = label, b = key: u32 flags, u32 0, then u32 nodes by value
	textIndex     // a = number, as in those below, b = 0 on nodes, 1 on relationships: strings: the name, then property names
	textDocuments // u32 words: node or relationship, its length in words …
	textTerms     // strings
	textLists     // u32 words: per term begin and number of documents, then the end; then the lists
)

var sectionNames = map[sectionKind]string{
	labelNames: "label names", typeNames: "type names", keyNames: "property names", labelSets: "label sets",
	typeStarts: "type ranges", sources: "sources", targets: "targets", outStarts: "outgoing ranges", inStarts: "incoming ranges",
	inRels: "incoming relationships", patternCounts: "pattern counts", dictionary: "strings", nodeColumn: "node property",
	relColumn: "relationship property", index: "index", textIndex: "full-text index", textDocuments: "documents of full-text index",
	textTerms: "terms of full-text index", textLists: "lists of full-text index",
}

// section is one entry of the table, and whether its bytes have been checked.
//
//	offset  size  field
//	0       4     kind
//	4       8     a, b: what it is about
//	12      4     CRC32-C of its bytes
//	16      8     offset, a multiple of 8
//	24      8     length
type section struct {
	kind           sectionKind
	a, b           uint32
	crc            uint32
	offset, length uint64
	checked        atomic.Bool
}

func (s *section) name() string {
	name, ok := sectionNames[s.kind]
	if !ok {
		name = fmt.Sprintf("section of kind %d", s.kind)
	}
	switch s.kind {
	case outStarts, inStarts, inRels, textIndex, textDocuments, textTerms, textLists:
		return fmt.Sprintf("%s %d", name, s.a)
	case nodeColumn, relColumn, index:
		return fmt.Sprintf("%s %d/%d", name, s.a, s.b)
	}
	return name
}

func checksum(parts ...[]byte) uint32 {
	castagnoli, sum := crc32.MakeTable(crc32.Castagnoli), uint32(0) // one table, made the first time
	for _, p := range parts {
		sum = crc32.Update(sum, castagnoli, p)
	}
	return sum
}

func (h header) encode(table []byte) []byte {
	b := make([]byte, headerSize)
	copy(b, magic)
	binary.LittleEndian.PutUint32(b[8:], Version)
	binary.LittleEndian.PutUint32(b[12:], h.sections)
	binary.LittleEndian.PutUint64(b[16:], h.length)
	binary.LittleEndian.PutUint64(b[24:], h.nodes)
	binary.LittleEndian.PutUint64(b[32:], h.rels)
	copy(b[40:], h.generation[:])
	binary.LittleEndian.PutUint32(b[104:], checksum(b[:104], table))
	return b
}

// decodeHeader checks magic, version, length and checksum, and that every
// section lies inside the file, in order and aligned.
func decodeHeader(data []byte) (header, []section, error) {
	var h header
	if len(data) < headerSize || string(data[:8]) != magic {
		return h, nil, fmt.Errorf("%w: it does not begin as a graph file", ErrDamaged)
	}
	if v := binary.LittleEndian.Uint32(data[8:]); v != Version {
		return h, nil, fmt.Errorf("%w: format version %d, this bdgraph reads %d; make it anew with: bdgraph regenerate", ErrDamaged, v, Version)
	}
	h.sections = binary.LittleEndian.Uint32(data[12:])
	h.length = binary.LittleEndian.Uint64(data[16:])
	h.nodes = binary.LittleEndian.Uint64(data[24:])
	h.rels = binary.LittleEndian.Uint64(data[32:])
	copy(h.generation[:], data[40:])
	if h.length != uint64(len(data)) {
		return h, nil, fmt.Errorf("%w: header: the file has %d bytes, its header says %d", ErrDamaged, len(data), h.length)
	}
	tableEnd := uint64(headerSize) + uint64(h.sections)*entrySize
	if tableEnd > h.length {
		return h, nil, fmt.Errorf("%w: header: the section table is cut off", ErrDamaged)
	}
	table := data[headerSize:tableEnd]
	if checksum(data[:104], table) != binary.LittleEndian.Uint32(data[104:]) {
		return h, nil, fmt.Errorf("%w: header: wrong checksum", ErrDamaged)
	}
	if h.nodes > maxCount || h.rels > maxCount {
		return h, nil, fmt.Errorf("%w: header: impossible counts", ErrDamaged)
	}
	sections := make([]section, h.sections)
	at := tableEnd
	for i := range sections {
		s, b := &sections[i], table[i*entrySize:]
		s.kind = sectionKind(binary.LittleEndian.Uint32(b))
		s.a, s.b = binary.LittleEndian.Uint32(b[4:]), binary.LittleEndian.Uint32(b[8:])
		s.crc = binary.LittleEndian.Uint32(b[12:])
		s.offset, s.length = binary.LittleEndian.Uint64(b[16:]), binary.LittleEndian.Uint64(b[24:])
		if s.offset < at || s.offset%alignment != 0 || s.offset > h.length || s.length > h.length-s.offset {
			return h, nil, fmt.Errorf("%w: %s lies outside the file", ErrDamaged, s.name())
		}
		at = s.offset + s.length
	}
	return h, sections, nil
}

// maxCount keeps node and relationship numbers inside 32 bits.
const maxCount = 1<<32 - 2

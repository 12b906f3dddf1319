package image

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"unsafe"

	"bdgraph/cypher/graph"
)

// Image is a graph over the bytes of an image, which must stay as they are
// while it is used. It implements [graph.Graph]; safe for concurrent use.
//
// Names, label sets and counts are decoded at once; every other section is
// checked and opened when it is first asked for. A method that meets a damaged section
// panics with a *[Damage], since a graph has no place for an error: callers of
// queries recover it, or call [Image.Verify] first.
type Image struct {
	data     []byte
	header   header
	sections []section

	labels, types, keys nameTable
	sets                []graph.LabelSet
	byLabel             [][]graph.NodeRange
	typeStart           []uint32
	patterns            map[pattern]int

	places           map[place]int // where a section stands in the table
	nodeColumns      [][]lazy[column]
	relColumns       [][]lazy[column]
	dict             lazy[textList]
	sources, targets lazy[[]graph.NodeID]
	out, in          []lazy[starts]
	inRels           []lazy[[]graph.RelID]
	indexes          map[labelKey]*lazy[nodeIndex]
	texts            []lazy[textReader]
	textKinds        []uint32 // of texts: 0 on nodes, 1 on relationships

	nodePrefix, relPrefix string // of element ids
}

var (
	_ graph.Graph   = (*Image)(nil)
	_ graph.Columns = (*Image)(nil)
	_ graph.Kinds   = (*Image)(nil)
)

// Damage is what a method panics with when a section is damaged.
type Damage struct {
	Section string
	Err     error
}

func (d *Damage) Error() string { return fmt.Sprintf("%v: %s: %v", ErrDamaged, d.Section, d.Err) }

// Unwrap returns [ErrDamaged].
func (d *Damage) Unwrap() error { return ErrDamaged }

type place struct {
	kind sectionKind
	a, b uint32
}

type pattern struct {
	from graph.LabelID
	typ  graph.TypeID
	to   graph.LabelID
}

type labelKey struct {
	label graph.LabelID
	key   graph.KeyID
}

// lazy is a part of an image that is opened at its first use. Two goroutines
// may open it at once; both get the same.
type lazy[T any] struct{ p atomic.Pointer[T] }

func (l *lazy[T]) get(im *Image, at place, open func([]byte) (*T, error)) *T {
	if v := l.p.Load(); v != nil {
		return v
	}
	v, err := open(im.bytes(at))
	if err != nil {
		panic(&Damage{im.sections[im.places[at]].name(), err})
	}
	l.p.Store(v)
	return v
}

// Open checks the header and the small sections and returns the graph. The
// bytes must begin at an address that is a multiple of 8. The error wraps [ErrDamaged].
func Open(data []byte) (im *Image, err error) {
	if !littleEndian {
		return nil, errors.New("the embedded store needs a little-endian processor; use Neo4j here")
	}
	if len(data) > 0 && uintptr(unsafe.Pointer(unsafe.SliceData(data)))%alignment != 0 {
		return nil, errors.New("image: the bytes are not aligned")
	}
	h, sections, err := decodeHeader(data)
	if err != nil {
		return nil, err
	}
	im = &Image{data: data, header: h, sections: sections, places: make(map[place]int, len(sections))}
	for i := range sections {
		s := &sections[i]
		at := place{s.kind, s.a, s.b}
		if _, twice := im.places[at]; twice {
			return nil, fmt.Errorf("%w: %s stands there twice", ErrDamaged, s.name())
		}
		im.places[at] = i
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Damage:
			im, err = nil, r
		default:
			panic(r)
		}
	}()
	im.open()
	return im, nil
}

// bytes returns a section after its first check.
func (im *Image) bytes(at place) []byte {
	i, ok := im.places[at]
	if !ok {
		missing := section{kind: at.kind, a: at.a, b: at.b}
		panic(&Damage{missing.name(), errors.New("it is missing")})
	}
	s := &im.sections[i]
	b := im.data[s.offset : s.offset+s.length : s.offset+s.length]
	if !s.checked.Load() {
		if checksum(b) != s.crc {
			panic(&Damage{s.name(), errors.New("wrong checksum")})
		}
		s.checked.Store(true)
	}
	return b
}

// open decodes what every query needs.
func (im *Image) open() {
	im.labels = im.openNames(labelNames)
	im.types = im.openNames(typeNames)
	im.keys = im.openNames(keyNames)
	im.openLabelSets()
	im.typeStart = view[uint32](im.bytes(place{kind: typeStarts}))
	if len(im.typeStart) != len(im.types.texts)+1 || !slices.IsSorted(im.typeStart) || uint64(im.typeStart[len(im.typeStart)-1]) != im.header.rels {
		im.damaged(place{kind: typeStarts}, "its ranges do not cover the relationships")
	}
	im.openPatterns()
	im.nodeColumns = make([][]lazy[column], len(im.sets))
	for i := range im.nodeColumns {
		im.nodeColumns[i] = make([]lazy[column], len(im.keys.texts))
	}
	im.relColumns = make([][]lazy[column], len(im.types.texts))
	for i := range im.relColumns {
		im.relColumns[i] = make([]lazy[column], len(im.keys.texts))
	}
	im.out, im.in = make([]lazy[starts], len(im.types.texts)), make([]lazy[starts], len(im.types.texts))
	im.inRels = make([]lazy[[]graph.RelID], len(im.types.texts))
	im.indexes = map[labelKey]*lazy[nodeIndex]{}
	kinds := map[uint32]uint32{} // of full-text indexes, by number
	for i := range im.sections {
		switch s := &im.sections[i]; s.kind {
		case index:
			if int(s.a) >= len(im.labels.texts) || int(s.b) >= len(im.keys.texts) {
				im.damaged(place{s.kind, s.a, s.b}, "it is about an unknown label or property")
			}
			im.indexes[labelKey{graph.LabelID(s.a), graph.KeyID(s.b)}] = &lazy[nodeIndex]{}
		case textIndex:
			if _, twice := kinds[s.a]; twice || s.b > 1 {
				im.damaged(place{s.kind, s.a, s.b}, "it is of an unknown kind, or stands there twice")
			}
			kinds[s.a] = s.b
		}
	}
	im.texts, im.textKinds = make([]lazy[textReader], len(kinds)), make([]uint32, len(kinds))
	for n := range im.textKinds {
		kind, ok := kinds[uint32(n)]
		if !ok {
			im.damaged(place{textIndex, uint32(n), 0}, "the indexes are not numbered from 0")
		}
		im.textKinds[n] = kind
	}
	uuid := hex.EncodeToString(im.header.generation[:16])
	uuid = uuid[:8] + "-" + uuid[8:12] + "-" + uuid[12:16] + "-" + uuid[16:20] + "-" + uuid[20:]
	im.nodePrefix, im.relPrefix = "4:"+uuid+":", "5:"+uuid+":"
}

func (im *Image) damaged(at place, what string) {
	s := section{kind: at.kind, a: at.a, b: at.b}
	panic(&Damage{s.name(), errors.New(what)})
}

// Verify checks every section's checksum and opens every column, range and
// index. The error wraps [ErrDamaged] and names the section.
func (im *Image) Verify() (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Damage:
			err = r
		default:
			err = fmt.Errorf("%w: %v", ErrDamaged, r)
		}
	}()
	for i := range im.sections {
		s := &im.sections[i]
		im.bytes(place{s.kind, s.a, s.b})
		switch s.kind {
		case nodeColumn:
			if int(s.a) >= len(im.sets) || int(s.b) >= len(im.keys.texts) {
				im.damaged(place{s.kind, s.a, s.b}, "it is about an unknown label set or property")
			}
			im.nodeColumn(s.a, graph.KeyID(s.b))
		case relColumn:
			if int(s.a) >= len(im.types.texts) || int(s.b) >= len(im.keys.texts) {
				im.damaged(place{s.kind, s.a, s.b}, "it is about an unknown type or property")
			}
			im.relColumn(graph.TypeID(s.a), graph.KeyID(s.b))
		case index:
			im.index(labelKey{graph.LabelID(s.a), graph.KeyID(s.b)})
		}
	}
	for n := range im.texts {
		t := im.openText(uint32(n))
		for term := range t.terms.len() {
			t.each(term, func(int, int) {})
		}
	}
	im.Sources()
	im.Targets()
	for t := range im.types.texts {
		im.outStarts(graph.TypeID(t))
		im.inStarts(graph.TypeID(t))
		im.inList(graph.TypeID(t))
	}
	return nil
}

// Generation returns the hash of the graph.
func (im *Image) Generation() [32]byte { return im.header.generation }

// Size returns the length of the image in bytes.
func (im *Image) Size() int { return len(im.data) }

type nameTable struct {
	ids   map[string]uint32
	texts []string
}

func (im *Image) openNames(kind sectionKind) nameTable {
	list, err := viewTexts(im.bytes(place{kind: kind}))
	if err != nil {
		im.damaged(place{kind: kind}, err.Error())
	}
	n := nameTable{ids: make(map[string]uint32, list.len())}
	for i := range list.len() {
		if list.offsets[i] > list.offsets[i+1] || list.offsets[i+1] > uint64(len(list.bytes)) {
			im.damaged(place{kind: kind}, "a name lies outside of it")
		}
		t := strings.Clone(list.at(i))
		n.ids[t] = uint32(i)
		n.texts = append(n.texts, t)
	}
	return n
}

func (im *Image) openLabelSets() {
	at := place{kind: labelSets}
	ws := view[uint32](im.bytes(at))
	im.byLabel = make([][]graph.NodeRange, len(im.labels.texts))
	next := graph.NodeID(0)
	for len(ws) > 0 {
		if len(ws) < 3 || uint64(ws[2]) > uint64(len(ws)-3) {
			im.damaged(at, "a label set is cut off")
		}
		s := graph.LabelSet{Nodes: graph.NodeRange{First: graph.NodeID(ws[0]), End: graph.NodeID(ws[1])}}
		if s.Nodes.First != next || s.Nodes.End <= next {
			im.damaged(at, "the label sets do not follow each other")
		}
		next = s.Nodes.End
		for _, l := range ws[3 : 3+ws[2]] {
			if int(l) >= len(im.labels.texts) {
				im.damaged(at, "an unknown label")
			}
			s.Labels = append(s.Labels, graph.LabelID(l))
			im.byLabel[l] = graph.AppendRange(im.byLabel[l], s.Nodes)
		}
		im.sets = append(im.sets, s)
		ws = ws[3+ws[2]:]
	}
	if uint64(next) != im.header.nodes {
		im.damaged(at, "the label sets do not cover the nodes")
	}
}

func (im *Image) openPatterns() {
	at := place{kind: patternCounts}
	ws := view[uint32](im.bytes(at))
	im.patterns = map[pattern]int{}
	for ; len(ws) >= 4; ws = ws[4:] {
		if int(ws[0]) >= len(im.sets) || int(ws[1]) >= len(im.types.texts) || int(ws[2]) >= len(im.sets) {
			im.damaged(at, "a count of unknown ends")
		}
		from := append([]graph.LabelID{graph.AnyLabel}, im.sets[ws[0]].Labels...)
		to := append([]graph.LabelID{graph.AnyLabel}, im.sets[ws[2]].Labels...)
		for _, f := range from {
			for _, t := range to {
				im.patterns[pattern{f, graph.TypeID(ws[1]), t}] += int(ws[3])
				im.patterns[pattern{f, graph.AnyType, t}] += int(ws[3])
			}
		}
	}
}

func (im *Image) LabelID(name string) (graph.LabelID, bool) {
	id, ok := im.labels.ids[name]
	return graph.LabelID(id), ok
}

func (im *Image) TypeID(name string) (graph.TypeID, bool) {
	id, ok := im.types.ids[name]
	return graph.TypeID(id), ok
}

func (im *Image) KeyID(name string) (graph.KeyID, bool) {
	id, ok := im.keys.ids[name]
	return graph.KeyID(id), ok
}

func (im *Image) LabelName(l graph.LabelID) string { return im.labels.texts[l] }
func (im *Image) TypeName(t graph.TypeID) string   { return im.types.texts[t] }
func (im *Image) KeyName(k graph.KeyID) string     { return im.keys.texts[k] }
func (im *Image) LabelCount() int                  { return len(im.labels.texts) }
func (im *Image) TypeCount() int                   { return len(im.types.texts) }
func (im *Image) KeyCount() int                    { return len(im.keys.texts) }

func (im *Image) NodeCount() int                                   { return int(im.header.nodes) }
func (im *Image) RelCount() int                                    { return int(im.header.rels) }
func (im *Image) LabelSets() []graph.LabelSet                      { return im.sets }
func (im *Image) NodesWithLabel(l graph.LabelID) []graph.NodeRange { return im.byLabel[l] }

// PatternCount is a map lookup.
func (im *Image) PatternCount(from graph.LabelID, t graph.TypeID, to graph.LabelID) int {
	return im.patterns[pattern{from, t, to}]
}

func (im *Image) NodeElementID(n graph.NodeID) string { return graph.ElementID(im.nodePrefix, n) }
func (im *Image) RelElementID(r graph.RelID) string   { return graph.ElementID(im.relPrefix, r) }

func (im *Image) NodeByElementID(text string) (graph.NodeID, bool) {
	return graph.ParseElementID[graph.NodeID](text, im.nodePrefix, im.NodeCount())
}

func (im *Image) RelByElementID(text string) (graph.RelID, bool) {
	return graph.ParseElementID[graph.RelID](text, im.relPrefix, im.RelCount())
}

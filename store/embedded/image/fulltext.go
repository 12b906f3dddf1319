package image

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"bdgraph"
	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// FullTextSpec asks for a full-text index on the strings, and lists of them, in some
// properties of the nodes that have one of some labels or, where Types are given, of
// the relationships of some types.
type FullTextSpec struct {
	Name       string
	Labels     []string
	Types      []string
	Properties []string
}

// textDraft gathers a full-text index while columns pass by. Documents are nodes or relationships.
type textDraft struct {
	spec    FullTextSpec
	labels  []uint32
	types   []uint32
	columns []textColumn // of the label set or type that is being gathered

	indexed chan struct{} // closed when the columns before are, and the words known
	words   wordIndex
}

// wordIndex knows which documents have a word.
type wordIndex struct {
	docs  []uint32          // number and length of each, in words
	terms map[string]uint32 // places in lists
	lists []posting
}

type textColumn struct {
	place  int // in the properties of the spec
	values []value.Value
}

// posting is a list of documents on its way: for each the distance from the
// one before and how often it has the term, as varints.
type posting struct {
	data  []byte
	count uint32
	last  uint32 // document, from 1
	often uint32 // in the last document, which is not yet in data
}

func (p *posting) add(doc uint32) {
	if p.last == doc {
		p.often++
		return
	}
	p.flush(doc)
}

// flush writes the last document and turns to the next.
func (p *posting) flush(next uint32) {
	if p.often > 0 {
		p.data = binary.AppendUvarint(p.data, uint64(p.often))
		p.count++
	}
	if next > 0 {
		p.data = binary.AppendUvarint(p.data, uint64(next-p.last))
		p.last, p.often = next, 1
	}
}

// join adds a list whose documents are counted from behind so many others.
func (p *posting) join(later *posting, before uint32) {
	first, length := binary.Uvarint(later.data)
	p.flush(uint32(first) + before)
	p.data = append(p.data, later.data[length:]...)
	p.count += later.count
	p.last, p.often = later.last+before, later.often
}

func (b *builder) planTexts() {
	for _, spec := range b.in.FullText {
		none := make(chan struct{})
		close(none)
		d := &textDraft{spec: spec, indexed: none}
		for _, name := range spec.Labels {
			if id, ok := b.labels.ids[name]; ok {
				d.labels = append(d.labels, id)
			}
		}
		for _, name := range spec.Types {
			if id, ok := b.types.ids[name]; ok {
				d.types = append(d.types, id)
			}
		}
		b.texts = append(b.texts, d)
	}
}

// covers reports whether an index is on the nodes of a label set.
func (d *textDraft) covers(set labelSet) bool {
	return slices.ContainsFunc(d.labels, func(l uint32) bool { return slices.Contains(set.labels, l) })
}

// takeText keeps a column for the full-text indexes that are on it until its label
// set or type is complete, and reports whether one is.
func (b *builder) takeText(key string, values []value.Value, covers func(*textDraft) bool) (kept bool) {
	for _, d := range b.texts {
		if place := slices.Index(d.spec.Properties, key); place >= 0 && covers(d) {
			d.columns = append(d.columns, textColumn{place, values})
			kept = true
		}
	}
	return kept
}

// indexTexts adds the nodes of a label set, or the relationships of a type, behind
// those before, while the columns of the next ones are gathered.
func (b *builder) indexTexts(first, end uint32) {
	for _, d := range b.texts {
		columns := d.columns
		d.columns = nil
		if len(columns) == 0 {
			continue
		}
		before, indexed := d.indexed, make(chan struct{})
		d.indexed = indexed
		go func() {
			defer close(indexed)
			<-before
			d.index(columns, first, end)
		}()
	}
}

// index adds the texts of columns, of which each row is a document. Every core takes a
// part of the rows.
func (d *textDraft) index(columns []textColumn, first, end uint32) {
	const least = 256 // rows that are worth a part
	slices.SortFunc(columns, func(x, y textColumn) int { return x.place - y.place })
	rows := int(end - first)
	part := max(least, (rows+runtime.GOMAXPROCS(0)-1)/runtime.GOMAXPROCS(0))
	bdgraph.InChunks(rows, part, func(from, to int) *wordIndex {
		x := &wordIndex{terms: make(map[string]uint32, min(1<<15, 8*(to-from)))}
		for row := from; row < to; row++ {
			x.addDocument(first+uint32(row), func(add func(string)) {
				for _, c := range columns {
					eachText(c.values[row], func(s string) { tokens(s, add) })
				}
			})
		}
		return x
	}, d.words.join)
}

// addDocument adds a node or relationship with its words; one without is no document.
func (x *wordIndex) addDocument(number uint32, eachWord func(add func(string))) {
	words := uint32(0)
	doc := uint32(len(x.docs)/2) + 1
	eachWord(func(word string) {
		words++
		x.list(word).add(doc)
	})
	if words > 0 {
		x.docs = append(x.docs, number, words)
	}
}

// list returns the documents that have a word.
func (x *wordIndex) list(word string) *posting {
	at, known := x.terms[word]
	if !known {
		at = uint32(len(x.lists))
		x.terms[word] = at
		x.lists = append(x.lists, posting{})
	}
	return &x.lists[at]
}

// join adds the documents of another index behind those that x has.
func (x *wordIndex) join(later *wordIndex) {
	if len(x.docs) == 0 {
		*x = *later
		return
	}
	before := uint32(len(x.docs) / 2)
	for word, at := range later.terms {
		x.list(word).join(&later.lists[at], before)
	}
	x.docs = append(x.docs, later.docs...)
}

// eachText visits a string, or the strings of a list.
func eachText(v value.Value, visit func(string)) {
	switch v.Kind() {
	case value.KindString:
		visit(v.Str())
	case value.KindList:
		for _, e := range v.List() {
			if e.Kind() == value.KindString {
				visit(e.Str())
			}
		}
	}
}

// writeTexts writes for each full-text index its name with its properties, its
// documents, its terms in order, and where each term's list begins, with the lists.
func (b *builder) writeTexts() {
	for i, d := range b.texts {
		n := uint32(i)
		<-d.indexed
		terms := make([]string, 0, len(d.words.terms))
		for t := range d.words.terms {
			terms = append(terms, t)
		}
		slices.Sort(terms)
		size := 0
		for i := range d.words.lists {
			p := &d.words.lists[i]
			p.flush(0)
			size += len(p.data)
		}
		starts := make([]uint32, 0, 2*len(terms)+1)
		lists := make([]byte, 0, size)
		for _, t := range terms {
			p := d.words.list(t)
			starts = append(starts, uint32(len(lists)), p.count)
			lists = append(lists, p.data...)
		}
		starts = append(starts, uint32(len(lists)))
		kind := uint32(0)
		if len(d.spec.Types) > 0 {
			kind = 1
		}
		b.w.add(textIndex, n, kind, texts(append([]string{d.spec.Name}, d.spec.Properties...)))
		b.w.add(textDocuments, n, 0, words(d.words.docs...))
		b.w.add(textTerms, n, 0, texts(terms))
		b.w.add(textLists, n, 0, words(starts...), lists)
	}
}

// textReader reads a full-text index.
type textReader struct {
	name       string
	rels       bool // whether documents are relationships
	properties []graph.KeyID
	docs       []uint32 // pairs of node or relationship, and length
	average    float64  // length
	terms      textList
	starts     []uint32
	lists      []byte
}

// openText checks and opens the full-text index of a number.
func (im *Image) openText(n uint32) *textReader {
	kind := im.textKinds[n]
	return im.texts[n].get(im, place{textIndex, n, kind}, func(b []byte) (*textReader, error) {
		names, err := checkedTexts(b)
		if err != nil || names.len() == 0 {
			return nil, errors.Join(err, errors.New("it has no name"))
		}
		t := &textReader{name: names.at(0), rels: kind == 1, docs: view[uint32](im.bytes(place{textDocuments, n, 0}))}
		for i := 1; i < names.len(); i++ {
			if k, ok := im.KeyID(names.at(i)); ok {
				t.properties = append(t.properties, k)
			}
		}
		if len(t.docs)%2 != 0 {
			return nil, errors.New("a document is cut off")
		}
		total := 0.0
		for i := 0; i < len(t.docs); i += 2 {
			if all := [...]uint64{im.header.nodes, im.header.rels}[kind]; uint64(t.docs[i]) >= all {
				return nil, errors.New("a document is not of the graph")
			}
			total += float64(t.docs[i+1])
		}
		t.average = total / math.Max(1, float64(len(t.docs)/2))
		if t.terms, err = checkedTexts(im.bytes(place{textTerms, n, 0})); err != nil {
			return nil, err
		}
		lists := im.bytes(place{textLists, n, 0})
		head := 4 * (2*t.terms.len() + 1)
		if len(lists) < head {
			return nil, errors.New("its lists are cut off")
		}
		t.starts, t.lists = view[uint32](lists[:head]), lists[head:]
		for i := 0; i+2 < len(t.starts); i += 2 {
			if t.starts[i] > t.starts[i+2] {
				return nil, errors.New("its lists do not follow each other")
			}
		}
		if int(t.starts[len(t.starts)-1]) != len(t.lists) {
			return nil, errors.New("its lists lie outside of it")
		}
		return t, nil
	})
}

// checkedTexts opens a list of strings and checks that each lies inside of it.
func checkedTexts(b []byte) (textList, error) {
	t, err := viewTexts(b)
	if err == nil && (!slices.IsSorted(t.offsets) || t.offsets[t.len()] > uint64(len(t.bytes))) {
		err = fmt.Errorf("a string lies outside of it")
	}
	return t, err
}

// each visits the documents that have a term, and how often each has it.
func (t *textReader) each(term int, visit func(doc, often int)) {
	list := t.lists[t.starts[2*term]:t.starts[2*term+2]]
	doc := 0
	for len(list) > 0 {
		gap, n := binary.Uvarint(list)
		often, m := binary.Uvarint(list[max(0, n):])
		if n <= 0 || m <= 0 || gap == 0 || uint64(doc)+gap > uint64(len(t.docs)/2) {
			panic(&Damage{"full-text index " + t.name, errors.New("a list cannot be decoded")})
		}
		doc += int(gap)
		visit(doc-1, int(often))
		list = list[n+m:]
	}
}

// count returns how many documents have a term.
func (t *textReader) count(term int) int { return int(t.starts[2*term+1]) }

package image

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"bdgraph/cypher/graph"
)

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

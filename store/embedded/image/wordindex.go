package image

import "encoding/binary"

// wordIndex knows which documents have a word.
type wordIndex struct {
	docs  []uint32          // number and length of each, in words
	terms map[string]uint32 // places in lists
	lists []posting
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

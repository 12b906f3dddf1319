package image

import (
	"runtime"
	"slices"

	"bdgraph"
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

type textColumn struct {
	place  int // in the properties of the spec
	values []value.Value
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

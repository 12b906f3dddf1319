package phase1

import (
	"cmp"
	"slices"

	"bdgraph"
)

// documents finds the document of a record. The records of one kind are in the order of
// their keys, and so are their documents, so that those of all are found by going along.
type documents map[bdgraph.DocumentKind][]*bdgraph.Document

func documentsOf(all []bdgraph.Document) documents {
	ds := make(documents)
	for i := range all {
		d := &all[i]
		ds[d.Kind] = append(ds[d.Kind], d)
	}
	for _, same := range ds { // their ids are in order, and a memory's is not always its key
		slices.SortStableFunc(same, func(a, b *bdgraph.Document) int { return cmp.Compare(a.Key, b.Key) })
	}
	return ds
}

// find returns the document of a record, the i-th of its kind; nil where there is none.
func (ds documents) find(kind bdgraph.DocumentKind, i int, key string) *bdgraph.Document {
	same := ds[kind]
	if i < len(same) && same[i].Key == key {
		return same[i]
	}
	at, ok := slices.BinarySearchFunc(same, key, func(d *bdgraph.Document, key string) int { return cmp.Compare(d.Key, key) })
	if !ok {
		return nil
	}
	return same[at]
}

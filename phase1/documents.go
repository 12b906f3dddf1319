package phase1

import (
	"cmp"
	"slices"

	"bdgraph"
)

// documents finds the document of a record, by the label of its node. The records of one label
// are in the order of their keys, and so are their documents, so that those of all are found by
// going along.
type documents map[bdgraph.Label][]*bdgraph.Document

func documentsOf(all []bdgraph.Document) documents {
	ds := make(documents)
	for i := range all {
		d := &all[i]
		label := d.Kind.Label()
		ds[label] = append(ds[label], d)
	}
	for _, same := range ds { // their ids are in order, and a memory's is not always its key
		slices.SortStableFunc(same, func(a, b *bdgraph.Document) int { return cmp.Compare(a.Key, b.Key) })
	}
	return ds
}

// find returns the document of a record, the i-th of its label; nil where there is none. Of
// two in a corpus made by hand the last counts, as of records.
func (ds documents) find(label bdgraph.Label, i int, key string) *bdgraph.Document {
	same, at := ds[label], i
	if at >= len(same) || same[at].Key != key {
		var known bool
		at, known = slices.BinarySearchFunc(same, key, func(d *bdgraph.Document, key string) int { return cmp.Compare(d.Key, key) })
		if !known {
			return nil
		}
	}
	for at+1 < len(same) && same[at+1].Key == key {
		at++
	}
	return same[at]
}

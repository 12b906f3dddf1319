package image

import (
	"fmt"
	"slices"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// set returns the place of a node's label set. There are few sets, and most
// graphs have one label a node, so a search over their ranges is enough.
func (im *Image) set(n graph.NodeID) int {
	low, high := 0, len(im.sets)
	for low < high {
		mid := (low + high) / 2
		if im.sets[mid].Nodes.End <= n {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

func (im *Image) Labels(n graph.NodeID) []graph.LabelID { return im.sets[im.set(n)].Labels }

func (im *Image) HasLabel(n graph.NodeID, l graph.LabelID) bool {
	for _, r := range im.byLabel[l] {
		if n < r.End {
			return n >= r.First
		}
	}
	return false
}

func (im *Image) NodeProperty(n graph.NodeID, k graph.KeyID) value.Value {
	s := im.set(n)
	c := im.nodeColumn(uint32(s), k)
	if c == nil {
		return value.Null
	}
	return c.Value(int(n - im.sets[s].Nodes.First))
}

func (im *Image) NodeKeys(n graph.NodeID, buf []graph.KeyID) []graph.KeyID {
	s := im.set(n)
	row := int(n - im.sets[s].Nodes.First)
	for k := range im.keys.texts {
		if c := im.nodeColumn(uint32(s), graph.KeyID(k)); c != nil && c.has(row) {
			buf = append(buf, graph.KeyID(k))
		}
	}
	return buf
}

// NodeColumn implements [graph.Columns].
func (im *Image) NodeColumn(n graph.NodeID, k graph.KeyID) (graph.NodeRange, graph.Column) {
	s := im.set(n)
	if c := im.nodeColumn(uint32(s), k); c != nil {
		return im.sets[s].Nodes, c
	}
	return im.sets[s].Nodes, nil
}

// nodeColumn returns a column, nil when no node of the set has the property.
func (im *Image) nodeColumn(set uint32, k graph.KeyID) *column {
	rows := im.sets[set].Nodes.Len()
	return im.column(&im.nodeColumns[set][k], place{nodeColumn, set, uint32(k)}, rows)
}

// relColumn returns a column, nil when no relationship of the type has the property.
func (im *Image) relColumn(t graph.TypeID, k graph.KeyID) *column {
	rows := int(im.typeStart[t+1] - im.typeStart[t])
	return im.column(&im.relColumns[t][k], place{relColumn, uint32(t), uint32(k)}, rows)
}

// noColumn stands for a property that nothing of the set or type has.
var noColumn = &column{}

func (im *Image) column(l *lazy[column], at place, rows int) *column {
	c := l.p.Load()
	if c == nil {
		c = noColumn
		if _, ok := im.places[at]; ok {
			c = l.get(im, at, func(b []byte) (*column, error) { return im.checkedColumn(b, rows) })
		} else {
			l.p.Store(c)
		}
	}
	if c == noColumn {
		return nil
	}
	return c
}

// checkedColumn opens a column, and refuses one whose rows would lead outside of
// it or of the dictionary.
func (im *Image) checkedColumn(b []byte, rows int) (*column, error) {
	var dict *textList
	c, err := openColumn(b, rows, nil)
	if err != nil {
		return nil, err
	}
	switch c.encoding {
	case ranks:
		dict = im.dictionary()
		for row, r := range c.words32[:rows] {
			if c.has(row) && int(r) >= dict.len() {
				return nil, fmt.Errorf("row %d has an unknown string", row)
			}
		}
	case rankList:
		dict = im.dictionary()
		all := view[uint32](c.bytes)
		if !slices.IsSorted(c.words32[:rows+1]) || int(c.words32[rows]) > len(all) {
			return nil, fmt.Errorf("a list lies outside of it")
		}
		for _, r := range all[:c.words32[rows]] {
			if int(r) >= dict.len() {
				return nil, fmt.Errorf("a list has an unknown string")
			}
		}
	case longText, anything:
		if !slices.IsSorted(c.words64[:rows+1]) || c.words64[rows] > uint64(len(c.bytes)) {
			return nil, fmt.Errorf("a value lies outside of it")
		}
	}
	c.strings = dict
	return c, nil
}

func (im *Image) dictionary() *textList {
	return im.dict.get(im, place{kind: dictionary}, func(b []byte) (*textList, error) {
		t, err := checkedTexts(b)
		return &t, err
	})
}

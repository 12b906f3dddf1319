package image

import (
	"slices"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// kindOf tells what the values of a column are; anything is not here.
var kindOf = map[encoding]value.Kind{
	ints: value.KindInt, floats: value.KindFloat, bools: value.KindBool, dates: value.KindDate, instants: value.KindDateTime,
	ranks: value.KindString, longText: value.KindString, rankList: value.KindList,
}

// PropertyKinds implements [graph.Kinds] by the encodings of the columns.
func (im *Image) PropertyKinds(k graph.KeyID) []value.Kind {
	var kinds []value.Kind
	known := true
	add := func(c *column) {
		if c == nil {
			return
		}
		kind, ok := kindOf[c.encoding]
		known = known && ok
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	for s := range im.sets {
		add(im.nodeColumn(uint32(s), k))
	}
	for t := range im.types.texts {
		add(im.relColumn(graph.TypeID(t), k))
	}
	if !known {
		return nil
	}
	return kinds
}

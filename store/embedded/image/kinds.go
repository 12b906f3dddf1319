package image

import (
	"encoding/binary"
	"slices"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// kindOf tells what the values of a column are; anything is not here.
var kindOf = map[encoding]value.Kind{
	ints: value.KindInt, floats: value.KindFloat, bools: value.KindBool, dates: value.KindDate, instants: value.KindDateTime,
	ranks: value.KindString, longText: value.KindString, rankList: value.KindList,
}

// PropertyKinds implements [graph.Kinds] by the encodings of the columns. The columns
// stay unchecked, since a checksum reads every value: kinds make warnings, and no answer
// rests on them.
func (im *Image) PropertyKinds(k graph.KeyID) []value.Kind {
	var kinds []value.Kind
	for i := range im.sections {
		s := &im.sections[i]
		if s.kind != nodeColumn && s.kind != relColumn || s.b != uint32(k) || s.length < columnHead {
			continue
		}
		kind, ok := kindOf[encoding(binary.LittleEndian.Uint32(im.data[s.offset:]))]
		if !ok {
			return nil
		}
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

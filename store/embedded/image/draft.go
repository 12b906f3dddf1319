package image

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"bdgraph/cypher/value"
)

// draft is a column on its way into the image: encoded, but for strings of the
// dictionary, which is known when all columns are.
type draft struct {
	owner    uint32
	key      string
	keyID    uint32
	encoding encoding
	data     []byte   // the section, without the texts or words below
	texts    []string // of longText: where they are long, they are not copied
	offsets  []uint32 // of rankList: where the words of each row begin, and the end
	words    []uint32 // of ranks and rankList: places in the pool
}

// gatherAll makes the columns of all label sets and types, one owner after the other.
func (b *builder) gatherAll() error {
	b.planIndexes()
	b.planTexts()
	for s, set := range b.sets {
		err := b.gather(uint32(s), int(set.end-set.first), func(row int, to []Property) ([]Property, error) {
			i := b.order[int(set.first)+row]
			if b.in.NodeProperties != nil {
				return b.in.NodeProperties(i, to)
			}
			return append(to, b.in.Nodes[i].Properties...), nil
		}, func(d draft, values []value.Value) (kept bool) {
			b.nodes = append(b.nodes, d)
			b.index(set, d.key, values)
			return b.takeText(d.key, values, func(x *textDraft) bool { return x.covers(set) })
		})
		if err != nil {
			return err
		}
		b.indexTexts(set.first, set.end)
	}
	for t := range b.types.texts {
		first := int(b.typeStart[t])
		err := b.gather(uint32(t), int(b.typeStart[t+1])-first, func(row int, to []Property) ([]Property, error) {
			i := b.relOrder[first+row]
			if b.in.RelationshipProperties != nil {
				return b.in.RelationshipProperties(i, to)
			}
			return append(to, b.in.Relationships[i].Properties...), nil
		}, func(d draft, values []value.Value) (kept bool) {
			b.rels = append(b.rels, d)
			return b.takeText(d.key, values, func(x *textDraft) bool { return slices.Contains(x.types, uint32(t)) })
		})
		if err != nil {
			return err
		}
		b.indexTexts(b.typeStart[t], b.typeStart[t+1])
	}
	b.free = nil
	return nil
}

// gather makes the columns of one owner and hands each on with its values, null
// where there is none. add says whether it keeps the values.
func (b *builder) gather(owner uint32, rows int, properties func(int, []Property) ([]Property, error), add func(draft, []value.Value) (kept bool)) error {
	var columns []gathered
	var room []Property
	for row := range rows {
		var err error
		if room, err = properties(row, room[:0]); err != nil {
			return err
		}
		next := 0
		for _, p := range room {
			at := columnOf(columns, p.Key, next)
			if at == len(columns) {
				columns = append(columns, gathered{p.Key, b.column(rows)})
			}
			columns[at].values[row] = p.Value
			next = at + 1
		}
	}
	for _, c := range columns {
		d := draft{owner: owner, key: c.key, encoding: choose(c.values)}
		if err := b.encode(&d, c.values); err != nil {
			return fmt.Errorf("property %s: %w", c.key, err)
		}
		if !add(d, c.values) {
			b.free = append(b.free, c.values)
		}
	}
	return nil
}

// gathered is a column that is being filled.
type gathered struct {
	key    string
	values []value.Value
}

// columnOf returns the place of a column, one behind the last where there is none. Rows
// have their properties in about the same order, so it is most often at next.
func columnOf(columns []gathered, key string, next int) int {
	for i := range columns {
		at := next + i
		if at >= len(columns) {
			at -= len(columns)
		}
		if columns[at].key == key {
			return at
		}
	}
	return len(columns)
}

// column returns room for the values of a column, if it can that of an earlier owner.
func (b *builder) column(rows int) []value.Value {
	if last := len(b.free) - 1; last >= 0 {
		vs := b.free[last]
		b.free = b.free[:last]
		if cap(vs) >= rows {
			vs = vs[:rows]
			clear(vs)
			return vs
		}
	}
	return make([]value.Value, rows)
}

// nameKeys numbers the property names and brings the columns into order.
func (b *builder) nameKeys() {
	names := map[string]bool{}
	for _, columns := range [2][]draft{b.nodes, b.rels} {
		for i := range columns {
			names[columns[i].key] = true
		}
	}
	b.keys = namesOf(names)
	for _, columns := range [2][]draft{b.nodes, b.rels} {
		for i := range columns {
			columns[i].keyID = b.keys.ids[columns[i].key]
		}
		slices.SortFunc(columns, func(x, y draft) int { return cmp.Or(cmp.Compare(x.owner, y.owner), cmp.Compare(x.keyID, y.keyID)) })
	}
}

func (b *builder) writeColumns() {
	for kind, columns := range [2][]draft{b.nodes, b.rels} {
		for i := range columns {
			d := &columns[i]
			b.w.add(nodeColumn+sectionKind(kind), d.owner, d.keyID, b.finish(d)...)
		}
	}
}

// finish returns the section in parts, with strings by their ranks.
func (b *builder) finish(d *draft) [][]byte {
	if d.encoding != ranks && d.encoding != rankList {
		parts := make([][]byte, 0, 1+len(d.texts))
		parts = append(parts, d.data)
		for _, s := range d.texts {
			parts = append(parts, viewString(s))
		}
		return parts
	}
	out := d.data
	if d.encoding == rankList {
		for _, at := range d.offsets {
			out = binary.LittleEndian.AppendUint32(out, at)
		}
		out = pad(out)
	}
	for _, s := range d.words {
		if s == noString {
			s = 0
		} else {
			s = b.strings.rank[s]
		}
		out = binary.LittleEndian.AppendUint32(out, s)
	}
	if d.encoding == ranks {
		out = pad(out)
	}
	return [][]byte{out}
}

// noString stands in a draft for a row without a value.
const noString = ^uint32(0)

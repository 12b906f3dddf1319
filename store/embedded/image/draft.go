package image

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
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

// pool numbers strings as they come; sort gives them their places in the dictionary.
type pool struct {
	ids   map[string]uint32
	texts []string
	rank  []uint32 // by number, after sort
}

func newPool() *pool { return &pool{ids: map[string]uint32{}} }

func (p *pool) add(s string) uint32 {
	id, ok := p.ids[s]
	if !ok {
		id = uint32(len(p.texts))
		p.ids[s] = id
		p.texts = append(p.texts, s)
	}
	return id
}

// sort brings the texts into order.
func (p *pool) sort() {
	order := make([]uint32, len(p.texts))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(x, y uint32) int { return cmp.Compare(p.texts[x], p.texts[y]) })
	p.rank = make([]uint32, len(order))
	sorted := make([]string, len(order))
	for rank, i := range order {
		p.rank[i] = uint32(rank)
		sorted[rank] = p.texts[i]
	}
	p.texts, p.ids = sorted, nil
}

// choose picks the encoding that fits all values of a column.
func choose(values []value.Value) encoding {
	chosen := encoding(0)
	for _, v := range values {
		if v.IsNull() {
			continue
		}
		e := encodingOf(v)
		if chosen == 0 {
			chosen = e
		}
		if e != chosen {
			chosen = anything
		}
		if chosen == anything {
			return anything
		}
	}
	if chosen == ranks && mostlyDistinct(values) {
		return longText
	}
	return chosen
}

func encodingOf(v value.Value) encoding {
	switch v.Kind() {
	case value.KindInt:
		return ints
	case value.KindFloat:
		return floats
	case value.KindBool:
		return bools
	case value.KindString:
		return ranks
	case value.KindDate:
		if d := v.Date().EpochDay(); d == int64(int32(d)) {
			return dates
		}
	case value.KindDateTime:
		if v.DateTime().Zone().String() == "Z" {
			return instants
		}
	case value.KindList:
		for _, e := range v.List() {
			if e.Kind() != value.KindString {
				return anything
			}
		}
		return rankList
	}
	return anything
}

// mostlyDistinct looks at up to 1,024 rows: texts that hardly repeat gain
// nothing from the dictionary.
func mostlyDistinct(values []value.Value) bool {
	const sample = 1024
	step := max(1, len(values)/sample)
	seen, rows := map[string]bool{}, 0
	for i := 0; i < len(values); i += step {
		if !values[i].IsNull() {
			seen[values[i].Str()] = true
			rows++
		}
	}
	return len(seen) > rows/2
}

// encode writes a column as far as it is known.
func (b *builder) encode(d *draft, values []value.Value) error {
	le := binary.LittleEndian
	rows := len(values)
	bitmap := make([]byte, (rows+63)/64*8)
	missing := false
	for row, v := range values {
		if v.IsNull() {
			missing = true
		} else {
			bitmap[row>>3] |= 1 << (row & 7)
		}
	}
	if !missing {
		bitmap = nil
	}
	out := make([]byte, 0, columnHead+len(bitmap)+d.encoding.room()*(rows+1))
	out = le.AppendUint32(out, uint32(d.encoding))
	out = le.AppendUint32(out, uint32(rows))
	if missing {
		out = append(le.AppendUint64(out, 1), bitmap...)
	} else {
		out = le.AppendUint64(out, 0)
	}
	word := func(v value.Value, f func(value.Value) uint64) uint64 {
		if v.IsNull() {
			return 0
		}
		return f(v)
	}
	each64 := func(f func(value.Value) uint64) {
		for _, v := range values {
			out = le.AppendUint64(out, word(v, f))
		}
	}
	each32 := func(f func(value.Value) uint64) {
		for _, v := range values {
			out = le.AppendUint32(out, uint32(word(v, f)))
		}
		out = pad(out)
	}
	var err error
	switch d.encoding {
	case ints:
		each64(func(v value.Value) uint64 { return uint64(v.Int()) })
	case floats:
		each64(func(v value.Value) uint64 { return math.Float64bits(v.Float()) })
	case bools:
		each32(func(v value.Value) uint64 {
			if v.Bool() {
				return 1
			}
			return 0
		})
	case dates:
		each32(func(v value.Value) uint64 { return uint64(v.Date().EpochDay()) })
	case instants:
		each64(func(v value.Value) uint64 { return uint64(v.DateTime().EpochSecond()) })
		each32(func(v value.Value) uint64 { return uint64(v.DateTime().Nanosecond()) })
	case ranks:
		d.words = make([]uint32, rows)
		for row, v := range values {
			d.words[row] = noString
			if !v.IsNull() {
				d.words[row] = b.strings.add(v.Str())
			}
		}
	case longText:
		out, d.texts = appendTexts(out, values)
	case anything:
		out, err = appendBlob(out, values, encodeValue)
	case rankList:
		d.offsets = make([]uint32, 0, rows+1)
		for _, v := range values {
			d.offsets = append(d.offsets, uint32(len(d.words)))
			if !v.IsNull() {
				for _, e := range v.List() {
					d.words = append(d.words, b.strings.add(e.Str()))
				}
			}
		}
		d.offsets = append(d.offsets, uint32(len(d.words)))
	}
	d.data = out
	return err
}

// room is about how many bytes a row takes before its texts.
func (e encoding) room() int {
	switch e {
	case bools, dates, ranks:
		return 4
	case instants:
		return 12
	}
	return 8
}

// appendTexts writes offsets, and behind them the texts one behind the other, which
// are returned instead where they are so long that copying them would cost more than
// holding each.
func appendTexts(out []byte, values []value.Value) ([]byte, []string) {
	const long = 64 // bytes
	total := 0
	for _, v := range values {
		out = binary.LittleEndian.AppendUint64(out, uint64(total))
		if !v.IsNull() {
			total += len(v.Str())
		}
	}
	out = binary.LittleEndian.AppendUint64(out, uint64(total))
	if total > long*len(values) {
		texts := make([]string, 0, len(values))
		for _, v := range values {
			if !v.IsNull() {
				texts = append(texts, v.Str())
			}
		}
		return out, texts
	}
	out = slices.Grow(out, total)
	for _, v := range values {
		if !v.IsNull() {
			out = append(out, v.Str()...)
		}
	}
	return out, nil
}

// appendBlob writes offsets and then the values one behind the other.
func appendBlob(out []byte, values []value.Value, encode func([]byte, value.Value) ([]byte, error)) ([]byte, error) {
	var body []byte
	for _, v := range values {
		out = binary.LittleEndian.AppendUint64(out, uint64(len(body)))
		if v.IsNull() {
			continue
		}
		var err error
		if body, err = encode(body, v); err != nil {
			return nil, err
		}
	}
	out = binary.LittleEndian.AppendUint64(out, uint64(len(body)))
	return append(out, body...), nil
}

func pad(b []byte) []byte {
	for len(b)%alignment != 0 {
		b = append(b, 0)
	}
	return b
}

// indexDraft gathers the entries of one index.
type indexDraft struct {
	spec    IndexSpec
	label   uint32
	entries []indexEntry
}

type indexEntry struct {
	node  uint32
	value value.Value
}

// planIndexes takes the wanted indexes whose label exists.
func (b *builder) planIndexes() {
	specs := slices.Clone(b.in.Indexes)
	slices.SortFunc(specs, func(x, y IndexSpec) int { return cmp.Or(cmp.Compare(x.Label, y.Label), cmp.Compare(x.Key, y.Key)) })
	specs = slices.CompactFunc(specs, func(x, y IndexSpec) bool { return x.Label == y.Label && x.Key == y.Key })
	for _, s := range specs {
		if label, ok := b.labels.ids[s.Label]; ok {
			b.indexed = append(b.indexed, indexDraft{spec: s, label: label})
		}
	}
}

// index adds the values of a column to the indexes that want them.
func (b *builder) index(set labelSet, key string, values []value.Value) {
	for i := range b.indexed {
		x := &b.indexed[i]
		if x.spec.Key != key || !slices.Contains(set.labels, x.label) {
			continue
		}
		for row, v := range values {
			if !v.IsNull() {
				x.entries = append(x.entries, indexEntry{set.first + uint32(row), v})
			}
		}
	}
}

// writeIndexes writes the indexes on properties that something has.
func (b *builder) writeIndexes() {
	for i := range b.indexed {
		x := &b.indexed[i]
		key, ok := b.keys.ids[x.spec.Key]
		if !ok {
			continue
		}
		slices.SortFunc(x.entries, func(x, y indexEntry) int {
			return cmp.Or(value.Compare(x.value, y.value), cmp.Compare(x.node, y.node))
		})
		ws := make([]uint32, 2, 2+len(x.entries))
		if x.spec.Unique {
			ws[0] = 1
		}
		for _, e := range x.entries {
			ws = append(ws, e.node)
		}
		b.w.add(index, x.label, key, words(ws...))
	}
}

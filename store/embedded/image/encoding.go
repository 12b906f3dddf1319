package image

import (
	"encoding/binary"
	"math"
	"slices"

	"bdgraph/cypher/value"
)

// encoding is how a column stores its values. The numbers are part of the format.
type encoding uint32

const (
	ints     encoding = 1 + iota // i64 per row
	floats                       // f64 per row, as bits
	bools                        // u32 per row, 0 or 1
	dates                        // i32 per row: days since 1970-01-01
	instants                     // i64 per row: seconds since 1970-01-01T00:00Z; then u32 per row: nanoseconds. Zone Z.
	ranks                        // u32 per row: place in the dictionary
	longText                     // u64 per row and one more: offsets; then bytes
	rankList                     // u32 per row and one more: offsets; then u32 places in the dictionary
	anything                     // u64 per row and one more: offsets; then values as encodeValue writes them
)

// A column section begins with four words: encoding, rows, whether there is a
// bitmap of rows that have a value (1) or all have (0), zero. Then the bitmap, one bit a
// row from the lowest bit up, filled to whole 8 bytes. Then what the encoding says.
const columnHead = 16

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

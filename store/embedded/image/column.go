package image

import (
	"encoding/binary"
	"fmt"
	"math"

	"bdgraph/cypher/temporal"
	"bdgraph/cypher/value"
)

// column reads one property of the nodes of a label set or the relationships of a type.
type column struct {
	encoding encoding
	rows     int
	present  []uint64 // nil when every row has a value
	words32  []uint32
	words64  []uint64
	bytes    []byte
	strings  *textList
}

func openColumn(b []byte, rows int, dict *textList) (*column, error) {
	if len(b) < columnHead {
		return nil, fmt.Errorf("too short for a column")
	}
	c := &column{encoding: encoding(binary.LittleEndian.Uint32(b)), rows: int(binary.LittleEndian.Uint32(b[4:])), strings: dict}
	if c.rows != rows {
		return nil, fmt.Errorf("it has %d rows in place of %d", c.rows, rows)
	}
	bitmap := binary.LittleEndian.Uint32(b[8:]) != 0
	b = b[columnHead:]
	take := func(n int) ([]byte, error) {
		n = (n + 7) &^ 7
		if n > len(b) {
			return nil, fmt.Errorf("its rows are cut off")
		}
		part := b[:n]
		b = b[n:]
		return part, nil
	}
	var err error
	var part []byte
	if bitmap {
		if part, err = take((rows + 7) / 8); err != nil {
			return nil, err
		}
		c.present = view[uint64](part)
	}
	switch c.encoding {
	case ints, floats:
		part, err = take(8 * rows)
		c.words64 = view[uint64](part)
	case bools, dates, ranks:
		part, err = take(4 * rows)
		c.words32 = view[uint32](part)
	case instants:
		if part, err = take(8 * rows); err == nil {
			c.words64 = view[uint64](part)
			part, err = take(4 * rows)
			c.words32 = view[uint32](part)
		}
	case longText, anything:
		part, err = take(8 * (rows + 1))
		c.words64 = view[uint64](part)
		c.bytes = b
	case rankList:
		part, err = take(4 * (rows + 1))
		c.words32 = view[uint32](part)
		c.bytes = b
	default:
		return nil, fmt.Errorf("unknown encoding %d", c.encoding)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// has reports whether a row has a value.
func (c *column) has(row int) bool {
	return c.present == nil || c.present[row>>6]&(1<<(row&63)) != 0
}

// Value returns a row's value, null if it has none. Strings share the image's memory.
func (c *column) Value(row int) value.Value {
	if !c.has(row) {
		return value.Null
	}
	switch c.encoding {
	case ints:
		return value.Int(int64(c.words64[row]))
	case floats:
		return value.Float(math.Float64frombits(c.words64[row]))
	case bools:
		return value.Bool(c.words32[row] != 0)
	case dates:
		d, err := temporal.DateOfEpochDay(int64(int32(c.words32[row])))
		if err != nil {
			panic(&Damage{"property", err})
		}
		return value.Date(d)
	case instants:
		t, err := temporal.DateTimeOfEpoch(int64(c.words64[row]), int64(c.words32[row]), temporal.Zone{})
		if err != nil {
			panic(&Damage{"property", err})
		}
		return value.DateTime(t)
	case ranks:
		return value.String(c.strings.at(int(c.words32[row])))
	case longText:
		return value.String(textList{offsets: c.words64, bytes: c.bytes}.at(row))
	case rankList:
		all := view[uint32](c.bytes)[c.words32[row]:c.words32[row+1]]
		vs := make([]value.Value, len(all))
		for i, r := range all {
			vs[i] = value.String(c.strings.at(int(r)))
		}
		return value.List(vs)
	default:
		v, rest, err := decodeValue(c.bytes[c.words64[row]:c.words64[row+1]])
		if err != nil || len(rest) != 0 {
			panic(&Damage{"property", fmt.Errorf("a value cannot be decoded: %v", err)})
		}
		return v
	}
}

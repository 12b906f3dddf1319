package image

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"bdgraph/cypher/temporal"
	"bdgraph/cypher/value"
)

// errEncoded is wrapped by what decodeValue returns.
var errEncoded = errors.New("not an encoded value")

// tag begins an encoded value. The numbers are part of the format.
type tag byte

// Behind each tag stand 64-bit little-endian words, unless said otherwise.
const (
	tagFalse         tag = 1 + iota // nothing
	tagTrue                         // nothing
	tagInt                          // the number
	tagFloat                        // its bits
	tagString                       // length, bytes
	tagList                         // number of elements, each an encoded value
	tagDate                         // days since 1970-01-01
	tagLocalTime                    // nanoseconds of the day
	tagTime                         // nanoseconds of the day, offset in seconds
	tagLocalDateTime                // days, nanoseconds of the day
	tagDateTime                     // seconds since the epoch, nanoseconds, zone: length, bytes
	tagDuration                     // months, days, seconds, nanoseconds
	tagPoint                        // SRID, bits of x, y, z
	tagNull                         // nothing; only inside of lists
)

// maxNesting is how deep lists may lie in lists.
const maxNesting = 100

// encodeValue appends a property value. It fails for what no property can
// hold: maps, nodes, relationships and paths.
func encodeValue(b []byte, v value.Value) ([]byte, error) { return encodeNested(b, v, 0) }

func encodeNested(b []byte, v value.Value, depth int) ([]byte, error) {
	if depth > maxNesting {
		return nil, fmt.Errorf("a property cannot hold lists in lists %d deep", depth)
	}
	put := func(t tag, ws ...int64) []byte {
		b = append(b, byte(t))
		for _, w := range ws {
			b = binary.LittleEndian.AppendUint64(b, uint64(w))
		}
		return b
	}
	switch v.Kind() {
	case value.KindNull:
		return put(tagNull), nil
	case value.KindBool:
		if v.Bool() {
			return put(tagTrue), nil
		}
		return put(tagFalse), nil
	case value.KindInt:
		return put(tagInt, v.Int()), nil
	case value.KindFloat:
		return put(tagFloat, int64(math.Float64bits(v.Float()))), nil
	case value.KindString:
		return append(put(tagString, int64(len(v.Str()))), v.Str()...), nil
	case value.KindList:
		b = put(tagList, int64(len(v.List())))
		for _, e := range v.List() {
			var err error
			if b, err = encodeNested(b, e, depth+1); err != nil {
				return nil, err
			}
		}
		return b, nil
	case value.KindDate:
		return put(tagDate, v.Date().EpochDay()), nil
	case value.KindLocalTime:
		return put(tagLocalTime, v.LocalTime().NanosOfDay()), nil
	case value.KindTime:
		t := v.Time()
		return put(tagTime, t.Local().NanosOfDay(), int64(t.Offset())), nil
	case value.KindLocalDateTime:
		t := v.LocalDateTime()
		return put(tagLocalDateTime, t.Date().EpochDay(), t.Time().NanosOfDay()), nil
	case value.KindDateTime:
		t := v.DateTime()
		zone := t.Zone().String()
		return append(put(tagDateTime, t.EpochSecond(), t.Nanosecond(), int64(len(zone))), zone...), nil
	case value.KindDuration:
		d := v.Duration()
		return put(tagDuration, d.Months(), d.Days(), d.Seconds(), d.Nanosecond()), nil
	case value.KindPoint:
		p := v.Point()
		return put(tagPoint, int64(p.CRS), int64(math.Float64bits(p.X)), int64(math.Float64bits(p.Y)), int64(math.Float64bits(p.Z))), nil
	}
	return nil, fmt.Errorf("a property cannot hold a %s", v.Kind())
}

// decodeValue reads one value and returns what stands behind it.
func decodeValue(b []byte) (value.Value, []byte, error) { return decodeNested(b, 0) }

func decodeNested(b []byte, depth int) (value.Value, []byte, error) {
	if len(b) == 0 || depth > maxNesting {
		return value.Null, nil, errEncoded
	}
	d := decoder{tag: tag(b[0]), rest: b[1:], depth: depth}
	v := d.value()
	if d.err != nil {
		return value.Null, nil, fmt.Errorf("%w: %w", errEncoded, d.err)
	}
	return v, d.rest, nil
}

// decoder reads the words behind a tag; the first error stays.
type decoder struct {
	tag   tag
	rest  []byte
	depth int // of lists around it
	err   error
}

func (d *decoder) word() int64 {
	if len(d.rest) < 8 {
		d.fail(errors.New("cut off"))
		return 0
	}
	w := binary.LittleEndian.Uint64(d.rest)
	d.rest = d.rest[8:]
	return int64(w)
}

func (d *decoder) text() string {
	n := d.word()
	if n < 0 || n > int64(len(d.rest)) {
		d.fail(errors.New("cut off"))
		return ""
	}
	s := string(d.rest[:n])
	d.rest = d.rest[n:]
	return s
}

func (d *decoder) fail(err error) {
	if d.err == nil && err != nil {
		d.err = err
	}
}

func (d *decoder) value() value.Value {
	switch d.tag {
	case tagNull:
		return value.Null
	case tagFalse:
		return value.False
	case tagTrue:
		return value.True
	case tagInt:
		return value.Int(d.word())
	case tagFloat:
		return value.Float(d.float())
	case tagString:
		return value.String(d.text())
	case tagList:
		return d.list()
	case tagDate:
		return value.Date(d.date())
	case tagLocalTime:
		return value.LocalTime(temporal.LocalTimeOfNanos(d.word()))
	case tagTime:
		local := temporal.LocalTimeOfNanos(d.word())
		t, err := temporal.NewTime(local, int(d.word()))
		d.fail(err)
		return value.Time(t)
	case tagLocalDateTime:
		day := d.date()
		return value.LocalDateTime(temporal.NewLocalDateTime(day, temporal.LocalTimeOfNanos(d.word())))
	case tagDateTime:
		seconds, nanos := d.word(), d.word()
		zone, err := temporal.ParseZone(d.text())
		d.fail(err)
		t, err := temporal.DateTimeOfEpoch(seconds, nanos, zone)
		d.fail(err)
		return value.DateTime(t)
	case tagDuration:
		months, days, seconds := d.word(), d.word(), d.word()
		return value.Duration(temporal.NewDuration(months, days, seconds, d.word()))
	case tagPoint:
		crs := value.CRS(d.word())
		x, y := d.float(), d.float()
		return value.FromPoint(value.Point{CRS: crs, X: x, Y: y, Z: d.float()})
	}
	d.fail(fmt.Errorf("unknown tag %d", d.tag))
	return value.Null
}

func (d *decoder) float() float64 { return math.Float64frombits(uint64(d.word())) }

func (d *decoder) date() temporal.Date {
	day, err := temporal.DateOfEpochDay(d.word())
	d.fail(err)
	return day
}

func (d *decoder) list() value.Value {
	n := d.word()
	if n < 0 || n > int64(len(d.rest)) { // an element takes at least one byte
		d.fail(errors.New("cut off"))
		return value.Null
	}
	vs := make([]value.Value, 0, min(n, 64)) // a damaged length is not believed
	for range n {
		v, rest, err := decodeNested(d.rest, d.depth+1)
		if err != nil {
			d.fail(err)
			return value.Null
		}
		vs, d.rest = append(vs, v), rest
	}
	return value.List(vs)
}

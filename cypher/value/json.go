package value

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// JSONOptions choose how [AppendJSON] writes what JSON has no word for.
type JSONOptions struct {
	// SafeIntegers writes integers beyond ±(2^53-1) as strings, because readers
	// that keep numbers as doubles would round them.
	SafeIntegers bool
}

const maxSafeInteger = 1<<53 - 1

// AppendJSON appends the value as JSON:
//
//	null, boolean, string, list, map   as in JSON; keys in order
//	integer, float                     numbers; NaN, Infinity, -Infinity as strings
//	temporal, duration                 the ISO text
//	node           {"_type":"node","elementId":"…","labels":["…"],"properties":{…}}
//	relationship   {"_type":"relationship","elementId":"…","type":"…",
//	               "startElementId":"…","endElementId":"…","properties":{…}}
//	path           {"_type":"path","nodes":[…],"relationships":[…]}
//	point          {"_type":"point","crs":"wgs-84","x":1.0,"y":2.0}, z in 3D
//
// A reference is written {"_type":"node","reference":12}: it belongs to a query
// that still runs, results do not hold it. Bytes that are not UTF-8 become
// U+FFFD.
func AppendJSON(b []byte, v Value, options JSONOptions) []byte {
	switch v.kind {
	case KindNull:
		return append(b, "null"...)
	case KindBool:
		return strconv.AppendBool(b, v.Bool())
	case KindInt:
		n := v.Int()
		if options.SafeIntegers && (n > maxSafeInteger || n < -maxSafeInteger) {
			return append(strconv.AppendInt(append(b, '"'), n, 10), '"')
		}
		return strconv.AppendInt(b, n, 10)
	case KindFloat:
		return appendJSONFloat(b, v.Float())
	case KindString:
		return appendJSONString(b, v.Str())
	case KindList:
		return appendJSONList(b, v.List(), options)
	case KindMap:
		return appendJSONMap(b, v.Map(), options)
	case KindNode:
		b = append(b, `{"_type":"node"`...)
		if !v.Detached() {
			return append(strconv.AppendUint(append(b, `,"reference":`...), v.num, 10), '}')
		}
		n := v.Node()
		b = appendJSONString(append(b, `,"elementId":`...), n.ElementID)
		b = append(b, `,"labels":[`...)
		for i, label := range n.Labels {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSONString(b, label)
		}
		b = append(b, `],"properties":`...)
		return append(appendJSONMap(b, n.Properties, options), '}')
	case KindRelationship:
		b = append(b, `{"_type":"relationship"`...)
		if !v.Detached() {
			return append(strconv.AppendUint(append(b, `,"reference":`...), v.num, 10), '}')
		}
		r := v.Relationship()
		b = appendJSONString(append(b, `,"elementId":`...), r.ElementID)
		b = appendJSONString(append(b, `,"type":`...), r.Type)
		b = appendJSONString(append(b, `,"startElementId":`...), r.StartElementID)
		b = appendJSONString(append(b, `,"endElementId":`...), r.EndElementID)
		b = append(b, `,"properties":`...)
		return append(appendJSONMap(b, r.Properties, options), '}')
	case KindPath:
		b = appendJSONList(append(b, `{"_type":"path","nodes":`...), v.Path().Nodes, options)
		b = appendJSONList(append(b, `,"relationships":`...), v.Path().Relationships, options)
		return append(b, '}')
	case KindPoint:
		p := v.Point()
		b = appendJSONString(append(b, `{"_type":"point","crs":`...), p.CRS.String())
		b = appendJSONFloat(append(b, `,"x":`...), p.X)
		b = appendJSONFloat(append(b, `,"y":`...), p.Y)
		if p.CRS.ThreeD() {
			b = appendJSONFloat(append(b, `,"z":`...), p.Z)
		}
		return append(b, '}')
	}
	return appendJSONString(b, v.iso())
}

// MarshalJSON writes the value as [AppendJSON] does, integers always as numbers.
func (v Value) MarshalJSON() ([]byte, error) { return AppendJSON(nil, v, JSONOptions{}), nil }

func appendJSONList(b []byte, list []Value, options JSONOptions) []byte {
	b = append(b, '[')
	for i, e := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendJSON(b, e, options)
	}
	return append(b, ']')
}

func appendJSONMap(b []byte, m Map, options JSONOptions) []byte {
	b = append(b, '{')
	for i, e := range m {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendJSONString(b, e.Key), ':')
		b = AppendJSON(b, e.Value, options)
	}
	return append(b, '}')
}

func appendJSONFloat(b []byte, f float64) []byte {
	if f != f || math.IsInf(f, 0) {
		return append(AppendFloat(append(b, '"'), f), '"')
	}
	return AppendFloat(b, f)
}

func appendJSONString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	written := 0 // s[:written] stands in b
	for i, c := range s {
		var escape string
		switch {
		case c == '"':
			escape = `\"`
		case c == '\\':
			escape = `\\`
		case c == '\n':
			escape = `\n`
		case c == '\r':
			escape = `\r`
		case c == '\t':
			escape = `\t`
		case c < 0x20:
			escape = `\u00` + string([]byte{hex[c>>4], hex[c&15]})
		case c == '\u2028':
			escape = `\u2028` // ends a line in JavaScript
		case c == '\u2029':
			escape = `\u2029`
		case c == utf8.RuneError:
			if _, size := utf8.DecodeRuneInString(s[i:]); size != 1 {
				continue // a U+FFFD that was written as such
			}
			b = append(append(b, s[written:i]...), `\ufffd`...)
			written = i + 1
			continue
		default:
			continue
		}
		b = append(append(b, s[written:i]...), escape...)
		written = i + utf8.RuneLen(c)
	}
	return append(append(b, s[written:]...), '"')
}

package agentfile

import (
	"encoding/json"
	"unicode/utf8"
)

// decode returns the value of a file, objects as map[string]any and numbers as
// json.Number. It takes files without any problem of syntax alone; ok is false for
// all others, about which [Source.locate] says more.
func decode(data []byte) (value any, ok bool) {
	if !utf8.Valid(data) || !json.Valid(data) {
		return nil, false
	}
	d := decoder{data: data}
	value, ok = d.value(0)
	return value, ok
}

// decoder reads JSON that is known to be valid.
type decoder struct {
	data []byte
	at   int
}

// token skips what separates tokens and returns the first byte of the next one.
func (d *decoder) token() byte {
	for {
		switch c := d.data[d.at]; c {
		case ' ', '\t', '\r', '\n', ',', ':':
			d.at++
		default:
			return c
		}
	}
}

func (d *decoder) value(depth int) (any, bool) {
	if depth > deepest {
		return nil, false
	}
	switch d.token() {
	case '{':
		d.at++
		object := make(map[string]any)
		for d.token() != '}' {
			key := d.text()
			if _, again := object[key]; again {
				return nil, false
			}
			value, ok := d.value(depth + 1)
			if !ok {
				return nil, false
			}
			object[key] = value
		}
		d.at++
		return object, true
	case '[':
		d.at++
		list := []any{}
		for d.token() != ']' {
			value, ok := d.value(depth + 1)
			if !ok {
				return nil, false
			}
			list = append(list, value)
		}
		d.at++
		return list, true
	case '"':
		return d.text(), true
	case 't':
		d.at += len("true")
		return true, true
	case 'f':
		d.at += len("false")
		return false, true
	case 'n':
		d.at += len("null")
		return nil, true
	default:
		return json.Number(d.number()), true
	}
}

func (d *decoder) text() string {
	d.token()
	from, plain := d.at, true
	for d.at++; d.data[d.at] != '"'; d.at++ {
		if d.data[d.at] == '\\' {
			plain = false
			d.at++
		}
	}
	d.at++
	if plain {
		return string(d.data[from+1 : d.at-1])
	}
	var s string
	if err := json.Unmarshal(d.data[from:d.at], &s); err != nil {
		panic(err) // valid, as was seen before
	}
	return s
}

func (d *decoder) number() string {
	from := d.at
	for d.at < len(d.data) {
		switch d.data[d.at] {
		case ' ', '\t', '\r', '\n', ',', ':', '}', ']':
			return string(d.data[from:d.at])
		}
		d.at++
	}
	return string(d.data[from:])
}

package exchange

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"

	"bdgraph/cypher/temporal"
	"bdgraph/cypher/value"
)

// record is what one line says.
type record struct {
	id         string
	labels     []string
	typ        string
	from, to   string
	properties value.Map
}

// decoder reads lines. Strings that it returns share the lines' memory.
type decoder struct {
	jsontext.Decoder
	line   []byte
	intern map[string]string // names, labels and types, which repeat on every line
	room   value.Map         // where properties gather until their number is known
}

// start turns to another line.
func (d *decoder) start(line []byte) {
	d.line = line
	d.Reset(bytes.NewBuffer(line))
}

func (d *decoder) record() (record, error) {
	var r record
	var key string
	if err := d.expect('{', "an object"); err != nil {
		return r, err
	}
	for d.PeekKind() != '}' {
		name, err := d.name()
		if err != nil {
			return r, err
		}
		switch name {
		case "id":
			r.id, err = d.text()
		case "key":
			key, err = d.key()
		case "label":
			var label string
			label, err = d.nonEmptyName("label")
			r.labels = []string{label}
		case "labels":
			r.labels, err = d.names()
		case "type":
			r.typ, err = d.nonEmptyName("relationship type")
		case "from":
			r.from, err = d.end()
		case "to":
			r.to, err = d.end()
		case "properties", "props":
			r.properties, err = d.properties()
		default:
			return r, fmt.Errorf("unknown member %q; a node has id, labels, properties, a relationship type, from, to, properties", name)
		}
		if err != nil {
			return r, err
		}
	}
	if err := d.expect('}', "the end of the object"); err != nil {
		return r, err
	}
	if _, err := d.ReadToken(); err != io.EOF {
		return r, errors.New("more than one object on the line")
	}
	if key != "" && r.id == "" && len(r.labels) == 1 {
		r.id = r.labels[0] + ":" + key
	}
	switch {
	case r.typ == "" && r.id == "":
		return r, errors.New("neither a node (id) nor a relationship (type)")
	case r.typ != "" && (r.from == "" || r.to == ""):
		return r, errors.New("a relationship needs from and to")
	}
	return r, nil
}

func (d *decoder) expect(kind jsontext.Kind, what string) error {
	tok, err := d.ReadToken()
	if err != nil {
		return plain(err)
	}
	if tok.Kind() != kind {
		return fmt.Errorf("%s in place of %s", tok.Kind(), what)
	}
	return nil
}

// plain takes the library's name out of its messages.
func plain(err error) error {
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		return syntactic.Err
	}
	return err
}

// text reads a string.
func (d *decoder) text() (string, error) {
	b, err := d.quoted()
	return unsafe.String(unsafe.SliceData(b), len(b)), err
}

// quoted returns the bytes of a string: a part of the line, unless there are escapes in it.
func (d *decoder) quoted() ([]byte, error) {
	v, err := d.ReadValue()
	if err != nil {
		return nil, plain(err)
	}
	if v.Kind() != '"' {
		return nil, fmt.Errorf("%s in place of a string", v.Kind())
	}
	if bytes.IndexByte(v, '\\') >= 0 {
		return jsontext.AppendUnquote(nil, v)
	}
	end := int(d.InputOffset())
	return d.line[end-len(v)+1 : end-1], nil
}

// name reads a string that occurs on many lines, and keeps it once.
func (d *decoder) name() (string, error) {
	b, err := d.quoted()
	if err != nil {
		return "", err
	}
	kept, ok := d.intern[string(b)]
	if !ok {
		kept = string(b)
		d.intern[kept] = kept
	}
	return kept, nil
}

// nonEmptyName reads what something of the graph is called, which is never "".
func (d *decoder) nonEmptyName(what string) (string, error) {
	name, err := d.name()
	switch {
	case err == nil && name == "":
		err = fmt.Errorf("a %s without a name", what)
	case err == nil && strings.ContainsRune(name, 0):
		err = fmt.Errorf("a %s with U+0000 in its name", what)
	}
	return name, err
}

func (d *decoder) names() ([]string, error) {
	if err := d.expect('[', "a list of labels"); err != nil {
		return nil, err
	}
	var ns []string
	for d.PeekKind() != ']' {
		n, err := d.nonEmptyName("label")
		if err != nil {
			return nil, err
		}
		ns = append(ns, n)
	}
	slices.Sort(ns)
	return slices.Compact(ns), d.expect(']', "the end of the labels")
}

// key reads a key: a string or a whole number.
func (d *decoder) key() (string, error) {
	if d.PeekKind() != '0' {
		return d.text()
	}
	tok, err := d.ReadToken()
	if err != nil {
		return "", plain(err)
	}
	return tok.String(), nil
}

// end reads an id, or [label, key].
func (d *decoder) end() (string, error) {
	if d.PeekKind() != '[' {
		return d.text()
	}
	if err := d.expect('[', "a list"); err != nil {
		return "", err
	}
	label, err := d.name()
	if err != nil {
		return "", err
	}
	key, err := d.key()
	if err != nil {
		return "", err
	}
	return label + ":" + key, d.expect(']', "the end of [label, key]")
}

func (d *decoder) properties() (value.Map, error) {
	if err := d.expect('{', "an object of properties"); err != nil {
		return nil, err
	}
	m := d.room[:0]
	for d.PeekKind() != '}' {
		name, err := d.nonEmptyName("property")
		if err != nil {
			return nil, err
		}
		v, err := d.value()
		if err != nil {
			return nil, fmt.Errorf("property %s: %w", name, err)
		}
		if !v.IsNull() { // a property that is null is absent
			m = append(m, value.Entry{Key: name, Value: v})
		}
	}
	d.room = m
	if err := d.expect('}', "the end of the properties"); err != nil || len(m) == 0 {
		return nil, err
	}
	return value.NewMap(slices.Clone(m)...), nil
}

func (d *decoder) value() (value.Value, error) {
	switch d.PeekKind() {
	case '{':
		return d.typed()
	case '[':
		if err := d.expect('[', "a list"); err != nil {
			return value.Null, err
		}
		vs := []value.Value{}
		for d.PeekKind() != ']' {
			v, err := d.value()
			if err != nil {
				return value.Null, err
			}
			vs = append(vs, v)
		}
		return value.List(vs), d.expect(']', "the end of the list")
	}
	if d.PeekKind() == '"' {
		s, err := d.text()
		return value.String(s), err
	}
	tok, err := d.ReadToken()
	if err != nil {
		return value.Null, plain(err)
	}
	switch tok.Kind() {
	case 'n':
		return value.Null, nil
	case 't', 'f':
		return value.Bool(tok.Bool()), nil
	case '0':
		return number(tok.String())
	}
	return value.Null, fmt.Errorf("%s in place of a value", tok.Kind())
}

func number(text string) (value.Value, error) {
	if strings.ContainsAny(text, ".eE") {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return value.Null, fmt.Errorf("%s is larger than any float; write {\"float\": \"Infinity\"} if that is meant", text)
		}
		return value.Float(f), nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return value.Null, fmt.Errorf("%s does not fit into 64 bits; write it as a string or with .0", text)
	}
	return value.Int(n), nil
}

// typed reads an object of one member that says a value's type.
func (d *decoder) typed() (value.Value, error) {
	if err := d.expect('{', "an object"); err != nil {
		return value.Null, err
	}
	name, err := d.name()
	if err != nil {
		return value.Null, err
	}
	inner, err := d.value()
	if err != nil {
		return value.Null, err
	}
	v, err := typedValue(name, inner)
	if err != nil {
		return value.Null, err
	}
	return v, d.expect('}', "the end of a "+name)
}

func typedValue(name string, inner value.Value) (value.Value, error) {
	if name == "point" {
		return pointValue(inner)
	}
	if inner.Kind() != value.KindString {
		return value.Null, fmt.Errorf("{%q: …} wants a string", name)
	}
	text := inner.Str()
	switch name {
	case "float":
		switch text {
		case "NaN":
			return value.Float(math.NaN()), nil
		case "Infinity":
			return value.Float(math.Inf(1)), nil
		case "-Infinity":
			return value.Float(math.Inf(-1)), nil
		}
		return value.Null, fmt.Errorf("%q is none of NaN, Infinity, -Infinity", text)
	case "date":
		return parsed(temporal.ParseDate(text))(value.Date)
	case "time":
		return parsed(temporal.ParseTime(text))(value.Time)
	case "localtime":
		return parsed(temporal.ParseLocalTime(text))(value.LocalTime)
	case "datetime":
		return parsed(temporal.ParseDateTime(text))(value.DateTime)
	case "localdatetime":
		return parsed(temporal.ParseLocalDateTime(text))(value.LocalDateTime)
	case "duration":
		return parsed(temporal.ParseDuration(text))(value.Duration)
	}
	return value.Null, fmt.Errorf("a property cannot hold an object; typed values are {\"date\": …} and the like, not {%q: …}", name)
}

func parsed[T any](t T, err error) func(func(T) value.Value) (value.Value, error) {
	return func(of func(T) value.Value) (value.Value, error) {
		if err != nil {
			return value.Null, err
		}
		return of(t), nil
	}
}

func pointValue(v value.Value) (value.Value, error) {
	if v.Kind() == value.KindList && len(v.List()) == 4 && v.List()[0].Kind() == value.KindInt {
		parts := v.List()
		numbers := true
		for _, p := range parts {
			numbers = numbers && p.IsNumber()
		}
		if crs := value.CRS(parts[0].Int()); numbers && crs.String() != "" {
			return value.FromPoint(value.Point{CRS: crs, X: parts[1].Number(), Y: parts[2].Number(), Z: parts[3].Number()}), nil
		}
	}
	return value.Null, errors.New(`a point is {"point": [SRID, x, y, z]}`)
}

package exchange

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"bdgraph/cypher/temporal"
	"bdgraph/cypher/value"
)

// WriteJSONL writes one line for each node, then one for each relationship.
func WriteJSONL(w io.Writer, g Graph) error {
	out := bufio.NewWriterSize(w, 1<<16)
	e := encoder{jsontext.NewEncoder(out, jsontext.Multiline(false))}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		labels := make([]value.Value, len(n.Labels))
		for i, l := range n.Labels {
			labels[i] = value.String(l)
		}
		err := e.object(value.Map{
			{Key: "id", Value: value.String(n.ID)}, {Key: "labels", Value: value.List(labels)}, {Key: "properties", Value: value.FromMap(n.Properties)},
		})
		if err != nil {
			return fmt.Errorf("node %s: %w", n.ID, err)
		}
	}
	for i := range g.Relationships {
		r := &g.Relationships[i]
		err := e.object(value.Map{
			{Key: "type", Value: value.String(r.Type)},
			{Key: "from", Value: value.String(g.Nodes[r.From].ID)},
			{Key: "to", Value: value.String(g.Nodes[r.To].ID)},
			{Key: "properties", Value: value.FromMap(r.Properties)},
		})
		if err != nil {
			return fmt.Errorf("relationship %s from %s: %w", r.Type, g.Nodes[r.From].ID, err)
		}
	}
	return out.Flush()
}

type encoder struct{ *jsontext.Encoder }

func (e encoder) object(m value.Map) error {
	if err := e.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, entry := range m {
		if err := e.WriteToken(jsontext.String(entry.Key)); err != nil {
			return err
		}
		if err := e.value(entry.Value); err != nil {
			return fmt.Errorf("%s: %w", entry.Key, err)
		}
	}
	return e.WriteToken(jsontext.EndObject)
}

// The names of the values that JSON has no form for, as keys of an object of one member.
var typed = map[value.Kind]string{
	value.KindDate: "date", value.KindTime: "time", value.KindLocalTime: "localtime", value.KindDateTime: "datetime",
	value.KindLocalDateTime: "localdatetime", value.KindDuration: "duration",
}

func (e encoder) value(v value.Value) error {
	switch v.Kind() {
	case value.KindNull:
		return e.WriteToken(jsontext.Null)
	case value.KindBool:
		return e.WriteToken(jsontext.Bool(v.Bool()))
	case value.KindInt:
		return e.WriteValue(strconv.AppendInt(nil, v.Int(), 10))
	case value.KindFloat:
		f := v.Float()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return e.object(value.Map{{Key: "float", Value: value.String(v.String())}})
		}
		text := strconv.FormatFloat(f, 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0" // tells it from an integer
		}
		return e.WriteValue(jsontext.Value(text))
	case value.KindString:
		return e.WriteToken(jsontext.String(v.Str()))
	case value.KindList:
		if err := e.WriteToken(jsontext.BeginArray); err != nil {
			return err
		}
		for _, x := range v.List() {
			if err := e.value(x); err != nil {
				return err
			}
		}
		return e.WriteToken(jsontext.EndArray)
	case value.KindMap:
		return e.object(v.Map())
	case value.KindPoint:
		p := v.Point()
		return e.object(value.Map{{Key: "point", Value: value.ListOf(value.Int(int64(p.CRS)), value.Float(p.X), value.Float(p.Y), value.Float(p.Z))}})
	default:
		name, ok := typed[v.Kind()]
		if !ok {
			return fmt.Errorf("a property cannot hold a %s", v.Kind())
		}
		return e.object(value.Map{{Key: name, Value: value.String(v.String())}})
	}
}

// ErrText is returned (wrapped) when a line is not a node or relationship; the
// message names file, line and what was expected.
var ErrText = errors.New("not a graph in JSON Lines")

// ReadJSONL reads the lines of one or more texts as one graph, in any order of
// lines. Besides what WriteJSONL writes it takes label and key in place of id and labels, [label, key] as an end,
// and props for properties. Every end must be a node of the texts.
func ReadJSONL(texts ...Text) (Graph, error) {
	var b reader
	for _, t := range texts {
		if err := b.read(t); err != nil {
			return Graph{}, err
		}
	}
	return b.graph()
}

// Text is one file of lines.
type Text struct {
	Name string // for messages
	Data []byte
}

// reader collects lines; ends are resolved when all nodes are known.
type reader struct {
	nodes  []Node
	rels   []pending
	intern map[string]string // names, labels and types, which repeat on every line
}

// pending is a relationship whose ends are still names, and where it stands.
type pending struct {
	typ, from, to string
	properties    value.Map
	text          *Text
	line          int
}

func (b *reader) read(t Text) error {
	if b.intern == nil {
		b.intern = map[string]string{}
	}
	line := 0
	var dec jsontext.Decoder
	for text := range bytes.Lines(t.Data) {
		line++
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		dec.Reset(bytes.NewBuffer(text))
		d := decoder{Decoder: &dec, intern: b.intern}
		rec, err := d.record()
		if err != nil {
			return fmt.Errorf("%w: %s:%d:%d: %v", ErrText, t.Name, line, dec.InputOffset()+1, err)
		}
		if rec.typ != "" {
			b.rels = append(b.rels, pending{rec.typ, rec.from, rec.to, rec.properties, &t, line})
			continue
		}
		b.nodes = append(b.nodes, Node{ID: rec.id, Labels: rec.labels, Properties: rec.properties})
	}
	return nil
}

// graph resolves the ends and brings everything into order.
func (b *reader) graph() (Graph, error) {
	g := Graph{Nodes: b.nodes, Relationships: make([]Relationship, 0, len(b.rels))}
	slices.SortStableFunc(g.Nodes, func(x, y Node) int { return strings.Compare(x.ID, y.ID) })
	places := make(map[string]int, len(g.Nodes))
	for i := range g.Nodes {
		id := g.Nodes[i].ID
		if _, twice := places[id]; twice {
			return Graph{}, fmt.Errorf("%w: two nodes are called %q", ErrText, id)
		}
		places[id] = i
	}
	for i := range b.rels {
		p := &b.rels[i]
		from, ok := places[p.from]
		to, known := places[p.to]
		if !ok || !known {
			missing := p.from
			if ok {
				missing = p.to
			}
			return Graph{}, fmt.Errorf("%w: %s:%d: an end of this %s is no node: %q", ErrText, p.text.Name, p.line, p.typ, missing)
		}
		g.Relationships = append(g.Relationships, Relationship{p.typ, from, to, p.properties})
	}
	g.sortRelationships()
	return g, nil
}

// record is what one line says.
type record struct {
	id         string
	labels     []string
	typ        string
	from, to   string
	properties value.Map
}

type decoder struct {
	*jsontext.Decoder
	intern map[string]string
}

func (d decoder) record() (record, error) {
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
			label, err = d.name()
			r.labels = []string{label}
		case "labels":
			r.labels, err = d.names()
		case "type":
			r.typ, err = d.name()
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

func (d decoder) expect(kind jsontext.Kind, what string) error {
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

func (d decoder) text() (string, error) {
	tok, err := d.ReadToken()
	if err != nil {
		return "", plain(err)
	}
	if tok.Kind() != '"' {
		return "", fmt.Errorf("%s in place of a string", tok.Kind())
	}
	return tok.String(), nil
}

// name reads a string that occurs on many lines, and keeps it once.
func (d decoder) name() (string, error) {
	s, err := d.text()
	if kept, ok := d.intern[s]; ok {
		return kept, err
	}
	d.intern[s] = s
	return s, err
}

func (d decoder) names() ([]string, error) {
	if err := d.expect('[', "a list of labels"); err != nil {
		return nil, err
	}
	var ns []string
	for d.PeekKind() != ']' {
		n, err := d.name()
		if err != nil {
			return nil, err
		}
		ns = append(ns, n)
	}
	slices.Sort(ns)
	return slices.Compact(ns), d.expect(']', "the end of the labels")
}

// key reads a key: a string or a whole number.
func (d decoder) key() (string, error) {
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
func (d decoder) end() (string, error) {
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

func (d decoder) properties() (value.Map, error) {
	if err := d.expect('{', "an object of properties"); err != nil {
		return nil, err
	}
	var m value.Map
	for d.PeekKind() != '}' {
		name, err := d.name()
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
	return value.NewMap(m...), d.expect('}', "the end of the properties")
}

func (d decoder) value() (value.Value, error) {
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
	tok, err := d.ReadToken()
	if err != nil {
		return value.Null, plain(err)
	}
	switch tok.Kind() {
	case 'n':
		return value.Null, nil
	case 't', 'f':
		return value.Bool(tok.Bool()), nil
	case '"':
		return value.String(tok.String()), nil
	case '0':
		return number(tok.String())
	}
	return value.Null, fmt.Errorf("%s in place of a value", tok.Kind())
}

func number(text string) (value.Value, error) {
	if strings.ContainsAny(text, ".eE") {
		f, err := strconv.ParseFloat(text, 64)
		return value.Float(f), err
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return value.Null, fmt.Errorf("%s does not fit into 64 bits; write it as a string or with .0", text)
	}
	return value.Int(n), nil
}

// typed reads an object of one member that says a value's type.
func (d decoder) typed() (value.Value, error) {
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

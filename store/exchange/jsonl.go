package exchange

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

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

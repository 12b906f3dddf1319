package mcpserver

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"bdgraph/ask"
)

type schema = map[string]any

// inputSchema is the JSON Schema of a tool's arguments.
func inputSchema(specs []argument) json.RawMessage {
	properties := schema{}
	required := []string{}
	for _, a := range specs {
		p := schema{"description": a.description}
		switch a.kind {
		case text:
			p["type"] = "string"
			if len(a.values) > 0 {
				p["enum"] = a.values
			}
			if a.required {
				p["minLength"] = 1
			}
		case day:
			p["type"], p["format"] = "string", "date"
		case integer:
			p["type"], p["minimum"] = "integer", a.min
			if a.max > 0 {
				p["maximum"] = a.max
			}
		case object:
			p["type"], p["additionalProperties"] = "object", true
		case textList:
			p["type"], p["items"] = "array", schema{"type": "string"}
		}
		properties[a.name] = p
		if a.required {
			required = append(required, a.name)
		}
	}
	s := schema{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = required
	}
	return mustMarshal(s)
}

// outputSchema is the JSON Schema of an answer: the fields of its own that are always
// there, and whether they are texts, lists or objects. It stops there, and leaves out the
// header and the envelope that every answer has: the list of tools takes room in all
// conversations, answers name what they hold, and the instructions tell once of what
// they share.
func outputSchema(t reflect.Type) json.RawMessage {
	properties, required := schema{}, []string{}
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous || !f.IsExported() || name == "-" || strings.Contains(options, "omit") || t.Field(f.Index[0]).Type == reflect.TypeFor[ask.Header]() {
			continue
		}
		properties[name] = schemaOf(f.Type)
		required = append(required, name)
	}
	return mustMarshal(schema{"type": "object", "properties": properties, "required": required})
}

// anyValue names each type by itself: clients that know but one type for a value, as
// those of OpenAPI 3.0, refuse a list of them.
var anyValue = []schema{{"type": "string"}, {"type": "number"}, {"type": "boolean"}, {"type": "object"}, {"type": "array"}, {"type": "null"}}

var marshaler = reflect.TypeFor[interface{ MarshalText() ([]byte, error) }]()

// schemaOf is the schema of values of a Go type as [json.Marshal] writes them, without
// what is inside of objects. Slices are lists: answers hold no nil ones. Lists of objects
// are the common ones, so those do not say it.
func schemaOf(t reflect.Type) schema {
	switch {
	case t.Kind() == reflect.Interface || t == reflect.TypeFor[json.RawMessage]():
		return schema{"anyOf": anyValue}
	case t.Kind() == reflect.Pointer:
		return schema{"anyOf": []schema{schemaOf(t.Elem()), {"type": "null"}}}
	case t.Implements(marshaler):
		return schema{"type": "string"} // days, "" for none, and instants among them
	}
	switch t.Kind() {
	case reflect.String:
		return schema{"type": "string"}
	case reflect.Bool:
		return schema{"type": "boolean"}
	case reflect.Float64, reflect.Float32:
		return schema{"type": "number"}
	case reflect.Slice, reflect.Array:
		item := schemaOf(t.Elem())
		if item["type"] == "object" {
			return schema{"type": "array"}
		}
		return schema{"type": "array", "items": item}
	case reflect.Map, reflect.Struct:
		return schema{"type": "object"}
	}
	return schema{"type": "integer"}
}

func mustMarshal(v any) json.RawMessage {
	b, err := marshal(v)
	if err != nil {
		panic(err) // values of this package
	}
	return b
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

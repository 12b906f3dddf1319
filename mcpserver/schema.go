package mcpserver

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"bdgraph"
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
	return mustMarshal(schema{"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

// outputSchema is the JSON Schema of an answer: that of its Go type with what
// every answer has (see envelope).
func outputSchema(t reflect.Type) json.RawMessage {
	s := schemaOf(t)
	properties := s["properties"].(schema)
	maps.Copy(properties, schemaOf(reflect.TypeFor[envelope]())["properties"].(schema))
	if required := s["required"].([]string); !slices.Contains(required, "truncated") {
		s["required"] = append(required, "truncated")
	}
	return mustMarshal(s)
}

var marshaler = reflect.TypeFor[interface{ MarshalText() ([]byte, error) }]()

// anyValue allows every value of JSON by name, since checkers of schemas warn of
// one that says nothing.
var anyValue = []schema{{"type": "string"}, {"type": "number"}, {"type": "boolean"}, {"type": "object"}, {"type": "array"}, {"type": "null"}}

// schemaOf derives a schema from a Go type as [json.Marshal] writes it. Slices
// are lists: answers hold no nil ones.
func schemaOf(t reflect.Type) schema {
	switch {
	case t == reflect.TypeFor[json.RawMessage]() || t.Kind() == reflect.Interface:
		return schema{"anyOf": anyValue}
	case t == reflect.TypeFor[bdgraph.Day]():
		return schema{"type": "string"} // "" for no day
	case t == reflect.TypeFor[time.Time]():
		return schema{"type": "string", "format": "date-time"}
	case t.Kind() != reflect.Pointer && t.Implements(marshaler):
		return schema{"type": "string"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return schema{"anyOf": []schema{schemaOf(t.Elem()), {"type": "null"}}}
	case reflect.String:
		return schema{"type": "string"}
	case reflect.Bool:
		return schema{"type": "boolean"}
	case reflect.Float64, reflect.Float32:
		return schema{"type": "number"}
	case reflect.Slice, reflect.Array:
		return schema{"type": "array", "items": schemaOf(t.Elem())}
	case reflect.Map:
		return schema{"type": "object", "additionalProperties": schemaOf(t.Elem())}
	case reflect.Struct:
		s := schema{"type": "object", "properties": schema{}, "required": []string{}}
		addFields(t, s)
		return s
	}
	return schema{"type": "integer"}
}

func addFields(t reflect.Type, s schema) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported() && !f.Anonymous:
			continue
		case f.Anonymous && name == "":
			addFields(f.Type, s)
			continue
		case name == "":
			name = f.Name
		}
		if strings.Contains(options, "omit") {
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem() // nil is left out
			}
			s["properties"].(schema)[name] = schemaOf(inner)
			continue
		}
		s["properties"].(schema)[name] = schemaOf(f.Type)
		s["required"] = append(s["required"].([]string), name)
	}
}

func mustMarshal(v any) json.RawMessage {
	b, err := marshal(v)
	if err != nil {
		panic(err) // values of this package
	}
	return b
}

func sortedNames[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

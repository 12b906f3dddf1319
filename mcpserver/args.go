package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"bdgraph"
)

// kind is the type of an argument.
type kind int

const (
	text kind = iota
	integer
	object
	textList
	day // a text YYYY-MM-DD
)

// longestText bounds a text argument, in bytes, where the argument names no other bound.
const longestText = 4_000

// argument describes one argument of a tool: both its schema and its check come
// from here.
type argument struct {
	name        string
	kind        kind
	description string
	required    bool
	values      []string // the only values of a text, if any
	min, max    int      // of an integer; max of a text's bytes
	example     string   // in messages, as JSON
}

// inputs are checked arguments by name; what was not given is absent.
type inputs map[string]any

func (in inputs) text(name string) string     { s, _ := in[name].(string); return s }
func (in inputs) texts(name string) []string  { l, _ := in[name].([]string); return l }
func (in inputs) day(name string) bdgraph.Day { d, _ := in[name].(bdgraph.Day); return d }
func (in inputs) object(name string) map[string]any {
	m, _ := in[name].(map[string]any)
	return m
}

func (in inputs) integer(name string, otherwise int) int {
	if n, ok := in[name].(int); ok {
		return n
	}
	return otherwise
}

// readArguments decodes and checks the arguments of a call. Whole numbers inside of
// objects stay [json.Number], since a double would round them. The error is a
// [*failure] for the model.
func readArguments(specs []argument, raw json.RawMessage) (inputs, error) {
	in := inputs{}
	given := map[string]json.RawMessage{}
	if trimmed := bytes.TrimSpace(raw); len(trimmed) > 0 && !bytes.Equal(trimmed, []byte("null")) {
		if err := json.Unmarshal(trimmed, &given); err != nil {
			return nil, badArgument("", "arguments must be a JSON object", exampleOf(specs))
		}
	}
	for _, name := range sortedNames(given) {
		i := slices.IndexFunc(specs, func(a argument) bool { return a.name == name })
		if i < 0 {
			return nil, badArgument(name, fmt.Sprintf("there is no argument %q", cut(name, 60)), "The arguments are "+namesOf(specs)+".")
		}
		if bytes.Equal(bytes.TrimSpace(given[name]), []byte("null")) {
			continue
		}
		v, problem := specs[i].read(given[name])
		if problem != "" {
			return nil, badArgument(name, name+": "+problem, "For instance "+specs[i].sample()+".")
		}
		in[name] = v
	}
	for _, a := range specs {
		if _, ok := in[a.name]; a.required && !ok {
			return nil, badArgument(a.name, "the argument "+a.name+" is missing: "+a.description, "For instance "+a.sample()+".")
		}
	}
	return in, nil
}

// read returns the value of an argument, or what is wrong with it.
func (a argument) read(raw json.RawMessage) (value any, problem string) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, "not valid JSON"
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, "not valid JSON"
	}
	switch a.kind {
	case text, day:
		s, ok := v.(string)
		if !ok {
			return nil, "want a text, got " + jsonKind(v)
		}
		return a.readText(s)
	case integer:
		n, ok := v.(json.Number)
		if !ok {
			return nil, "want a whole number, got " + jsonKind(v)
		}
		return a.readInteger(n)
	case object:
		m, ok := v.(map[string]any)
		if !ok {
			return nil, "want an object, got " + jsonKind(v)
		}
		return m, ""
	case textList:
		list, ok := v.([]any)
		if !ok {
			return nil, "want a list of texts, got " + jsonKind(v)
		}
		texts := make([]string, len(list))
		for i, e := range list {
			if texts[i], ok = e.(string); !ok {
				return nil, fmt.Sprintf("want a list of texts, but element %d is %s", i+1, jsonKind(e))
			}
			if len(texts[i]) > longestText {
				return nil, fmt.Sprintf("element %d is longer than %d bytes", i+1, longestText)
			}
		}
		return texts, ""
	}
	panic("mcpserver: unknown kind of argument")
}

func (a argument) readText(s string) (any, string) {
	limit := longestText
	if a.max > 0 {
		limit = a.max
	}
	switch {
	case len(s) > limit:
		return nil, fmt.Sprintf("%d bytes are too long; the limit is %d", len(s), limit)
	case strings.TrimSpace(s) == "":
		if a.required {
			return nil, "must not be empty"
		}
		return s, ""
	case len(a.values) > 0 && !slices.Contains(a.values, s):
		return nil, fmt.Sprintf("%q is none of %s", cut(s, 60), strings.Join(a.values, ", "))
	}
	if a.kind == day {
		d, err := bdgraph.ParseDay(s)
		if err != nil {
			return nil, fmt.Sprintf("%q is not a day written YYYY-MM-DD", cut(s, 60))
		}
		return d, ""
	}
	return s, ""
}

func (a argument) readInteger(n json.Number) (any, string) {
	i, err := strconv.ParseInt(n.String(), 10, 64)
	if err != nil {
		f, ferr := n.Float64()
		if ferr != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
			return nil, cut(n.String(), 40) + " is not a whole number"
		}
		i = int64(f) // 20.0
	}
	if i < int64(a.min) || a.max > 0 && i > int64(a.max) {
		return nil, fmt.Sprintf("%d is not from %d to %d", i, a.min, a.max)
	}
	return int(i), ""
}

func jsonKind(v any) string {
	switch v := v.(type) {
	case string:
		return "the text " + strconv.Quote(cut(v, 40))
	case json.Number:
		return "the number " + cut(v.String(), 40)
	case bool:
		return "a boolean"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	return "null"
}

// sample is how a call would give the argument.
func (a argument) sample() string {
	example := a.example
	if example == "" {
		switch a.kind {
		case integer:
			example = strconv.Itoa(max(a.min, 20))
		case day:
			example = `"2025-03-01"`
		case object:
			example = "{}"
		case textList:
			example = "[]"
		default:
			example = `"…"`
			if len(a.values) > 0 {
				example = strconv.Quote(a.values[0])
			}
		}
	}
	return fmt.Sprintf("{%q: %s}", a.name, example)
}

func exampleOf(specs []argument) string {
	for _, a := range specs {
		if a.required {
			return "For instance " + a.sample() + "."
		}
	}
	return "For instance {}."
}

func namesOf(specs []argument) string {
	if len(specs) == 0 {
		return "none"
	}
	names := make([]string, len(specs))
	for i, a := range specs {
		names[i] = a.name
	}
	return strings.Join(names, ", ")
}

// cut shortens a text to about n bytes, at a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

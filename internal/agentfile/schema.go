package agentfile

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"bdgraph/cypher/spelling"
)

// Schema is a compiled JSON Schema (2020-12).
type Schema struct {
	compiled *jsonschema.Schema
	hints    map[string]Hint
}

// Hint says in words what the schema means by a field: Message by one that is missing or
// forbidden, Allowed by a value that does not fit its pattern. Remedy is what to do about
// either, and about a list that is too short.
type Hint struct{ Message, Allowed, Remedy string }

// DateHint is that of a field with a date as it is written.
var DateHint = Hint{Allowed: "YYYY, YYYY-MM, YYYY-MM-DD", Remedy: "write the date as precisely as the document does"}

// Compile compiles a schema that is part of the program; it panics when that is
// wrong. Hints are by field name; a forbidden field whose name is not there gets the
// hint "".
func Compile(name string, schema []byte, hints map[string]Hint) *Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		panic(fmt.Sprintf("%s: %v", name, err))
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(name, doc); err != nil {
		panic(fmt.Sprintf("%s: %v", name, err))
	}
	return &Schema{c.MustCompile(name), hints}
}

// Check returns everything about a file's form that the schema does not allow.
func (f *Schema) Check(s *Source) []Problem {
	value := s.value
	if value == nil {
		var err error
		if value, err = jsonschema.UnmarshalJSON(bytes.NewReader(s.data)); err != nil {
			return []Problem{s.syntax(0, "this is no JSON: "+err.Error())}
		}
	}
	failed, _ := f.compiled.Validate(value).(*jsonschema.ValidationError)
	if failed == nil {
		return nil
	}
	var problems []Problem
	for _, leaf := range leaves(failed) {
		pointer := pointerOf(leaf.InstanceLocation)
		for _, m := range f.messages(leaf) {
			problems = append(problems, s.Problem(pointer+m.below, Problem{
				Code: s.kind + "_schema", Found: m.found, Allowed: m.allowed, Message: m.text, Remedy: m.remedy,
			}))
		}
	}
	return problems
}

// leaves returns the errors that are not made of others.
func leaves(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var all []*jsonschema.ValidationError
	for _, cause := range e.Causes {
		all = append(all, leaves(cause)...)
	}
	return all
}

func pointerOf(location []string) string {
	var b strings.Builder
	for _, part := range location {
		b.WriteString("/" + escapePointer(part))
	}
	return b.String()
}

type message struct{ below, text, remedy, found, allowed string }

// messages says in our words what an error of the schema means.
func (f *Schema) messages(e *jsonschema.ValidationError) []message {
	one := func(remedy, format string, args ...any) []message {
		return []message{{text: fmt.Sprintf(format, args...), remedy: remedy}}
	}
	instead := func(remedy, found, allowed string) []message {
		return []message{{text: "found " + found + ", allowed: " + allowed, remedy: remedy, found: found, allowed: allowed}}
	}
	name := "" // of the field, or the number of the item
	if n := len(e.InstanceLocation); n > 0 {
		name = e.InstanceLocation[n-1]
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		var all []message
		for _, name := range k.Missing {
			m := message{text: fmt.Sprintf("the field %q is missing", name), remedy: "add it"}
			if hint := f.hints[name]; hint.Message != "" {
				m = message{text: hint.Message, remedy: hint.Remedy}
			}
			m.found, m.allowed = "nothing", name
			all = append(all, m)
		}
		return all
	case *kind.AdditionalProperties:
		var all []message
		for _, name := range k.Properties {
			all = append(all, message{
				below: "/" + escapePointer(name),
				text:  fmt.Sprintf("the field %q is unknown here", name), remedy: "remove it, or correct its name",
				found: name, allowed: "no other fields than those of the schema",
			})
		}
		return all
	case *kind.FalseSchema:
		hint := f.hints[name]
		if hint.Message == "" {
			hint = f.hints[""]
		}
		return []message{{text: strings.ReplaceAll(hint.Message, "FIELD", strconv.Quote(name)), remedy: hint.Remedy, found: name, allowed: "nothing"}}
	case *kind.Type:
		return instead("write "+article(k.Want), k.Got, strings.Join(k.Want, " or "))
	case *kind.Enum:
		allowed := make([]string, len(k.Want))
		for i, v := range k.Want {
			allowed[i] = fmt.Sprint(v)
		}
		remedy := "use one of them"
		if near := spelling.Nearest(fmt.Sprint(k.Got), allowed); near != "" {
			remedy = "did you mean " + near + "?"
		}
		return instead(remedy, Quoted(k.Got), strings.Join(allowed, ", "))
	case *kind.Pattern:
		hint := f.hints[name]
		return instead(cmp.Or(hint.Remedy, "write it so"), Quoted(k.Got), cmp.Or(hint.Allowed, "what matches "+k.Want))
	case *kind.MinLength:
		return instead("write it, or leave the field out where that is allowed", "an empty text", "a text")
	case *kind.MaxLength:
		return instead("shorten it", fmt.Sprintf("%d characters", k.Got), fmt.Sprintf("at most %d", k.Want))
	case *kind.MinItems:
		return instead(cmp.Or(f.hints[name].Remedy, "add what is missing"), "an empty list", fmt.Sprintf("at least %d", k.Want))
	case *kind.Minimum:
		return instead("count from 1", k.Got.RatString(), k.Want.RatString()+" or more")
	case *kind.UniqueItems:
		return one("keep one of the two", "items %d and %d are equal", k.Duplicates[0], k.Duplicates[1])
	default:
		return one("compare it with the schema", "%v does not allow this", strings.Join(e.ErrorKind.KeywordPath(), "/"))
	}
}

func article(types []string) string {
	if len(types) == 1 && strings.ContainsRune("aeiou", rune(types[0][0])) {
		return "an " + types[0]
	}
	return "a " + strings.Join(types, " or ")
}

// Quoted writes a found value, cut to a sensible length.
func Quoted(v any) string {
	s := fmt.Sprint(v)
	if text, ok := v.(string); ok {
		s = strconv.Quote(text)
	}
	if len(s) > 80 {
		s = s[:77] + "…"
	}
	return s
}

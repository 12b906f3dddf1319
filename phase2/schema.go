package phase2

import (
	"bytes"
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// Schema is the JSON Schema (2020-12) of an extraction, as agents get it.
//
//go:embed extraction.schema.json
var Schema []byte

// compiled is the schema, compiled once. It is part of the program, so that an
// error in it is a mistake in the program.
var compiled = sync.OnceValue(func() *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema))
	if err != nil {
		panic(fmt.Sprintf("phase2: extraction.schema.json: %v", err))
	}
	const name = "extraction.schema.json"
	c := jsonschema.NewCompiler()
	if err := c.AddResource(name, doc); err != nil {
		panic(fmt.Sprintf("phase2: extraction.schema.json: %v", err))
	}
	return c.MustCompile(name)
})

// checkForm checks a file against the schema and returns all that is wrong.
func checkForm(s *source) []Problem {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(s.data))
	if err != nil {
		return []Problem{s.at(0, "", Problem{Code: "extraction_syntax", Message: "this is no JSON: " + err.Error()})}
	}
	failed, _ := compiled().Validate(value).(*jsonschema.ValidationError)
	if failed == nil {
		return nil
	}
	var problems []Problem
	for _, leaf := range leaves(failed) {
		pointer := pointerOf(leaf.InstanceLocation)
		for _, m := range messages(leaf) {
			problems = append(problems, s.problem(pointer+m.below, Problem{Code: "extraction_schema", Message: m.text, Remedy: m.remedy}))
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

type message struct{ below, text, remedy string }

// messages says in our words what an error of the schema means.
func messages(e *jsonschema.ValidationError) []message {
	one := func(remedy, format string, args ...any) []message {
		return []message{{text: fmt.Sprintf(format, args...), remedy: remedy}}
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		var all []message
		for _, name := range k.Missing {
			m := message{text: fmt.Sprintf("the field %q is missing", name), remedy: "add it"}
			if name == "empty_reason" {
				m = message{text: "there are no edges and no empty_reason", remedy: "say in empty_reason why the document has nothing to extract"}
			}
			all = append(all, m)
		}
		return all
	case *kind.AdditionalProperties:
		var all []message
		for _, name := range k.Properties {
			all = append(all, message{
				below: "/" + escapePointer(name),
				text:  fmt.Sprintf("the field %q is unknown here", name), remedy: "remove it, or correct its name",
			})
		}
		return all
	case *kind.FalseSchema:
		name := ""
		if n := len(e.InstanceLocation); n > 0 {
			name = e.InstanceLocation[n-1]
		}
		switch name {
		case "empty_reason":
			return one("remove one of the two", "empty_reason stands beside edges")
		case "scope":
			return one("remove it", "only AMENDS has a scope")
		default:
			return one("remove it", "only a Rule has the field %q", name)
		}
	case *kind.Type:
		return one("write "+article(k.Want), "found %s, allowed is %s", k.Got, strings.Join(k.Want, " or "))
	case *kind.Enum:
		allowed := make([]string, len(k.Want))
		for i, v := range k.Want {
			allowed[i] = fmt.Sprint(v)
		}
		remedy := "use one of them"
		if near := nearest(fmt.Sprint(k.Got), allowed); near != "" {
			remedy = "did you mean " + near + "?"
		}
		return one(remedy, "found %s, allowed are %s", quoted(k.Got), strings.Join(allowed, ", "))
	case *kind.Pattern:
		if strings.Contains(k.Want, "64") {
			return one("copy the value from the prompt", "found %s, allowed are 64 hexadecimal digits in small letters", quoted(k.Got))
		}
		return one("write the date as precisely as the document does", "found %s, allowed are YYYY, YYYY-MM, YYYY-MM-DD", quoted(k.Got))
	case *kind.MinLength:
		return one("write it, or leave the field out where that is allowed", "the text is empty")
	case *kind.MaxLength:
		return one("shorten it", "the text has %d characters, allowed are %d", k.Got, k.Want)
	case *kind.MinItems:
		return one("quote the passage that says so", "the list is empty, at least %d is needed", k.Want)
	case *kind.Minimum:
		return one("count from 1", "found %s, allowed is %s or more", k.Got.RatString(), k.Want.RatString())
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

// quoted writes a found value, cut to a sensible length.
func quoted(v any) string {
	s := fmt.Sprint(v)
	if text, ok := v.(string); ok {
		s = strconv.Quote(text)
	}
	if len(s) > 80 {
		s = s[:77] + "…"
	}
	return s
}

// nearest returns the word that is most like another one, "" when none is alike.
func nearest(word string, words []string) string {
	best, distance := "", max(2, len([]rune(word))/3)+1
	for _, w := range words {
		if d := editDistance(strings.ToLower(word), strings.ToLower(w)); d < distance {
			best, distance = w, d
		}
	}
	return best
}

// editDistance counts the letters to insert, delete or replace.
func editDistance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range from {
		corner := row[0]
		row[0] = i + 1
		for j, s := range to {
			cost := corner
			if r != s {
				cost = min(corner, row[j], row[j+1]) + 1
			}
			corner, row[j+1] = row[j+1], cost
		}
	}
	return row[len(to)]
}

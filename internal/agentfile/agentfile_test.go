package agentfile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

const schema = `{"type": "object", "additionalProperties": false, "required": ["name", "why"],
	"properties": {"name": {"type": "string", "minLength": 1}, "kind": {"enum": ["good", "bad"]}, "why": true, "list": {"type": "array", "maxItems": 0}, "never": false, "code": {"pattern": "^[0-9]{2}$"}, "tag": {"pattern": "^[a-z]+$"}}}`

func TestProblemsHaveTheirPlace(t *testing.T) {
	form := Compile("test", []byte(schema), map[string]Hint{"why": {Message: "nobody says why", Remedy: "say why"}, "": {Message: "FIELD has no place here", Remedy: "remove it"}, "code": {Allowed: "two digits", Remedy: "look it up"}})
	for text, want := range map[string][]string{
		`{"name": "a", "why": 1}`:                   nil,
		"{\n  \"name\": 7,\n  \"why\": 1}":          {`test_schema /name 2:11 found number, allowed: string`},
		"{\n\t\"name\": \"a\"\n}":                   {"test_schema  1:1 nobody says why"},
		`{"name": "", "why": 1, "a/b~c": 2}`:        {`test_schema /a~1b~0c 1:33 the field "a/b~c" is unknown here`, "test_schema /name 1:10 found an empty text, allowed: a text"},
		`{"name": "a", "why": 1, "kind": "goood"}`:  {`test_schema /kind 1:33 found "goood", allowed: good, bad (did you mean good?)`},
		`{"name": "a", "why": 1, "code": "x"}`:      {`test_schema /code 1:33 found "x", allowed: two digits`},
		`{"name": "a", "why": 1, "tag": "X"}`:       {`test_schema /tag 1:32 found "X", allowed: what matches ^[a-z]+$`},
		`{"name": "a", "why": 1, "never": 1}`:       {`test_schema /never 1:34 "never" has no place here`},
		`{"name": "a", "why": 1, "name": "b"}`:      {`test_duplicate_key /name 1:25 the key "name" stands twice in one object`},
		"\ufeff{\"name\": \"a\"}":                   {"test_syntax  1:1 the file begins with a byte order mark, which JSON does not have"},
		"{\"name\": \"a\xff\"}":                     {"test_syntax  1:12 the file is not UTF-8"},
		`{"name": "a"`:                              {"test_syntax  1:13 this is no JSON: the file ends too early"},
		`{"name": "a"} {}`:                          {"test_syntax  1:15 this is no JSON: something follows the value; a file holds one value"},
		`{"name": "é", "why": 1, "list": [1, "x"]}`: {"test_schema /list 1:34 maxItems does not allow this"},
	} {
		s, problems := Parse("test", []byte(text))
		if !slices.ContainsFunc(problems, Problem.IsSyntax) {
			problems = append(problems, form.Check(s)...)
		}
		var got []string
		for _, p := range problems {
			line := fmt.Sprintf("%s %s %d:%d %s", p.Code, p.Pointer, p.Line, p.Column, p.Message)
			if strings.HasPrefix(p.Remedy, "did you mean") {
				line += " (" + p.Remedy + ")"
			}
			if p.Remedy == "" {
				t.Errorf("%s: no remedy", line)
			}
			got = append(got, line)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", text, got, want)
		}
	}
}

// What is no problem of syntax is JSON, and the other way round.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`{"a":[1,{"b":null}]}`, `"x"`, `{"a":1,"a":2}`, "[1,]", "{", "[[[[", "\xff", "1 2", `{"\ud800":1}`, `{"a\"b":[-1.5e+3,true,false,null,{}],"c":[]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, problems := Parse("test", data)
		syntax := slices.ContainsFunc(problems, Problem.IsSyntax)
		shallow := bytes.Count(data, []byte("["))+bytes.Count(data, []byte("{")) <= deepest
		if valid := json.Valid(data) && utf8.Valid(data); shallow && syntax == valid {
			t.Fatalf("%q is JSON: %t, and has a problem of syntax: %t", data, valid, syntax)
		}
		if value, ok := decode(data); ok {
			var want any
			dec := json.NewDecoder(bytes.NewReader(data))
			dec.UseNumber()
			if err := dec.Decode(&want); err != nil || !reflect.DeepEqual(value, want) {
				t.Fatalf("%q is %#v, want %#v (%v)", data, value, want, err)
			}
			if len(problems) > 0 {
				t.Fatalf("%q is taken and has %+v", data, problems)
			}
		} else if len(problems) == 0 {
			t.Fatalf("%q is not taken and has no problem", data)
		}
		for _, p := range problems {
			if p.Line < 1 || p.Column < 1 {
				t.Fatalf("%+v", p)
			}
		}
	})
}

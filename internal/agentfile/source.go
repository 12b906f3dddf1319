// Package agentfile reads the JSON files that agents write. In go bytes and a JSON
// Schema, out come the places of all values and every problem with the form, each
// with a JSON Pointer, line and column. What the values mean is left to the callers.
package agentfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Problem is one thing wrong with a file that an agent wrote.
type Problem struct {
	Code    string `json:"code"`
	Pointer string `json:"pointer"` // JSON Pointer into the file, "" for the whole
	Line    int    `json:"line"`    // of that place in the file, from 1
	Column  int    `json:"column"`  // in bytes, from 1
	// Found is the value there and Allowed what may stand there, where that can be said in so many words.
	Found   string `json:"found,omitempty"`
	Allowed string `json:"allowed,omitempty"`
	Message string `json:"message"`
	// Remedy is what to write instead. The format of check --json, which agents were told of,
	// calls it a suggestion; findings call it a remedy in JSON too.
	Remedy string `json:"suggestion,omitempty"`
}

// Source is a file with the place of every value in it.
type Source struct {
	kind    string // extraction or verdict; codes begin with it
	data    []byte
	value   any            // the file's value; nil when it has a problem, or is null
	offsets map[string]int // JSON Pointer -> where the value begins; nil until a place is asked for
	lines   []int          // where lines begin
}

// Parse reads a file of a kind ("extraction"). Problems are bytes that are no UTF-8 and what
// is no JSON (see [Problem.IsSyntax]), and keys that an object has twice.
func Parse(kind string, data []byte) (*Source, []Problem) {
	s := &Source{kind: kind, data: data}
	if value, ok := decode(data); ok {
		s.value = value
		return s, nil
	}
	return s, s.locate()
}

// locate passes over the file and notes where its values are, with everything that is wrong with its syntax.
// Most files are right and never need it.
func (s *Source) locate() []Problem {
	s.offsets = make(map[string]int)
	if at := invalidUTF8(s.data); at >= 0 {
		return []Problem{s.syntax(at, "the file is not UTF-8")}
	}
	if bytes.HasPrefix(s.data, []byte(byteOrderMark)) {
		return []Problem{s.syntax(0, "the file begins with a byte order mark, which JSON does not have")}
	}
	p := parser{Source: s, dec: json.NewDecoder(bytes.NewReader(s.data))}
	p.dec.UseNumber()
	err := p.value("", 0)
	at := p.next()
	if err == nil {
		if _, more := p.dec.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something follows the value; a file holds one value")
		}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		at, err = len(s.data), errors.New("the file ends too early")
	}
	if err != nil {
		p.problems = append(p.problems, s.syntax(at, "this is no JSON: "+err.Error()))
	}
	return p.problems
}

const byteOrderMark = "\uFEFF"

// IsSyntax reports whether a problem is that the file is no JSON, so that
// nothing else can be said of it.
func (p Problem) IsSyntax() bool { return strings.HasSuffix(p.Code, "_syntax") }

func (s *Source) syntax(offset int, message string) Problem {
	return s.at(offset, "", Problem{Code: s.kind + "_syntax", Message: message, Remedy: "write the whole file anew, as JSON in UTF-8"})
}

// at completes a problem with its line and column.
func (s *Source) at(offset int, pointer string, p Problem) Problem {
	if s.lines == nil {
		s.lines = []int{0}
		for i, c := range s.data {
			if c == '\n' {
				s.lines = append(s.lines, i+1)
			}
		}
	}
	offset = min(offset, len(s.data))
	p.Pointer = pointer
	p.Line = sort.SearchInts(s.lines, offset+1)
	p.Column = offset - s.lines[p.Line-1] + 1
	return p
}

// Problem completes a problem about the value at a pointer, or about the
// nearest value around it that exists.
func (s *Source) Problem(pointer string, p Problem) Problem {
	if s.offsets == nil {
		s.locate()
	}
	around := pointer
	for {
		if offset, ok := s.offsets[around]; ok {
			return s.at(offset, pointer, p)
		}
		cut := strings.LastIndexByte(around, '/')
		if cut < 0 {
			return s.at(0, pointer, p)
		}
		around = around[:cut]
	}
}

// Decode reads the file into v, a pointer to what its schema describes. Problems are
// values that the schema allows and Go's type does not hold, such as 8.0 for a whole number.
func (s *Source) Decode(v any) []Problem {
	err := json.Unmarshal(s.data, v)
	if err == nil {
		return nil
	}
	p := Problem{Code: s.kind + "_schema", Message: err.Error(), Remedy: "write the whole file anew"}
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return []Problem{s.at(0, "", p)}
	}
	p.Found, p.Allowed, p.Remedy = wrong.Value, wrong.Type.String(), "write it without fraction or exponent, and not too large"
	p.Message = fmt.Sprintf("found %s, allowed: %s", p.Found, p.Allowed)
	if s.offsets == nil {
		s.locate()
	}
	at, pointer := 0, ""
	for name, offset := range s.offsets {
		if offset < int(wrong.Offset) && offset >= at {
			at, pointer = offset, name
		}
	}
	return []Problem{s.at(at, pointer, p)}
}

// parser follows the tokens of a file.
type parser struct {
	*Source
	dec      *json.Decoder
	problems []Problem
}

// next returns where the next token begins.
func (p *parser) next() int {
	at := int(p.dec.InputOffset())
	for at < len(p.data) && bytes.IndexByte([]byte(" \t\r\n,:"), p.data[at]) >= 0 {
		at++
	}
	return at
}

// deepest is how deep values may lie in each other; the files need six levels.
const deepest = 32

func (p *parser) value(pointer string, depth int) error {
	if depth > deepest {
		return fmt.Errorf("values lie in each other more than %d levels deep", deepest)
	}
	p.offsets[pointer] = p.next()
	token, err := p.dec.Token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('{'):
		return p.object(pointer, depth)
	case json.Delim('['):
		for i := 0; p.dec.More(); i++ {
			if err := p.value(pointer+"/"+strconv.Itoa(i), depth+1); err != nil {
				return err
			}
		}
		_, err = p.dec.Token()
	}
	return err
}

func (p *parser) object(pointer string, depth int) error {
	seen := make(map[string]bool)
	for p.dec.More() {
		at := p.next()
		token, err := p.dec.Token()
		if err != nil {
			return err
		}
		key, ok := token.(string)
		if !ok {
			return fmt.Errorf("an object's key is %v", token)
		}
		inner := pointer + "/" + escapePointer(key)
		if seen[key] {
			p.problems = append(p.problems, p.at(at, inner, Problem{
				Code: p.kind + "_duplicate_key", Message: fmt.Sprintf("the key %q stands twice in one object", key),
				Remedy: "keep one of the two",
			}))
		}
		seen[key] = true
		if err := p.value(inner, depth+1); err != nil {
			return err
		}
	}
	_, err := p.dec.Token()
	return err
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

func escapePointer(key string) string { return pointerEscapes.Replace(key) }

func invalidUTF8(data []byte) int {
	for at := 0; at < len(data); {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

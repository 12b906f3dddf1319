package phase2

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Problem is one thing wrong with an extraction.
type Problem struct {
	Code    string `json:"code"`
	Pointer string `json:"pointer"` // JSON Pointer into the file, "" for the whole
	Line    int    `json:"line"`    // of that place in the file, from 1
	Column  int    `json:"column"`  // in bytes, from 1
	Message string `json:"message"` // what was found and what is allowed
	Remedy  string `json:"remedy,omitempty"`
}

// source is an extraction file with the place of every value in it.
type source struct {
	data    []byte
	offsets map[string]int // JSON Pointer -> where the value begins
}

// newSource passes over a file once and notes where its values are. Problems
// are bytes that are no UTF-8, what is no JSON, and keys that an object has twice.
func newSource(data []byte) (*source, []Problem) {
	s := &source{data: data, offsets: make(map[string]int)}
	if at := invalidUTF8(data); at >= 0 {
		return s, []Problem{s.at(at, "", Problem{
			Code: "extraction_syntax", Message: "the file is not UTF-8", Remedy: "write the file in UTF-8",
		})}
	}
	p := parser{source: s, dec: json.NewDecoder(bytes.NewReader(data))}
	p.dec.UseNumber()
	err := p.value("", 0)
	at := p.next()
	if err == nil {
		if _, more := p.dec.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something follows the value; a file holds one extraction")
		}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		at, err = len(data), errors.New("the file ends too early")
	}
	if err != nil {
		p.problems = append(p.problems, s.at(at, "", Problem{
			Code: "extraction_syntax", Message: "this is no JSON: " + err.Error(), Remedy: "write the extraction anew",
		}))
	}
	return s, p.problems
}

// at completes a problem with its line and column.
func (s *source) at(offset int, pointer string, p Problem) Problem {
	before := s.data[:min(offset, len(s.data))]
	p.Pointer = pointer
	p.Line = 1 + bytes.Count(before, []byte("\n"))
	p.Column = len(before) - bytes.LastIndexByte(before, '\n')
	return p
}

// problem completes a problem about the value at a pointer, or about the
// nearest value around it that exists.
func (s *source) problem(pointer string, p Problem) Problem {
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

// parser follows the tokens of a file.
type parser struct {
	*source
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

// deepest is how deep values may lie in each other; an extraction needs six levels.
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
				Code: "extraction_duplicate_key", Message: fmt.Sprintf("the key %q stands twice in one object", key),
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

func escapePointer(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}

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

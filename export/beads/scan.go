package beads

import (
	"bytes"
	"fmt"
	"strconv"
)

// The scanner reads JSON as people's files really hold it: it splits an object
// into members in one pass, leaves each value as bytes until its field is known, and so
// can report a wrong type per field, count unknown fields and survive raw control characters.
// encoding/json would need a second pass for each of these.

// member is one key and its undecoded value.
type member struct {
	key   string // one of the interned names, or a copy
	value []byte
}

// syntaxError is where and why a text is no JSON; Offset counts bytes from 0.
type syntaxError struct {
	Offset int
	Reason string
}

func (e *syntaxError) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset+1, e.Reason) }

// scanner walks one text.
type scanner struct {
	data []byte
	pos  int
}

func (s *scanner) fail(reason string) error { return &syntaxError{s.pos, reason} }

// space skips white space and reports whether anything is left.
func (s *scanner) space() bool {
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ', '\t', '\r', '\n':
			s.pos++
		default:
			return true
		}
	}
	return false
}

// members reads the object at the position and appends its members to dst.
func (s *scanner) members(dst []member, names map[string]string) ([]member, error) {
	if !s.space() || s.data[s.pos] != '{' {
		return dst, s.fail("an object should begin here")
	}
	s.pos++
	if !s.space() {
		return dst, s.fail("the text ends inside an object")
	}
	if s.data[s.pos] == '}' {
		s.pos++
		return dst, nil
	}
	for {
		if !s.space() {
			return dst, s.fail("the text ends inside an object")
		}
		if s.data[s.pos] != '"' {
			return dst, s.fail("a field name in quotes should begin here")
		}
		raw, err := s.value()
		if err != nil {
			return dst, err
		}
		if !s.space() || s.data[s.pos] != ':' {
			return dst, s.fail("a colon should stand here")
		}
		s.pos++
		s.space()
		value, err := s.value()
		if err != nil {
			return dst, err
		}
		dst = append(dst, member{fieldName(raw, names), value})
		if !s.space() {
			return dst, s.fail("the text ends inside an object")
		}
		switch s.data[s.pos] {
		case ',':
			s.pos++
		case '}':
			s.pos++
			return dst, nil
		default:
			return dst, s.fail("a comma or the end of the object should stand here")
		}
	}
}

func fieldName(raw []byte, names map[string]string) string {
	if name, ok := names[string(raw[1:len(raw)-1])]; ok {
		return name
	}
	name, _ := unquote(raw)
	return name
}

// elements calls each for every value of the array at the position.
func (s *scanner) elements(each func(value []byte)) error {
	if !s.space() || s.data[s.pos] != '[' {
		return s.fail("an array should begin here")
	}
	s.pos++
	if s.space() && s.data[s.pos] == ']' {
		s.pos++
		return nil
	}
	for {
		s.space()
		value, err := s.value()
		if err != nil {
			return err
		}
		each(value)
		if !s.space() {
			return s.fail("the text ends inside an array")
		}
		switch s.data[s.pos] {
		case ',':
			s.pos++
		case ']':
			s.pos++
			return nil
		default:
			return s.fail("a comma or the end of the array should stand here")
		}
	}
}

// value returns the bytes of the value at the position and moves behind it.
// The inside of objects and arrays is only checked for its brackets.
func (s *scanner) value() ([]byte, error) {
	if s.pos >= len(s.data) {
		return nil, s.fail("the text ends where a value should stand")
	}
	start := s.pos
	switch c := s.data[s.pos]; c {
	case '"':
		if err := s.skipString(); err != nil {
			return nil, err
		}
	case '{', '[':
		if err := s.skipNested(); err != nil {
			return nil, err
		}
	default:
		for s.pos < len(s.data) && isLiteral(s.data[s.pos]) {
			s.pos++
		}
		if text := s.data[start:s.pos]; kindOf(text) == invalid {
			s.pos = start
			return nil, s.fail("a value should stand here")
		}
	}
	return s.data[start:s.pos], nil
}

func (s *scanner) skipString() error {
	for at := s.pos + 1; ; {
		i := bytes.IndexByte(s.data[at:], '"')
		if i < 0 {
			return s.fail("the string that begins here does not end")
		}
		end := at + i
		slashes := 0
		for s.data[end-1-slashes] == '\\' {
			slashes++
		}
		at = end + 1
		if slashes%2 == 0 {
			s.pos = at
			return nil
		}
	}
}

func (s *scanner) skipNested() error {
	start := s.pos
	var open []byte
	for s.pos < len(s.data) {
		switch c := s.data[s.pos]; c {
		case '"':
			if err := s.skipString(); err != nil {
				return err
			}
			continue
		case '{', '[':
			open = append(open, c+2) // the closing bracket of both lies two behind in ASCII
		case '}', ']':
			if open[len(open)-1] != c {
				return s.fail("this bracket closes nothing")
			}
			open = open[:len(open)-1]
			if len(open) == 0 {
				s.pos++
				return nil
			}
		}
		s.pos++
	}
	s.pos = start
	return s.fail("the object or array that begins here does not end")
}

func isLiteral(c byte) bool {
	return c == '-' || c == '+' || c == '.' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// kind is the JSON type of a value.
type kind int

const (
	invalid kind = iota
	null
	boolean
	number
	text
	object
	array
)

var kindNames = [...]string{"no value", "null", "a boolean", "a number", "a string", "an object", "an array"}

func (k kind) String() string { return kindNames[k] }

func kindOf(value []byte) kind {
	if len(value) == 0 {
		return invalid
	}
	switch value[0] {
	case '"':
		return text
	case '{':
		return object
	case '[':
		return array
	}
	switch string(value) {
	case "null":
		return null
	case "true", "false":
		return boolean
	}
	if _, err := strconv.ParseFloat(string(value), 64); err == nil && value[0] != '+' && value[0] != '.' && value[0] < 'A' {
		return number
	}
	return invalid
}

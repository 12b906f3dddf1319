package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// value is a value of a JSON text with comments: where it stands, and what is in it.
type value struct {
	start, end int
	kind       byte // { [ or 0
	members    []member
}

// member is a member of an object or, without a key, an element of an array.
type member struct {
	key   string
	start int // of the key, or of the element
	value value
}

var errJSON = errors.New("not JSON, with or without comments")

// parseJSON reads JSON with comments and trailing commas, as editors write it.
func parseJSON(text []byte) (v value, err error) {
	p := jsonParser{text: text}
	defer func() {
		if r := recover(); r != nil {
			if r != errJSON {
				panic(r)
			}
			err = fmt.Errorf("line %d: %w", 1+bytes.Count(text[:min(p.at, len(text))], []byte("\n")), errJSON)
		}
	}()
	p.space()
	v = p.value(0)
	p.space()
	if p.at < len(text) {
		panic(errJSON)
	}
	return v, nil
}

type jsonParser struct {
	text []byte
	at   int
}

// peek returns the next byte, 0 at the end.
func (p *jsonParser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// space moves over white space and comments.
func (p *jsonParser) space() {
	if p.at == 0 && bytes.HasPrefix(p.text, []byte("\ufeff")) {
		p.at = 3
	}
	for p.at < len(p.text) {
		rest := p.text[p.at:]
		switch {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			p.at++
		case bytes.HasPrefix(rest, []byte("//")):
			n := bytes.IndexByte(rest, '\n')
			if n < 0 {
				n = len(rest)
			}
			p.at += n
		case bytes.HasPrefix(rest, []byte("/*")):
			n := bytes.Index(rest[2:], []byte("*/"))
			if n < 0 {
				panic(errJSON)
			}
			p.at += n + 4
		default:
			return
		}
	}
}

const deepestJSON = 200

func (p *jsonParser) value(depth int) value {
	if depth > deepestJSON {
		panic(errJSON)
	}
	v := value{start: p.at}
	switch c := p.peek(); c {
	case '{', '[':
		v.kind = c
		p.at++
		for p.space(); p.peek() != c+2; p.space() {
			m := member{start: p.at}
			if c == '{' {
				m.key = p.key()
				p.space()
				p.expect(':')
				p.space()
			}
			m.value = p.value(depth + 1)
			v.members = append(v.members, m)
			p.space()
			if p.peek() != ',' {
				break
			}
			p.at++
		}
		p.expect(c + 2) // } and ] stand two after { and [
	case '"':
		p.key()
	default:
		for p.at < len(p.text) && strings.IndexByte(" \t\r\n,]}/", p.peek()) < 0 {
			p.at++
		}
		if !json.Valid(p.text[v.start:p.at]) {
			panic(errJSON)
		}
	}
	v.end = p.at
	return v
}

func (p *jsonParser) expect(c byte) {
	if p.peek() != c {
		panic(errJSON)
	}
	p.at++
}

func (p *jsonParser) key() string {
	start := p.at
	p.expect('"')
	for p.peek() != '"' {
		if p.peek() == '\\' {
			p.at++
		}
		if p.at++; p.at >= len(p.text) {
			panic(errJSON)
		}
	}
	p.at++
	var s string
	if json.Unmarshal(p.text[start:p.at], &s) != nil {
		panic(errJSON)
	}
	return s
}

// member returns the last member of that name, as JSON readers take it.
func (v value) member(key string) (member, bool) {
	for _, m := range slices.Backward(v.members) {
		if v.kind == '{' && m.key == key {
			return m, true
		}
	}
	return member{}, false
}

// setMember returns the text with a value at a path of keys, whose objects are
// made where they are missing. Nothing else changes. A text that is empty is {}.
func setMember(text []byte, path []string, v any) ([]byte, error) {
	return edit(text, path, func(root []byte, at value, rest []string) ([]byte, error) {
		if len(rest) == 0 {
			return replace(root, at.start, at.end, indented(v, indentOf(root, at.start), unit(root))), nil
		}
		if at.kind != '{' {
			return nil, fmt.Errorf("%s is no object", strings.Join(path[:len(path)-len(rest)], "."))
		}
		for _, key := range slices.Backward(rest[1:]) {
			v = map[string]any{key: v}
		}
		return insert(root, at, rest[0], v), nil
	})
}

// appendElement returns the text with a further element in the array at a path.
func appendElement(text []byte, path []string, v any) ([]byte, error) {
	return edit(text, path, func(root []byte, at value, rest []string) ([]byte, error) {
		if len(rest) > 0 {
			return setMember(root, path, []any{v})
		}
		if at.kind != '[' {
			return nil, fmt.Errorf("%s is no array", strings.Join(path, "."))
		}
		return insert(root, at, "", v), nil
	})
}

// edit finds how far a path leads and calls change with the value there and
// the keys that are missing.
func edit(text []byte, path []string, change func(root []byte, at value, rest []string) ([]byte, error)) ([]byte, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{}\n")
	}
	at, err := parseJSON(text)
	if err != nil {
		return nil, err
	}
	for i, key := range path {
		m, ok := at.member(key)
		if !ok {
			return change(text, at, path[i:])
		}
		at = m.value
	}
	return change(text, at, nil)
}

// insert adds a member to an object, or an element to an array (key ""), behind
// the last one and on a line of its own.
func insert(text []byte, in value, key string, v any) []byte {
	step := unit(text)
	outer := indentOf(text, in.start)
	inner := outer + step
	if len(in.members) > 0 && bytes.IndexByte(text[in.start:in.members[0].start], '\n') >= 0 {
		inner = indentOf(text, in.members[0].start)
	}
	added := indented(v, inner, step)
	if in.kind == '{' {
		k, err := json.Marshal(key)
		if err != nil {
			panic(err) // a text
		}
		added = append(append(k, ": "...), added...)
	}
	if len(in.members) == 0 {
		// What stands in between, comments perhaps, stays before it.
		between := bytes.TrimRight(text[in.start+1:in.end-1], " \t\r\n")
		out := append([]byte{in.kind}, between...)
		out = append(append(append(out, "\n"+inner...), added...), "\n"+outer+string(in.kind+2)...)
		return replace(text, in.start, in.end, out)
	}
	last := in.members[len(in.members)-1].value.end
	p := jsonParser{text: text, at: last}
	if p.trailingComma() {
		at := p.comments()
		return replace(text, at, at, append([]byte("\n"+inner), append(added, ',')...))
	}
	p.at = last
	at := p.comments() // they belong to the line of the last one
	return slices.Concat(text[:last], []byte{','}, text[last:at], []byte("\n"+inner), added, text[at:])
}

// comments moves over comments on the line and returns the place after the last one.
func (p *jsonParser) comments() int {
	after := p.at
	for {
		for p.peek() == ' ' || p.peek() == '\t' {
			p.at++
		}
		rest := p.text[p.at:]
		line, _, _ := bytes.Cut(rest, []byte("\n"))
		switch n := bytes.Index(line, []byte("*/")); {
		case bytes.HasPrefix(rest, []byte("//")):
			return p.at + len(bytes.TrimRight(line, "\r"))
		case bytes.HasPrefix(rest, []byte("/*")) && n > 1:
			p.at += n + 2
			after = p.at
		default:
			return after
		}
	}
}

// trailingComma moves behind a comma that follows, if one does.
func (p *jsonParser) trailingComma() bool {
	p.space()
	if p.peek() != ',' {
		return false
	}
	p.at++
	return true
}

// removeMember returns the text without what a path leads to; unchanged if it
// leads nowhere. An object that becomes empty goes too, but for the outermost.
func removeMember(text []byte, path []string) ([]byte, error) {
	return edit(text, path[:len(path)-1], func(root []byte, at value, rest []string) ([]byte, error) {
		m, ok := at.member(path[len(path)-1])
		if len(rest) > 0 || !ok {
			return text, nil
		}
		if len(at.members) == 1 && len(path) > 1 {
			return removeMember(root, path[:len(path)-1])
		}
		return removeAt(root, at, slices.IndexFunc(at.members, func(o member) bool { return o.start == m.start })), nil
	})
}

// removeAt takes a member or element out, with its comma and its line.
func removeAt(text []byte, in value, i int) []byte {
	start, end := in.members[i].start, in.members[i].value.end
	if i > 0 {
		before := in.members[i-1].value.end
		p := jsonParser{text: text, at: before}
		p.trailingComma()
		comma := p.at - 1
		return slices.Concat(text[:comma], text[comma+1:p.comments()], text[end:])
	}
	if p := (jsonParser{text: text, at: end}); p.trailingComma() {
		end = p.at
	}
	for start > 0 && strings.IndexByte(" \t\r\n", text[start-1]) >= 0 {
		start--
	}
	return replace(text, start, end, nil)
}

func replace(text []byte, start, end int, by []byte) []byte {
	return slices.Concat(text[:start], by, text[end:])
}

// indented writes a value over several lines, of which all but the first are
// indented by prefix.
func indented(v any, prefix, step string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent(prefix, step)
	if err := enc.Encode(v); err != nil {
		panic(err) // settings of this package
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}

// indentOf is the white space with which the line of a place begins.
func indentOf(text []byte, at int) string {
	line := text[bytes.LastIndexByte(text[:at], '\n')+1 : at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// unit is by how much the text indents, two spaces where it does not tell.
func unit(text []byte) string {
	for line := range bytes.Lines(text) {
		if trimmed := bytes.TrimLeft(line, " \t"); len(trimmed) < len(line) && bytes.HasPrefix(trimmed, []byte(`"`)) {
			return string(line[:len(line)-len(trimmed)])
		}
	}
	return "  "
}

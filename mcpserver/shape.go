package mcpserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"bdgraph"
	"bdgraph/internal/unseen"
)

// shaping makes JSON fit for a model: it shortens long texts visibly, writes
// integers that doubles would round as texts, and shows characters that nobody
// can see as ⟨U+202E⟩; the hash that stored nodes carry is left out. It counts what it did.
type shaping struct {
	textLimit int // bytes of a text that are kept
	listLimit int // elements from which on a list becomes {"_omitted":"list","len":N}; 0: no limit
	hidden    int // characters made visible
	shortened int // texts and lists
	out       []byte
}

// maxSafeInteger is the largest integer that JSON readers with doubles keep.
const maxSafeInteger = 1<<53 - 1

// value appends the value that starts at in[i], valid JSON without white space
// around it, and returns the place after it.
func (s *shaping) value(in []byte, i int) int {
	switch in[i] {
	case '{':
		return s.members(in, i)
	case '[':
		return s.elements(in, i)
	case '"':
		end := stringEnd(in, i)
		s.text(in[i:end], s.textLimit)
		return end
	}
	end := i
	for end < len(in) && !strings.ContainsRune(",]}", rune(in[end])) {
		end++
	}
	s.number(in[i:end])
	return end
}

func (s *shaping) members(in []byte, i int) int {
	s.out = append(s.out, '{')
	for first := true; in[i] != '}'; {
		i++
		if in[i] == '}' {
			break
		}
		end := stringEnd(in, i)
		if string(in[i+1:end-1]) == bdgraph.HashProperty { // of no use to anybody who asks
			i = skipValue(in, end+1)
			continue
		}
		if !first {
			s.out = append(s.out, ',')
		}
		first = false
		s.text(in[i:end], longestText)
		s.out = append(s.out, ':')
		i = s.value(in, end+1)
	}
	s.out = append(s.out, '}')
	return i + 1
}

func (s *shaping) elements(in []byte, i int) int {
	start, n := len(s.out), 0
	before := *s
	s.out = append(s.out, '[')
	for i++; in[i] != ']'; n++ {
		if in[i] == ',' {
			s.out = append(s.out, ',')
			i++
		}
		i = s.value(in, i)
	}
	s.out = append(s.out, ']')
	if s.listLimit > 0 && n > s.listLimit {
		s.hidden, s.shortened = before.hidden, before.shortened+1
		s.out = fmt.Appendf(s.out[:start], `{"_omitted":"list","len":%d}`, n)
	}
	return i + 1
}

// text appends a JSON string.
func (s *shaping) text(literal []byte, limit int) {
	if len(literal) <= limit && !bytes.ContainsRune(literal, '\\') && isASCII(literal) {
		s.out = append(s.out, literal...) // JSON allows no control characters here
		return
	}
	var t string
	if err := json.Unmarshal(literal, &t); err != nil {
		panic(fmt.Sprintf("mcpserver: %v in %q", err, literal)) // it was encoded by us
	}
	if len(t) > limit {
		s.shortened++
		t = fmt.Sprintf("%s (shortened: %d characters in all)", cut(t, limit), utf8.RuneCountInString(t))
	}
	s.hidden += unseen.Count(t)
	b, err := marshal(unseen.Show(t))
	if err != nil {
		panic(err) // texts have an encoding
	}
	s.out = append(s.out, b...)
}

func (s *shaping) number(literal []byte) {
	if n, err := strconv.ParseInt(string(literal), 10, 64); err == nil && (n > maxSafeInteger || n < -maxSafeInteger) {
		s.out = append(append(append(s.out, '"'), literal...), '"')
		return
	}
	s.out = append(s.out, literal...)
}

// skipValue returns the place after the value that starts at in[i].
func skipValue(in []byte, i int) int {
	dropped := shaping{textLimit: longestText}
	return dropped.value(in, i)
}

// stringEnd returns the place after the JSON string that starts at in[i].
func stringEnd(in []byte, i int) int {
	for i++; in[i] != '"'; i++ {
		if in[i] == '\\' {
			i++
		}
	}
	return i + 1
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf || c == 0x7f {
			return false
		}
	}
	return true
}

// visibleNames makes names from the graph fit for a list of suggestions.
func visibleNames(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = unseen.Show(cut(n, 80))
	}
	return out
}

// marshal is [json.Marshal] without escapes for HTML.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

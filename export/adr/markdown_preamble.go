package adr

import (
	"strings"

	"github.com/yuin/goldmark/ast"
)

var preambleKey = pattern(`^\p{L}[\p{L}\p{N} _#()/-]{0,30}:(?: |$)`)

// preamble reads a block of code that is the header of a record, as proposals in the manner of
// RFCs have it: before any text, and of nothing but three or more "Key: value" lines, one of them the status in a language of the shipped lists.
func (m *markdown) preamble(n *ast.FencedCodeBlock) {
	if len(m.out.body) > 0 || len(m.out.headings) > 2 || n.Parent().Kind() != ast.KindDocument || n.Info != nil {
		return
	}
	var lines []rich
	status := false
	for i := range n.Lines().Len() {
		s := n.Lines().At(i)
		text := strings.TrimRight(string(s.Value(m.src)), " \t\r\n")
		key := preambleKey().FindString(strings.TrimLeft(text, " "))
		switch {
		case strings.TrimSpace(text) == "":
		case key != "":
			ts := tokenize(key)
			f, ok := shipped().fields.match(ts, 0)
			status = status || ok && field(f.value) == fieldStatus && ts[f.next].word == ":"
			lines = append(lines, inlineText(strings.TrimSpace(text), m.lineOf(s.Start)))
		case len(lines) > 0 && isBlank(text[0]):
			last := &lines[len(lines)-1]
			*last = last.join(inlineText(strings.TrimSpace(text), m.lineOf(s.Start)), " ")
		default:
			return
		}
	}
	if status && len(lines) > 2 {
		// Each is a field of its own: an empty one does not go on in the next.
		for _, l := range lines {
			m.add([]rich{l}, paragraph, 0)
		}
	}
}

package adr

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

// inline returns the text below a block, one piece a line; lines without text are left out.
func (m *markdown) inline(n ast.Node) []rich {
	w := inlineWriter{m: m}
	if l := n.Lines(); l != nil && l.Len() > 0 {
		w.line = m.lineOf(l.At(0).Start)
	}
	w.children(n)
	w.flush()
	return w.done
}

// inlineWriter gathers the text of one block.
type inlineWriter struct {
	m      *markdown
	done   []rich
	now    rich
	line   int
	struck int // open <del>, <s> and <strike> tags
}

func (w *inlineWriter) children(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		w.node(c)
	}
}

func (w *inlineWriter) node(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		w.line = w.m.lineOf(n.Segment.Start)
		value := n.Segment.Value(w.m.src)
		if !n.IsRaw() {
			value = util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences(value)))
		}
		w.write(string(value))
		if n.SoftLineBreak() || n.HardLineBreak() {
			w.flush()
		}
	case *ast.String:
		w.write(string(n.Value))
	case *ast.CodeSpan:
		at := len(w.now.text)
		w.children(n)
		if at = min(at, len(w.now.text)); fieldInCode().MatchString(w.now.text[at:]) && insideSentence(w.now.text[:at]) {
			w.now.text = w.now.text[:at] // what another record says or will say
		}
	case *ast.Emphasis:
		atStart := n.Level == 2 && strings.TrimSpace(w.now.text) == ""
		w.children(n)
		if atStart {
			w.now.bold = len(w.now.text)
		}
	case *ast.Link:
		start, line := len(w.now.text), len(w.done)
		w.children(n)
		if line != len(w.done) {
			start = 0 // the text went over the end of a line
		}
		if end := len(w.now.text); end > start {
			w.now.links = append(w.now.links, link{start, end, string(n.Destination)})
		}
	case *ast.AutoLink:
		start := len(w.now.text)
		w.write(string(n.Label(w.m.src)))
		w.now.links = append(w.now.links, link{start, len(w.now.text), string(n.URL(w.m.src))})
	case *ast.RawHTML:
		w.rawHTML(n)
	case *ast.Image:
		// A badge says in its address what its picture shows.
		at := len(w.now.text)
		w.children(n)
		label, message, ok := badge(string(n.Destination))
		at = min(at, len(w.now.text))
		alt := strings.TrimSpace(w.now.text[at:])
		if !ok || strings.Contains(strings.ToLower(alt), strings.ToLower(message)) && !strings.EqualFold(alt, message) {
			return
		}
		w.now.text = w.now.text[:at]
		if first := strings.TrimSpace(w.now.text) == ""; !first && label != "" {
			w.write("· " + label + ": ") // a second badge on the line
		} else if first && label != "" && !strings.EqualFold(label, w.m.lastHeading()) {
			w.write(label + ": ")
		}
		w.write(message)
	case *extast.Strikethrough:
		// What is struck out no longer holds.
	default:
		w.children(n)
	}
}

func (w *inlineWriter) rawHTML(n *ast.RawHTML) {
	if n.Segments.Len() == 0 {
		return
	}
	s := n.Segments.At(0)
	tag := strings.ToLower(strings.Trim(string(s.Value(w.m.src)), "</> \t"))
	closing := strings.HasPrefix(string(s.Value(w.m.src)), "</")
	switch {
	case slices.Contains([]string{"del", "s", "strike"}, tag):
		if closing {
			w.struck = max(0, w.struck-1)
		} else {
			w.struck++
		}
	case tag == "br":
		w.flush()
	}
}

func (w *inlineWriter) write(s string) {
	if w.struck > 0 || s == "" {
		return
	}
	if w.now.text == "" {
		w.now.lines = []lineMark{{0, w.line}}
	}
	w.now.text += s
}

// flush ends a line. A link or bold stretch that goes on is cut there.
func (w *inlineWriter) flush() {
	if !w.now.empty() {
		w.done = append(w.done, w.now.from(0).withWikiLinks())
	}
	w.now = rich{}
}

// fieldInCode matches a field that is shown as code: `status: accepted`.
var fieldInCode = pattern(`^\s*\pL[\pL _-]{0,30}:\s+\S`)

// insideSentence reports whether a text ends in a word that is set off from what follows by a blank.
func insideSentence(s string) bool {
	word := strings.TrimRight(s, " ")
	r, _ := utf8.DecodeLastRuneInString(word)
	return len(word) < len(s) && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

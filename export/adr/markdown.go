package adr

import (
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdownParser is made at its first use: a process that only asks has none.
var markdownParser = sync.OnceValue(func() parser.Parser {
	return goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Linkify, extension.DefinitionList)).Parser()
})

// readMarkdown fills headings and body from the lines after the front matter.
// Code blocks and comments are left out.
func (o *outline) readMarkdown() {
	var src []byte
	for i, l := range o.lines {
		switch {
		case i < o.frontEnd:
		case tooDeep(l) || len(l) > maxLine:
			o.long = append(o.long, i+1)
		default:
			src = append(src, l...)
		}
		src = append(src, '\n')
	}
	m := markdown{out: o, src: src, starts: lineStarts(src)}
	m.blocks(markdownParser().Parse(text.NewReader(src), parser.WithContext(parser.NewContext())), paragraph, 0)
}

// maxLine and maxMarkers bound what is given to the parser, which takes
// quadratic time for lists and quotations within each other.
const (
	maxLine    = 64 << 10
	maxMarkers = 64
)

// tooDeep reports whether a line opens more lists and quotations than any text does.
func tooDeep(line string) bool {
	n := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '>', '-', '*', '+':
			n++
		case ' ', '\t':
		default:
			return n > maxMarkers && strings.ContainsAny(line[:i], "> ")
		}
	}
	return n > maxMarkers && strings.Contains(line, " ")
}

// markdown walks the tree of one file.
type markdown struct {
	out    *outline
	src    []byte
	starts []int // byte offset of each line
	block  int   // blocks so far
}

func lineStarts(src []byte) []int {
	starts := []int{0}
	for i, c := range src {
		if c == '\n' && i+1 < len(src) {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// lineOf returns the line, from 1, of a byte of the source.
func (m *markdown) lineOf(at int) int {
	n := sort.SearchInts(m.starts, at+1)
	return max(1, min(n, len(m.out.lines)))
}

func (m *markdown) blocks(parent ast.Node, kind blockKind, depth int) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			m.heading(n, kind, depth)
		case *ast.Paragraph, *ast.TextBlock:
			m.textBlock(n, kind, depth)
		case *ast.Blockquote:
			m.blocks(n, quotation, depth)
		case *ast.List:
			m.blocks(n, kind, depth+1)
		case *ast.ListItem:
			m.blocks(n, listItem, depth)
		case *extast.Table:
			m.table(n)
		case *extast.DefinitionList:
			m.definitions(n, depth)
		case *ast.HTMLBlock:
			m.html(n, kind, depth)
		}
	}
}

// heading takes headings of the document itself; one inside a quotation or a
// list is a line like others.
func (m *markdown) heading(n *ast.Heading, kind blockKind, depth int) {
	if n.Lines().Len() == 0 {
		return
	}
	if n.Parent().Kind() != ast.KindDocument {
		m.textBlock(n, kind, depth)
		return
	}
	lines := m.inline(n)
	h := heading{line: m.lineOf(n.Lines().At(0).Start), level: n.Level}
	for _, l := range lines {
		h.rich = h.join(l, " ")
	}
	m.out.headings = append(m.out.headings, h)
}

func (m *markdown) textBlock(n ast.Node, kind blockKind, depth int) {
	m.add(m.inline(n), kind, depth)
}

// add appends the lines of one block.
func (m *markdown) add(lines []rich, kind blockKind, depth int) {
	m.block++
	for i, l := range lines {
		l = m.out.shorten(l, l.lineAt(0))
		m.out.body = append(m.out.body, textLine{
			rich: l, line: l.lineAt(0), kind: kind, block: m.block, first: i == 0, depth: depth,
		})
	}
}

func (m *markdown) table(n *extast.Table) {
	m.block++
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		_, head := row.(*extast.TableHeader)
		t := textLine{kind: tableRow, block: m.block, first: head, head: head}
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			var cell rich
			for _, l := range m.inline(c) {
				cell = cell.join(l, " ")
			}
			if t.line == 0 {
				t.line = cell.lineAt(0)
			}
			t.cells = append(t.cells, cell)
		}
		if t.line > 0 {
			t.rich = rich{lines: []lineMark{{0, t.line}}}
			m.out.body = append(m.out.body, t)
		}
	}
}

// definitions reads a term and what is below it as a key and its value.
func (m *markdown) definitions(n ast.Node, depth int) {
	var term rich
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c.Kind() == extast.KindDefinitionTerm {
			term = rich{}
			for _, l := range m.inline(c) {
				term = term.join(l, " ")
			}
			continue
		}
		at := len(m.out.body)
		m.blocks(c, listItem, depth+1)
		if added := m.out.body[at:]; len(added) > 0 && !term.empty() {
			added[0].rich, added[0].line = term.join(added[0].rich, ": "), term.lineAt(0)
			term = rich{}
		}
	}
}

var htmlTag = pattern(`(?s)<!--.*?(?:-->|$)|</?[a-zA-Z][^>]*>`)

// html reads the text of an HTML block line by line; scripts and styles have none, and
// comments what stands behind their end.
func (m *markdown) html(n *ast.HTMLBlock, kind blockKind, depth int) {
	switch n.HTMLBlockType {
	case ast.HTMLBlockType1:
		return
	case ast.HTMLBlockType2:
		last := n.ClosureLine
		if !n.HasClosure() && n.Lines().Len() > 0 {
			last = n.Lines().At(n.Lines().Len() - 1)
		}
		if _, behind, ok := strings.Cut(string(last.Value(m.src)), "-->"); ok {
			if t := strings.TrimSpace(htmlTag().ReplaceAllString(behind, " ")); t != "" {
				m.add([]rich{plain(t, m.lineOf(last.Start))}, kind, depth)
			}
		}
		return
	}
	if m.htmlTable(n) {
		return
	}
	var lines []rich
	for i := range n.Lines().Len() {
		s := n.Lines().At(i)
		if t := strings.TrimSpace(htmlTag().ReplaceAllString(string(s.Value(m.src)), " ")); t != "" {
			lines = append(lines, plain(t, m.lineOf(s.Start)))
		}
	}
	m.add(lines, kind, depth)
}

var (
	htmlRow  = pattern(`(?is)<tr\b.*?</tr>`)
	htmlCell = pattern(`(?is)<t[dh]\b[^>]*>(.*?)</t[dh]>`)
)

// htmlTable reads the rows of an HTML table.
func (m *markdown) htmlTable(n *ast.HTMLBlock) bool {
	if n.Lines().Len() == 0 {
		return false
	}
	start, end := n.Lines().At(0).Start, n.Lines().At(n.Lines().Len()-1).Stop
	rows := htmlRow().FindAllIndex(m.src[start:end], -1)
	if len(rows) == 0 {
		return false
	}
	m.block++
	for i, row := range rows {
		t := textLine{kind: tableRow, block: m.block, first: i == 0, head: i == 0, line: m.lineOf(start + row[0])}
		t.lines = []lineMark{{0, t.line}}
		for _, c := range htmlCell().FindAllSubmatchIndex(m.src[start+row[0]:start+row[1]], -1) {
			text := htmlTag().ReplaceAllString(string(m.src[start+row[0]+c[2]:start+row[0]+c[3]]), " ")
			t.cells = append(t.cells, inlineText(strings.TrimSpace(text), m.lineOf(start+row[0]+c[2])))
		}
		m.out.body = append(m.out.body, t)
	}
	return true
}

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
		w.children(n)
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

// lastHeading returns the text of the heading above what is read.
func (m *markdown) lastHeading() string {
	if n := len(m.out.headings); n > 0 {
		return m.out.headings[n-1].text
	}
	return ""
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

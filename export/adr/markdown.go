package adr

import (
	"sort"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
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
		case *ast.FencedCodeBlock:
			m.preamble(n)
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

// lastHeading returns the text of the heading above what is read.
func (m *markdown) lastHeading() string {
	if n := len(m.out.headings); n > 0 {
		return m.out.headings[n-1].text
	}
	return ""
}

package adr

import (
	"strings"

	"github.com/yuin/goldmark/ast"
)

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

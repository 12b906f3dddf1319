package adr

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"bdgraph/internal/datetext"
)

var (
	docHeading    = pattern(`^(={1,6}|#{1,6})\s+(\S.*?)(?:\s+=+)?\s*$`)
	docTitle      = pattern(`^[\pL\pN_]`)
	docAttribute  = pattern(`^:([A-Za-z0-9_][A-Za-z0-9_ -]*):(?:\s+(.*))?$`)
	docItem       = pattern(`^\s*(\*{1,5}|-|\.{1,5}|\d+\.|•)\s+(.*)$`)
	docTerm       = pattern(`^\s*([^:\s].*?)(?:::|:::|::::|;;)(?:\s+(.*))?$`)
	docAdmonition = pattern(`^(NOTE|TIP|IMPORTANT|WARNING|CAUTION):\s+(.*)$`)
	docBlockMark  = pattern(`^\[(NOTE|TIP|IMPORTANT|WARNING|CAUTION|quote)\b.*\]$`)
	docBlockLine  = pattern(`^\[.*\]$`)
	docBlockTitle = pattern(`^\.[^\s.].*$`)
	docMacro      = pattern(`^(?:include|ifdef|ifndef|ifeval|endif|toc|image|video|audio)::`)
	docRevision   = pattern(`^v?\d+(?:\.\d+)*,\s*([^:]*)(?::.*)?$`)
	docColumns    = pattern(`cols\s*=\s*"([^"]*)"`)
	docCellSpec   = pattern(`(?:^|\s)(?:\d+(?:\.\d+)?[+*])?(?:[<^>](?:\.[<^>])?|\.[<^>])?[adehlms]?$`)
	docLink       = pattern(`(?:link|xref):([^\s\[\]]+)\[([^\]]*)\]|<<([^>,#]+)?(#[^>,]*)?(?:,\s*([^>]*))?>>|(https?://[^\s\[\]<>]+)\[([^\]]*)\]`)
	docStruck     = pattern(`\[(?:\.|role=")?(?:line-through|strike)[^\]]*\]##?.+?##?`)
	docSpan       = pattern(`\[[.#][^\]]*\](#{1,2})(.+?)#{1,2}`)
	docStrong     = pattern(`^\*{1,2}([^*]+?)\*{1,2}`)
	docEmphasis   = pattern(`(^|[\s(:"'])([*_` + "`" + `]{1,2})([^\s*_` + "`" + `](?:[^*_` + "`" + `]*[^\s*_` + "`" + `])?)([*_` + "`" + `]{1,2})`)
	docReference  = pattern(`\{([A-Za-z0-9_][A-Za-z0-9_-]*)\}`)
	docBadge      = pattern(`image::?(https?://[^\s\[\]]+)\[([^\]]*)\]`)
)

// docQuotes are the fences of blocks whose text counts, docVerbatim those whose does not.
var (
	docQuotes   = []string{"====", "****", "____", "--"}
	docVerbatim = []string{"----", "....", "++++", "////", "```"}
)

// revisionDate is the attribute with the day of a document's revision. It is the
// record's date where no other is given.
const revisionDate = "revdate"

// asciiDoc reads one file in AsciiDoc.
type asciiDoc struct {
	o          *outline
	attributes map[string]string
	block      int
	open       bool      // the paragraph or item above goes on
	kind       blockKind // of paragraphs: a quotation within a note
	fences     []string  // of the blocks that are open
	noted      []bool    // whether the block outside of each was a quotation
	unclosed   []string  // fences of code and comments that no line below closes
	marked     bool      // the line above says that a note follows
	columns    int       // of the next table, as written above it; 0 for none
	head       bool      // and whether its first row is its head
	term       rich      // a term whose text comes on a line of its own
}

// readAsciiDoc fills headings, body and, with the attributes of the document,
// the front matter: lists, terms, tables, notes and paragraphs. Code, comments and what is
// included from elsewhere are left out.
func (o *outline) readAsciiDoc() {
	d := asciiDoc{o: o, attributes: map[string]string{}}
	for i := o.frontEnd; i < len(o.lines); i++ {
		i = d.line(i)
	}
}

// line reads the line at an index, and what belongs to it; it returns the last index read.
func (d *asciiDoc) line(i int) int {
	o := d.o
	raw := strings.TrimRight(o.lines[i], " \t")
	trimmed := strings.TrimSpace(raw)
	switch {
	case trimmed == "":
		d.open = false
		return i
	case d.underlined(i, raw) > 0:
		d.heading(i, raw, d.underlined(i, raw))
		return i + 1
	case len(raw) > maxLine:
		o.long = append(o.long, i+1)
		return i
	case strings.HasPrefix(trimmed, "//") && !strings.HasPrefix(trimmed, "///"):
		return i
	case slices.ContainsFunc(docVerbatim, func(f string) bool { return fence(trimmed, f) }), strings.HasPrefix(trimmed, "```"):
		d.open = false
		return d.skipTo(i, trimmed)
	case trimmed == "|===" || trimmed == ",===" || trimmed == ":===" || trimmed == "!===":
		return d.table(i)
	case slices.ContainsFunc(docQuotes, func(f string) bool { return fence(trimmed, f) }):
		d.fence(trimmed)
		return i
	case d.attribute(i, trimmed):
		return i
	case docBlockMark().MatchString(trimmed):
		d.marked, d.open = true, false
		return i
	case docBlockLine().MatchString(trimmed):
		if m := docColumns().FindStringSubmatch(trimmed); m != nil {
			d.columns = countColumns(m[1])
		}
		d.head = strings.Contains(trimmed, "%header") || strings.Contains(trimmed, "header\"") || strings.Contains(trimmed, "header]")
		d.open = false
		return i
	case docMacro().MatchString(trimmed), docBlockTitle().MatchString(trimmed) && !d.open, trimmed == "'''", trimmed == "<<<", trimmed == "+":
		return i
	}
	if m := docHeading().FindStringSubmatch(raw); m != nil && len(d.fences) == 0 {
		d.heading(i, m[2], len(m[1]))
		return i
	}
	d.paragraph(i, raw)
	return i
}

func (d *asciiDoc) heading(i int, text string, level int) {
	d.o.headings = append(d.o.headings, heading{rich: d.text(text, i+1), line: i + 1, level: level})
	d.open, d.term = false, rich{}
}

// underlines are the marks below titles of two lines, those of the highest level first.
const underlines = "=-~^+"

// underlined returns the level of a title with a line below it that is as long, give or
// take one; 0 for what is none.
func (d *asciiDoc) underlined(i int, raw string) int {
	if d.open || len(d.fences) > 0 || i+1 >= len(d.o.lines) || len(raw) > maxText || !docTitle().MatchString(raw) {
		return 0
	}
	line := strings.TrimRight(d.o.lines[i+1], " \t")
	if line == "" || strings.Trim(line, line[:1]) != "" {
		return 0
	}
	if longer := utf8.RuneCountInString(raw) - len(line); longer < -1 || longer > 1 {
		return 0
	}
	return strings.IndexByte(underlines, line[0]) + 1
}

// fence reports whether a line consists of four or more of a fence's character, or is "--" or "```".
func fence(line, like string) bool {
	if len(like) < 4 {
		return line == like
	}
	return len(line) >= 4 && strings.Trim(line, like[:1]) == ""
}

// skipTo returns the index of the line that closes a block of code or a comment.
func (d *asciiDoc) skipTo(i int, open string) int {
	closing := open
	if strings.HasPrefix(open, "```") {
		closing = "```"
	}
	if slices.Contains(d.unclosed, closing) {
		return i
	}
	for n := i + 1; n < len(d.o.lines); n++ {
		if strings.TrimSpace(d.o.lines[n]) == closing {
			return n
		}
	}
	d.unclosed = append(d.unclosed, closing)
	return i
}

// fence opens or closes a block whose text counts.
func (d *asciiDoc) fence(line string) {
	if n := len(d.fences); n > 0 && d.fences[n-1] == line {
		d.kind = paragraph
		if d.noted[n-1] {
			d.kind = quotation
		}
		d.fences, d.noted = d.fences[:n-1], d.noted[:n-1]
	} else {
		d.fences, d.noted = append(d.fences, line), append(d.noted, d.kind == quotation)
		if d.marked || fence(line, "____") {
			d.kind = quotation
		}
	}
	d.marked, d.open = false, false
}

// attribute reads ":status: accepted" as a field, and the day of a revision line.
func (d *asciiDoc) attribute(i int, line string) bool {
	o := d.o
	if m := docAttribute().FindStringSubmatch(line); m != nil && len(d.fences) == 0 {
		value := d.text(m[2], i+1)
		d.attributes[strings.ToLower(m[1])] = value.text
		f := frontField{key: m[1], line: i + 1, nested: strings.EqualFold(m[1], revisionDate)}
		if !value.empty() {
			f.values = []rich{value}
		}
		o.front = append(o.front, f)
		return true
	}
	if len(o.headings) != 1 || o.headings[0].level != 1 || len(o.body) > 1 {
		return false // a revision line stands below the title, or below the author there
	}
	below := i - o.headings[0].line // lines between the title and this one
	if !docHeading().MatchString(o.lines[o.headings[0].line-1]) {
		below-- // the title's own second line
	}
	if below > 1 {
		return false
	}
	day := ""
	if m := docRevision().FindStringSubmatch(line); m != nil {
		day = m[1]
	} else if below == len(o.body) && isDate(line) {
		day = line
	}
	if day == "" {
		return false
	}
	o.front = append(o.front, frontField{key: revisionDate, line: i + 1, nested: true, values: []rich{d.text(day, i+1)}})
	return true
}

// isDate reports whether a line is a date and nothing else.
func isDate(line string) bool {
	found := datetext.Find(line, "")
	return len(found) == 1 && found[0].Start == 0 && found[0].End == len(line) && !found[0].Date.IsZero()
}

// paragraph reads a line of text: of a paragraph, an item, a note, or a term with its text.
func (d *asciiDoc) paragraph(i int, raw string) {
	t := textLine{line: i + 1, kind: d.kind}
	content := strings.TrimSpace(raw)
	if m := docAdmonition().FindStringSubmatch(content); m != nil && !d.open {
		content, t.kind, d.marked = m[2], quotation, false
	} else if d.marked {
		t.kind = quotation
		d.marked = false
	} else if d.open && len(d.o.body) > 0 {
		t.kind, t.depth = d.o.body[len(d.o.body)-1].kind, d.o.body[len(d.o.body)-1].depth
	}
	if m := docItem().FindStringSubmatch(raw); m != nil {
		content, t.kind, t.depth, d.open = m[2], listItem, len(strings.TrimRight(m[1], ".0123456789"))+1, false
	} else if m := docTerm().FindStringSubmatch(content); m != nil && (m[2] == "" || !strings.Contains(m[1], "://")) {
		d.term, content, t.kind, d.open = d.text(m[1], i+1), m[2], listItem, false
		if content == "" {
			d.termAlone(i)
			return
		}
	}
	content = strings.TrimSuffix(content, " +")
	t.rich = d.text(content, i+1)
	if !d.term.empty() {
		t.kind, d.open = listItem, false
		t.rich, t.line, d.term = d.term.join(t.rich, ": "), d.term.lineAt(0), rich{}
	}
	if t.first = !d.open; t.first {
		d.block++
	}
	d.open, t.block = true, d.block
	if strings.HasSuffix(strings.TrimSpace(raw), " +") {
		d.open = false // a line end that the writer asks for
	}
	t.rich = d.o.shorten(t.rich, i+1)
	if !t.empty() {
		d.o.body = append(d.o.body, t)
	}
}

// termAlone keeps a term whose text comes below it; one that is a known heading serves as such.
func (d *asciiDoc) termAlone(i int) {
	if _, _, exact := shipped().roleOf(d.term.text); exact {
		d.block++
		d.term.bold = len(d.term.text)
		d.o.body = append(d.o.body, textLine{rich: d.term, line: i + 1, block: d.block, first: true})
		d.term = rich{}
	}
}

// countColumns returns the number of columns that cols="1,3" or cols="2*" give.
func countColumns(spec string) int {
	n := 0
	for part := range strings.FieldsFuncSeq(spec, func(r rune) bool { return r == ',' || r == ';' }) {
		times := 0
		for _, r := range strings.TrimSpace(part) {
			if r < '0' || r > '9' {
				if r != '*' {
					times = 0
				}
				break
			}
			times = times*10 + int(r-'0')
		}
		if !strings.Contains(part, "*") {
			times = 1
		}
		n += min(max(times, 1), 100)
	}
	return n
}

// table reads the rows up to the fence that closes the table.
func (d *asciiDoc) table(i int) int {
	end := i + 1
	for end < len(d.o.lines) && strings.TrimSpace(d.o.lines[end]) != strings.TrimSpace(d.o.lines[i]) {
		end++
	}
	d.block++
	d.open = false
	columns, head, first := d.columns, d.head, d.block
	d.columns, d.head = 0, false
	var cells []rich
	row := func(last bool) {
		if columns == 0 || len(cells) < columns && !last || len(cells) == 0 {
			return
		}
		for len(cells) > 0 {
			n := min(columns, len(cells))
			t := textLine{kind: tableRow, block: first, line: cells[0].lineAt(0), cells: slices.Clone(cells[:n])}
			t.rich = rich{lines: []lineMark{{0, t.line}}}
			body := d.o.body
			t.first = len(body) == 0 || body[len(body)-1].block != first
			t.head = t.first && head
			d.o.body = append(d.o.body, t)
			if cells = cells[n:]; len(cells) < columns {
				break
			}
		}
	}
	for n := i + 1; n < end; n++ {
		line := strings.TrimSpace(d.o.lines[n])
		switch {
		case line == "":
			head = head || n == i+2 && columns > 0 // a blank line after the first makes it the head of the table
		case strings.HasPrefix(line, "//"):
		default:
			found := d.cells(line, n+1)
			if len(found) == 0 && len(cells) > 0 {
				cells[len(cells)-1] = cells[len(cells)-1].join(d.text(line, n+1), " ")
				continue
			}
			row(false)
			cells = append(cells, found...)
			if columns == 0 {
				columns = len(found)
			}
		}
	}
	row(true)
	return end
}

// cells splits a line of a table, without what says how each cell is set.
func (d *asciiDoc) cells(line string, n int) []rich {
	var out []rich
	parts := strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), "|")
	for k, part := range parts {
		if k == 0 {
			continue
		}
		if k+1 < len(parts) {
			part = docCellSpec().ReplaceAllString(part, "")
		}
		out = append(out, d.o.shorten(d.text(strings.ReplaceAll(strings.TrimSpace(part), "\x00", "|"), n), n))
	}
	return out
}

// text reads the markup within a line: attributes, what is struck out, links and emphasis.
func (d *asciiDoc) text(s string, line int) rich {
	s = docReference().ReplaceAllStringFunc(s, func(name string) string {
		if value, ok := d.attributes[strings.ToLower(name[1:len(name)-1])]; ok && len(value) < 200 {
			return value
		}
		return name
	})
	s = docStruck().ReplaceAllString(s, "")
	s = docSpan().ReplaceAllString(s, "$2")
	s = docBadge().ReplaceAllStringFunc(s, func(image string) string {
		m := docBadge().FindStringSubmatch(image)
		if label, message, ok := badge(m[1]); ok {
			if label != "" {
				return label + ": " + message
			}
			return message
		}
		return m[2]
	})
	out := rich{lines: []lineMark{{0, line}}}
	bold := 0
	s = strings.TrimSpace(s)
	if m := docStrong().FindStringSubmatch(s); m != nil && !strings.HasPrefix(s, "* ") {
		s, bold = m[1]+s[len(m[0]):], len(m[1])
	}
	at := 0
	for _, m := range docLink().FindAllStringSubmatchIndex(s, -1) {
		group := func(n int) string {
			if m[2*n] < 0 {
				return ""
			}
			return s[m[2*n]:m[2*n+1]]
		}
		out.text += docPlain(s[at:m[0]])
		start := len(out.text)
		dest := group(1) + group(3) + group(6)
		text := strings.TrimSuffix(group(2)+group(5)+group(7), "^")
		if text == "" {
			text = strings.TrimSuffix(path.Base(cleanLink(firstOf(dest, strings.TrimPrefix(group(4), "#")))), ".adoc")
		}
		out.text += docPlain(text)
		if dest != "" && len(out.text) > start {
			out.links = append(out.links, link{start, len(out.text), dest})
		}
		at = m[1]
	}
	out.text += docPlain(s[at:])
	out.bold = min(bold, len(out.text))
	return out
}

// docPlain takes the signs of emphasis from a text without links.
func docPlain(s string) string {
	for range 2 {
		s = docEmphasis().ReplaceAllStringFunc(s, func(whole string) string {
			m := docEmphasis().FindStringSubmatch(whole)
			if m[2] != reverse(m[4]) {
				return whole
			}
			return m[1] + m[3]
		})
	}
	return s
}

func reverse(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}

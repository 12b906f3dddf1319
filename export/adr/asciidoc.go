package adr

import (
	"slices"
	"strings"
	"unicode/utf8"

	"bdgraph/internal/datetext"
)

var (
	asciiHeading    = pattern(`^(={1,6}|#{1,6})\s+(\S.*?)(?:\s+=+)?\s*$`)
	asciiTitle      = pattern(`^[\pL\pN_]`)
	asciiAttribute  = pattern(`^:([A-Za-z0-9_][A-Za-z0-9_ -]*):(?:\s+(.*))?$`)
	asciiItem       = pattern(`^\s*(\*{1,5}|-|\.{1,5}|\d+\.|•)\s+(.*)$`)
	asciiTerm       = pattern(`^\s*([^:\s].*?)(?:::|:::|::::|;;)(?:\s+(.*))?$`)
	asciiAdmonition = pattern(`^(NOTE|TIP|IMPORTANT|WARNING|CAUTION):\s+(.*)$`)
	asciiBlockMark  = pattern(`^\[(NOTE|TIP|IMPORTANT|WARNING|CAUTION|quote)\b.*\]$`)
	asciiBlockLine  = pattern(`^\[.*\]$`)
	asciiBlockTitle = pattern(`^\.[^\s.].*$`)
	asciiMacro      = pattern(`^(?:include|ifdef|ifndef|ifeval|endif|toc|image|video|audio)::`)
	asciiRevision   = pattern(`^v?\d+(?:\.\d+)*,\s*([^:]*)(?::.*)?$`)
)

// asciiQuotes are the fences of blocks whose text counts, asciiVerbatim those whose does not.
var (
	asciiQuotes   = []string{"====", "****", "____", "--"}
	asciiVerbatim = []string{"----", "....", "++++", "////", "```"}
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
	unclosed   []string  // fences of blocks and tables that no line below closes
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
	case slices.ContainsFunc(asciiVerbatim, func(f string) bool { return isFence(trimmed, f) }), strings.HasPrefix(trimmed, "```"):
		d.open = false
		return d.skipTo(i, trimmed)
	case trimmed == "|===" || trimmed == ",===" || trimmed == ":===" || trimmed == "!===":
		return d.table(i)
	case slices.ContainsFunc(asciiQuotes, func(f string) bool { return isFence(trimmed, f) }):
		d.fence(i, trimmed)
		return i
	case d.attribute(i, trimmed):
		return i
	case asciiBlockMark().MatchString(trimmed):
		d.marked, d.open = true, false
		return i
	case asciiBlockLine().MatchString(trimmed):
		if m := asciiColumns().FindStringSubmatch(trimmed); m != nil {
			d.columns = countColumns(m[1])
		}
		d.head = strings.Contains(trimmed, "%header") || strings.Contains(trimmed, "header\"") || strings.Contains(trimmed, "header]")
		d.open = false
		return i
	case asciiMacro().MatchString(trimmed), asciiBlockTitle().MatchString(trimmed) && !d.open, trimmed == "'''", trimmed == "<<<", trimmed == "+":
		return i
	}
	if m := asciiHeading().FindStringSubmatch(raw); m != nil && len(d.fences) == 0 {
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
	if d.open || len(d.fences) > 0 || i+1 >= len(d.o.lines) || len(raw) > maxText || !asciiTitle().MatchString(raw) {
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

// isFence reports whether a line consists of four or more of a fence's character, or is "--" or "```".
func isFence(line, like string) bool {
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
	return d.closing(i, closing)
}

// closing returns the index of the line below that closes a block, i itself where none does:
// the rest of the file is text then.
func (d *asciiDoc) closing(i int, fence string) int {
	if slices.Contains(d.unclosed, fence) {
		return i
	}
	for n := i + 1; n < len(d.o.lines); n++ {
		if strings.TrimSpace(d.o.lines[n]) == fence {
			return n
		}
	}
	d.unclosed = append(d.unclosed, fence)
	return i
}

// fence opens or closes a block whose text counts.
func (d *asciiDoc) fence(i int, line string) {
	if n := len(d.fences); n > 0 && d.fences[n-1] == line {
		d.kind = paragraph
		if d.noted[n-1] {
			d.kind = quotation
		}
		d.fences, d.noted = d.fences[:n-1], d.noted[:n-1]
	} else if d.closing(i, line) > i {
		d.fences, d.noted = append(d.fences, line), append(d.noted, d.kind == quotation)
		if d.marked || isFence(line, "____") {
			d.kind = quotation
		}
	}
	d.marked, d.open = false, false
}

// attribute reads ":status: accepted" as a field, and the day of a revision line.
func (d *asciiDoc) attribute(i int, line string) bool {
	o := d.o
	if m := asciiAttribute().FindStringSubmatch(line); m != nil && len(d.fences) == 0 {
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
	if !asciiHeading().MatchString(o.lines[o.headings[0].line-1]) {
		below-- // the title's own second line
	}
	if below > 1 {
		return false
	}
	day := ""
	if m := asciiRevision().FindStringSubmatch(line); m != nil {
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
	if m := asciiAdmonition().FindStringSubmatch(content); m != nil && !d.open {
		content, t.kind, d.marked = m[2], quotation, false
	} else if d.marked {
		t.kind = quotation
		d.marked = false
	} else if d.open && len(d.o.body) > 0 {
		t.kind, t.depth = d.o.body[len(d.o.body)-1].kind, d.o.body[len(d.o.body)-1].depth
	}
	if m := asciiItem().FindStringSubmatch(raw); m != nil {
		content, t.kind, t.depth, d.open = m[2], listItem, len(strings.TrimRight(m[1], ".0123456789"))+1, false
	} else if m := asciiTerm().FindStringSubmatch(content); m != nil && (m[2] == "" || !strings.Contains(m[1], "://")) {
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

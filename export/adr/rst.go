package adr

import (
	"strings"
	"unicode/utf8"
)

var (
	rstField     = pattern(`^:([^:]+):(?:\s+(.*))?$`)
	rstBullet    = pattern(`^(\s*)(?:[-*+•]|\d+\.|#\.)\s+(.*)$`)
	rstLink      = pattern("`([^`<]+?)\\s*<([^`>]+)>`__?|:(?:doc|ref):`(?:([^`<]+?)\\s*<([^`>]+)>|([^`]+))`")
	rstStrong    = pattern(`^\*\*([^*]+)\*\*`)
	rstEmphasis  = pattern(`(^|[\s(\x60"'])\*([^*\s](?:[^*]*[^*\s])?)\*`)
	rstDirective = pattern(`^\.\.\s+([a-z][a-z-]*)::\s*(.*)$`)
	rstCell      = pattern(`^(\*\s+-|-)(?:\s+(.*))?$`)
	rstMarkup    = strings.NewReplacer("``", "", "**", "")
)

// readRST fills headings and body from reStructuredText: titles, field lists,
// bullets, paragraphs, list tables and admonitions. Other directives, comments
// and literal blocks are left out.
func (o *outline) readRST() {
	var styles []string // title styles in order of appearance: the level
	block, open := 0, false
	for i := o.frontEnd; i < len(o.lines); i++ {
		line := o.lines[i]
		switch trimmed := strings.TrimSpace(line); {
		case trimmed == "":
			open = false
			continue
		case o.rstTitle(i, &styles):
			// Over- and underline belong to the title.
			if adornment(line) != 0 {
				i++
			}
			i++
			open = false
			continue
		case strings.HasPrefix(trimmed, ".. "), trimmed == "..":
			end := o.skipIndented(i, indentOf(line))
			if m := rstDirective().FindStringSubmatch(trimmed); m != nil {
				block++
				o.rstDirective(m[1], m[2], i, end, block)
			}
			i, open = end, false
			continue
		}
		t := textLine{line: i + 1, kind: paragraph}
		content := strings.TrimSpace(line)
		if m := rstField().FindStringSubmatch(content); m != nil {
			content, t.kind, open = m[1]+": "+m[2], listItem, false
		} else if m := rstBullet().FindStringSubmatch(line); m != nil {
			content, t.kind, t.depth, open = m[2], listItem, 1+len(m[1])/2, false
		}
		if t.first = !open; t.first {
			block++
		}
		open, t.block = true, block
		t.rich = o.shorten(rstText(content, i+1), i+1)
		o.body = append(o.body, t)
		if strings.HasSuffix(content, "::") {
			i = o.skipIndented(i, indentOf(line))
			open = false
		}
	}
}

// rstDirective reads a list table, or the text of an admonition as a quotation,
// from the lines after index i up to end.
func (o *outline) rstDirective(name, argument string, i, end, block int) {
	switch name {
	case "list-table":
		var row *textLine
		for n := i + 1; n <= end; n++ {
			m := rstCell().FindStringSubmatch(strings.TrimSpace(o.lines[n]))
			switch {
			case m == nil && row != nil && len(row.cells) > 0 && strings.TrimSpace(o.lines[n]) != "":
				last := &row.cells[len(row.cells)-1]
				*last = last.join(rstText(strings.TrimSpace(o.lines[n]), n+1), " ")
			case m == nil:
			default:
				if strings.HasPrefix(m[1], "*") {
					o.body = append(o.body, textLine{rich: plain("", n+1), line: n + 1, kind: tableRow, block: block, first: row == nil})
					row = &o.body[len(o.body)-1]
				}
				if row != nil {
					row.cells = append(row.cells, o.shorten(rstText(m[2], n+1), n+1))
				}
			}
		}
	case "note", "warning", "attention", "important", "caution", "danger", "hint", "tip", "admonition":
		var text rich
		if argument != "" {
			text = rstText(argument, i+1)
		}
		for n := i + 1; n <= end; n++ {
			if l := strings.TrimSpace(o.lines[n]); l != "" && !rstField().MatchString(l) {
				text = text.join(rstText(l, n+1), " ")
			}
		}
		if !text.empty() {
			o.body = append(o.body, textLine{rich: o.shorten(text, text.lineAt(0)), line: text.lineAt(0), kind: quotation, block: block, first: true})
		}
	}
}

// rstTitle takes a title whose text or overline stands at index i.
func (o *outline) rstTitle(i int, styles *[]string) bool {
	at := func(i int) string {
		if i < len(o.lines) {
			return strings.TrimRight(o.lines[i], " \t")
		}
		return ""
	}
	var text, style string
	line := i + 1
	switch {
	case adornment(at(i)) != 0 && at(i+2) == at(i) && strings.TrimSpace(at(i+1)) != "" && adornment(at(i+1)) == 0:
		text, style, line = at(i+1), "over"+at(i)[:1], i+2
	case adornment(at(i)) == 0 && indentOf(at(i)) == 0 && adornment(at(i+1)) != 0 && utf8.RuneCountInString(at(i+1)) >= min(utf8.RuneCountInString(at(i)), 3):
		text, style = at(i), at(i + 1)[:1]
	default:
		return false
	}
	level := 0
	for level < len(*styles) && (*styles)[level] != style {
		level++
	}
	if level == len(*styles) {
		*styles = append(*styles, style)
	}
	o.headings = append(o.headings, heading{rich: rstText(strings.TrimSpace(text), line), line: line, level: level + 1})
	return true
}

// adornment returns the character of which a line consists, 0 for other lines.
func adornment(s string) byte {
	s = strings.TrimRight(s, " \t")
	if len(s) < 3 || !strings.ContainsRune("=-~^\"'`#*+.:_", rune(s[0])) || strings.Trim(s, s[:1]) != "" {
		return 0
	}
	return s[0]
}

func indentOf(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }

// skipIndented returns the index of the last line of what is indented below line i.
func (o *outline) skipIndented(i, indent int) int {
	for i+1 < len(o.lines) && (strings.TrimSpace(o.lines[i+1]) == "" || indentOf(o.lines[i+1]) > indent) {
		i++
	}
	return i
}

// rstText reads links and strong emphasis of one line.
func rstText(s string, line int) rich {
	out := rich{lines: []lineMark{{0, line}}}
	bold := 0
	s = rstEmphasis().ReplaceAllString(s, "$1$2")
	if m := rstStrong().FindStringSubmatch(s); m != nil {
		s, bold = m[1]+s[len(m[0]):], len(m[1])
	}
	at := 0
	for _, m := range rstLink().FindAllStringSubmatchIndex(s, -1) {
		out.text += rstMarkup.Replace(s[at:m[0]])
		start := len(out.text)
		group := func(n int) string {
			if m[2*n] < 0 {
				return ""
			}
			return s[m[2*n]:m[2*n+1]]
		}
		text, dest := group(1)+group(3)+group(5), group(2)+group(4)+group(5)
		out.text += text
		out.links = append(out.links, link{start, len(out.text), dest})
		at = m[1]
	}
	out.text += rstMarkup.Replace(s[at:])
	out.bold = min(bold, len(out.text))
	return out
}

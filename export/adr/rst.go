package adr

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

var (
	rstField  = regexp.MustCompile(`^:([^:]+):(?:\s+(.*))?$`)
	rstBullet = regexp.MustCompile(`^(\s*)(?:[-*+•]|\d+\.|#\.)\s+(.*)$`)
	rstLink   = regexp.MustCompile("`([^`<]+?)\\s*<([^`>]+)>`__?|:(?:doc|ref):`(?:([^`<]+?)\\s*<([^`>]+)>|([^`]+))`")
	rstStrong = regexp.MustCompile(`^\*\*([^*]+)\*\*`)
	rstMarkup = strings.NewReplacer("``", "", "**", "")
)

// readRST fills headings and body from reStructuredText: titles, field lists,
// bullets and paragraphs. Directives, comments and literal blocks are left out.
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
			i = o.skipIndented(i, indentOf(line))
			open = false
			continue
		}
		t := textLine{line: i + 1, kind: paragraph}
		content := strings.TrimSpace(line)
		if m := rstField.FindStringSubmatch(content); m != nil {
			content, t.kind, open = m[1]+": "+m[2], listItem, false
		} else if m := rstBullet.FindStringSubmatch(line); m != nil {
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
	if m := rstStrong.FindStringSubmatch(s); m != nil {
		s, bold = m[1]+s[len(m[0]):], len(m[1])
	}
	at := 0
	for _, m := range rstLink.FindAllStringSubmatchIndex(s, -1) {
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

package adr

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// rich is a piece of a record's text without its markup: what is struck out or
// in a comment is gone, links are known by place, and each part knows its line.
type rich struct {
	text  string
	links []link
	lines []lineMark // ascending by at; the first at 0
	bold  int        // length of the strongly emphasised beginning
}

// link is a stretch of text that leads somewhere.
type link struct {
	start, end int // bytes of the text
	dest       string
}

// lineMark says that the text from at on stands on a line of the file.
type lineMark struct{ at, line int }

// lineAt returns the line of the file on which a byte of the text stands.
func (r rich) lineAt(at int) int {
	line := 0
	for _, m := range r.lines {
		if m.at > at {
			break
		}
		line = m.line
	}
	return line
}

// from returns the text from a byte on, without surrounding blanks.
func (r rich) from(at int) rich { return r.slice(at, len(r.text)) }

// slice returns the text between two bytes, without surrounding blanks.
func (r rich) slice(from, to int) rich {
	for from < to && isBlank(r.text[from]) {
		from++
	}
	for to > from && isBlank(r.text[to-1]) {
		to--
	}
	out := rich{text: r.text[from:to], lines: []lineMark{{0, r.lineAt(from)}}, bold: max(0, min(r.bold, to)-from)}
	for _, m := range r.lines {
		if m.at > from && m.at < to {
			out.lines = append(out.lines, lineMark{m.at - from, m.line})
		}
	}
	for _, l := range r.links {
		if l.start >= from && l.end <= to {
			out.links = append(out.links, link{l.start - from, l.end - from, l.dest})
		}
	}
	return out
}

// join appends another piece after a separator.
func (r rich) join(o rich, separator string) rich {
	if r.text == "" {
		return o
	}
	at := len(r.text) + len(separator)
	out := rich{text: r.text + separator + o.text, bold: r.bold}
	out.links = append(out.links, r.links...)
	for _, l := range o.links {
		out.links = append(out.links, link{l.start + at, l.end + at, l.dest})
	}
	out.lines = append(out.lines, r.lines...)
	for _, m := range o.lines {
		out.lines = append(out.lines, lineMark{m.at + at, m.line})
	}
	return out
}

var wikiLink = pattern(`\[\[([^\[\]|]+)(?:\|([^\[\]]+))?\]\]`)

// withWikiLinks reads [[0012-slug]] and [[0012-slug|text]] as links.
func (r rich) withWikiLinks() rich {
	if !strings.Contains(r.text, "[[") {
		return r
	}
	for _, m := range slices.Backward(wikiLink().FindAllStringSubmatchIndex(r.text, -1)) {
		dest := r.text[m[2]:m[3]]
		text := dest
		if m[4] >= 0 {
			text = r.text[m[4]:m[5]]
		}
		if slices.ContainsFunc(r.links, func(l link) bool { return l.start < m[1] && l.end > m[0] }) {
			continue
		}
		shift := len(text) - (m[1] - m[0])
		moved := func(at int) int {
			if at >= m[1] {
				return at + shift
			}
			return at
		}
		links := []link{{m[0], m[0] + len(text), dest}}
		for _, l := range r.links {
			links = append(links, link{moved(l.start), moved(l.end), l.dest})
		}
		for i := range r.lines {
			r.lines[i].at = moved(r.lines[i].at)
		}
		r.text, r.links, r.bold = r.text[:m[0]]+text+r.text[m[1]:], links, moved(r.bold)
	}
	slices.SortFunc(r.links, func(a, b link) int { return a.start - b.start })
	return r
}

// plain returns a piece without links on one line.
func plain(text string, line int) rich {
	return rich{text: text, lines: []lineMark{{0, line}}}
}

// maxText bounds the text of a line or value that is searched for fields and relations.
const maxText = 4 << 10

// cut returns the number of bytes of s up to a limit that cuts no character.
func cut(s string, limit int) int {
	if len(s) <= limit {
		return len(s)
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return limit
}

func (r rich) empty() bool { return strings.TrimSpace(r.text) == "" }

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

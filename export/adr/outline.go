package adr

import (
	"path"
	"strings"
)

// outline is what a record's file consists of, whatever its markup.
type outline struct {
	lines    []string // of the canonical text, line 1 first
	front    []frontField
	frontEnd int       // last line of the front matter, 0 without one
	headings []heading // in order of lines
	body     []textLine
	broken   *brokenFront // what is wrong with the front matter, if anything
	rst      bool
	asciiDoc bool
	long     []int // lines of which only a part was read
	conflict []int // lines that git left in a merge conflict; they are not read
}

type heading struct {
	rich
	line, level int
	bold        bool // a strongly emphasised paragraph that serves as a heading
	over        bool // reStructuredText: a line above belongs to it
}

// blockKind says what a line is part of.
type blockKind byte

const (
	paragraph blockKind = iota
	listItem
	tableRow
	quotation
)

// textLine is one line of text as a reader sees it, or one row of a table.
type textLine struct {
	rich
	line  int // of the file
	kind  blockKind
	block int  // lines of one paragraph, item or table have the same number
	first bool // the first of its block
	depth int  // nesting of lists
	cells []rich
	// head marks the header row of a table.
	head bool
}

// readOutline reads a file's structure by the markup that its name tells.
func readOutline(name, text string) outline {
	o := outline{lines: strings.Split(strings.TrimSuffix(text, "\n"), "\n")}
	o.dropConflictMarkers()
	o.readFront()
	switch strings.ToLower(path.Ext(name)) {
	case ".rst":
		o.rst = true
		o.readRST()
	case ".adoc", ".asciidoc":
		o.asciiDoc = true
		o.readAsciiDoc()
	default:
		o.readMarkdown()
	}
	return o
}

// dropConflictMarkers blanks the lines that git left in an unresolved merge, so
// that both sides are read as text; a row of = would make headings.
func (o *outline) dropConflictMarkers() {
	from := -1
	for i, l := range o.lines {
		switch {
		case strings.HasPrefix(l, "<<<<<<< "):
			from = i
		case strings.HasPrefix(l, ">>>>>>> ") && from >= 0:
			for n := from; n <= i; n++ {
				if conflictMarker(o.lines[n]) {
					o.lines[n] = ""
					o.conflict = append(o.conflict, n+1)
				}
			}
			from = -1
		}
	}
}

func conflictMarker(line string) bool {
	for _, m := range [...]string{"<<<<<<< ", "||||||| ", ">>>>>>> "} {
		if strings.HasPrefix(line, m) {
			return true
		}
	}
	return line == "=======" || line == "|||||||"
}

// shorten cuts a line that is too long to be a field.
func (o *outline) shorten(r rich, line int) rich {
	if len(r.text) <= maxText {
		return r
	}
	o.long = append(o.long, line)
	return r.slice(0, cut(r.text, maxText))
}

// markup reports whether a file name's extension is one that can be read.
func markup(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".markdown", ".mdown", ".mdx", ".rst", ".adoc", ".asciidoc":
		return true
	}
	return false
}

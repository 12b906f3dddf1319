package bdgraph

import (
	"cmp"
	"fmt"
	"strconv"
)

// Severity ranks a finding.
type Severity string

// The severities, from least to worst.
const (
	Info    Severity = "info"
	Warning Severity = "warning"
	Error   Severity = "error"
)

// Place is where something stands: a file and, when known, a line and a
// column, both from 1; 0 means unknown. Columns count bytes.
type Place struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// String returns file:line:column as far as known.
func (p Place) String() string {
	s := p.File
	if p.Line > 0 {
		s += ":" + strconv.Itoa(p.Line)
		if p.Column > 0 {
			s += ":" + strconv.Itoa(p.Column)
		}
	}
	return s
}

// compare orders places by file, line and column.
func (p Place) compare(o Place) int {
	if c := cmp.Compare(p.File, o.File); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(p.Line, o.Line), cmp.Compare(p.Column, o.Column))
}

// Finding is something a stage repaired, left out or could not decide.
// Nothing is dropped without one.
type Finding struct {
	Code     string   `json:"code"` // snake_case, listed in docs/formats/findings.md
	Severity Severity `json:"severity"`
	Document string   `json:"document,omitempty"` // id of the document it is about
	Place    Place    `json:"place,omitzero"`
	Message  string   `json:"message"`
	Remedy   string   `json:"remedy,omitempty"` // what to do next
	Count    int      `json:"count"`            // how many records, values or lines it stands for, at least 1
}

// Dangling returns the finding that a document names what the corpus lacks, so that a
// placeholder stands for it.
func Dangling(end NodeRef, document string, place Place, remedy string) Finding {
	return Finding{
		Code: "dangling", Severity: Warning, Document: document, Place: place, Count: 1, Remedy: remedy,
		Message: fmt.Sprintf("%s is not in the corpus; a placeholder stands for it", end),
	}
}

// SortFindings puts findings in the one order that every file and listing
// uses: by code, document, place, message.
func SortFindings(fs []Finding) {
	sortByIndex(fs, func(a, b *Finding) int {
		if c := cmp.Compare(a.Code, b.Code); c != 0 {
			return c
		}
		if c := cmp.Compare(a.Document, b.Document); c != 0 {
			return c
		}
		if c := a.Place.compare(b.Place); c != 0 {
			return c
		}
		return cmp.Compare(a.Message, b.Message)
	})
}

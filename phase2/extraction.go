// Package phase2 reads what agents extracted from documents: one JSON file a
// document, with typed relationships and the quotes they rest on.
//
// In go a corpus, a vocabulary and the folder of extractions, out comes a
// fragment whose edges are unverified, and the list of the documents that were
// accepted. An extraction is accepted whole or not at all: every problem in it is
// a finding with its place in the file. Judging claims is left to the package
// verify, joining with phase 1 to bdgraph.Merge.
//
// Reading order: extraction.go is the format, with extraction.schema.json as its
// exact form; gates.go and the files of the single gates (quotes, anchors, dates,
// rulenames) check what the form cannot say, edges.go makes the fragment, read.go ties
// them together. plan.go says what is left to read and prompt.go how agents are told.
package phase2

import "bdgraph"

// Extraction is what one reading of one document found.
type Extraction struct {
	Document  string `json:"document"`
	SHA256    string `json:"sha256"`     // of the text that was read
	LinesRead int    `json:"lines_read"` // number of the last line that was read
	Edges     []Edge `json:"edges"`
	// EmptyReason says why there are no edges; it is given exactly then.
	EmptyReason string `json:"empty_reason,omitempty"`
}

// Edge is one extracted relationship.
type Edge struct {
	Type     bdgraph.RelType `json:"type"`
	From     End             `json:"from"`
	To       End             `json:"to"`
	Fact     string          `json:"fact"` // in one sentence
	Evidence []bdgraph.Quote `json:"evidence"`
	Dates    []Date          `json:"dates,omitempty"`
	Scope    string          `json:"scope,omitempty"` // of AMENDS
}

// End is one end of an edge. All but label and key describe a rule.
type End struct {
	Label     bdgraph.Label    `json:"label"`
	Key       string           `json:"key"`
	Kind      bdgraph.RuleKind `json:"kind,omitempty"`
	Aliases   []string         `json:"aliases,omitempty"`
	Rationale string           `json:"rationale,omitempty"`
	Rejected  []string         `json:"rejected,omitempty"` // alternatives that lost
}

// Ref returns the node that the end names.
func (e End) Ref() bdgraph.NodeRef { return bdgraph.NodeRef{Label: e.Label, Key: e.Key} }

// Date is when an edge begins or ends to hold, in the document's words.
type Date struct {
	Value string   `json:"value"` // YYYY, YYYY-MM or YYYY-MM-DD
	Role  DateRole `json:"role"`
	Quote string   `json:"quote"`
	// Anchor is the day on which the quote was written, where it says the
	// date relative to that ("last week"); a day that the document states.
	Anchor string `json:"anchor,omitempty"`
	// Scheduled says that a day in the future is meant.
	Scheduled bool `json:"scheduled,omitempty"`
}

// DateRole says which end of the interval a date is.
type DateRole string

// The roles: the first day on which it holds, and the first on which it does not.
const (
	ValidFrom DateRole = "valid_from"
	InvalidAt DateRole = "invalid_at"
)

package ask

import (
	"time"

	"bdgraph"
)

// bounds is the effective interval of a node or relationship as a store holds it.
type bounds struct {
	ValidFrom    string      `col:"valid_from"`
	InvalidAt    string      `col:"invalid_at"`
	FromWritten  string      `col:"from_written"`
	ToWritten    string      `col:"to_written"`
	FromBasis    string      `col:"from_basis"`
	ToBasis      string      `col:"to_basis"`
	FromEarliest bdgraph.Day `col:"from_earliest"`
	FromLatest   bdgraph.Day `col:"from_latest"`
	ToEarliest   bdgraph.Day `col:"to_earliest"`
	ToLatest     bdgraph.Day `col:"to_latest"`
}

// interval returns the bounds as an interval. What has none, such as a
// component, holds on every day.
func (b bounds) interval() bdgraph.Interval {
	if b.ToLatest == 0 {
		return bdgraph.Interval{From: bdgraph.Endpoint{Earliest: bdgraph.MinDay, Latest: bdgraph.MinDay}, To: bdgraph.OpenEnd()}
	}
	return bdgraph.Interval{
		From: bdgraph.Endpoint{Text: b.ValidFrom, Written: b.FromWritten, Earliest: b.FromEarliest, Latest: b.FromLatest, Basis: bdgraph.Basis(b.FromBasis)},
		To:   bdgraph.Endpoint{Text: b.InvalidAt, Written: b.ToWritten, Earliest: b.ToEarliest, Latest: b.ToLatest, Basis: bdgraph.Basis(b.ToBasis)},
	}
}

// edge is a relationship as queries return its properties.
type edge struct {
	ID         string `col:"id"`
	Source     string `col:"source"`
	Quote      string `col:"quote"`
	Line       int    `col:"line"`
	Fact       string `col:"fact"`
	Confidence string `col:"confidence"`
	ClosedBy   string `col:"closed_by"`
	Scope      string `col:"scope"`
	StatedEnd  string `col:"stated_invalid_at"`
	Count      int    `col:"count"`
	Phase      int    `col:"phase"`
	bounds
}

// node is a node as queries return what is common to all labels. Key is the
// value of its key property.
type node struct {
	Label       string    `col:"label"`
	Key         string    `col:"key"`
	ID          string    `col:"id"` // of an ADR or a Rule: what people say
	Title       string    `col:"title"`
	Status      string    `col:"status"`
	Type        string    `col:"type"` // of an issue
	Kind        string    `col:"kind"` // of a rule
	Aliases     []string  `col:"aliases"`
	Placeholder bool      `col:"placeholder"`
	ClosedBy    string    `col:"closed_by"`
	ClosedAt    time.Time `col:"closed_at"` // of an issue
	bounds
}

// closed tells whether nobody works on an issue any more.
func (n node) closed() bool { return bdgraph.IsClosed(n.Status, n.ClosedAt) }

// name is what people call the node.
func (n node) name() string {
	if n.Label == string(bdgraph.ADRLabel) && n.ID != "" {
		return n.ID
	}
	return n.Key
}

// told returns what an answer says of the node's state. A closed issue goes on to
// be on record, since its closing ends nothing that it says; HOLDS would read as if it
// were open, so nothing is said. A decision is in force from its closing on.
func (n node) told(state bdgraph.State) bdgraph.State {
	if state == bdgraph.Holds && n.Label == string(bdgraph.IssueLabel) && !isDecision(n) && n.closed() {
		return ""
	}
	return state
}

// Thing names a node in an answer.
type Thing struct {
	Label string `json:"label"`
	Key   string `json:"key"`
	Name  string `json:"name"` // what people say: an ADR's id, else the key
	Title string `json:"title,omitempty"`
	// Placeholder tells that the corpus lacks it: only what others say of it is known.
	Placeholder bool `json:"placeholder,omitempty"`
}

func (n node) thing() Thing {
	t := Thing{Label: n.Label, Key: n.Key, Name: n.name(), Title: n.Title, Placeholder: n.Placeholder}
	if t.Title == t.Name {
		t.Title = ""
	}
	return t
}

// isDocument tells the labels whose nodes are documents with a text.
func isDocument(label string) bool {
	switch bdgraph.Label(label) {
	case bdgraph.IssueLabel, bdgraph.ADRLabel, bdgraph.MemoryLabel:
		return true
	}
	return false
}

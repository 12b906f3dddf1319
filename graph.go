package bdgraph

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
)

// NodeRef names a node: its label and the value of the label's key property.
type NodeRef struct {
	Label Label  `json:"label"`
	Key   string `json:"key"`
}

// String returns Label(key), for messages.
func (r NodeRef) String() string { return string(r.Label) + "(" + r.Key + ")" }

// Compare orders references by label, then key, both bytewise.
func (r NodeRef) Compare(o NodeRef) int {
	if c := cmp.Compare(r.Label, o.Label); c != 0 {
		return c
	}
	return cmp.Compare(r.Key, o.Key)
}

// Node is a node of the graph before it is stored.
//
// Attributes hold everything but the key and what Life and Valid give; their
// values are string, bool, int64, float64, []string, [Day] or [time.Time]. A value
// that is not known is absent, never nil or empty.
type Node struct {
	NodeRef
	Attributes map[string]any
	// Placeholder marks the target of an edge that the corpus lacks.
	Placeholder bool
	// Life is what the record itself says of when it is in force; nil for
	// nodes that have no life of their own (PR, Component).
	Life *Life
	// Valid is the effective interval, set by the closure where Life is
	// given, and for rules from their supports; nil before.
	Valid *Interval
	// ClosedBy names the document or node that ended Valid, "" when open or ended by itself.
	ClosedBy string
}

// Life is the time in which a record is in force, as its own header or record
// states it, before other records' closings.
type Life struct {
	Stated Interval
	// NeverInForce holds the reason for an empty life: draft, proposed,
	// rejected, withdrawn, open decision, cancelled, duplicate …
	NeverInForce string
	// Ended holds the record's own word for its end (superseded, deprecated,
	// retired …) whether or not a day is known; "" when it says none.
	Ended string
	// Closed is the day on which an issue was closed, in the project's zone;
	// zero when it is open or does not say. It ends nothing by itself.
	Closed Day
	// ReviewBy is the end of a provisional record's window; it ends nothing either.
	ReviewBy Date
}

// Confidence says how far an edge can be trusted, and so what it may close.
type Confidence string

// The confidences. Structural comes from a record's field, textual from a
// pattern in text; the others are extractions by their verdict.
const (
	Structural  Confidence = "structural"
	Textual     Confidence = "textual"
	Supported   Confidence = "supported"
	Unverified  Confidence = "unverified"
	Unsupported Confidence = "unsupported"
)

// Edge is a relationship before it is stored: one per type, ends, source and
// interval.
//
// Invariant: ID is what [Edge.ComputeID] gives; Source is the id of the
// document that states the edge (or the name of the configuration file).
type Edge struct {
	ID       string
	Type     RelType
	From, To NodeRef
	Source   string
	Ordinal  int // counts the intervals of one (type, ends, source), from 0
	Phase    int // 1 structure and mentions, 2 extraction
	// Evidence is what the edge rests on, the first being the one shown.
	Evidence   []Quote
	Confidence Confidence
	Fact       string // phase 2: the rule in one sentence
	// Stated is what the source says; zero ends are unstated. Valid is the
	// effective interval, which the closure sets.
	Stated   Interval
	Valid    Interval
	ClosedBy string // document id or node that ended it
	Count    int    // of mentions; 0 otherwise
	Scope    string // of AMENDS: which part
	BDType   string // dependency type as bd stores it
}

// Quote is a passage of a document: the text and the line on which it starts, from 1.
type Quote struct {
	Text string `json:"quote"`
	Line int    `json:"line,omitempty"`
}

// Join adds what another edge with the same identity says: its evidence after the
// edge's own, and its fact, scope and dates where the edge has none. Evidence that the edge
// shares with another value is not changed there.
func (e *Edge) Join(other Edge) {
	e.Fact = cmp.Or(e.Fact, other.Fact)
	e.Scope = cmp.Or(e.Scope, other.Scope)
	for _, q := range other.Evidence {
		if !slices.Contains(e.Evidence, q) {
			e.Evidence = append(slices.Clip(e.Evidence), q)
		}
	}
	if e.Stated.From.IsZero() {
		e.Stated.From = other.Stated.From
	}
	if e.Stated.To.IsZero() {
		e.Stated.To = other.Stated.To
	}
}

// ComputeID returns the edge's identity: a hash of type, ends, source and
// ordinal, as 32 lower-case hex digits.
func (e Edge) ComputeID() string { return string(e.appendID(nil)) }

// idBytes is the length of an edge's identity before it is written in hex.
const idBytes = 16

func (e *Edge) appendID(to []byte) []byte {
	var room [256]byte
	b := room[:0]
	for _, s := range [...]string{string(e.Type), string(e.From.Label), e.From.Key, string(e.To.Label), e.To.Key, e.Source, strconv.Itoa(e.Ordinal)} {
		b = append(append(b, s...), 0)
	}
	sum := sha256.Sum256(b)
	return hex.AppendEncode(to, sum[:idBytes])
}

// computeIDs gives each edge the identity that ComputeID returns. Graphs have many, so
// that a thousand share one text.
func computeIDs(edges []Edge) {
	const together, long = 1024, 2 * idBytes
	var digits []byte
	for start := 0; start < len(edges); start += together {
		some := edges[start:min(len(edges), start+together)]
		digits = digits[:0]
		for i := range some {
			digits = some[i].appendID(digits)
		}
		ids := string(digits)
		for i := range some {
			some[i].ID = ids[i*long : (i+1)*long]
		}
	}
}

// ClaimHash returns a hash of what a verdict is about: type, ends, fact,
// stated dates and quotes. A changed claim has another hash, which voids its verdicts.
func (e Edge) ClaimHash() string {
	parts := []string{string(e.Type), string(e.From.Label), e.From.Key, string(e.To.Label), e.To.Key, e.Fact, e.Stated.From.Text, e.Stated.To.Text}
	for _, q := range e.Evidence {
		parts = append(parts, q.Text)
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// Fragment is what one stage derived.
type Fragment struct {
	Nodes    []Node
	Edges    []Edge
	Findings []Finding
	// Extracted lists the documents with an accepted extraction; Merge drops
	// the rules that phase 1 derived from them.
	Extracted []string

	ends []Ends // those of Edges among Nodes where they are known, see Arrange
}

// Graph is the whole property graph, without its Meta node.
//
// Invariant: Nodes are sorted by reference and Edges by type, ends, source and
// ordinal, both without duplicates; both ends of every edge are among the nodes.
type Graph struct {
	Nodes    []Node
	Edges    []Edge
	Findings []Finding

	ends []Ends // see Ends
}

package bdgraph

// ADRStatus is the canonical status of a decision record.
type ADRStatus string

// The canonical statuses; the empty one means that none is stated or that
// nobody knows the word. Words such as "implemented", "active" or "final" are
// read as accepted; docs/formats/adr.md has the table.
const (
	StatusUnknown    ADRStatus = ""
	StatusDraft      ADRStatus = "draft"
	StatusProposed   ADRStatus = "proposed"
	StatusAccepted   ADRStatus = "accepted"
	StatusRejected   ADRStatus = "rejected"
	StatusWithdrawn  ADRStatus = "withdrawn"
	StatusDeprecated ADRStatus = "deprecated"
	StatusSuperseded ADRStatus = "superseded"
)

// ADR is one decision record. Its path is its identity; the number is an alias.
type ADR struct {
	Path       string    `json:"path"`             // relative to the project, with forward slashes
	ID         string    `json:"id"`               // what people say: ADR-0007, with @path where the number is not unique, the path where there is none
	Number     string    `json:"number,omitempty"` // as in the file name, zeros kept; from the title or front matter where the name has none
	Title      string    `json:"title"`
	Status     ADRStatus `json:"status,omitempty"`
	StatusText string    `json:"status_text,omitempty"` // as written
	StatusLine int       `json:"status_line,omitempty"`
	// Date is the record's own date field. StatusDate is the date on the status
	// line, which is when the present status began. Accepted is the day on which the
	// record was accepted or took effect, where it names that day.
	Date       Date          `json:"date,omitzero"`
	DateLine   int           `json:"date_line,omitempty"`
	StatusDate Date          `json:"status_date,omitzero"`
	Accepted   Date          `json:"accepted,omitzero"`
	Relations  []ADRRelation `json:"relations,omitempty"` // in order of lines
	Sections   []Section     `json:"sections,omitempty"`  // in order of lines
	ReviewBy   Date          `json:"review_by,omitzero"`  // a provisional record's window
	Sunset     Date          `json:"sunset,omitzero"`     // a stated end of validity
	Language   string        `json:"language,omitempty"`  // whose word list matched: en, fr, de …
	Shape      string        `json:"shape,omitempty"`     // shape family that was recognised
}

// ADRRelationKind is what a relation line says, seen from the record that holds it.
type ADRRelationKind string

// The relation kinds.
const (
	ADRSupersedes   ADRRelationKind = "supersedes"
	ADRSupersededBy ADRRelationKind = "superseded_by"
	ADRAmends       ADRRelationKind = "amends" // partial supersession included
	ADRAmendedBy    ADRRelationKind = "amended_by"
	ADRDeprecates   ADRRelationKind = "deprecates"
	ADRDeprecatedBy ADRRelationKind = "deprecated_by"
	ADRRelates      ADRRelationKind = "relates"    // any other verb; Verb keeps it
	ADRTrackedIn    ADRRelationKind = "tracked_in" // Target is an issue id
)

// ADRRelation is one relation from one line of a record's header.
type ADRRelation struct {
	Kind    ADRRelationKind `json:"kind"`
	Verb    string          `json:"verb,omitempty"`   // as written
	Target  string          `json:"target,omitempty"` // path of the record (or issue id); "" when it could not be resolved
	Written string          `json:"written"`          // the reference as written
	Scope   string          `json:"scope,omitempty"`  // what part is meant, of a partial supersession
	Date    Date            `json:"date,omitzero"`    // the date on the line
	Quote   string          `json:"quote"`            // the line's text
	Line    int             `json:"line"`
}

// Section is a heading of a record with the lines below it, up to the next
// heading of the same or a higher level.
type Section struct {
	Heading string `json:"heading"`
	Role    string `json:"role,omitempty"` // context, decision, consequences, alternatives, rejected, status …; "" when no word list knows the heading
	Level   int    `json:"level"`
	Line    int    `json:"line"`     // of the heading
	EndLine int    `json:"end_line"` // last line that belongs to it, included
}

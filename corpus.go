package bdgraph

import (
	"encoding/json"
	"time"
)

// Corpus is everything that was read from a project's sources, normalised.
//
// Invariant: Issues are sorted by ID, Memories by Key, ADRs by Path, Documents
// by ID, all bytewise and without duplicates; Findings as [SortFindings] puts
// them. There is exactly one Document for each issue, memory and ADR.
type Corpus struct {
	Issues    []Issue
	Memories  []Memory
	ADRs      []ADR
	Documents []Document
	Manifest  Manifest
	Findings  []Finding
}

// DocumentKind says what a document was made from.
type DocumentKind string

// The document kinds.
const (
	IssueDocument  DocumentKind = "issue"
	MemoryDocument DocumentKind = "memory"
	ADRDocument    DocumentKind = "adr"
)

// Document is the canonical text of one issue, memory or ADR: what quotes and
// lines refer to. Lines are separated by \n and counted from 1; the text is valid
// UTF-8 without NUL. For an ADR the lines are those of its file.
type Document struct {
	// ID names the document everywhere: issue id, memory key or ADR path. A
	// memory whose key is also an issue id or an ADR path has the ID memory:KEY.
	ID     string       `json:"id"`
	Key    string       `json:"key"` // key of the node it becomes
	Kind   DocumentKind `json:"kind"`
	Title  string       `json:"title"`
	Text   string       `json:"text"`
	SHA256 string       `json:"sha256"` // of Text, lower-case hex
	// FirstSeen is the day on which a build first saw this very text; it
	// moves only when the text does. FirstAdded is the day of the commit that
	// added the file, zero when git does not know it.
	FirstSeen  Day `json:"first_seen,omitempty"`
	FirstAdded Day `json:"first_added,omitempty"`
}

// Issue is one work item of beads. Texts are verbatim but for NUL and invalid
// UTF-8, which are replaced and reported.
type Issue struct {
	ID                 string          `json:"id"`
	Title              string          `json:"title"`
	Status             string          `json:"status,omitempty"`   // verbatim, known or not
	Type               string          `json:"type,omitempty"`     // issue_type, verbatim
	Priority           *int            `json:"priority,omitempty"` // nil when not given; 0 is the highest
	Labels             []string        `json:"labels,omitempty"`   // sorted, distinct
	CreatedAt          time.Time       `json:"created_at,omitzero"`
	UpdatedAt          time.Time       `json:"updated_at,omitzero"`
	StartedAt          time.Time       `json:"started_at,omitzero"`
	ClosedAt           time.Time       `json:"closed_at,omitzero"`
	CloseReason        string          `json:"close_reason,omitempty"`
	Description        string          `json:"description,omitempty"`
	Design             string          `json:"design,omitempty"`
	AcceptanceCriteria string          `json:"acceptance_criteria,omitempty"`
	Notes              string          `json:"notes,omitempty"`
	ExternalRef        string          `json:"external_ref,omitempty"`
	SpecID             string          `json:"spec_id,omitempty"`
	Metadata           json.RawMessage `json:"metadata,omitempty"`
	Dependencies       []Dependency    `json:"dependencies,omitempty"` // sorted by Target, Type
	Comments           []Comment       `json:"comments,omitempty"`     // in order of time, then id
	// Personal data: empty unless the user asked for it.
	Owner     string `json:"owner,omitempty"`
	CreatedBy string `json:"created_by,omitempty"`
	Assignee  string `json:"assignee,omitempty"`
	// Where the record was read: file and line, or "bd export" and the line of its output.
	Place Place `json:"place,omitzero"`
}

// Dependency is one record of an issue's dependencies: the issue that holds it
// depends on, or points to, Target.
type Dependency struct {
	Target    string    `json:"target"`              // after repair
	Written   string    `json:"written,omitempty"`   // the target as stored, when it was repaired
	Type      string    `json:"type"`                // verbatim
	CreatedAt time.Time `json:"created_at,omitzero"` // as stored; see Trusted
	// Trusted says that CreatedAt may date the edge, by the rules for writer-local
	// clocks: its offset is explicit, or it lies where it must.
	Trusted bool  `json:"trusted,omitempty"`
	Place   Place `json:"place,omitzero"`
}

// Comment is a remark on an issue. Its author is left out unless the user asked for personal data.
type Comment struct {
	ID        string    `json:"id,omitempty"`
	Author    string    `json:"author,omitempty"`
	CreatedAt time.Time `json:"created_at,omitzero"`
	Text      string    `json:"text"`
}

// Memory is a remembered sentence of bd: a key and a text, without time or author.
type Memory struct {
	Key   string `json:"key"`
	Text  string `json:"text"`
	Place Place  `json:"place,omitzero"`
}

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
	// line, which is when the present status began.
	Date       Date          `json:"date,omitzero"`
	DateLine   int           `json:"date_line,omitempty"`
	StatusDate Date          `json:"status_date,omitzero"`
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
	Supersedes   ADRRelationKind = "supersedes"
	SupersededBy ADRRelationKind = "superseded_by"
	Amends       ADRRelationKind = "amends" // partial supersession included
	AmendedBy    ADRRelationKind = "amended_by"
	Deprecates   ADRRelationKind = "deprecates"
	DeprecatedBy ADRRelationKind = "deprecated_by"
	Relates      ADRRelationKind = "relates"    // any other verb; Verb keeps it
	TrackedIn    ADRRelationKind = "tracked_in" // Target is an issue id
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

// Label returns the label of the node that a document becomes.
func (k DocumentKind) Label() Label {
	switch k {
	case IssueDocument:
		return IssueLabel
	case MemoryDocument:
		return MemoryLabel
	default:
		return ADRLabel
	}
}

// Ref returns the node that the document becomes.
func (d Document) Ref() NodeRef { return NodeRef{Label: d.Kind.Label(), Key: d.Key} }

// Manifest says what a corpus was made from.
type Manifest struct {
	Version        int            `json:"version"`
	GeneratedAt    time.Time      `json:"generated_at"`
	BDGraphVersion string         `json:"bdgraph_version"`
	BDVersion      string         `json:"bd_version,omitempty"` // "" when only files were read
	Commit         string         `json:"commit,omitempty"`     // git HEAD of the project
	CorpusHash     string         `json:"corpus_hash"`          // over the records, not over this manifest
	Prefixes       []string       `json:"prefixes,omitempty"`   // issue id prefixes, sorted
	Repository     string         `json:"repository,omitempty"` // host/owner/name of the git remote; names the PRs
	Sources        []SourceStamp  `json:"sources,omitempty"`    // what staleness compares
	Counts         map[string]int `json:"counts"`
	// Skipped counts what was left out, by reason; each reason has a finding.
	Skipped map[string]int `json:"skipped,omitempty"`
}

// SourceStamp is how one source looked when it was read.
type SourceStamp struct {
	Path    string    `json:"path"` // relative to the project where inside it
	Kind    string    `json:"kind"` // beads-file, beads-store, adr, adr-folder (time only), git-head
	Size    int64     `json:"size,omitempty"`
	ModTime time.Time `json:"mod_time,omitzero"`
	Value   string    `json:"value,omitempty"`  // commit id of git-head
	SHA256  string    `json:"sha256,omitempty"` // of files
}

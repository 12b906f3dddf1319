package bdgraph

import (
	"strings"
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

// Document is the canonical text of one issue, memory or ADR: what quotes and
// lines refer to. Lines are separated by \n and counted from 1; the text is valid
// UTF-8 without NUL. For an ADR the lines are those of its file.
type Document struct {
	// ID names the document everywhere: issue id, ADR path or what [MemoryID] makes of a memory's key.
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

// MemoryPrefix begins the ID of a memory's document that needs another one than its key.
const MemoryPrefix = "memory:"

// MemoryID returns the ID of a memory's document: its key, with MemoryPrefix before it where
// isOther says that an issue or an ADR has that ID, or where it begins so by itself.
func MemoryID(key string, isOther func(id string) bool) string {
	if isOther(key) || strings.HasPrefix(key, MemoryPrefix) {
		return MemoryPrefix + key
	}
	return key
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

// The kinds of a source stamp.
const (
	StampBeadsFile  = "beads-file"
	StampBeadsStore = "beads-store" // a part of bd's database
	StampADR        = "adr"
	StampADRFolder  = "adr-folder" // its time alone, which moves when files come and go
)

// SourceStamp is how one source looked when it was read.
type SourceStamp struct {
	Path    string    `json:"path"` // relative to the project where inside it
	Kind    string    `json:"kind"` // one of the Stamp constants
	Size    int64     `json:"size,omitempty"`
	ModTime time.Time `json:"mod_time,omitzero"`
	SHA256  string    `json:"sha256,omitempty"` // of files
}

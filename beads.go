package bdgraph

import (
	"encoding/json"
	"time"
)

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
	Trusted bool   `json:"trusted,omitempty"`
	LeftOut string `json:"left_out,omitempty"` // why the corpus lacks the target although the source has it: tombstone, ephemeral
	Place   Place  `json:"place,omitzero"`
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

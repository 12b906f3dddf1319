package phase2

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"bdgraph"
	"bdgraph/internal/names"
)

// planVersion is the version of the plan's file.
const planVersion = 1

// State says how far the extraction of a document is.
type State string

// The states. Pending, rejected, stale and failed documents are to be read; an
// extracted one only waits for its check.
const (
	Pending   State = "pending"   // there is no extraction
	Extracted State = "extracted" // it passes the gates and has no stamp yet
	Rejected  State = "rejected"  // it does not pass the gates
	Accepted  State = "accepted"  // it passes them and has its stamp
	Empty     State = "empty"     // accepted, and there was nothing to extract
	Stale     State = "stale"     // document, prompt, schema or what matters of the vocabulary has changed since, or a verifier proposes something else
	Failed    State = "failed"    // the file is cut off or cannot be read
)

// ToRead reports whether a document in this state is to be read by an agent.
func (s State) ToRead() bool { return s == Pending || s == Rejected || s == Stale || s == Failed }

// Plan says what is left to extract and how it is shared out.
type Plan struct {
	Version    int               `json:"version"`
	CorpusHash string            `json:"corpus_hash"`
	Versions   Versions          `json:"versions"`
	Documents  []PlannedDocument `json:"documents"` // in order of priority, then id
	Shards     []Shard           `json:"shards"`
	Counts     map[State]int     `json:"counts"`
	Skipped    int               `json:"skipped"` // of the documents to read
	Tokens     int               `json:"tokens"`  // of all shards
}

// PlannedDocument is where one document stands.
type PlannedDocument struct {
	ID       string `json:"id"`
	Kind     string `json:"kind"`
	State    State  `json:"state"`
	Reason   string `json:"reason,omitempty"`  // for the state
	Skipped  string `json:"skipped,omitempty"` // why it is not shared out although it is to be read
	SHA256   string `json:"sha256"`
	File     string `json:"file"` // name of its extraction
	Bytes    int    `json:"bytes"`
	Lines    int    `json:"lines"`
	Tokens   int    `json:"tokens"`   // estimate for the text alone
	Priority int    `json:"priority"` // 1 first
	Shard    int    `json:"shard,omitempty"`
}

// Shard is what one agent reads in one go.
type Shard struct {
	Number    int      `json:"number"` // from 1
	Documents []string `json:"documents"`
	Bytes     int      `json:"bytes"`
	Lines     int      `json:"lines"`
	Tokens    int      `json:"tokens"` // estimate of its prompt
}

// PlanOptions bound shards and choose documents.
type PlanOptions struct {
	Bytes, Lines int // of a shard; a longer document is alone in one
	// Only chooses documents by id or glob; empty means all.
	Only []string
	// Changed leaves out documents that an earlier plan left pending, so that
	// what has changed since, and what is new, remains.
	Changed bool
	Earlier *Plan // for Changed; nil when there is none
	// Proposals are what verifiers propose for claims that there are now, by
	// document: one that was accepted without them is stale.
	Proposals map[string][]string
	Limit     int // of documents; 0 is none
	// PromptTokens is what a prompt costs besides its documents.
	PromptTokens int
}

// DefaultShardBytes and DefaultShardLines bound a shard where nobody says otherwise.
const (
	DefaultShardBytes = 24 << 10
	DefaultShardLines = 500
)

// NewPlan looks at every document's extraction and shares out what is to be
// read. It writes nothing: planning again after an interruption gives what is left.
// An error is a glob that cannot be read, or one that no document's id fits.
func NewPlan(c bdgraph.Corpus, v bdgraph.Vocabulary, extractions fs.FS, now Versions, o PlanOptions, options ...Option) (Plan, error) {
	for _, glob := range o.Only {
		if _, err := path.Match(glob, ""); err != nil {
			return Plan{}, fmt.Errorf("%q is no glob: %w", glob, err)
		}
		if !slices.ContainsFunc(c.Documents, func(d bdgraph.Document) bool { return matchesAny([]string{glob}, d.ID) }) {
			return Plan{}, fmt.Errorf("no document is called %q; bdgraph plan --all lists them", glob)
		}
	}
	p := Plan{Version: planVersion, CorpusHash: c.Manifest.CorpusHash, Versions: now, Counts: make(map[State]int), Shards: []Shard{}}
	issues := make(map[string]*bdgraph.Issue, len(c.Issues))
	for i := range c.Issues {
		issues[c.Issues[i].ID] = &c.Issues[i]
	}
	checker := NewChecker(c, v, append([]Option{Beside(extractions)}, options...)...)
	earlier := make(map[string]bool)
	if o.Earlier != nil {
		for _, d := range o.Earlier.Documents {
			earlier[d.ID] = true
		}
	}
	type found struct {
		state  State
		reason string
	}
	states := make([]found, len(c.Documents))
	bdgraph.InParallel(len(states), func(i int) {
		d := c.Documents[i]
		states[i].state, states[i].reason = checker.state(extractions, bdgraph.FileName(d.ID)+Extension, now, o.Proposals[d.ID])
	})
	for i, d := range c.Documents {
		x := PlannedDocument{
			ID: d.ID, Kind: string(d.Kind), SHA256: d.SHA256, File: bdgraph.FileName(d.ID) + Extension,
			Bytes: len(d.Text), Lines: strings.Count(strings.TrimSuffix(d.Text, "\n"), "\n") + 1, Tokens: names.Tokens(d.Text),
			State: states[i].state, Reason: states[i].reason,
		}
		x.Priority, x.Skipped = rank(d, issues[d.Key])
		switch {
		case !x.State.ToRead():
			x.Skipped = ""
		case len(o.Only) > 0:
			if x.Skipped = ""; !matchesAny(o.Only, d.ID) {
				x.Skipped = "not chosen"
			}
		case x.State != Pending:
			x.Skipped = "" // somebody found it worth reading before
		case o.Changed && earlier[d.ID]:
			x.Skipped = "not changed"
		}
		p.Counts[x.State]++
		p.Documents = append(p.Documents, x)
	}
	slices.SortStableFunc(p.Documents, func(a, b PlannedDocument) int {
		return cmp.Or(cmp.Compare(a.Priority, b.Priority), cmp.Compare(a.ID, b.ID))
	})
	p.share(o)
	return p, nil
}

// share puts the documents to read into shards.
func (p *Plan) share(o PlanOptions) {
	chosen := 0
	for i := range p.Documents {
		d := &p.Documents[i]
		if !d.State.ToRead() {
			continue
		}
		if d.Skipped == "" && o.Limit > 0 && chosen == o.Limit {
			d.Skipped = "beyond the limit"
		}
		if d.Skipped != "" {
			p.Skipped++
			continue
		}
		chosen++
		last := len(p.Shards) - 1
		if last < 0 || p.Shards[last].Bytes+d.Bytes > cmp.Or(o.Bytes, DefaultShardBytes) || p.Shards[last].Lines+d.Lines > cmp.Or(o.Lines, DefaultShardLines) {
			p.Shards = append(p.Shards, Shard{Number: len(p.Shards) + 1, Tokens: o.PromptTokens})
			last++
		}
		s := &p.Shards[last]
		d.Shard = s.Number
		s.Documents = append(s.Documents, d.ID)
		s.Bytes += d.Bytes
		s.Lines += d.Lines
		s.Tokens += d.Tokens
	}
	for _, s := range p.Shards {
		p.Tokens += s.Tokens
	}
}

// Shard returns a shard by its number.
func (p Plan) Shard(number int) (Shard, error) {
	if number < 1 || number > len(p.Shards) {
		return Shard{}, fmt.Errorf("the plan has no shard %d; it has %d", number, len(p.Shards))
	}
	return p.Shards[number-1], nil
}

func matchesAny(globs []string, id string) bool {
	return slices.ContainsFunc(globs, func(glob string) bool {
		ok, _ := path.Match(glob, id)
		return ok || glob == id
	})
}

// state returns where a document's extraction stands, and why.
func (c *Checker) state(extractions fs.FS, name string, now Versions, proposals []string) (State, string) {
	if extractions == nil {
		return Pending, ""
	}
	checked := c.CheckFile(extractions, name)
	switch {
	case errors.Is(checked.Err, fs.ErrNotExist):
		return Pending, ""
	case checked.Err != nil:
		return Failed, checked.Err.Error()
	case len(checked.Problems) > 0 && checked.Problems[0].IsSyntax():
		return Failed, checked.Problems[0].Message
	case checked.Stale:
		return Stale, "the document has changed since it was extracted"
	case len(checked.Problems) > 0:
		more := ""
		if n := len(checked.Problems) - 1; n > 0 {
			more = fmt.Sprintf("; and %d more", n)
		}
		return Rejected, checked.Problems[0].Message + more
	}
	return c.Standing(extractions, checked, now, proposals)
}

// leastText is how many characters beside its title an issue needs to be worth reading.
const leastText = 40

// rank returns a document's priority, and why it is not worth an agent's time:
// records and memories come first, then closed issues, then open ones.
func rank(d bdgraph.Document, issue *bdgraph.Issue) (priority int, skip string) {
	switch {
	case d.Kind != bdgraph.IssueDocument:
		return 1, ""
	case issue == nil:
		return 3, ""
	}
	if issue.Type == "decision" {
		return 1, ""
	}
	text := len(issue.Description) + len(issue.Design) + len(issue.AcceptanceCriteria) + len(issue.Notes) + len(issue.CloseReason)
	for _, c := range issue.Comments {
		text += len(c.Text)
	}
	if text < leastText {
		skip = fmt.Sprintf("trivial: %d bytes of text beside the title", text)
	}
	if issue.ClosedAt.IsZero() {
		return 3, skip
	}
	return 2, skip
}

// ReadPlan reads a plan's file. An error says what is wrong with it.
func ReadPlan(data []byte) (Plan, error) {
	var p Plan
	if err := json.Unmarshal(data, &p); err != nil {
		return Plan{}, fmt.Errorf("read plan: %w", err)
	}
	if p.Version != planVersion {
		return Plan{}, fmt.Errorf("read plan: format version %d, this bdgraph reads %d", p.Version, planVersion)
	}
	return p, nil
}

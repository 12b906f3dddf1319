package ask

import (
	"bdgraph"
)

// Briefing is what an agent should know before a task, cut to a budget. Nothing
// that is over stands among Rules.
type Briefing struct {
	Header
	Task       string        `json:"task"`
	Subjects   []Subject     `json:"subjects"` // components that the task is about
	Things     []Thing       `json:"things"`   // records that the task names
	Rules      []ContextRule `json:"rules"`
	Blockers   []Blocker     `json:"blockers"`
	Superseded []Outdated    `json:"superseded"` // guidance that is over and may still be found in documents
	Changes    []Change      `json:"changes"`    // of the rules above, in the last 90 days
	Warnings   []string      `json:"warnings"`
	// Dropped counts by section what the budget left out.
	Dropped map[string]int `json:"dropped"`
	Budget  int            `json:"budget"`
	Tokens  int            `json:"tokens"` // of Text, about
	// beyond counts by section the entries that were not even gathered.
	beyond map[string]int
}

// ContextRule is a rule that bears on the task.
type ContextRule struct {
	Rule  string        `json:"rule"`
	Kind  string        `json:"kind"`
	State bdgraph.State `json:"state"`
	Span
	Facts      []string           `json:"facts"` // what it says, of the components
	Components []string           `json:"components"`
	Support    []Support          `json:"support"` // the documents that agree
	Because    []Reason           `json:"because"`
	Caveats    []Caveat           `json:"caveats"` // amendments, and rules that contradict it
	Confidence bdgraph.Confidence `json:"confidence"`
	// Why says what brought it here: the component, or the words that match.
	Why   string  `json:"why"`
	Score float64 `json:"score"`
}

// Blocker is an open issue that an issue of the task waits for.
type Blocker struct {
	Thing
	Status string `json:"status"`
	Blocks string `json:"blocks"`
}

// Outdated is a rule that is over.
type Outdated struct {
	Rule    string    `json:"rule"`
	Ended   string    `json:"ended"` // in words, as in [EndedRule]
	EndedBy string    `json:"ended_by,omitempty"`
	Instead []string  `json:"instead"`  // rules in force that what ended it establishes
	FoundIn []Support `json:"found_in"` // documents that still say it
	Score   float64   `json:"score"`
}

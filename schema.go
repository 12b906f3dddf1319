package bdgraph

import "slices"

// Label is a node label. Every node of the graph has exactly one.
type Label string

// The labels; KeyProperty names the property that identifies a node of each.
const (
	IssueLabel     Label = "Issue"
	MemoryLabel    Label = "Memory"
	ADRLabel       Label = "ADR"
	PRLabel        Label = "PR"
	RuleLabel      Label = "Rule"
	ComponentLabel Label = "Component"
	MetaLabel      Label = "Meta"
)

// Labels lists all labels in the order in which counts are printed.
var Labels = []Label{IssueLabel, MemoryLabel, ADRLabel, PRLabel, RuleLabel, ComponentLabel, MetaLabel}

// KeyProperty returns the name of the property that identifies a node: id of
// an Issue, key of a Memory or PR, path of an ADR, name of a Rule or
// Component. Meta is one node; its key property is "key" with the value "meta".
func (l Label) KeyProperty() string {
	switch l {
	case IssueLabel:
		return "id"
	case ADRLabel:
		return "path"
	case RuleLabel, ComponentLabel:
		return "name"
	default:
		return "key"
	}
}

// RelType is a relationship type. Directions are given in [Signatures].
type RelType string

// The relationship types.
const (
	ChildOf        RelType = "CHILD_OF"
	DependsOn      RelType = "DEPENDS_ON"
	DiscoveredFrom RelType = "DISCOVERED_FROM"
	TrackedIn      RelType = "TRACKED_IN"
	Supersedes     RelType = "SUPERSEDES"
	Amends         RelType = "AMENDS"
	Invalidates    RelType = "INVALIDATES"
	Mentions       RelType = "MENTIONS"
	ReferencesPR   RelType = "REFERENCES_PR"
	RelatesTo      RelType = "RELATES_TO"
	Duplicates     RelType = "DUPLICATES"
	RepliesTo      RelType = "REPLIES_TO"
	CausedBy       RelType = "CAUSED_BY"
	Validates      RelType = "VALIDATES"
	Tracks         RelType = "TRACKS"
	Until          RelType = "UNTIL"
	DelegatedFrom  RelType = "DELEGATED_FROM"
	Establishes    RelType = "ESTABLISHES"
	Governs        RelType = "GOVERNS"
	Constrains     RelType = "CONSTRAINS"
	About          RelType = "ABOUT"
	MotivatedBy    RelType = "MOTIVATED_BY"
	Contradicts    RelType = "CONTRADICTS"
	PartOf         RelType = "PART_OF"
)

// Signature is one allowed pair of ends of a relationship type.
type Signature struct{ From, To Label }

// Signatures gives the allowed ends of each relationship type.
var Signatures = map[RelType][]Signature{
	ChildOf:        {{IssueLabel, IssueLabel}},
	DependsOn:      {{IssueLabel, IssueLabel}, {ComponentLabel, ComponentLabel}},
	DiscoveredFrom: {{IssueLabel, IssueLabel}},
	TrackedIn:      {{ADRLabel, IssueLabel}},
	Supersedes:     pairs(documentAndRule, documentAndRule),
	Amends:         pairs(documentAndRule, documentAndRule),
	Invalidates:    pairs(documentAndRule, []Label{RuleLabel}),
	Mentions:       pairs(documents, documents),
	ReferencesPR:   pairs(documents, []Label{PRLabel}),
	RelatesTo:      pairs(documents, documents),
	Duplicates:     {{IssueLabel, IssueLabel}},
	RepliesTo:      {{IssueLabel, IssueLabel}},
	CausedBy:       {{IssueLabel, IssueLabel}},
	Validates:      {{IssueLabel, IssueLabel}},
	Tracks:         {{IssueLabel, IssueLabel}},
	Until:          {{IssueLabel, IssueLabel}},
	DelegatedFrom:  {{IssueLabel, IssueLabel}},
	Establishes:    pairs(documents, []Label{RuleLabel}),
	Governs:        {{RuleLabel, ComponentLabel}},
	Constrains:     {{RuleLabel, ComponentLabel}},
	About:          pairs(documents, []Label{ComponentLabel}),
	MotivatedBy:    pairs([]Label{RuleLabel}, documentAndRule),
	Contradicts:    {{RuleLabel, RuleLabel}},
	PartOf:         {{ComponentLabel, ComponentLabel}},
}

var (
	documents       = []Label{IssueLabel, ADRLabel, MemoryLabel}
	documentAndRule = []Label{IssueLabel, ADRLabel, MemoryLabel, RuleLabel}
)

func pairs(from, to []Label) []Signature {
	var s []Signature
	for _, f := range from {
		for _, t := range to {
			s = append(s, Signature{f, t})
		}
	}
	return s
}

// Allows reports whether the type may lead from one label to the other.
func (t RelType) Allows(from, to Label) bool {
	return slices.Contains(Signatures[t], Signature{from, to})
}

package bdgraph

// Vocabulary is what a project says about its own parts: the components that
// rules govern, and the rules that already have a name.
type Vocabulary struct {
	Components []Component `json:"components,omitempty"`
	Rules      []KnownRule `json:"rules,omitempty"`
}

// Component is a part of the system that rules are about.
type Component struct {
	Name      string   `json:"name"`
	Aliases   []string `json:"aliases,omitempty"`
	Paths     []string `json:"paths,omitempty"`      // globs in gitignore's dialect
	Parent    string   `json:"parent,omitempty"`     // component it is a part of: PART_OF
	DependsOn []string `json:"depends_on,omitempty"` // components it needs: DEPENDS_ON
}

// KnownRule is a rule that already has a name.
type KnownRule struct {
	Name    string   `json:"name"`
	Kind    RuleKind `json:"kind,omitempty"`
	Aliases []string `json:"aliases,omitempty"`
}

// RuleKind says what sort of rule one is.
type RuleKind string

// The rule kinds.
const (
	Decision   RuleKind = "decision"
	Constraint RuleKind = "constraint"
	Invariant  RuleKind = "invariant"
	Preference RuleKind = "preference"
)

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

// WithoutPaths names the components to which no file leads, by globs of their own or of
// a part of them.
func (v Vocabulary) WithoutPaths() (names []string) {
	parents := make(map[string]string, len(v.Components))
	for _, c := range v.Components {
		parents[c.Name] = c.Parent
	}
	led := make(map[string]bool)
	for _, c := range v.Components {
		for name := c.Name; len(c.Paths) > 0 && name != "" && !led[name]; name = parents[name] {
			led[name] = true
		}
	}
	for _, c := range v.Components {
		if !led[c.Name] {
			names = append(names, c.Name)
		}
	}
	return names
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

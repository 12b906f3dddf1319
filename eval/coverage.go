package eval

import (
	"maps"
	"slices"

	"bdgraph"
)

// Coverage says how much of a project is in its graph, and how well it is known.
type Coverage struct {
	Generation string      `json:"generation"`
	Day        bdgraph.Day `json:"day"` // on which the graph was closed
	// Documents counts documents by the state of their extraction.
	Documents map[string]int `json:"documents"`
	Stale     []string       `json:"stale"`      // documents whose extraction is of another text, prompt or vocabulary
	WithEdges Share          `json:"with_edges"` // of accepted documents
	// Edges counts extracted relationships by type and confidence; TurnedDown those that verdicts took out.
	Edges      map[string]map[string]int `json:"edges"`
	TurnedDown int                       `json:"turned_down"`
	// UnknownStarts counts relationships whose start lies between two days, and on which
	// is not known, by what bounds it.
	UnknownStarts map[string]int `json:"unknown_starts"`
	// Components and rules that nothing links to each other, sorted.
	ComponentsWithoutRules []string    `json:"components_without_rules"`
	RulesWithoutComponents []string    `json:"rules_without_components"`
	NearDuplicates         [][2]string `json:"near_duplicates"` // of names of rules
	// Citing lists records in force that mention records which are not, and that neither
	// replace nor amend them, as "A → B".
	Citing   []string       `json:"citing_ended"`
	Findings map[string]int `json:"findings"` // about time and references, by code
}

// CoverageInput is what a coverage is computed from besides the graph.
type CoverageInput struct {
	Graph          bdgraph.Graph
	Generation     string
	Day            bdgraph.Day
	Documents      map[string]int
	Stale          []string
	Accepted       []string // documents with an accepted extraction
	NearDuplicates [][2]string
	Findings       []bdgraph.Finding
}

// covered are the findings that a coverage counts.
var covered = []string{
	"not_reciprocal", "cycle", "inverted", "dangling", "conflict", "missing_successor", "empty_interval", "unverified_closer",
	"unsupported_edge", "stale_verdict", "unused_verdict", "ambiguous_alias",
}

// NewCoverage looks at a closed graph.
func NewCoverage(in CoverageInput) Coverage {
	c := Coverage{
		Generation: in.Generation, Day: in.Day, Documents: in.Documents, Stale: in.Stale, NearDuplicates: in.NearDuplicates,
		Edges: make(map[string]map[string]int), UnknownStarts: make(map[string]int), Findings: make(map[string]int),
		ComponentsWithoutRules: []string{}, RulesWithoutComponents: []string{}, Citing: []string{},
	}
	for _, list := range []*[]string{&c.Stale} {
		if *list == nil {
			*list = []string{}
		}
	}
	if c.NearDuplicates == nil {
		c.NearDuplicates = [][2]string{}
	}
	ended := make(map[bdgraph.NodeRef]bool)
	linked := make(map[bdgraph.NodeRef]bool)
	after := make(map[[2]bdgraph.NodeRef]bool) // what replaces or amends what
	for _, n := range in.Graph.Nodes {
		ended[n.NodeRef] = n.Valid != nil && n.Valid.StateOn(in.Day) == bdgraph.No && n.ClosedBy != ""
	}
	withEdges := make(map[string]bool)
	for _, e := range in.Graph.Edges {
		if e.Phase == 2 {
			if c.Edges[string(e.Type)] == nil {
				c.Edges[string(e.Type)] = make(map[string]int)
			}
			c.Edges[string(e.Type)][string(e.Confidence)]++
			withEdges[e.Source] = true
		}
		switch e.Type {
		case bdgraph.Governs, bdgraph.Constrains:
			linked[e.From], linked[e.To] = true, true
		case bdgraph.Supersedes, bdgraph.Amends:
			after[[2]bdgraph.NodeRef{e.From, e.To}] = true
		}
		if e.Valid.From.Text == "" && e.Valid.From.Earliest != e.Valid.From.Latest {
			c.UnknownStarts[string(e.Valid.From.Basis)]++
		}
	}
	for _, e := range in.Graph.Edges {
		if e.Type == bdgraph.Mentions && ended[e.To] && !ended[e.From] && !after[[2]bdgraph.NodeRef{e.From, e.To}] {
			c.Citing = append(c.Citing, e.From.Key+" → "+e.To.Key)
		}
	}
	for _, n := range in.Graph.Nodes {
		switch {
		case linked[n.NodeRef]:
		case n.Label == bdgraph.ComponentLabel:
			c.ComponentsWithoutRules = append(c.ComponentsWithoutRules, n.Key)
		case n.Label == bdgraph.RuleLabel:
			c.RulesWithoutComponents = append(c.RulesWithoutComponents, n.Key)
		}
	}
	for _, id := range in.Accepted {
		c.WithEdges.add(withEdges[id])
	}
	c.WithEdges.finish()
	for _, f := range in.Findings {
		if f.Code == "tombstone" {
			c.TurnedDown += f.Count
		}
		if slices.Contains(covered, f.Code) {
			c.Findings[f.Code] += f.Count
		}
	}
	slices.Sort(c.Citing)
	return c
}

// Figures returns the coverage in single numbers, for comparing two of them.
func (c Coverage) Figures() map[string]int {
	f := map[string]int{
		"turned down": c.TurnedDown, "components without rules": len(c.ComponentsWithoutRules), "rules without components": len(c.RulesWithoutComponents),
		"near duplicates": len(c.NearDuplicates), "stale": len(c.Stale), "records citing ended ones": len(c.Citing),
	}
	for state, n := range c.Documents {
		f["documents "+state] = n
	}
	for _, kinds := range c.Edges {
		for confidence, n := range kinds {
			f["relationships "+confidence] += n
		}
	}
	for _, n := range c.UnknownStarts {
		f["unknown starts"] += n
	}
	return f
}

// Change is a figure that differs between two coverages.
type Change struct {
	What string `json:"what"`
	Was  int    `json:"was"`
	Is   int    `json:"is"`
}

// Trend returns what has changed since an earlier coverage, sorted by name.
func (c Coverage) Trend(earlier Coverage) []Change {
	is, was := c.Figures(), earlier.Figures()
	names := maps.Clone(is)
	maps.Copy(names, was)
	changes := []Change{}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if is[name] != was[name] {
			changes = append(changes, Change{name, was[name], is[name]})
		}
	}
	return changes
}

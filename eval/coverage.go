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
	// Edges counts extracted relationships by type and confidence; TurnedDown
	// claims with another verdict than supported, whether they were taken out or stay unsupported.
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
	Graph      bdgraph.Graph
	Generation string
	Day        bdgraph.Day
	Documents  map[string]int
	Stale      []string
	Accepted   []string // documents with an accepted extraction
	Findings   []bdgraph.Finding
	// What looking at the whole graph found, as lint tells it.
	ComponentsWithoutRules []string
	NearDuplicates         [][2]string
	Citing                 []string
}

// covered are the findings that a coverage counts.
var covered = []string{
	"not_reciprocal", "cycle", "inverted", "dangling", "conflict", "missing_successor", "empty_interval", "unverified_closer",
	"unsupported_edge", "stale_verdict", "unused_verdict", "ambiguous_alias",
}

// NewCoverage looks at a closed graph.
func NewCoverage(in CoverageInput) Coverage {
	c := Coverage{
		Generation: in.Generation, Day: in.Day, Documents: in.Documents, Stale: notNil(in.Stale), WithEdges: withEdges(in),
		Edges: extracted(in.Graph.Edges), UnknownStarts: unknownStarts(in.Graph.Edges), Findings: make(map[string]int),
		ComponentsWithoutRules: notNil(in.ComponentsWithoutRules), RulesWithoutComponents: rulesWithoutComponents(in.Graph),
		NearDuplicates: notNil(in.NearDuplicates), Citing: notNil(in.Citing),
	}
	for _, f := range in.Findings {
		if f.Code == "tombstone" || f.Code == "unsupported_edge" {
			c.TurnedDown += f.Count
		}
		if slices.Contains(covered, f.Code) {
			c.Findings[f.Code] += f.Count
		}
	}
	return c
}

// notNil returns a list that JSON writes as one when it is empty too.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// extracted counts extracted relationships by type and confidence.
func extracted(edges []bdgraph.Edge) map[string]map[string]int {
	counts := make(map[string]map[string]int)
	for _, e := range edges {
		if e.Phase != 2 {
			continue
		}
		if counts[string(e.Type)] == nil {
			counts[string(e.Type)] = make(map[string]int)
		}
		counts[string(e.Type)][string(e.Confidence)]++
	}
	return counts
}

// withEdges is the share of the accepted documents from which a relationship was extracted.
func withEdges(in CoverageInput) Share {
	sources := make(map[string]bool)
	for _, e := range in.Graph.Edges {
		if e.Phase == 2 {
			sources[e.Source] = true
		}
	}
	var s Share
	for _, id := range in.Accepted {
		s.add(sources[id])
	}
	s.finish()
	return s
}

func unknownStarts(edges []bdgraph.Edge) map[string]int {
	counts := make(map[string]int)
	for _, e := range edges {
		if from := e.Valid.From; from.Text == "" && from.Earliest != from.Latest {
			counts[string(from.Basis)]++
		}
	}
	return counts
}

func rulesWithoutComponents(g bdgraph.Graph) []string {
	linked := make(map[bdgraph.NodeRef]bool)
	for _, e := range g.Edges {
		if e.Type == bdgraph.Governs || e.Type == bdgraph.Constrains {
			linked[e.From] = true
		}
	}
	names := []string{}
	for _, n := range g.Nodes {
		if n.Label == bdgraph.RuleLabel && !linked[n.NodeRef] {
			names = append(names, n.Key)
		}
	}
	return names
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

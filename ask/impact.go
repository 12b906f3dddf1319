package ask

import (
	"cmp"
	"context"
	"slices"

	"bdgraph"
)

// Impact is the answer to "what depends on it?".
type Impact struct {
	Header
	Thing
	// Dependents are what depends on it, the nearest first, at most as many as asked for.
	Dependents []Dependent `json:"dependents"`
	// Cited are the documents that mention it or a dependent, at most as many.
	Cited []Dependent `json:"cited_by"`
	// Counts are those before any cut, by label; "cited_by" counts the citing documents.
	Counts map[string]int `json:"counts"`
	// Truncated says that one of the lists was cut.
	Truncated bool `json:"truncated"`
}

// Dependent is one thing that depends on what was asked about.
type Dependent struct {
	Thing
	Status   string `json:"status,omitempty"`
	Distance int    `json:"distance"`
	// Path leads from what was asked about to the thing, which is the end of its last step.
	Path []Step `json:"path"`
	// State is how sure the way is on the day: HOLDS or POSSIBLE.
	State bdgraph.State `json:"state"`
}

// Step is one relationship on a way.
type Step struct {
	Type bdgraph.RelType `json:"type"`
	// Into says that the relationship leads from the thing of this step to that before it.
	Into bool   `json:"into"`
	Name string `json:"name"`
}

// ImpactLimit is how many dependents an answer lists when nobody asks for another number.
const ImpactLimit = 200

type dependentRow struct {
	Key  string `col:"key"`
	Type string `col:"type"`
	Into bool   `col:"into"`
	Edge edge   `col:"edge"`
	Node node   `col:"node"`
}

// Impact follows what depends on a thing, step by step: issues that wait for
// it or are part of it, rules that it establishes or motivates, components that
// rules govern, that need a component or are a part of it, and the documents that
// cite any of them. What is reached once is not followed again. A limit of 0 is [ImpactLimit].
// It fails with [*UnknownError] or [*AmbiguousError].
func (a *Asker) Impact(ctx context.Context, word string, day bdgraph.Day, limit int) (Impact, error) {
	return answerAbout(ctx, a, day, word, func(s *session, n node) (Impact, error) { return s.impact(n, cmp.Or(limit, ImpactLimit)) })
}

func (s *session) impact(from node, limit int) (Impact, error) {
	out := Impact{Header: s.header, Thing: from.thing(), Dependents: []Dependent{}, Cited: []Dependent{}, Counts: map[string]int{}}
	type ref struct{ label, key string }
	reached := map[ref]Dependent{{from.Label, from.Key}: {Thing: from.thing(), State: bdgraph.Holds}}
	cited := map[ref]Dependent{}
	for level := []ref{{from.Label, from.Key}}; len(level) > 0; {
		keys := map[string][]string{}
		for _, r := range level {
			keys[r.label] = append(keys[r.label], r.key)
		}
		var next []ref
		for _, label := range bdgraph.Labels {
			if len(keys[string(label)]) == 0 {
				continue
			}
			rows, err := s.dependents(label, keys[string(label)])
			if err != nil {
				return out, err
			}
			for _, r := range rows {
				state := worst(reached[ref{string(label), r.Key}].State, r.state(s.day))
				to := ref{r.Node.Label, r.Node.Key}
				if state == bdgraph.No || !r.leadsOn(from, label) {
					continue
				}
				before := reached[ref{string(label), r.Key}]
				found := Dependent{
					Thing: r.Node.thing(), Status: r.Node.Status, Distance: before.Distance + 1, State: state,
					Path: append(slices.Clip(before.Path), Step{bdgraph.RelType(r.Type), r.Into, r.Node.name()}),
				}
				switch bdgraph.RelType(r.Type) {
				case bdgraph.Mentions, bdgraph.ReferencesPR:
					if _, twice := cited[to]; !twice {
						cited[to] = found
					}
					continue
				}
				if _, twice := reached[to]; !twice {
					reached[to] = found
					next = append(next, to)
				}
			}
		}
		level = next
	}
	delete(reached, ref{from.Label, from.Key})
	for to, d := range reached {
		delete(cited, to)
		out.Counts[to.label]++
		out.Dependents = append(out.Dependents, d)
	}
	delete(cited, ref{from.Label, from.Key})
	for _, d := range cited {
		out.Cited = append(out.Cited, d)
	}
	if len(cited) > 0 {
		out.Counts["cited_by"] = len(cited)
	}
	out.Dependents = out.cut(out.Dependents, limit)
	out.Cited = out.cut(out.Cited, limit)
	return out, nil
}

// cut sorts a list and shortens it.
func (out *Impact) cut(list []Dependent, limit int) []Dependent {
	slices.SortFunc(list, func(a, b Dependent) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Label, b.Label), cmp.Compare(a.Key, b.Key))
	})
	if limit >= 0 && len(list) > limit {
		out.Truncated = true
		return list[:limit]
	}
	return list
}

// dependents returns one step from nodes of a label, sorted.
func (s *session) dependents(label bdgraph.Label, keys []string) ([]dependentRow, error) {
	rows, err := query[dependentRow](s, queryOf("dependents", label), params{"keys": anyList(distinct(keys))})
	slices.SortFunc(rows, func(a, b dependentRow) int {
		return cmp.Or(cmp.Compare(strength(b.state(s.day)), strength(a.state(s.day))), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Type, b.Type),
			cmp.Compare(a.Node.Label, b.Node.Label), cmp.Compare(a.Node.Key, b.Node.Key), cmp.Compare(a.Edge.ID, b.Edge.ID))
	})
	return rows, err
}

// state is how sure the step is on a day; mentions never end.
func (r dependentRow) state(day bdgraph.Day) bdgraph.State {
	if r.Edge.Confidence == string(bdgraph.Unsupported) {
		return bdgraph.No
	}
	return r.Edge.interval().StateOn(day)
}

// leadsOn tells whether a step means that what it leads to depends on the
// thing asked about. Rules and documents about a component depend on that
// component alone, not on one that needs it.
func (r dependentRow) leadsOn(from node, label bdgraph.Label) bool {
	switch bdgraph.RelType(r.Type) {
	case bdgraph.Governs, bdgraph.Constrains, bdgraph.About:
		return label != bdgraph.ComponentLabel || r.Key == from.Key && from.Label == string(bdgraph.ComponentLabel)
	}
	return true
}

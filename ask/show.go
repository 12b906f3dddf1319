package ask

import (
	"context"

	"bdgraph"
)

// Shown is a node with its relationships, as of a day.
type Shown struct {
	Header
	Thing
	Kind    string        `json:"kind,omitempty"`
	Status  string        `json:"status,omitempty"`
	Aliases []string      `json:"aliases,omitempty"`
	State   bdgraph.State `json:"state,omitempty"` // "" for what has no life, and of a closed issue that is no decision
	Span
	EndedBy string `json:"ended_by,omitempty"`
	// Out and In are its relationships; mentions are left out.
	Out []Link `json:"out"`
	In  []Link `json:"in"`
}

// Show describes what a word names, with the state of each relationship on the
// day. It fails with [*UnknownError] or [*AmbiguousError].
func (a *Asker) Show(ctx context.Context, word string, day bdgraph.Day) (Shown, error) {
	return answer(ctx, a, day, func(s *session) (Shown, error) {
		n, err := s.find(word)
		if err != nil {
			return Shown{}, err
		}
		return s.show(n)
	})
}

func (s *session) show(n node) (Shown, error) {
	out := Shown{Header: s.header, Thing: n.thing(), Kind: n.Kind, Status: n.Status, Aliases: n.Aliases, Out: []Link{}, In: []Link{}}
	if n.Kind == "" {
		out.Kind = n.Type
	}
	rows, err := s.around(n)
	if err != nil {
		return out, err
	}
	ids := []string{n.ClosedBy}
	var establishing []edge
	for _, r := range rows {
		ids = append(ids, r.Edge.ClosedBy)
		if r.Type == string(bdgraph.Establishes) && !r.Out {
			establishing = append(establishing, r.Edge)
		}
	}
	docs, err := s.documents(ids)
	if err != nil {
		return out, err
	}
	if n.ToLatest != 0 || n.Label == string(bdgraph.RuleLabel) {
		var by string
		out.State, out.Span, by = s.window(n, map[string]ruleLife{n.Key: newRuleLife(n.Key, n.Kind, establishing)})
		out.State, out.EndedBy = n.told(out.State), docs.name(by)
	}
	for _, r := range rows {
		if r.Out {
			out.Out = append(out.Out, s.linkOf(r, docs))
		} else {
			out.In = append(out.In, s.linkOf(r, docs))
		}
	}
	return out, nil
}

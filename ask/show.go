package ask

import (
	"cmp"
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
	return answerAbout(ctx, a, day, word, (*session).show)
}

func (s *session) show(n node) (Shown, error) {
	out := Shown{Header: s.header, Thing: n.thing(), Kind: cmp.Or(n.Kind, n.Type), Status: n.Status, Aliases: n.Aliases, Out: []Link{}, In: []Link{}}
	rows, docs, err := s.around(n)
	if err != nil {
		return out, err
	}
	if n.ToLatest != 0 || n.Label == string(bdgraph.RuleLabel) {
		var by string
		out.State, out.Span, by = s.window(n, map[string]ruleLife{n.Key: newRuleLife(n.Key, n.Kind, establishing(rows))})
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

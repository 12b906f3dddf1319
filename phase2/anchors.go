package phase2

import (
	"fmt"
	"strings"

	"bdgraph"
	"bdgraph/internal/passage"
)

// checkAnchors checks that both ends of an edge are named where the edge is
// said to be: in a quote, in the headings above it, or in the document's title. The
// document itself needs no naming. Components and documents must be named by a name
// or an alias; a rule that no vocabulary knows, by at least half of its words.
func checkAnchors(r *reading) []Problem {
	var problems []Problem
	self := r.page.Ref()
	for i, e := range r.extraction.Edges {
		var around strings.Builder
		for _, q := range e.Evidence {
			around.WriteString(passage.Fold(q.Text) + "\n" + r.page.text.Path(q.Line) + "\n")
		}
		place := newContext(around.String())
		for name, end := range map[string]End{"from": e.From, "to": e.To} {
			if end.Ref() == self || r.known.anchored(end, place) {
				continue
			}
			problems = append(problems, r.Problem(fmt.Sprintf("/edges/%d/%s/key", i, name), Problem{
				Code: "unanchored_end", Found: end.Key, Allowed: r.known.allowedNames(end),
				Message: fmt.Sprintf("%s is named neither in a quote of this edge, nor in the headings above, nor in the title", end.Ref()),
				Remedy:  r.known.anchorRemedy(end, place),
			}))
		}
	}
	return problems
}

// anchored reports whether a place names an end. Ends that do not exist are
// the business of another gate.
func (k *known) anchored(e End, place *context) bool {
	switch ref := k.canonical(e); e.Label {
	case bdgraph.ComponentLabel:
		n := k.parts[ref.Key]
		return n == nil || place.hasAny(n)
	case bdgraph.RuleLabel:
		words := append([]string{e.Key}, e.Aliases...)
		if r, ok := k.rules[strings.ToLower(ref.Key)]; ok {
			words = append(append(words, r.Name), r.Aliases...)
		}
		for _, name := range words {
			if place.hasHalf(name) {
				return true
			}
		}
		return false
	default:
		n := k.nodes[ref]
		return n == nil || place.hasAny(n)
	}
}

// allowedNames lists the names that would anchor an end.
func (k *known) allowedNames(e End) string {
	switch e.Label {
	case bdgraph.ComponentLabel:
		return strings.Join(k.parts[k.canonical(e).Key].written, ", ")
	case bdgraph.RuleLabel:
		return "words of the passage"
	default:
		return strings.Join(k.nodes[e.Ref()].written, ", ")
	}
}

func (k *known) anchorRemedy(e End, place *context) string {
	switch e.Label {
	case bdgraph.RuleLabel:
		return "name the rule with words of the passage that states it, in the document's language"
	case bdgraph.ComponentLabel:
		for _, name := range k.names {
			if place.hasAny(k.parts[name]) {
				return fmt.Sprintf("the passage names %s; if this one is meant, add a quote that names it, or leave the edge out", name)
			}
		}
	}
	return "add a quote that names it, or leave the edge out"
}

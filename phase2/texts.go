package phase2

import (
	"fmt"

	"bdgraph"
	"bdgraph/internal/agentfile"
)

// checkTexts checks that what an extraction says in its own words can be read by
// people and put into prompts: texts of one line without hidden characters. Quotes are
// the document's words and are held against it.
func checkTexts(r *reading) []Problem {
	var problems []Problem
	text := func(pointer, s string) {
		if s == "" {
			return // absent; the form knows what may be
		}
		if wrong := agentfile.TextProblem(s); wrong != "" {
			problems = append(problems, r.Problem(pointer, Problem{
				Code: "extraction_text", Found: agentfile.Quoted(s), Allowed: "one line of visible text", Message: "the text cannot be shown: " + wrong, Remedy: "write it anew",
			}))
		}
	}
	texts := func(pointer string, list []string) {
		for i, s := range list {
			text(fmt.Sprintf("%s/%d", pointer, i), s)
		}
	}
	text("/empty_reason", r.extraction.EmptyReason)
	for i, e := range r.extraction.Edges {
		text(fmt.Sprintf("/edges/%d/fact", i), e.Fact)
		text(fmt.Sprintf("/edges/%d/scope", i), e.Scope)
	}
	r.eachEnd(func(pointer string, e End) {
		if e.Label != bdgraph.RuleLabel {
			return // names what is there, or nothing
		}
		text(pointer+"/key", bdgraph.OneLine(e.Key)+" ")
		text(pointer+"/rationale", e.Rationale)
		texts(pointer+"/aliases", e.Aliases)
		texts(pointer+"/rejected", e.Rejected)
	})
	return problems
}

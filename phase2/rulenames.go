package phase2

import (
	"fmt"
	"slices"
	"strings"

	"bdgraph"
	"bdgraph/internal/names"
)

// checkRuleNames checks that a rule has one name: none that nearly is that of a
// known rule, and none that nearly is another one of the same extraction. Names
// are joined by aliases in the vocabulary alone, never by guessing.
func checkRuleNames(r *reading) []Problem {
	var problems []Problem
	first := make(map[string]string) // folded name -> as first written
	fine := make(map[string]bool)    // names that were looked at
	r.eachEnd(func(pointer string, e End) {
		if e.Label != bdgraph.RuleLabel || fine[e.Key] {
			return
		}
		ref := r.known.canonical(e)
		if _, isKnown := r.known.rules[strings.ToLower(ref.Key)]; isKnown {
			fine[e.Key] = true
			return
		}
		name := names.New(ref.Key)
		near := first[name.Key]
		if i := slices.IndexFunc(r.known.ruleNames, func(k names.Name) bool { return name.Near(&k) }); i >= 0 {
			near = r.known.ruleNames[i].Written
		}
		if near != "" && near != ref.Key {
			problems = append(problems, r.Problem(pointer+"/key", Problem{
				Code: "near_duplicate_rule", Found: ref.Key, Allowed: near,
				Message: fmt.Sprintf("rule %q is nearly %q", ref.Key, near),
				Remedy:  fmt.Sprintf("did you mean %q? If it is another rule, give it a name that tells them apart", near),
			}))
			return
		}
		fine[e.Key] = true
		if _, seen := first[name.Key]; !seen {
			first[name.Key] = ref.Key
		}
	})
	return problems
}

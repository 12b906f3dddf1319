package phase2

import (
	"fmt"
	"slices"
	"strings"

	"bdgraph"
	"bdgraph/cypher/spelling"
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
		key := nameKey(ref.Key)
		near := nearDuplicate(ref.Key, r.known.ruleNames)
		if near == "" {
			near = first[key]
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
		if _, seen := first[key]; !seen {
			first[key] = ref.Key
		}
	})
	return problems
}

// nearDuplicate returns the name that a word only nearly is, "" when there is none.
func nearDuplicate(name string, names []string) string {
	key := nameKey(name)
	for _, other := range names {
		if nameKey(other) == key || spelling.Distance(strings.ToLower(name), strings.ToLower(other)) <= len([]rune(name))/12 {
			return other
		}
	}
	return ""
}

// nameKey is equal for names that have the same words, whatever their order, case and endings.
func nameKey(name string) string {
	words := stems(lower(name))
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

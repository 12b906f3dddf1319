package phase2

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

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

// nearDuplicate returns the name that another one only nearly is, "" when there
// is none: it has the same words, or differs in one letter of twelve. Another number
// makes another rule, and so does one sign of a script that writes words with one.
func nearDuplicate(name string, names []string) string {
	key, written := nameKey(name), strings.ToLower(name)
	slips := len([]rune(written)) / 12
	if strings.ContainsFunc(written, ideographic) {
		slips = 0
	}
	for _, other := range names {
		if nameKey(other) == key {
			return other
		}
		if candidate := strings.ToLower(other); slips > 0 && digits(candidate) == digits(written) && spelling.Distance(written, candidate) <= slips {
			return other
		}
	}
	return ""
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// nameKey is equal for names that have the same words, whatever their order, case and endings.
func nameKey(name string) string {
	words := stems(lower(name))
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

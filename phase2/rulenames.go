package phase2

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
		name := newRuleName(ref.Key)
		near := first[name.key]
		if i := slices.IndexFunc(r.known.ruleNames, name.near); i >= 0 {
			near = r.known.ruleNames[i].name
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
		if _, seen := first[name.key]; !seen {
			first[name.key] = ref.Key
		}
	})
	return problems
}

// ruleName is a name prepared for comparing it with others.
type ruleName struct {
	name, lower, key, digits string
	slips                    int // how many letters may differ for it to be a slip of the pen
}

func newRuleName(name string) ruleName {
	n := ruleName{name: name, lower: strings.ToLower(name), key: nameKey(name)}
	if !strings.ContainsFunc(n.lower, ideographic) {
		n.slips = utf8.RuneCountInString(n.lower) / 12
	}
	n.digits = strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, n.lower)
	return n
}

// near reports whether two names nearly are one another: they have the same
// words, or differ in one letter of twelve. Another number makes another rule, and so
// does one sign of a script that writes words with one.
func (n ruleName) near(o ruleName) bool {
	if n.name == o.name || n.key == o.key {
		return true
	}
	slips := min(n.slips, o.slips)
	return slips > 0 && n.digits == o.digits && max(len(n.lower)-len(o.lower), len(o.lower)-len(n.lower)) <= slips*utf8.UTFMax &&
		spelling.Distance(n.lower, o.lower) <= slips
}

// NearDuplicates returns the pairs of names that nearly are one another, sorted.
func NearDuplicates(names []string) [][2]string {
	prepared := make([]ruleName, len(names))
	for i, name := range slices.Sorted(slices.Values(names)) {
		prepared[i] = newRuleName(name)
	}
	var pairs [][2]string
	for i, n := range prepared {
		for _, o := range prepared[:i] {
			if n.name != o.name && n.near(o) {
				pairs = append(pairs, [2]string{o.name, n.name})
			}
		}
	}
	return pairs
}

// nameKey is equal for names that have the same words, whatever their order, case and endings.
func nameKey(name string) string {
	words := stems(lower(name))
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " ")
}

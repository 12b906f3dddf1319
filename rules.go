package bdgraph

import (
	"strings"
	"unicode"
)

// RuleID returns the id of a rule with a name: its words in small letters, joined by
// hyphens. Both phases use it, so that a rule that both find has one id.
func RuleID(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(words, "-")
}

// OneLine returns a text with every run of white space as one space, and none at its ends.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// LoneRules returns the rules at the ends of the edges before that no edge has at an end after.
func LoneRules(before []Edge, after ...[]Edge) map[NodeRef]bool {
	lone := make(map[NodeRef]bool)
	for i := range before {
		for _, end := range [...]NodeRef{before[i].From, before[i].To} {
			if end.Label == RuleLabel {
				lone[end] = true
			}
		}
	}
	for _, edges := range after {
		for i := range edges {
			delete(lone, edges[i].From)
			delete(lone, edges[i].To)
		}
	}
	return lone
}

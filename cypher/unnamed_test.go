package cypher

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// relationshipName is the variable of a relationship in the text of a toy pattern.
var relationshipName = regexp.MustCompile(`\[r\d+`)

// TestUnnamedRelationshipsDiffer holds that the relationships of a pattern are
// different ones whether or not they have names.
func TestUnnamedRelationshipsDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		toy, p := drawGraph(t), drawPattern(t)
		text := "MATCH " + relationshipName.ReplaceAllString(p.patternText(false), "[")
		if c := p.conditions(); len(c) > 0 {
			text += " WHERE " + strings.Join(c, " AND ")
		}
		text += " RETURN count(*)"
		compareRows(t, toy.build(false), []string{fmt.Sprint(len(toy.match(p)))}, rowsOf(t, toy.build(false), text, false), text)
	})
}

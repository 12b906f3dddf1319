package bdgraph

import (
	"slices"
	"testing"
)

// A file leads to a component by its own globs and by those of its parts, at any depth.
func TestComponentsWithoutPaths(t *testing.T) {
	v := Vocabulary{Components: []Component{
		{Name: "Shop"},
		{Name: "Billing", Parent: "Shop"},
		{Name: "Invoices", Parent: "Billing", Paths: []string{"invoices/**"}},
		{Name: "Dunning", Parent: "Invoices"},
		{Name: "Team"},
		{Name: "Round", Parent: "Trip"},
		{Name: "Trip", Parent: "Round"},
	}}
	if got, want := v.WithoutPaths(), []string{"Dunning", "Team", "Round", "Trip"}; !slices.Equal(got, want) {
		t.Errorf("without paths are %q, want %q", got, want)
	}
	if got := (Vocabulary{}).WithoutPaths(); len(got) > 0 {
		t.Errorf("an empty vocabulary has %q", got)
	}
}

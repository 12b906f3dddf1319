package phase2

import (
	"testing"

	"bdgraph"
)

// What the prompt does not show of the vocabulary makes no extraction stale.
func TestVersionOfTheVocabulary(t *testing.T) {
	with := func(c bdgraph.Component) string {
		v := bdgraph.Vocabulary{Components: []bdgraph.Component{c}}
		version := VersionsOf("prompt", v).Vocabulary
		if len(c.Paths) > 0 && v.Components[0].Paths == nil {
			t.Error("the vocabulary itself was changed")
		}
		return version
	}
	plain := with(bdgraph.Component{Name: "Store"})
	for _, same := range []bdgraph.Component{
		{Name: "Store", Paths: []string{"store/**"}},
		{Name: "Store", DependsOn: []string{"Disk"}},
	} {
		if with(same) != plain {
			t.Errorf("%+v is another vocabulary", same)
		}
	}
	for _, other := range []bdgraph.Component{
		{Name: "Stores"},
		{Name: "Store", Aliases: []string{"warehouse"}},
		{Name: "Store", Parent: "Shop"},
	} {
		if with(other) == plain {
			t.Errorf("%+v is the same vocabulary", other)
		}
	}
}

package lib

import (
	"testing"

	"pgregory.net/rapid"
)

func TestFoldsAgreeWithTheirFunctions(t *testing.T) {
	folds := map[string]func(string) string{"toLower": lower, "lower": lower, "TOUPPER": upper, "upper": upper}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"toLower", "lower", "TOUPPER", "upper"}).Draw(t, "function")
		fold := NewFold(name)
		for _, s := range rapid.SliceOf(rapid.OneOf(rapid.String(), rapid.StringMatching(`[ -~]{0,40}`))).Draw(t, "texts") {
			got, ok := fold.ASCII(s)
			if ok != ascii(s) {
				t.Fatalf("%q: folded: %v", s, ok)
			}
			if want := folds[name](s); ok && got != want {
				t.Fatalf("%s(%q) is folded to %q, not to %q", name, s, got, want)
			}
		}
	})
	if NewFold("trim") != nil {
		t.Error("trim is a fold")
	}
}

package adr

import "testing"

// Ties between languages are decided alike each time, whatever a map's order is.
func TestMainLanguageDecidesTies(t *testing.T) {
	for _, c := range []struct {
		matched map[string]int
		want    string
	}{
		{map[string]int{}, ""},
		{map[string]int{"en": 3}, "en"},
		{map[string]int{"en": 3, "de": 2}, "en"},
		{map[string]int{"en": 2, "de": 2, "fr": 2}, "de"},
		{map[string]int{"en": 2, "it": 2, "nl": 2}, "it"},
		{map[string]int{"it": 2, "fr": 2}, "fr"},
		{map[string]int{"it": 3, "fr": 2, "en": 3}, "it"},
	} {
		for range 20 {
			if got := (&headerReader{language: c.matched}).mainLanguage(); got != c.want {
				t.Fatalf("%v: %q, want %q", c.matched, got, c.want)
			}
		}
	}
}

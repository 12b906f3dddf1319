package adr

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// tally counts a matched phrase for its language. Headings weigh more than
// keys, which many teams leave in English.
func (h *headerReader) tally(language string, weight int) {
	for l := range strings.FieldsSeq(language) {
		h.language[l] += weight
	}
}

// languageOf returns the language of a line's key, several of them separated by blanks;
// "" where no word list has it.
func (h *headerReader) languageOf(k keyed) string {
	if k.field == fieldRelation {
		c := h.clauses(k.key)
		if m, ok := h.w.relations.match(c.ts, c.skipMarks(0)); ok {
			return m.language
		}
		return ""
	}
	if _, ok := h.fieldOf(k.key.text); ok {
		return h.keyLanguage
	}
	return ""
}

// tieOrder is the order in which languages win ties. Those come first whose words
// hardly any other language has; a word list of the user's own comes after them, and
// English last, since its keys stand in records of every language.
var tieOrder = []string{"ja", "zh", "pt", "es", "de", "fr"}

// mainLanguage is the one whose words matched most often, "" when none did.
func (h *headerReader) mainLanguage() string {
	rank := func(language string) int {
		if i := slices.Index(tieOrder, language); i >= 0 {
			return i
		}
		if language == "en" {
			return len(tieOrder) + 1
		}
		return len(tieOrder)
	}
	languages := slices.SortedFunc(maps.Keys(h.language), func(a, b string) int {
		return cmp.Or(h.language[b]-h.language[a], rank(a)-rank(b), strings.Compare(a, b))
	})
	if len(languages) == 0 {
		return ""
	}
	return languages[0]
}

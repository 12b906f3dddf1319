package adr

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"bdgraph"
)

//go:embed words.toml
var shippedWords string

// wordFile is the form of words.toml: language → group → name → phrases.
type wordFile map[string]map[string]map[string][]string

// words is the word lists of all languages, ready for matching.
type words struct {
	fields    phraseTable                 // value: the field
	statuses  phraseTable                 // value: the canonical status
	sections  phraseTable                 // value: the role
	relations phraseTable                 // value: the relation kind, with "_bare" where it needs a record at once
	around    map[string][]relationAround // by first word; "" where the records come first
	sets      map[string]*phraseTable     // the "words" group, by name
}

// relationAround is a relation phrase that stands around its records, or after them.
type relationAround struct {
	kind          bdgraph.ADRRelationKind
	before, after []string // token words; before may be empty
	language      string
}

// wordSets are the lists that the words group may hold.
var wordSets = []string{"none", "partial", "labels", "filler", "of", "and", "to", "lead", "by", "stop", "was", "until", "end", "provisional", "future", "before", "then", "self", "article", "own_date", "purpose", "restricting"}

var fieldNames = []field{
	fieldStatus, fieldDate, fieldAcceptedDate, fieldCreated, fieldUpdated, fieldStatusDate, fieldSupersededDate,
	fieldReviewBy, fieldSunset, fieldTitle, fieldNumber, fieldTrackedIn, fieldRelated, fieldOther,
}

var relationNames = map[string]bdgraph.ADRRelationKind{
	"supersedes": bdgraph.ADRSupersedes, "superseded_by": bdgraph.ADRSupersededBy, "amends": bdgraph.ADRAmends,
	"amended_by": bdgraph.ADRAmendedBy, "deprecates": bdgraph.ADRDeprecates, "deprecated_by": bdgraph.ADRDeprecatedBy,
	"relates": bdgraph.ADRRelates,
}

var statusNames = []bdgraph.ADRStatus{
	bdgraph.StatusDraft, bdgraph.StatusProposed, bdgraph.StatusAccepted, bdgraph.StatusRejected,
	bdgraph.StatusWithdrawn, bdgraph.StatusDeprecated, bdgraph.StatusSuperseded,
}

// shipped returns the word lists that come with the program.
var shipped = sync.OnceValue(func() *words {
	w := newWords()
	if err := w.add(shippedWords, "words.toml"); err != nil {
		panic(err)
	}
	return w
})

// readWords returns the shipped word lists with those of a file added.
func readWords(path string) (*words, error) {
	if path == "" {
		return shipped(), nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the word list: %w", err)
	}
	w := newWords()
	for _, f := range []struct{ text, name string }{{shippedWords, "words.toml"}, {string(text), path}} {
		if err := w.add(f.text, f.name); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func newWords() *words {
	w := &words{around: map[string][]relationAround{}, sets: make(map[string]*phraseTable, len(wordSets))}
	for _, name := range wordSets {
		w.sets[name] = new(phraseTable)
	}
	return w
}

// add reads one word file into the tables. Groups and names that do not exist
// are errors: a misspelt list would be silently without effect.
func (w *words) add(text, name string) error {
	var file wordFile
	if err := toml.Unmarshal([]byte(text), &file); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	// English first: a phrase that several languages have counts for it, so
	// that English keys do not make a record German.
	languages := slices.Sorted(maps.Keys(file))
	slices.SortStableFunc(languages, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	for _, language := range languages {
		groups := file[language]
		for _, group := range slices.Sorted(maps.Keys(groups)) {
			lists := groups[group]
			for _, list := range slices.Sorted(maps.Keys(lists)) {
				if err := w.addList(language, group, list, lists[list]); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
		}
	}
	return nil
}

func rank(language string) int {
	if language == "en" {
		return 0
	}
	return 1
}

func (w *words) addList(language, group, list string, phrases []string) error {
	unknown := func(known any) error {
		return fmt.Errorf("[%s.%s] has no list %q; the lists are %v", language, group, list, known)
	}
	var table *phraseTable
	switch group {
	case "fields":
		if !slices.Contains(fieldNames, field(list)) {
			return unknown(fieldNames)
		}
		table = &w.fields
	case "statuses":
		if !slices.Contains(statusNames, bdgraph.ADRStatus(list)) {
			return unknown(statusNames)
		}
		table = &w.statuses
	case "sections":
		table = &w.sections
	case "relations":
		kind, ok := relationNames[strings.TrimSuffix(list, "_bare")]
		if !ok {
			return unknown(slices.Sorted(maps.Keys(relationNames)))
		}
		table = &w.relations
		for _, p := range phrases {
			if before, after, ok := strings.Cut(p, "…"); ok {
				a := relationAround{kind: kind, before: phraseWords(before), after: phraseWords(after), language: language}
				first := strings.Join(a.before[:min(1, len(a.before))], "")
				w.around[first] = append(w.around[first], a)
			}
		}
	case "words":
		if table = w.sets[list]; table == nil {
			return unknown(wordSets)
		}
	default:
		return fmt.Errorf("[%s.%s] is no group; the groups are fields, relations, statuses, sections and words", language, group)
	}
	for _, p := range phrases {
		if !strings.Contains(p, "…") {
			table.add(p, list, language)
		}
	}
	return nil
}

// is reports whether the tokens from i begin with a phrase of a set, and where it ends.
func (w *words) is(set string, ts []token, i int) (next int, ok bool) {
	m, ok := w.sets[set].match(ts, i)
	return m.next, ok
}

// phraseTable finds the longest of many phrases at a place in a token list.
type phraseTable struct {
	byFirst map[string][]phrase // by first word, longest first
}

type phrase struct {
	words    []string
	value    string
	language string // several, set apart by blanks, where they share the phrase
}

type phraseMatch struct {
	value, language string
	next            int // index of the token after the phrase
}

func (t *phraseTable) add(text, value, language string) {
	p := phrase{words: phraseWords(text), value: value, language: language}
	if len(p.words) == 0 {
		return
	}
	if t.byFirst == nil {
		t.byFirst = make(map[string][]phrase)
	}
	list := t.byFirst[p.words[0]]
	for i := range list {
		if q := &list[i]; q.value == value && slices.Equal(q.words, p.words) {
			if q.language != "en" && q.language != language {
				q.language += " " + language
			}
			return
		}
	}
	at := 0
	for at < len(list) && len(list[at].words) >= len(p.words) {
		at++
	}
	t.byFirst[p.words[0]] = slices.Insert(list, at, p)
}

// match returns the longest phrase that stands at token i. Blanks, hyphens
// and underscores between its words do not matter.
func (t *phraseTable) match(ts []token, i int) (phraseMatch, bool) {
	return t.matchWith(ts, i, func(i int) int { return i })
}

// matchWith does the same where something may be put in between the words of
// a phrase; skip returns the token after what stands at one.
func (t *phraseTable) matchWith(ts []token, i int, skip func(int) int) (phraseMatch, bool) {
	if i >= len(ts) {
		return phraseMatch{}, false
	}
	for _, p := range t.byFirst[ts[i].word] {
		if next, ok := matchWords(ts, i, p.words, skip); ok {
			return phraseMatch{value: p.value, language: p.language, next: next}, true
		}
	}
	return phraseMatch{}, false
}

func matchWords(ts []token, i int, words []string, skip func(int) int) (int, bool) {
	for n, w := range words {
		if n > 0 {
			i = skipJoints(ts, i)
			if i = skip(i); i > len(ts) {
				return 0, false
			}
		}
		if i >= len(ts) || ts[i].word != w {
			return 0, false
		}
		i++
	}
	return i, true
}

// skipJoints passes what may join the words of one phrase.
func skipJoints(ts []token, i int) int {
	for i < len(ts) && (ts[i].kind == blankToken || ts[i].word == "-" || ts[i].word == "_" || ts[i].word == "\u2010" || ts[i].word == "\u2011") {
		i++
	}
	return i
}

// phraseWords splits a phrase of a word list as a record's text is split.
func phraseWords(s string) []string {
	ts := tokenize(s)
	var words []string
	for i := range ts {
		if ts[i].kind == blankToken || (len(ts) > 1 && (ts[i].word == "-" || ts[i].word == "_")) {
			continue
		}
		words = append(words, ts[i].word)
	}
	return words
}

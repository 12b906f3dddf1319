package ask

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"bdgraph"
	"bdgraph/cypher/spelling"
)

// UnknownError is returned when nothing is named by a word.
type UnknownError struct {
	Word string
	What string // what was looked for, such as "component"
	// Suggestions are names like it, the nearest first.
	Suggestions []string
}

func (e *UnknownError) Error() string {
	text := fmt.Sprintf("no %s is named %q", cmp.Or(e.What, "issue, memory, ADR, rule, component or PR"), e.Word)
	if len(e.Suggestions) > 0 {
		names := make([]string, len(e.Suggestions))
		for i, name := range e.Suggestions {
			names[i] = strconv.Quote(name)
		}
		text += "; did you mean " + strings.Join(names, " or ") + "?"
	}
	return text
}

// AmbiguousError is returned when a word names several things.
type AmbiguousError struct {
	Word   string
	Things []Thing
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q names several things: %s", e.Word, strings.Join(e.Names(), ", "))
}

// Names returns for each of the things a word that names it alone.
func (e *AmbiguousError) Names() []string {
	names := make([]string, len(e.Things))
	for i, t := range e.Things {
		names[i] = t.Label + ":" + t.Key
	}
	return names
}

// hasOne tells whether exactly one of the things has a label.
func (e *AmbiguousError) hasOne(label bdgraph.Label) bool {
	return len(keep(e.Things, func(t Thing) bool { return t.Label == string(label) })) == 1
}

type nodeRow struct {
	Node node `col:"node"`
}

// find returns the one node that a word names among these labels (none: all):
// by its key, else by its label and key (Rule:NAME), else by id, number, alias or other
// letters. Of several, one that exists goes before a placeholder, and a document
// before the rule of the same name.
func (s *session) find(word string, labels ...bdgraph.Label) (node, error) {
	word = strings.TrimSpace(word)
	n, exact, err := s.named(word, labels)
	if label, key, ok := labelled(word); ok && !exact && err == nil && (len(labels) == 0 || slices.Contains(labels, label)) {
		n, exact, err = s.named(key, []bdgraph.Label{label})
	}
	if exact || err != nil {
		return n, err
	}
	rows, err := query[nodeRow](s, "known_as", params{"word": strings.ToLower(word), "numbers": numbersOf(word)})
	if err != nil {
		return node{}, err
	}
	n, known, err := oneOf(word, rows, labels)
	if !known && err == nil {
		err = s.unknown(word, labels)
	}
	return n, err
}

// labelled takes a word such as Component:Api apart.
func labelled(word string) (label bdgraph.Label, key string, ok bool) {
	before, key, ok := strings.Cut(word, ":")
	i := slices.IndexFunc(bdgraph.Labels, func(l bdgraph.Label) bool { return strings.EqualFold(string(l), before) })
	if !ok || i < 0 || key == "" {
		return "", "", false
	}
	return bdgraph.Labels[i], key, true
}

// named returns the node whose key a word is, and whether there is one.
func (s *session) named(word string, labels []bdgraph.Label) (node, bool, error) {
	rows, err := query[nodeRow](s, "named", params{"word": word, "memory": strings.TrimPrefix(word, bdgraph.MemoryPrefix)})
	if err != nil {
		return node{}, false, err
	}
	if known := keep(rows, func(r nodeRow) bool { return !r.Node.Placeholder }); len(known) > 0 {
		rows = known
	}
	return oneOf(word, rows, labels)
}

// oneOf picks the node among these labels that a word names, and tells whether
// there is one. It fails with [*AmbiguousError].
func oneOf(word string, rows []nodeRow, labels []bdgraph.Label) (node, bool, error) {
	rows = keep(rows, func(r nodeRow) bool {
		return len(labels) == 0 || slices.Contains(labels, bdgraph.Label(r.Node.Label))
	})
	// A rule bears its document's id as an alias: the document is meant.
	if slices.ContainsFunc(rows, func(r nodeRow) bool { return isDocument(r.Node.Label) }) {
		rows = keep(rows, func(r nodeRow) bool { return bdgraph.Label(r.Node.Label) != bdgraph.RuleLabel })
	}
	switch len(rows) {
	case 0:
		return node{}, false, nil
	case 1:
		return rows[0].Node, true, nil
	}
	slices.SortFunc(rows, func(a, b nodeRow) int {
		return cmp.Or(cmp.Compare(a.Node.Label, b.Node.Label), cmp.Compare(a.Node.Key, b.Node.Key))
	})
	e := &AmbiguousError{Word: word}
	for _, r := range rows {
		e.Things = append(e.Things, r.Node.thing())
	}
	return node{}, false, e
}

func keep[T any](list []T, wanted func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(x T) bool { return !wanted(x) })
}

// numbersOf returns how a record's number may be written that a word such as
// 7, ADR-7 or adr 0007 names; none for other words.
func numbersOf(word string) []any {
	digits := strings.TrimLeft(strings.TrimPrefix(strings.ToLower(word), "adr"), " -_#")
	if digits == "" || strings.Trim(digits, "0123456789") != "" || len(digits) > 9 {
		return []any{}
	}
	digits = strings.TrimLeft(digits, "0")
	numbers := []any{}
	for zeros := 0; zeros+len(digits) <= 9; zeros++ {
		numbers = append(numbers, strings.Repeat("0", zeros)+digits)
	}
	return numbers
}

type nameRow struct {
	Label   string   `col:"label"`
	Key     string   `col:"key"`
	ID      string   `col:"id"`
	Aliases []string `col:"aliases"`
}

// unknown returns the error for a word that names nothing, with the names like it.
func (s *session) unknown(word string, labels []bdgraph.Label) error {
	rows, err := query[nameRow](s, "names", nil)
	if err != nil {
		return err
	}
	issues, err := s.issuesLike(word)
	if err != nil {
		return err
	}
	var names []string
	for _, r := range append(rows, issues...) {
		if len(labels) > 0 && !slices.Contains(labels, bdgraph.Label(r.Label)) {
			continue
		}
		names = append(names, r.Key)
		if r.ID != "" {
			names = append(names, r.ID)
		}
		names = append(names, r.Aliases...)
	}
	e := &UnknownError{Word: word, Suggestions: near(word, names)}
	if len(labels) == 1 {
		e.What = strings.ToLower(string(labels[0]))
	}
	return e
}

// longestID is how long a word may be that is looked for among the ids of issues.
const longestID = 40

// issuesLike returns the issues whose id one change makes of a word, or holds it. Issues are too
// many to compare each with the word, so the words next to it are looked up.
func (s *session) issuesLike(word string) ([]nameRow, error) {
	if strings.ContainsFunc(word, unicode.IsSpace) || len(word) < 3 || len(word) > longestID {
		return nil, nil
	}
	return query[nameRow](s, "names_issue", params{"words": anyList(oneChange(word)), "part": strings.ToLower(word)})
}

// oneChange returns the words that differ from a word in one letter, or by two
// neighbours that are swapped.
func oneChange(word string) []string {
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789-._"
	var out []string
	runes := []rune(word)
	for i := range len(runes) + 1 {
		before, after := string(runes[:i]), runes[i:]
		if len(after) > 0 {
			out = append(out, before+string(after[1:]))
		}
		if len(after) > 1 {
			out = append(out, before+string([]rune{after[1], after[0]})+string(after[2:]))
		}
		for _, c := range letters {
			out = append(out, before+string(c)+string(after))
			if len(after) > 0 {
				out = append(out, before+string(c)+string(after[1:]))
			}
		}
	}
	return distinct(out)
}

// suggestions is the most names that are suggested for a wrong one.
const suggestions = 3

// near returns the names most like a word, then those that hold it, near their
// beginning first.
func near(word string, names []string) []string {
	found := spelling.Alike(word, names)
	if lower := strings.ToLower(word); len(lower) >= 3 {
		place := func(name string) int { return strings.Index(strings.ToLower(name), lower) }
		holding := keep(names, func(name string) bool { return place(name) >= 0 && !slices.Contains(found, name) })
		slices.SortFunc(holding, func(a, b string) int { return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a, b)) })
		found = append(found, slices.Compact(holding)...)
	}
	return found[:min(len(found), suggestions)]
}

// distinct sorts names and removes the empty one and repetitions.
func distinct(names []string) []string {
	out := slices.Clone(names)
	slices.Sort(out)
	out = slices.Compact(out)
	return slices.DeleteFunc(out, func(name string) bool { return name == "" })
}

// notNil returns a list as answers have it: [] in JSON, not null.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// anyList is a list of texts as a query's parameter.
func anyList(texts []string) []any {
	out := make([]any, len(texts))
	for i, t := range texts {
		out[i] = t
	}
	return out
}

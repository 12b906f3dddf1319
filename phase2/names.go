package phase2

import (
	"path"
	"strings"
	"unicode"

	"bdgraph"
	"bdgraph/internal/names"
	"bdgraph/internal/passage"
)

// called are the ways in which texts call one thing.
type called struct {
	written []string // as people write them
	folded  []string // as they are looked for
}

func newCalled(written ...string) *called {
	n := &called{}
	n.add(written...)
	return n
}

func (n *called) add(written ...string) {
	for _, w := range written {
		if f := lower(w); f != "" {
			n.written = append(n.written, w)
			n.folded = append(n.folded, f)
		}
	}
}

// namesOfDocument returns how texts may refer to a document: by id, file name,
// title or key.
func namesOfDocument(d bdgraph.Document) *called {
	n := newCalled(d.ID, d.Title)
	if d.Kind == bdgraph.ADRDocument {
		n.add(path.Base(d.Key), strings.TrimSuffix(path.Base(d.Key), path.Ext(d.Key)))
	} else if d.Key != d.ID {
		n.add(d.Key)
	}
	if spaced := strings.NewReplacer("-", " ", "_", " ").Replace(d.Key); d.Kind == bdgraph.MemoryDocument && spaced != d.Key {
		n.add(spaced)
	}
	return n
}

// addRecord adds a decision record's id and number: ADR-0007, 0007, ADR 7, #7.
func (n *called) addRecord(r bdgraph.ADR) {
	n.add(r.ID, r.Title)
	if r.Number == "" {
		return
	}
	short := strings.TrimLeft(r.Number, "0")
	for _, number := range []string{r.Number, short} {
		n.add("ADR-"+number, "ADR "+number, "ADR"+number, "#"+number)
	}
	if len(r.Number) >= 3 {
		n.add(r.Number)
	}
	n.add("decision "+short, "record "+short)
}

// lower folds a name for looking it up, case aside.
func lower(s string) string { return strings.ToLower(passage.Fold(s)) }

// context is a piece of text in which names are looked for.
type context struct {
	text  string          // in small letters, once as it stands and once with words like outboxQueue in parts
	words map[string]bool // stems of its words; nil until asked for
}

func newContext(folded string) *context {
	text := strings.ToLower(folded)
	if parts := splitCapitals(folded); parts != folded {
		text += "\n" + strings.ToLower(parts)
	}
	return &context{text: text}
}

// splitCapitals puts a blank before a capital letter that follows a small one.
func splitCapitals(s string) string {
	var b strings.Builder
	before := ' '
	for _, r := range s {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

func (c *context) hasAny(n *called) bool {
	for _, name := range n.folded {
		if c.has(name) {
			return true
		}
	}
	return false
}

// has reports whether a name stands in the text as a word of its own, in the
// plural too.
func (c *context) has(name string) bool { return names.HoldsForm(c.text, name) }

// hasHalf reports whether at least half of a name's words, small ones aside,
// stand in the text.
func (c *context) hasHalf(name string) bool {
	words := names.ContentWords(lower(name))
	if len(words) == 0 { // of small words only, or of marks, which the check of names refuses
		return lower(name) == "" || c.has(lower(name))
	}
	if c.words == nil {
		c.words = make(map[string]bool)
		for _, w := range names.ContentWords(c.text) {
			c.words[w] = true
		}
	}
	found := 0
	for _, w := range words {
		if c.words[w] {
			found++
		}
	}
	return 2*found >= len(words)
}

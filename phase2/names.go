package phase2

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"bdgraph"
	"bdgraph/internal/passage"
)

// names are the ways in which texts call one thing.
type names struct {
	written []string // as people write them
	folded  []string // as they are looked for
}

func newNames(written ...string) *names {
	n := &names{}
	n.add(written...)
	return n
}

func (n *names) add(written ...string) {
	for _, w := range written {
		if f := lower(w); f != "" {
			n.written = append(n.written, w)
			n.folded = append(n.folded, f)
		}
	}
}

// namesOfDocument returns how texts may refer to a document: by id, file name,
// title or key.
func namesOfDocument(d bdgraph.Document) *names {
	n := newNames(d.ID, d.Title)
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
func (n *names) addRecord(r bdgraph.ADR) {
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

func (c *context) hasAny(n *names) bool {
	for _, name := range n.folded {
		if c.has(name) {
			return true
		}
	}
	return false
}

// has reports whether a name stands in the text as a word of its own, in the
// plural too. Scripts without blanks between words have no such bounds.
func (c *context) has(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	for from := 0; ; {
		at := strings.Index(c.text[from:], name)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(c.text[:at])
		rest := c.text[at+len(name):]
		for _, plural := range []string{"", "es", "s"} {
			tail, ok := strings.CutPrefix(rest, plural)
			after, _ := utf8.DecodeRuneInString(tail)
			if ok && !sameWord(before, first) && !sameWord(last, after) {
				return true
			}
		}
		from = at + utf8.RuneLen(first)
	}
}

// sameWord reports whether two neighbouring characters belong to one word.
func sameWord(a, b rune) bool {
	return isLetter(a) && isLetter(b)
}

func isLetter(r rune) bool { return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !ideographic(r) }

func ideographic(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}

// hasHalf reports whether at least half of a name's words, small ones aside,
// stand in the text.
func (c *context) hasHalf(name string) bool {
	words := stems(lower(name))
	if len(words) == 0 {
		return c.has(lower(name))
	}
	if c.words == nil {
		c.words = make(map[string]bool)
		for _, w := range stems(c.text) {
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

// stems returns the words of a text in small letters without their endings,
// small words left out. Of scripts without blanks between words each two
// neighbouring characters count as one.
func stems(text string) []string {
	var all []string
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }) {
		start := 0
		before := rune(-1)
		for i, r := range word {
			switch {
			case ideographic(r) && before >= 0 && ideographic(before):
				all = append(all, string(before)+string(r))
			case ideographic(r) != (before >= 0 && ideographic(before)) && before >= 0:
				if !ideographic(before) {
					all = appendStem(all, word[start:i])
				}
				start = i
			}
			before = r
		}
		if before >= 0 && !ideographic(before) {
			all = appendStem(all, word[start:])
		}
	}
	return all
}

func appendStem(all []string, word string) []string {
	if smallWords[word] {
		return all
	}
	if len(word) > 4 {
		for _, ending := range []string{"ing", "ies", "ied", "ed", "es", "s", "y", "e"} {
			if s, ok := strings.CutSuffix(word, ending); ok && len(s) >= 3 {
				word = s
				break
			}
		}
	} else if s, ok := strings.CutSuffix(word, "s"); ok && len(s) >= 3 {
		word = s
	}
	return append(all, word)
}

var smallWords = func() map[string]bool {
	words := make(map[string]bool)
	for _, w := range strings.Fields("a an and are as at be by for from if in into is it its no not of on only or shall should must than that the their then there this to use used uses using via was we when will with") {
		words[w] = true
	}
	return words
}()

package phase1

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"bdgraph"
)

// instructionWords are the words that make a sentence an instruction, by the
// kind of rule that it then is. Words of languages that write no spaces count
// wherever they stand; a word after ^ must begin a clause, since "they don't" tells
// what is and "don't" what to do.
var instructionWords = []struct {
	kind  bdgraph.RuleKind
	words string
}{
	{bdgraph.Constraint, "must not|must never|never|^do not|^don't|may not|forbidden|not allowed|" +
		"ne jamais|ne doit pas|ne pas|interdit|nie|niemals|darf nicht|dürfen nicht|verboten|" +
		"nunca|no debe|no se debe|prohibido|jamais|não deve|proibido|禁止|不得|不要|严禁|してはいけない|しないこと"},
	{bdgraph.Constraint, "must|always|required|shall|only use|" +
		"doit|doivent|toujours|obligatoire|muss|müssen|immer|stets|debe|deben|siempre|obligatorio|" +
		"deve|devem|sempre|obrigatório|必须|务必|一律|始终|必ず|しなければならない"},
	{bdgraph.Preference, "prefer|prefers|preferred|should|should not|avoid|recommended|wants|dislikes|hates|" +
		"préférer|préfère|devrait|éviter|bevorzuge|bevorzugt|sollte|sollten|vermeiden|" +
		"preferir|prefiere|debería|evitar|prefere|deveria|优先|应当|应该|建议|避免|望ましい|推奨|避ける"},
}

// instruction returns the first sentence-like line of a memory that instructs,
// and what kind of rule it states. A prohibition counts before a duty, and that
// before a wish.
func instruction(d *bdgraph.Document) (bdgraph.RuleKind, bdgraph.Quote, bool) {
	body := strings.ToLower(d.Text)
	if len(body) != len(d.Text) { // some capitals change their length; places would not fit
		body = d.Text
	}
	start := strings.IndexByte(body, '\n') + 1 // the first line is the key
	for _, list := range instructionWords {
		first, end := -1, 0
		for word := range strings.SplitSeq(list.words, "|") {
			word, begins := strings.CutPrefix(word, "^")
			if at := indexWord(body[start:], word, begins); at >= 0 && (first < 0 || at < first) {
				first, end = at, at+len(word)
			}
		}
		if first >= 0 {
			at := start + first
			return list.kind, quoteAt(d.Text, hit{line: 1 + strings.Count(d.Text[:at], "\n"), start: at, end: start + end}), true
		}
	}
	return "", bdgraph.Quote{}, false
}

// indexWord returns where a word stands alone in a text, at the beginning of a
// clause if asked for, or -1.
func indexWord(text, word string, begins bool) int {
	for from := 0; ; {
		at := strings.Index(text[from:], word)
		if at < 0 {
			return -1
		}
		at += from
		unspaced := unicode.In(firstRune(word), unicode.Han, unicode.Hiragana, unicode.Katakana)
		alone := unspaced || !joins(text[:at], text[at:]) && !joins(text[:at+len(word)], text[at+len(word):])
		if alone && (!begins || beginsClause(text[:at])) {
			return at
		}
		from = at + len(word)
	}
}

// beginsClause reports whether what follows a text begins a clause: after a
// mark, a line's beginning, or a word that joins or addresses.
func beginsClause(before string) bool {
	before = strings.TrimRight(before, " \t")
	if last, _ := utf8.DecodeLastRuneInString(before); before == "" || !unicode.IsLetter(last) && !unicode.IsDigit(last) {
		return true
	}
	switch lastWord(before) {
	case "and", "but", "or", "so", "please", "then", "also":
		return true
	}
	return false
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

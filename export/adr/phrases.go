package adr

import (
	"cmp"
	"strings"

	"bdgraph"
)

// relationMatch is a relation phrase found at some token.
type relationMatch struct {
	kind     bdgraph.ADRRelationKind
	language string
	partial  string // the words that say that only a part is meant
	bare     bool   // a record must follow at once
	around   bool   // the phrase stands around its records, or after them
	// Tokens: where the clause begins, the phrase, and the stretch in which
	// the records stand (to is exclusive). next is where reading goes on after
	// a phrase that stands around its records.
	clauseStart, verbStart, verbEnd int
	from, to, next                  int
}

// relationAt finds the relation phrase that begins a clause at token i; words
// that only lead to it ("this decision has been") may come first.
func (c *clauses) relationAt(i int) (relationMatch, bool) {
	m := relationMatch{clauseStart: i}
	for {
		i = c.skipMarks(i)
		if m, ok := c.phraseAt(i, m); ok {
			return m, true
		}
		if next, ok := c.h.w.is("partial", c.ts, i); ok && m.partial == "" {
			m.partial = c.text(i, next)
			i = next
			continue
		}
		next, ok := c.h.w.is("lead", c.ts, i)
		if !ok && m.partial != "" {
			next, ok = c.h.w.is("filler", c.ts, i) // "parts of this record are"
		}
		if status, is := c.h.w.statuses.match(c.ts, i); !ok || is && status.next > next {
			return m, false // the status "已取代" begins with "已", and is not "取代"
		}
		i = next
	}
}

// phraseAt matches one relation phrase at exactly token i.
func (c *clauses) phraseAt(i int, m relationMatch) (relationMatch, bool) {
	inserted := ""
	skip := func(i int) int {
		for i < len(c.ts) {
			if next, ok := c.dateAt(i); ok && !c.numberOfRecord(i) {
				i = next
			} else if date := c.skipFiller(i); date > i && c.isDate(date) && !c.numberOfRecord(date) {
				i = date // "superseded on 2024-03-05 by"
			} else if next, ok := c.h.w.is("partial", c.ts, i); ok {
				inserted, i = c.text(i, next), next
			} else if by, ok := c.purposeAt(i); ok {
				inserted, i = strings.TrimSpace(c.text(i, by)), by // "superseded for hosting by"
			} else if k := c.ts[i]; k.kind == blankToken || strings.Contains(":(),-_：（），", k.word) {
				i++
			} else {
				break
			}
		}
		return i
	}
	p, plain := c.h.w.relations.matchWith(c.ts, i, skip)
	for _, a := range c.aroundsAt(i) {
		if n, ok := c.aroundAt(i, a); ok && (!plain || len(a.before) > 0 && len(a.before)+len(a.after) > 1) && (!m.around || n.to < m.to || n.to == m.to && n.next > m.next) {
			n.clauseStart, n.partial = m.clauseStart, m.partial
			m = n
		}
	}
	if m.around {
		if m.partial == "" {
			m.partial = cmp.Or(c.partWord(m.verbStart, m.from), c.partWord(m.to, m.next))
		}
		return m, true
	}
	if !plain {
		return m, false
	}
	if inserted != "" {
		m.partial = inserted
	}
	kind, bare := strings.CutSuffix(p.value, "_bare")
	m.kind, m.bare, m.language = relationNames[kind], bare, p.language
	m.verbStart, m.from, m.verbEnd, m.to = i, p.next, p.next, len(c.ts)
	if next, ok := c.h.w.is("partial", c.ts, c.skipMarks(p.next)); ok && (m.bare && c.recordFollows(next) || !m.bare && c.namedAt(c.skipMarks(next))) {
		m.partial, m.from, m.verbEnd = c.scope(span(c.skipMarks(p.next), next)), next, next // "Superseded in part: ADR-12"
	}
	if m.bare {
		// "Accepted; replaced ADR-2" may mean either direction.
		if c.inForce && m.kind == bdgraph.ADRSupersededBy || !c.recordFollows(m.from) {
			return m, false
		}
	}
	return m, true
}

// purposeAt reports whether words at token i say what for, up to a "by" that goes on with the phrase.
func (c *clauses) purposeAt(i int) (by int, ok bool) {
	next, ok := c.h.w.is("purpose", c.ts, i)
	if !ok {
		return 0, false
	}
	for j := next; j < min(next+16, len(c.ts)) && !opens(c.ts[j].word) && c.ts[j].word != "," && !c.sentenceEnds(j); j++ {
		if _, by := c.h.w.is("by", c.ts, j); by && c.ts[j-1].kind == blankToken {
			return j, true
		}
	}
	return 0, false
}

func (c *clauses) purpose(i int) bool {
	_, ok := c.h.w.is("purpose", c.ts, i)
	return ok
}

func (c *clauses) isDate(i int) bool {
	_, ok := c.dateAt(i)
	return ok
}

func (c *clauses) partAt(i int) bool {
	_, ok := c.h.w.is("partial", c.ts, i)
	return ok
}

// partWord returns the first word among some tokens that says that a part is meant.
func (c *clauses) partWord(from, to int) string {
	for i := from; i < to; i++ {
		if next, ok := c.h.w.is("partial", c.ts, i); ok && next <= to {
			return c.text(i, next)
		}
	}
	return ""
}

// aroundsAt returns the phrases that may stand around records from token i on.
func (c *clauses) aroundsAt(i int) []relationAround {
	if i >= len(c.ts) {
		return nil
	}
	if list := c.h.w.around[c.ts[i].word]; len(list) > 0 {
		return list
	}
	if _, _, ok := c.reference(i, !c.prose); ok {
		return c.h.w.around[""]
	}
	return nil
}

// aroundAt matches a phrase that stands around its records or after them.
func (c *clauses) aroundAt(i int, a relationAround) (relationMatch, bool) {
	from := i
	if len(a.before) > 0 {
		next, ok := matchWords(c.ts, i, a.before, func(i int) int { return i })
		if !ok {
			return relationMatch{}, false
		}
		from = next
	}
	for j := from; j < len(c.ts) && j < from+80 && !c.sentenceEnds(j); j++ {
		if next, ok := matchWords(c.ts, j, a.after, func(i int) int { return i }); ok && j > from && !c.selfBefore(from, j) {
			return relationMatch{kind: a.kind, verbStart: i, from: from, to: j, next: next, verbEnd: next, language: a.language, around: true}, true
		}
	}
	return relationMatch{}, false
}

// selfBefore reports whether the words before token to name this record itself, which
// then is what replaces or amends: "ADR 3 (本 ADR により置き換え)".
func (c *clauses) selfBefore(from, to int) bool {
	for j := to - 1; j >= max(0, from-4); j-- {
		if next, ok := c.h.w.is("self", c.ts, j); ok && skipBlanks(c.ts, next) >= to {
			return true
		}
	}
	return false
}

// recordFollows reports whether a reference, perhaps after a date or a word
// such as "by", is what comes next.
func (c *clauses) recordFollows(i int) bool {
	if j := c.skipMarks(i); j < len(c.ts) && opens(c.ts[j].word) && !c.linkAt(j) {
		i = c.skipFiller(j + 1)
	}
	for i < len(c.ts) {
		if next, ok := c.dateAt(i); ok {
			i = next
		} else if next, ok := c.h.w.is("by", c.ts, i); ok {
			i = next
		} else if m, ok := c.h.w.fields.match(c.ts, i); ok && c.inStatus && field(m.value) == fieldRelated {
			i = m.next // "Superseded, see ADR-12"
		} else if j := c.skipMarks(i); j > i {
			i = j
		} else {
			break
		}
	}
	_, _, ok := c.reference(i, !c.prose)
	return ok
}

// namedAt reports whether a record is named at token i by more than a plain number, which may
// be that of a section.
func (c *clauses) namedAt(i int) bool {
	_, _, ok := c.reference(i, false)
	return ok
}

// nextClause reports whether a separator at token i leads to another relation phrase.
func (c *clauses) nextClause(i int) bool {
	next, ok := c.separatorAt(i)
	if !ok && !c.dashAt(i) {
		if w := c.ts[i].word; w != "|" && w != "but" {
			return false
		}
		next = i + 1
	} else if !ok {
		next = i + 1
	}
	_, ok = c.phraseAtWithPartial(next)
	return ok
}

func (c *clauses) phraseAtWithPartial(i int) (relationMatch, bool) {
	i = c.skipMarks(i)
	if m, ok := c.phraseAt(i, relationMatch{}); ok {
		return m, true
	}
	for range 3 {
		next, ok := c.h.w.is("partial", c.ts, i)
		if !ok {
			if next, ok = c.h.w.is("lead", c.ts, i); !ok {
				return relationMatch{}, false
			}
		}
		i = c.skipMarks(next)
		if m, ok := c.phraseAt(i, relationMatch{}); ok {
			return m, true
		}
	}
	return relationMatch{}, false
}

// sentenceEnds reports whether a clause ends at token i.
func (c *clauses) sentenceEnds(i int) bool {
	switch c.ts[i].word {
	case ";", "；", "。":
		return true
	case "·", "•":
		return i > 0 && c.ts[i-1].kind == blankToken // sets fields apart
	case ".":
		if i+1 < len(c.ts) && c.ts[i+1].kind != blankToken {
			return false
		}
		return i == 0 || !abbreviations[c.ts[i-1].word]
	}
	return false
}

var abbreviations = map[string]bool{"no": true, "nr": true, "vgl": true, "cf": true, "sec": true, "sect": true, "art": true, "para": true, "abs": true, "núm": true, "resp": true}

// dashAt reports whether token i is a dash between words, after which a remark follows.
func (c *clauses) dashAt(i int) bool {
	w := c.ts[i].word
	if w != "-" && w != "–" && w != "—" {
		return false
	}
	return (i == 0 || c.ts[i-1].kind == blankToken) && (i+1 >= len(c.ts) || c.ts[i+1].kind == blankToken) || w == "—"
}

// shortcode is an emoji as some sites write it.
var shortcode = pattern(`^:[a-z0-9_+-]+:`)

// skipMarks passes blanks and marks that mean nothing before a phrase: emoji, quotes, bullets.
func (c *clauses) skipMarks(i int) int {
	for i < len(c.ts) {
		t := c.ts[i]
		if t.word == ":" {
			if m := shortcode().FindString(c.v.text[t.start:]); m != "" {
				i = tokenAt(c.ts, t.start+len(m)-1) + 1
				continue
			}
		}
		if t.kind == blankToken || t.kind == markToken && !ideographicWord(t.word) && t.word != "#" && t.word != "§" && !opens(t.word) && t.word != ";" {
			i++
			continue
		}
		break
	}
	return i
}

// skipFiller passes words that lead from "parts" to the relation phrase.
func (c *clauses) skipFiller(i int) int {
	for range 4 {
		i = c.skipMarks(i)
		next, ok := c.h.w.is("filler", c.ts, i)
		if !ok {
			return i
		}
		i = next
	}
	return i
}

func opens(w string) bool { return w == "(" || w == "[" || w == "（" || w == "{" || w == "【" }

// enclosing returns the token that opens the innermost parentheses around token i.
func (c *clauses) enclosing(i int) (open int, ok bool) {
	depth := 0
	for j := i - 1; j >= 0; j-- {
		switch w := c.ts[j].word; {
		case closes(w):
			depth++
		case opens(w) && depth == 0:
			return j, true
		case opens(w):
			depth--
		}
	}
	return 0, false
}

func closes(w string) bool { return w == ")" || w == "]" || w == "）" || w == "}" || w == "】" }

// closing returns the token that closes the parenthesis at open, or the number of tokens.
func (c *clauses) closing(open int) int {
	depth := 0
	for i := open; i < len(c.ts); i++ {
		switch w := c.ts[i].word; {
		case opens(w):
			depth++
		case closes(w):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(c.ts)
}

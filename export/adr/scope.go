package adr

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"bdgraph"
)

// saysPart reports whether a scope has a word in it that says that a part is meant.
func (h *headerReader) saysPart(scope string) bool {
	ts := tokenize(scope)
	for i := range ts {
		if _, ok := h.w.is("partial", ts, i); ok {
			return true
		}
	}
	return false
}

// partOf returns what parentheses enclose, when it says which part is meant.
func (c *clauses) partOf(from, to int) string {
	for _, set := range []string{"was", "stop"} {
		if at := skipBlanks(c.ts, from); c.wordIs(set, at) && !c.purpose(at) {
			return "" // "(see section 5)"
		}
	}
	for i := from; i < to; i++ {
		if _, ok := c.partWordAt(i); ok {
			return c.withoutDates(from, to)
		}
	}
	return ""
}

func (c *clauses) wordIs(set string, i int) bool {
	_, ok := c.h.w.is(set, c.ts, i)
	return ok
}

// partWordAt matches a word that says that a part is meant, and not one that is merely the end of
// another: "cross-section", "read-only replica". What ends in a restricting word alone is a part, "storage-only".
func (c *clauses) partWordAt(i int) (int, bool) {
	next, ok := c.h.w.is("partial", c.ts, i)
	if !ok || next > i+1 || i < 2 || c.ts[i-1].word != "-" || c.ts[i-2].kind != wordToken {
		return next, ok
	}
	after := skipBlanks(c.ts, next)
	return next, c.wordIs("restricting", i) && (after >= len(c.ts) || c.ts[after].kind == markToken)
}

// scope returns the words that stand before a record, "" when they are mere filler.
func (c *clauses) scope(gap []int) string {
	for len(gap) > 0 && (c.fillerAt(gap[0]) || c.ts[gap[0]].kind == blankToken) && !c.articleBeforeScope(gap) {
		gap = gap[1:]
	}
	if c.allFiller(gap) {
		return ""
	}
	for len(gap) > 0 {
		last := gap[len(gap)-1]
		if !c.fillerAt(last) && c.ts[last].kind != blankToken {
			break
		}
		gap = gap[:len(gap)-1]
	}
	return c.joined(gap)
}

// span returns the tokens from one to before another.
func span(from, to int) []int {
	var tokens []int
	for i := from; i < to; i++ {
		tokens = append(tokens, i)
	}
	return tokens
}

// articleBeforeScope keeps "the" in front of "storage section".
func (c *clauses) articleBeforeScope(gap []int) bool {
	return c.ts[gap[0]].kind == wordToken && !c.allFiller(gap)
}

// tail returns the words after a record when one of them says that a part is meant.
func (c *clauses) tail(gap []int) string {
	at := c.partWordAt
	if len(gap) > 0 && c.purpose(c.skipMarks(gap[0])) {
		at = func(i int) (int, bool) { return c.h.w.is("partial", c.ts, i) } // "for the storage-only rule"
	}
	for n, i := range gap {
		if strings.Contains(":：", c.ts[i].word) && !c.partAt(c.skipMarks(i+1)) {
			return "" // "ADR 3: the page is gone, only the feed stays" tells what it does
		}
		if next, ok := at(i); ok {
			from := n
			for n < len(gap) && gap[n] < next {
				n++
			}
			// What precedes a restricting word belongs to it: "storage only".
			if c.wordIs("restricting", gap[from]) || n == len(gap) {
				from = 0
				for from < len(gap)-1 && !c.partAt(gap[from]) && (c.ts[gap[from]].kind == blankToken || c.fillerAt(gap[from])) {
					from++
				}
			}
			return strings.Trim(c.joined(gap[from:]), " ,;:.-–—")
		}
	}
	return ""
}

// joined returns the text of tokens, with dates and parentheses between them left out.
func (c *clauses) joined(gap []int) string {
	var b strings.Builder
	for n, i := range gap {
		if n > 0 && gap[n-1] != i-1 && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(c.v.text[c.ts[i].start:c.ts[i].end])
	}
	return strings.Trim(strings.Join(strings.Fields(b.String()), " "), " :,;–—-\"'`“”()[]")
}

func (c *clauses) withoutDates(from, to int) string {
	var gap []int
	for i := from; i < to; {
		if next, ok := c.dateAt(i); ok {
			i = next
			continue
		}
		gap = append(gap, i)
		i++
	}
	return c.joined(gap)
}

// split parts a gap at its first separator.
func (c *clauses) split(gap []int) (left, right []int, ok bool) {
	for n, i := range gap {
		if next, isAnd := c.separatorAt(i); isAnd {
			for n < len(gap) && gap[n] < i {
				n++
			}
			rest := gap[n:]
			for len(rest) > 0 && rest[0] < next {
				rest = rest[1:]
			}
			// ", and" is one separator.
			for len(rest) > 0 {
				if c.ts[rest[0]].kind == blankToken {
					rest = rest[1:]
					continue
				}
				next, again := c.separatorAt(rest[0])
				if !again {
					break
				}
				for len(rest) > 0 && rest[0] < next {
					rest = rest[1:]
				}
			}
			return gap[:n], rest, true
		}
	}
	return gap, nil, false
}

func (c *clauses) separatorAt(i int) (int, bool) {
	if w := c.ts[i].word; strings.Contains(",/&+、，;；／", w) {
		return i + 1, true
	}
	return c.h.w.is("and", c.ts, i)
}

// separates reports whether a gap holds separators and marks only.
func (c *clauses) separates(gap []int) bool {
	left, right, ok := c.split(gap)
	return ok && c.glue(left) && c.glue(right)
}

// glue reports whether tokens say nothing: blanks, marks, "by", labels.
func (c *clauses) glue(gap []int) bool {
	for n := 0; n < len(gap); {
		i := gap[n]
		if t := c.ts[i]; t.kind == blankToken || t.kind == markToken && !ideographicWord(t.word) && t.word != "§" {
			n++
			continue
		}
		next, ok := c.h.w.is("by", c.ts, i)
		if !ok {
			next, ok = c.h.w.is("labels", c.ts, i)
		}
		if !ok {
			return false
		}
		for n < len(gap) && gap[n] < next {
			n++
		}
	}
	return true
}

func ideographicWord(w string) bool {
	for _, r := range w {
		return ideographic(r)
	}
	return false
}

func (c *clauses) allFiller(gap []int) bool {
	for n := 0; n < len(gap); {
		i := gap[n]
		if c.ts[i].kind == blankToken || c.ts[i].kind == markToken && !ideographicWord(c.ts[i].word) && c.ts[i].word != "§" {
			n++
			continue
		}
		next := 0
		for _, set := range []string{"filler", "by", "labels", "of", "and"} {
			if e, ok := c.h.w.is(set, c.ts, i); ok {
				next = max(next, e)
			}
		}
		if next == 0 {
			return false
		}
		for n < len(gap) && gap[n] < next {
			n++
		}
	}
	return true
}

// fillerAt reports whether a token may be cut from the ends of a scope.
func (c *clauses) fillerAt(i int) bool {
	t := c.ts[i]
	if t.kind == markToken && !ideographicWord(t.word) {
		return t.word != "§"
	}
	for _, set := range []string{"of", "labels", "by"} {
		if _, ok := c.h.w.is(set, c.ts, i); ok {
			return true
		}
	}
	return t.word == "the" || t.word == "our"
}

func (c *clauses) joinedRaw(gap []int) string {
	var b strings.Builder
	for _, i := range gap {
		b.WriteString(c.v.text[c.ts[i].start:c.ts[i].end])
	}
	return b.String()
}

// itemOf reports whether the label and the number up to token next are those of an item of the
// record that follows, "decision 3 (retries) of ADR 12", and returns the token of the "of".
func (c *clauses) itemOf(i, next int) (of int, ok bool) {
	if _, label := c.h.w.is("labels", c.ts, i); !label || c.linkAt(i) || slices.Contains([]string{"adr", "adrs", "madr"}, c.ts[i].word) {
		return 0, false
	}
	at := skipBlanks(c.ts, c.moreNumbers(next))
	if at < len(c.ts) && opens(c.ts[at].word) && !c.linkAt(at) {
		at = skipBlanks(c.ts, c.closing(at)+1)
	}
	after, ok := c.h.w.is("of", c.ts, at)
	if !ok {
		return 0, false
	}
	if _, date := c.dateAt(skipBlanks(c.ts, after)); date {
		return 0, false
	}
	return at, c.namedAt(skipBlanks(c.ts, after))
}

// moreNumbers passes the numbers that go on with a list: "decisions 2, 4 and 5".
func (c *clauses) moreNumbers(next int) int {
	for at := skipBlanks(c.ts, next); at < len(c.ts); at = skipBlanks(c.ts, next) {
		n, ok := c.separatorAt(at)
		if n = skipBlanks(c.ts, n); !ok || n >= len(c.ts) || c.ts[n].kind != numberToken {
			break
		}
		next = n + 1
	}
	return next
}

// item reads an item of the record before it, up to a token: "ADR 3 decision 2".
func (l *targetList) item(next int) bool {
	c, last := l.c, &l.found[len(l.found)-1]
	_, label := c.h.w.is("labels", c.ts, l.i)
	for _, i := range l.gap {
		label = label && c.ts[i].kind == blankToken
	}
	if !label || c.linkAt(l.i) || slices.Contains([]string{"adr", "adrs", "madr"}, c.ts[l.i].word) {
		return false
	}
	next = c.moreNumbers(next)
	last.scope = cmp.Or(last.scope, c.text(l.i, next))
	l.items, l.gap, l.i = true, nil, next
	return true
}

// owned returns what a record has that is replaced: "replaces ADR 3's retry rule",
// "replaces the ADR 3 retry rule". Of a successor such words say only how it replaces.
func (l *targetList) owned(last int) string {
	c, end := l.c, l.found[last].end
	if l.m.kind != bdgraph.ADRSupersedes || l.m.around || end+2 >= len(c.ts) {
		return ""
	}
	from := end + 1
	switch {
	case strings.Contains("'’", c.ts[end].word) && c.ts[end+1].word == "s":
		from = end + 2
	case c.itemCode(end + 1):
	case c.ts[end].kind == blankToken && c.ts[end+1].kind == wordToken && c.articleBefore(l.found[last].start) && !c.remarkAt(end+1):
	default:
		return ""
	}
	to := from
	for to < len(c.ts) && slices.Contains(l.gap, to-1) && !c.sentenceEnds(to) && !c.dashAt(to) && !opens(c.ts[to].word) && c.ts[to].word != "," {
		if _, and := c.h.w.is("and", c.ts, to); and {
			break
		}
		to++
	}
	if next, label := c.h.w.is("labels", c.ts, from); label {
		if next = skipBlanks(c.ts, next); next >= len(c.ts) || c.ts[next].kind != numberToken {
			return "" // "the ADR 3 decision" is all of it
		}
	}
	return strings.TrimSpace(c.text(from, to))
}

// itemCode reports whether the code of an item of a record stands after a blank at token i: "ADR 3 D2".
func (c *clauses) itemCode(i int) bool {
	if i+1 >= len(c.ts) || c.ts[i-1].kind != blankToken || c.ts[i].kind != wordToken || len(c.ts[i].word) > 2 || c.ts[i].word == "v" || c.ts[i+1].kind != numberToken {
		return false
	}
	_, date := c.dateAt(i)
	return !date && !unicode.IsLower(rune(c.v.text[c.ts[i].start]))
}

// articleBefore reports whether an article stands right before token i.
func (c *clauses) articleBefore(i int) bool {
	return i > 1 && c.ts[i-1].kind == blankToken && c.wordAt("article", i-2)
}

// wordAt reports whether token i is a word of a set by itself.
func (c *clauses) wordAt(set string, i int) bool {
	next, ok := c.h.w.is(set, c.ts, i)
	return ok && next == i+1
}

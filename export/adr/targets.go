package adr

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"bdgraph"
)

// target is one record that a clause names.
type target struct {
	ref        reference
	start, end int // tokens
	scope      string
	joined     bool // by "and" to the one before
	date       bdgraph.Date
}

// targets returns the records that follow a relation phrase, and the token at which
// their list ends.
func (c *clauses) targets(m relationMatch) (found []target, end int) {
	l := targetList{c: c, m: m, i: m.from}
	for l.i < m.to && !l.ends() {
		if !l.date() && !l.parentheses() && !l.record() {
			l.word()
		}
	}
	l.scopes()
	return l.found, l.i
}

// targetList reads a list of records up to the end of its clause, by a method for
// each kind of thing that may stand in it. Words before a record that are no label say which
// part of it is meant, and so do words like "only" or "§4" after it.
type targetList struct {
	c      *clauses
	m      relationMatch
	i      int // token
	found  []target
	gap    []int // tokens since the last record that are not accounted for
	closed bool  // records that follow do not belong to the list
	before bool  // the words of the first record's scope stand before it
	items  bool  // numbers count the items of a record: "ADR 3 decisions 2 and 4"
}

// ends reports whether the clause ends: "ADR 3. It …", "ADR 3, amended by …".
func (l *targetList) ends() bool {
	listed := len(l.found) > 0 && (!l.closed || l.purposeLed()) && l.c.listedAfter(l.i)
	l.closed = l.closed && !listed // "ADR 3 for retries; ADR 4 for queues"
	return l.c.sentenceEnds(l.i) && !listed || l.i > l.m.from && (l.c.nextClause(l.i) || len(l.found) > 0 && l.c.nextSubject(l.i))
}

// purposeLed reports whether the words since the last record say what for.
func (l *targetList) purposeLed() bool { return len(l.gap) > 0 && l.c.purpose(l.c.skipMarks(l.gap[0])) }

// nextSubject reports whether a separator at token i leads to a part of the record and what
// became of it: ", the storage section is extended by ADR 3".
func (c *clauses) nextSubject(i int) bool {
	next, ok := c.separatorAt(i)
	if !ok || !c.inStatus {
		return false
	}
	i = c.skipMarks(next)
	for j := i; j < min(i+24, len(c.ts)) && !opens(c.ts[j].word) && !c.sentenceEnds(j) && c.ts[j].word != ","; j++ {
		if _, _, record := c.reference(j, false); record {
			break
		}
		if j == i || c.ts[j-1].kind != blankToken || c.fillerOnly(i, j) {
			continue
		}
		if m, ok := c.phraseAt(j, relationMatch{}); ok && !m.bare && !m.around {
			return c.namedAt(c.skipMarks(m.from))
		}
	}
	return false
}

// date passes a date, which dateTargets reads: "ADR 3 on 2024-03-05".
func (l *targetList) date() bool {
	next, ok := l.c.dateAt(l.i)
	if !ok || l.c.numberOfRecord(l.i) {
		return false
	}
	l.i = next
	return true
}

// parentheses enters those that hold records, "ADR 3 [51, 52]", and reads in others
// what part of a record is meant: "(partially) ADR 3", "ADR 3 (storage only)".
func (l *targetList) parentheses() bool {
	c, i := l.c, l.i
	if !opens(c.ts[i].word) || c.linkAt(i) {
		return false
	}
	end, last := c.closing(i), len(l.found)-1
	switch {
	case last >= 0 && !l.closed && c.listContinues(i), last < 0 && c.enclosesRecord(i):
		l.i++
		return true
	case last >= 0:
		c.describe(&l.found[last], i, end, !l.closed)
	default:
		if s := c.partOf(i+1, end); s != "" {
			l.m.partial = s
			l.gap = append(l.gap, i)
		}
	}
	l.i = min(end+1, l.m.to)
	return true
}

// record reads a record: the first, "ADR 3"; one more, ", ADR 4 and 5"; or the end
// of a range, "to ADR 6". One after other words, "ADR 3 beside ADR 9", closes the list.
func (l *targetList) record() bool {
	c, last := l.c, len(l.found)-1
	if l.closed {
		return false
	}
	bare := !c.prose && !l.items && (last < 0 && c.glue(l.gap) || last >= 0 && (c.separates(l.gap) || c.isRange(l.gap)))
	ref, next, ok := c.reference(l.i, bare)
	if !ok || l.counts(ref, next) {
		return false
	}
	if last >= 0 && strings.HasPrefix(ref.written, "#") && ref.dest == "" && !strings.HasPrefix(l.found[0].ref.written, "#") {
		l.i = next // "ADR 3 #12" and "ADR 3, #12" go on with an issue or pull request
		return true
	}
	if last >= 0 && l.item(next) {
		return true
	}
	if of, ok := c.itemOf(l.i, next); ok && last < 0 {
		if l.m.kind != bdgraph.ADRSupersededBy { // an item that replaces says only how it does
			l.gap = append(l.gap, span(l.i, c.moreNumbers(next))...)
		}
		l.i = of
		return true
	}
	t := target{ref: ref, start: l.i, end: next}
	if last < 0 {
		t.scope = c.scope(l.gap)
		l.before = t.scope != ""
	} else if between, ok := c.rangeOf(l.gap, l.found[last].ref, ref); ok {
		for _, r := range between {
			l.found = append(l.found, target{ref: r, start: l.i, end: next})
		}
	} else {
		left, right, listed := c.split(l.gap)
		if !listed && !c.glue(left) {
			l.closed = true
			return false
		}
		l.found[last].scope = cmp.Or(l.found[last].scope, c.tail(left), l.owned(last))
		t.scope, t.joined = c.scope(right), l.and()
		if l.before && last == 0 && t.scope == "" && l.and() {
			t.scope = l.found[last].scope // "the storage section of ADR 3 and ADR 4"
		}
	}
	l.found, l.gap = append(l.found, t), nil
	l.i = c.skipTitle(ref, next)
	return true
}

// counts reports whether a bare number says how many of something there are: "superseded by 3
// services". What follows a record's number is its title or a word that only tells more.
func (l *targetList) counts(ref reference, next int) bool {
	c := l.c
	if c.ts[l.i].kind != numberToken || c.ts[l.i].word[0] == '0' || c.linkAt(l.i) || next != l.i+1 {
		return false
	}
	at := skipBlanks(c.ts, next)
	if at == next || at >= l.m.to || c.ts[at].kind != wordToken || c.skipTitle(ref, next) > next {
		return false
	}
	if after, label := c.h.w.is("labels", c.ts, at); label {
		after = skipBlanks(c.ts, after)
		return after >= len(c.ts) || c.ts[after].kind != numberToken
	}
	if first, _ := utf8.DecodeRuneInString(c.v.text[c.ts[at].start:]); !unicode.IsLower(first) || c.remarkAt(at) || c.nextClause(next) {
		return false
	}
	if _, date := c.dateAt(at); date {
		return false
	}
	for _, set := range []string{"and", "to", "then", "was", "until", "lead", "future", "before", "provisional"} {
		if _, ok := c.h.w.is(set, c.ts, at); ok {
			return false
		}
	}
	_, related := c.relationAt(at)
	_, _, _, status := c.statusAt(at)
	return !related && !status
}

// and reports whether nothing but "and" stands between two records.
func (l *targetList) and() bool {
	ts := tokenize(strings.TrimSpace(l.c.joinedRaw(l.gap)))
	next, ok := l.c.h.w.is("and", ts, 0)
	if next = skipBlanks(ts, next); ok && next < len(ts) {
		next, ok = l.c.h.w.is("labels", ts, next)
	}
	return ok && next >= len(ts)
}

// word keeps whatever else there is. A word like "because" or a dash after a record
// closes the list: "ADR 3, because of ADR 9".
func (l *targetList) word() {
	if len(l.found) > 0 && !l.closed {
		_, stops := l.c.h.w.is("stop", l.c.ts, l.i)
		l.closed = stops || l.c.dashAt(l.i) || strings.Contains(":：", l.c.ts[l.i].word) // a colon leads to what it does
	}
	l.gap = append(l.gap, l.i)
	l.i++
}

// scopes gives the words after the last record to it, and the part that
// parentheses before the list name to each that has none of its own.
func (l *targetList) scopes() {
	last := len(l.found) - 1
	if last < 0 {
		return
	}
	l.found[last].scope = cmp.Or(l.found[last].scope, l.c.tail(l.gap), l.owned(last))
	if l.purposeLed() {
		for k := last; k > 0 && l.found[k].joined; k-- { // "ADR 3 and ADR 4 for retries only"
			l.found[k-1].scope = cmp.Or(l.found[k-1].scope, l.found[k].scope)
		}
	}
	for k := range l.found {
		l.found[k].scope = cmp.Or(l.found[k].scope, l.m.partial)
	}
}

// listedAfter reports whether a semicolon only separates one record from the
// next: "ADR 3; ADR 4". One that begins a sentence is followed by more words.
func (c *clauses) listedAfter(i int) bool {
	if !strings.Contains(";；·•", c.ts[i].word) {
		return false
	}
	_, next, ok := c.reference(c.skipMarks(i+1), !c.prose)
	if !ok {
		return false
	}
	next = c.skipMarks(next)
	if next >= len(c.ts) || opens(c.ts[next].word) || c.sentenceEnds(next) || c.purpose(next) {
		return true
	}
	_, ok = c.separatorAt(next)
	return ok
}

// describe reads parentheses after a record: a part of it, unless they belong to a remark
// that goes before them, or another relation.
func (c *clauses) describe(t *target, open, end int, own bool) {
	if r, _, _ := c.h.x.resolve(c.h.r, t.ref); r != nil && strings.EqualFold(c.text(open+1, end), r.adr.Title) {
		return
	}
	if s := c.partOf(open+1, end); own && s != "" {
		t.scope = cmp.Or(t.scope, s)
		return
	}
	c.aside(open)
}

// rangeOf expands "ADR 3 to ADR 6" into the records between that exist.
func (c *clauses) rangeOf(gap []int, from, to reference) ([]reference, bool) {
	a, errA := strconv.Atoi(numberKey(from.number))
	b, errB := strconv.Atoi(numberKey(to.number))
	if !c.isRange(gap) || errA != nil || errB != nil || b <= a || b-a > 200 {
		return nil, false
	}
	var between []reference
	for n := a + 1; n < b; n++ {
		if len(c.h.x.byNumber[strconv.Itoa(n)]) > 0 {
			between = append(between, reference{written: from.written + "–" + to.written, number: strconv.Itoa(n)})
		}
	}
	return between, true
}

// isRange reports whether what stands between two records joins the ends of a range.
func (c *clauses) isRange(gap []int) bool {
	switch text := strings.Trim(strings.ToLower(c.joinedRaw(gap)), " "); text {
	case "":
		return false
	case "–", "..", "...", "…":
		return true
	default:
		ts := tokenize(text)
		next, ok := c.h.w.is("to", ts, 0)
		return ok && next == len(ts)
	}
}

// numberOfRecord tells the record 2024 from the year.
func (c *clauses) numberOfRecord(i int) bool {
	if _, ok := c.slugAt(i); ok {
		return true
	}
	if c.linkAt(i) {
		return true
	}
	next, ok := c.dateAt(i)
	return ok && next == i+1 && len(c.h.x.byNumber[numberKey(c.ts[i].word)]) > 0
}

func (c *clauses) linkAt(i int) bool {
	for _, l := range c.v.links {
		if l.start <= c.ts[i].start && c.ts[i].start < l.end {
			return true
		}
	}
	return false
}

// skipTitle passes the title of the record when it is written after the reference.
func (c *clauses) skipTitle(ref reference, i int) int {
	r, _, _ := c.h.x.resolve(c.h.r, ref)
	if r == nil || r.adr.Title == "" {
		return i
	}
	j := c.skipMarks(i)
	if j >= len(c.ts) {
		return i
	}
	at := c.ts[j].start
	if len(c.v.text)-at < len(r.adr.Title) || !strings.EqualFold(c.v.text[at:at+len(r.adr.Title)], r.adr.Title) {
		return i
	}
	return tokenAt(c.ts, at+len(r.adr.Title)-1) + 1
}

func (c *clauses) enclosesRecord(open int) bool { return c.recordFollows(open) }

// listContinues reports whether an opening bracket goes on with the list: "[51] [52]".
func (c *clauses) listContinues(open int) bool {
	return c.ts[open].word == "[" && c.recordFollows(open+1)
}

package adr

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"bdgraph"
)

// statedRelation is one relation as a line states it, before its target is resolved.
type statedRelation struct {
	kind  bdgraph.ADRRelationKind
	verb  string
	ref   reference
	scope string
	// partial says that the scope has a word such as "only" or "part" in it,
	// and not just words between the phrase and the record.
	partial bool
	date    bdgraph.Date
	line    int
}

// full reports whether the relation ends the record that holds it.
func (s statedRelation) full() bool { return s.kind == bdgraph.SupersededBy }

// ends reports whether the relation ends the record or its recommendation.
func (s statedRelation) ends() bool { return s.full() || s.kind == bdgraph.DeprecatedBy }

// clauses reads the relation clauses of one piece of text: a phrase such as
// "superseded by", and the records that follow it.
type clauses struct {
	h     *headerReader
	v     rich
	ts    []token
	found []bdgraph.FoundDate // by dates
	dated bool                // found is filled
	// inStatus says that the text is a status: what stands in parentheses
	// there tells history and relates nothing.
	inStatus bool
	// prose says that the text is a record's body, where a plain number is no reference.
	prose    bool
	end      int // token after the last that was understood
	stated   []statedRelation
	language string // of the first phrase
}

func (h *headerReader) clauses(v rich) *clauses {
	return &clauses{h: h, v: v, ts: tokenize(v.text)}
}

// dates returns the date expressions of the text.
func (c *clauses) dates() []bdgraph.FoundDate {
	if !c.dated {
		c.found, c.dated = bdgraph.FindDates(c.v.text, c.h.order), true
	}
	return c.found
}

// relationMatch is a relation phrase found at some token.
type relationMatch struct {
	kind       bdgraph.ADRRelationKind
	start      int // first token of the phrase
	from, to   int // the tokens among which the records stand; to is exclusive
	next       int // the token to go on at, when the phrase stands around its records; else 0
	partial    string
	bare       bool // a record must follow at once
	language   string
	start0     int // token at which the clause begins, partial words included
	verbEnd    int
	aroundForm bool
}

// relationAt finds the relation phrase that begins a clause at token i; words
// that only lead to it ("this decision has been") may come first.
func (c *clauses) relationAt(i int) (relationMatch, bool) {
	m := relationMatch{start0: i}
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
		if !ok {
			return m, false
		}
		i = next
	}
}

// phraseAt matches one relation phrase at exactly token i.
func (c *clauses) phraseAt(i int, m relationMatch) (relationMatch, bool) {
	inserted := ""
	skip := func(i int) int {
		for i < len(c.ts) {
			if next, ok := c.dateAt(i); ok {
				i = next
			} else if next, ok := c.h.w.is("partial", c.ts, i); ok {
				inserted, i = c.text(i, next), next
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
		if n, ok := c.aroundAt(i, a); ok && (!plain || len(a.before) > 0 && len(a.before)+len(a.after) > 1) && (!m.aroundForm || n.to < m.to || n.to == m.to && n.next > m.next) {
			n.start0, n.partial = m.start0, m.partial
			m = n
		}
	}
	if m.aroundForm {
		if m.partial == "" {
			m.partial = firstOf(c.partWord(m.start, m.from), c.partWord(m.to, m.next))
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
	m.start, m.from, m.verbEnd, m.to = i, p.next, p.next, len(c.ts)
	if m.bare {
		if !c.recordFollows(p.next) {
			return m, false
		}
	}
	return m, true
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
		if next, ok := matchWords(c.ts, j, a.after, func(i int) int { return i }); ok && j > from {
			return relationMatch{kind: a.kind, start: i, from: from, to: j, next: next, verbEnd: next, language: a.language, aroundForm: true}, true
		}
	}
	return relationMatch{}, false
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
		} else if j := c.skipMarks(i); j > i {
			i = j
		} else {
			break
		}
	}
	_, _, ok := c.reference(i, !c.prose)
	return ok
}

// read gathers the relations of all clauses from token i on. A clause begins
// at i, after a separator, and after "and" or "but".
func (c *clauses) read(i int) {
	start := true
	for i < len(c.ts) {
		if start {
			if m, ok := c.relationAt(i); ok {
				i = c.clause(m)
				continue
			}
		}
		t := c.ts[i]
		switch {
		case opens(t.word):
			i = c.aside(i)
			start = false
		case t.kind == blankToken:
			i++
		case strings.Contains(";,.:|/–—→；，。：、", t.word) || t.word == "-":
			start = true
			i++
		default:
			next, ok := c.h.w.is("and", c.ts, i)
			if !ok {
				next, ok = c.h.w.is("stop", c.ts, i)
				ok = ok && t.word == "but"
			}
			if start = ok; ok {
				i = next
			} else {
				i++
			}
		}
	}
}

// aside passes parentheses. Relation words in them are history in a status;
// elsewhere they are read when they begin what is enclosed: "n/a (amends ADR 4)".
func (c *clauses) aside(open int) int {
	end := c.closing(open)
	inner := c.part(open+1, end)
	if inner.empty() {
		return min(end+1, len(c.ts))
	}
	sub := c.h.clauses(inner)
	if _, ok := sub.relationAt(0); !ok {
		return min(end+1, len(c.ts))
	}
	sub.read(0)
	if c.inStatus {
		if len(sub.stated) > 0 {
			c.h.find("aside_relation", bdgraph.Info, inner.lineAt(0),
				"a relation in parentheses after a status counts as history: "+quoted(inner.text),
				"write it on a line of its own if it holds")
		}
	} else {
		c.stated = append(c.stated, sub.stated...)
	}
	return min(end+1, len(c.ts))
}

// clause reads the records after (or inside) a relation phrase and appends a relation for each.
func (c *clauses) clause(m relationMatch) int {
	targets, end := c.targets(m)
	if m.aroundForm {
		end = c.pastDate(m.next)
	}
	if c.language == "" {
		c.language = m.language
	}
	c.end = max(c.end, end)
	verb := c.text(m.start, m.verbEnd)
	if m.aroundForm {
		verb = strings.TrimSpace(c.text(m.start, m.from) + " … " + c.text(m.to, m.next))
	}
	c.dateTargets(targets, m.start0, end)
	for _, t := range targets {
		kind, scope := m.kind, t.scope
		if scope == "" {
			scope = m.partial
		}
		if kind == bdgraph.Relates {
			scope = ""
		}
		if scope != "" {
			switch kind {
			case bdgraph.Supersedes, bdgraph.Deprecates:
				kind = bdgraph.Amends
			case bdgraph.SupersededBy, bdgraph.DeprecatedBy:
				kind = bdgraph.AmendedBy
			}
		}
		c.stated = append(c.stated, statedRelation{
			kind: kind, verb: verb, ref: t.ref, scope: scope, partial: c.h.saysPart(scope), date: t.date, line: c.v.lineAt(c.ts[t.start].start),
		})
	}
	return max(end, m.from)
}

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

// pastDate returns the token after a date that follows closely, as in "durch
// ADR 3 ersetzt am 5. März 2024", or i when there is none.
func (c *clauses) pastDate(i int) int {
	for j := i; j < len(c.ts) && j < i+16 && !c.sentenceEnds(j) && c.ts[j].word != ","; j++ {
		if next, ok := c.dateAt(j); ok {
			if next < len(c.ts) && j > 0 && opens(c.ts[j-1].word) {
				next++
			}
			return next
		}
	}
	return i
}

// target is one record that a clause names.
type target struct {
	ref        reference
	start, end int // tokens
	scope      string
	date       bdgraph.Date
}

// targets reads a list of records up to the end of its clause. Words before a
// record that are no label say which part of it is meant, and so do words like
// "only" or "§4" after it.
func (c *clauses) targets(m relationMatch) (out []target, end int) {
	var gap []int // tokens since the last record that are not accounted for
	closed := false
	i := m.from
	for i < m.to {
		last := len(out) - 1
		if c.sentenceEnds(i) || i > m.from && c.nextClause(i) {
			break
		}
		if next, ok := c.dateAt(i); ok && !c.numberOfRecord(i) {
			i = next
			continue
		}
		if opens(c.ts[i].word) && !c.linkAt(i) {
			end := c.closing(i)
			switch {
			case last >= 0 && !closed && c.listContinues(i):
				// [51, 52] after a first record
			case last >= 0:
				c.describe(&out[last], i, end)
				i = min(end+1, m.to)
				continue
			case !c.enclosesRecord(i):
				if s := c.partOf(i+1, end); s != "" {
					m.partial = s
					gap = append(gap, i)
				}
				i = min(end+1, m.to)
				continue
			}
			i++ // the parenthesis holds the records themselves
			continue
		}
		bare := !c.prose && (last < 0 && c.glue(gap) || last >= 0 && (c.separates(gap) || c.isRange(gap)))
		if ref, next, ok := c.reference(i, bare); ok && !closed {
			t := target{ref: ref, start: i, end: next}
			if last < 0 {
				t.scope = c.scope(gap)
			} else if upTo, isRange := c.rangeOf(gap, out[last].ref, ref); isRange {
				for _, r := range upTo {
					out = append(out, target{ref: r, start: i, end: next})
				}
			} else {
				left, right, listed := c.split(gap)
				if !listed && !c.glue(left) {
					closed = true
					continue
				}
				out[last].scope = firstOf(out[last].scope, c.tail(left))
				t.scope = c.scope(right)
			}
			out, gap = append(out, t), nil
			i = c.skipTitle(ref, next)
			continue
		}
		if last >= 0 && !closed {
			if _, ok := c.h.w.is("stop", c.ts, i); ok || c.dashAt(i) {
				closed = true
			}
		}
		gap = append(gap, i)
		i++
	}
	if n := len(out); n > 0 {
		out[n-1].scope = firstOf(out[n-1].scope, c.tail(gap))
		if m.partial != "" {
			for k := range out {
				out[k].scope = firstOf(out[k].scope, m.partial)
			}
		}
	}
	return out, i
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// describe reads parentheses after a record: a part of it, or another relation.
func (c *clauses) describe(t *target, open, end int) {
	if r, _, _ := c.h.x.resolve(c.h.r, t.ref); r != nil && strings.EqualFold(c.text(open+1, end), r.adr.Title) {
		return
	}
	if s := c.partOf(open+1, end); s != "" {
		t.scope = firstOf(t.scope, s)
		return
	}
	c.aside(open)
}

// partOf returns what parentheses enclose, when it says which part is meant.
func (c *clauses) partOf(from, to int) string {
	if next, ok := c.h.w.is("was", c.ts, skipBlanks(c.ts, from)); ok && next > 0 {
		return ""
	}
	for i := from; i < to; i++ {
		if _, ok := c.h.w.is("partial", c.ts, i); ok {
			return c.withoutDates(from, to)
		}
	}
	return ""
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

// articleBeforeScope keeps "the" in front of "storage section".
func (c *clauses) articleBeforeScope(gap []int) bool {
	return c.ts[gap[0]].kind == wordToken && !c.allFiller(gap)
}

// tail returns the words after a record when one of them says that a part is meant.
func (c *clauses) tail(gap []int) string {
	for n, i := range gap {
		if next, ok := c.h.w.is("partial", c.ts, i); ok {
			from := n
			for n < len(gap) && gap[n] < next {
				n++
			}
			// What precedes the word belongs to it where it is "only": "storage only".
			if first := c.ts[gap[from]].word; strings.HasPrefix(first, "on") || n == len(gap) {
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
	if w := c.ts[i].word; strings.Contains(",/&+、，", w) {
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

func (c *clauses) joinedRaw(gap []int) string {
	var b strings.Builder
	for _, i := range gap {
		b.WriteString(c.v.text[c.ts[i].start:c.ts[i].end])
	}
	return b.String()
}

// dateTargets gives each target its date: one that stands before the records
// or after the last of several is for all, one right after a record for that one.
func (c *clauses) dateTargets(targets []target, from, to int) {
	var shared bdgraph.Date
	dated := 0
	for _, d := range c.dates() {
		at := tokenAt(c.ts, d.Start)
		if at < from || at >= to || d.Date.IsZero() || (d.Date.Precision() == bdgraph.PrecisionYear && !d.Ambiguous && len(d.Written) == 4 && !c.enclosed(at)) {
			continue
		}
		owner := -1
		inside := false
		for n, t := range targets {
			inside = inside || at >= t.start && at < t.end
			if at >= t.end {
				owner = n
			}
		}
		switch {
		case inside:
		case owner < 0 && shared.IsZero():
			shared = d.Date
			c.h.noteDate(d, c.v.lineAt(d.Start))
		case owner >= 0 && targets[owner].date.IsZero():
			targets[owner].date = d.Date
			c.h.noteDate(d, c.v.lineAt(d.Start))
			dated++
		}
	}
	if n := len(targets); n > 0 && dated == 1 && shared.IsZero() {
		shared = targets[n-1].date
	}
	for n := range targets {
		if targets[n].date.IsZero() {
			targets[n].date = shared
		}
	}
}

func (c *clauses) enclosed(i int) bool { return i > 0 && opens(c.ts[i-1].word) }

// dateAt reports whether a date begins at token i, and the token after it.
func (c *clauses) dateAt(i int) (int, bool) {
	if k := c.ts[i].kind; k != numberToken && k != wordToken {
		return 0, false
	}
	dates := c.dates()
	n, ok := slices.BinarySearchFunc(dates, c.ts[i].start, func(d bdgraph.FoundDate, start int) int { return d.Start - start })
	if !ok {
		return 0, false
	}
	return tokenAt(c.ts, dates[n].End-1) + 1, true
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
var shortcode = regexp.MustCompile(`^:[a-z0-9_+-]+:`)

// skipMarks passes blanks and marks that mean nothing before a phrase: emoji, quotes, bullets.
func (c *clauses) skipMarks(i int) int {
	for i < len(c.ts) {
		t := c.ts[i]
		if t.word == ":" {
			if m := shortcode.FindString(c.v.text[t.start:]); m != "" {
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

func opens(w string) bool { return w == "(" || w == "[" || w == "（" || w == "{" || w == "【" }

// closing returns the token that closes the parenthesis at open, or the number of tokens.
func (c *clauses) closing(open int) int {
	depth := 0
	for i := open; i < len(c.ts); i++ {
		switch w := c.ts[i].word; {
		case opens(w):
			depth++
		case w == ")" || w == "]" || w == "）" || w == "}" || w == "】":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(c.ts)
}

// text returns the text of the tokens from one to before another, without surrounding blanks.
func (c *clauses) text(from, to int) string {
	return c.part(from, to).text
}

func (c *clauses) part(from, to int) rich {
	if from >= to || from >= len(c.ts) {
		return rich{}
	}
	return c.v.slice(c.ts[from].start, c.ts[min(to, len(c.ts))-1].end)
}

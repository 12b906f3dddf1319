package adr

import (
	"cmp"
	"slices"
	"strings"

	"bdgraph"
	"bdgraph/internal/datetext"
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
	// purpose is what a successor is said to be for, which is a part where the record is in force.
	purpose string
	date    bdgraph.Date
	line    int
}

// full reports whether the relation ends the record that holds it.
func (s statedRelation) full() bool { return s.kind == bdgraph.ADRSupersededBy }

// ends reports whether the relation ends the record or its recommendation.
func (s statedRelation) ends() bool { return s.full() || s.kind == bdgraph.ADRDeprecatedBy }

// clauses reads the relation clauses of one piece of text: a phrase such as
// "superseded by", and the records that follow it.
type clauses struct {
	h     *headerReader
	v     rich
	ts    []token
	found []datetext.Found // by dates
	dated bool             // found is filled
	// inStatus says that the text is a status: parentheses there that end the
	// record tell history and relate nothing.
	inStatus bool
	// inForce says that the status before the clauses at hand does not end the record.
	inForce bool
	// prose says that the text is a record's body, where a plain number is no reference.
	prose bool
	end   int // token after the last that was understood
	// taken holds the places of the dates that relations have which do not end the record.
	taken    []int
	lastEnd  int // token after the last record that a relation names
	stated   []statedRelation
	language string // of the first phrase
}

func (h *headerReader) clauses(v rich) *clauses {
	return &clauses{h: h, v: v, ts: tokenize(v.text)}
}

// dates returns the date expressions of the text.
func (c *clauses) dates() []datetext.Found {
	if !c.dated {
		c.found, c.dated = datetext.Find(c.v.text, c.h.order), true
	}
	return c.found
}

// read gathers the relations of all clauses from token i on. A clause begins
// at i, after a separator, and after "and" or "but".
func (c *clauses) read(i int) {
	start := true
	for i < len(c.ts) {
		if start {
			m, ok := c.relationAt(i)
			if !ok {
				m, ok = c.subjectAt(i)
			}
			if ok {
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

// subjectAt finds a clause of a status in force that says what became of a part:
// "the storage section is replaced by ADR 3". The words before "is" are the part.
func (c *clauses) subjectAt(i int) (relationMatch, bool) {
	if !c.inStatus || !c.inForce {
		return relationMatch{}, false
	}
	i = c.skipMarks(i)
	words := 0
	for j := i; j < min(i+80, len(c.ts)) && words < 12 && !c.sentenceEnds(j) && !c.dashAt(j); j++ {
		if opens(c.ts[j].word) && !c.linkAt(j) {
			if j = c.closing(j); j == i || j >= len(c.ts) {
				break
			}
			continue // "point 1 (the retry rule) is replaced by ADR 3"
		}
		if c.ts[j].kind == wordToken {
			words++
		}
		_, _, other := c.reference(j, false)
		_, stop := c.h.w.is("stop", c.ts, j)
		_, future := c.h.w.is("future", c.ts, j)
		if other || stop || future {
			break // what became of another record, or did not become of this one
		}
		if j == i || c.ts[j-1].kind != blankToken || c.fillerOnly(i, j) {
			continue
		}
		m, ok := c.phraseAt(j, relationMatch{clauseStart: i})
		if ok && !m.bare && !m.around && (m.kind == bdgraph.ADRSupersededBy || m.kind == bdgraph.ADRAmendedBy) {
			if targets, _ := c.targets(m); len(targets) == 0 {
				break
			}
			m.partial = cmp.Or(c.subject(i, j), m.partial)
			return m, m.partial != ""
		}
	}
	return relationMatch{}, false
}

// fillerOnly reports whether tokens say nothing: "and the whole decision".
func (c *clauses) fillerOnly(from, to int) bool {
	for from < to {
		next, ok := c.h.w.is("lead", c.ts, from)
		if !ok {
			next, ok = c.h.w.is("filler", c.ts, from)
		}
		switch {
		case ok:
			from = next
		case c.ts[from].kind == blankToken:
			from++
		default:
			return false
		}
	}
	return true
}

// subject returns the words before a phrase without those that lead to it, such as "is".
func (c *clauses) subject(from, to int) string {
	for j := from; j < to; j++ {
		if c.ts[j].kind == wordToken && c.fillerOnly(j, to) {
			to = j
		}
	}
	return c.text(from, to)
}

// aside passes parentheses. Relations are read when they begin what is enclosed:
// "Accepted (amended by ADR 4)", "n/a (amends ADR 4)". In a status, one that ends the record is history.
func (c *clauses) aside(open int) int {
	end := c.closing(open)
	inner := c.part(open+1, end)
	if inner.empty() {
		return min(end+1, len(c.ts))
	}
	sub := c.h.clauses(inner)
	sub.inStatus, sub.inForce = c.inStatus, c.inForce
	m, ok := sub.relationAt(0)
	if !ok {
		m, ok = sub.subjectAt(0) // "Accepted (the retry rule is replaced by ADR 9)"
	}
	if !ok {
		return min(end+1, len(c.ts))
	}
	sub.read(0)
	_, was := sub.h.w.is("was", sub.ts, sub.skipMarks(0))
	switch {
	case len(sub.stated) == 0:
		if _, none := c.h.none(sub.part(m.from, len(sub.ts))); c.inStatus && !was && !m.bare && !none {
			c.h.find("relation_without_target", bdgraph.Info, inner.lineAt(0), "no record is named: "+quoted(inner.text), "name it by number, path or link")
		}
	case c.inStatus && (was || slices.ContainsFunc(sub.stated, statedRelation.ends)):
		severity := bdgraph.Info
		if !was && c.inForce {
			severity = bdgraph.Warning // the record may be over
		}
		c.h.find("aside_relation", severity, inner.lineAt(0),
			"a relation in parentheses after a status counts as history: "+quoted(inner.text),
			"write it on a line of its own if it holds")
	default:
		c.stated = append(c.stated, sub.stated...)
	}
	return min(end+1, len(c.ts))
}

// clause reads the records after (or inside) a relation phrase and appends a relation for each.
func (c *clauses) clause(m relationMatch) int {
	targets, end := c.targets(m)
	if m.around {
		end = c.pastDate(m.next)
	}
	if c.language == "" {
		c.language = m.language
	}
	c.end = max(c.end, end)
	verb := c.text(m.verbStart, m.verbEnd)
	if m.around {
		verb = strings.TrimSpace(c.text(m.verbStart, m.from) + " … " + c.text(m.to, m.next))
	}
	used := c.dateTargets(m, targets, end)
	for _, t := range targets {
		kind, scope := m.kind, t.scope
		if scope == "" {
			scope = m.partial
		}
		if kind == bdgraph.ADRRelates {
			scope = ""
		}
		if scope != "" {
			switch kind {
			case bdgraph.ADRSupersedes, bdgraph.ADRDeprecates:
				kind = bdgraph.ADRAmends
			case bdgraph.ADRSupersededBy, bdgraph.ADRDeprecatedBy:
				kind = bdgraph.ADRAmendedBy
			}
		}
		c.stated = append(c.stated, statedRelation{
			kind: kind, verb: verb, ref: t.ref, scope: scope, partial: c.h.saysPart(scope), purpose: c.purposeAfter(t.end, end), date: t.date, line: c.v.lineAt(c.ts[t.start].start),
		})
	}
	if last := len(targets) - 1; last >= 0 {
		c.lastEnd = max(c.lastEnd, targets[last].end)
	}
	if last := len(targets) - 1; last >= 0 && !m.around && c.stated[len(c.stated)-1].scope == "" &&
		(m.kind == bdgraph.ADRSupersedes || m.kind == bdgraph.ADRSupersededBy && c.inStatus && c.purpose(c.skipMarks(targets[last].end))) {
		c.doubtPart(targets[last])
	}
	if n := len(c.stated); len(targets) > 0 && !slices.ContainsFunc(c.stated[n-len(targets):], statedRelation.ends) {
		c.taken = append(c.taken, used...)
	}
	return max(end, m.from)
}

// purposeAfter returns the words right after a record that say what for, up to a token.
func (c *clauses) purposeAfter(i, end int) string {
	at := skipBlanks(c.ts, i)
	if at < len(c.ts) && c.ts[at].word == "," {
		at = skipBlanks(c.ts, at+1)
	}
	if at >= end || !c.purpose(at) {
		return ""
	}
	to := at
	for to < end && !c.sentenceEnds(to) {
		to++
	}
	return strings.Trim(c.text(at, to), " .,;")
}

// doubtPart reports words right after a record that is superseded which are not its
// title: they may name the part that is meant, as in "Supersedes ADR 3 retry times" and "Superseded
// by ADR 3, for retries".
func (c *clauses) doubtPart(t target) {
	next := skipBlanks(c.ts, t.end)
	if next < len(c.ts) && c.ts[next].word == "," && c.purpose(skipBlanks(c.ts, next+1)) {
		next = skipBlanks(c.ts, next+1)
	}
	if next >= len(c.ts) || next == t.end || c.ts[next].kind != wordToken || c.remarkAt(next) && !c.purpose(next) || c.nextClause(next-1) {
		return
	}
	if _, and := c.h.w.is("and", c.ts, next); and {
		return
	}
	if r, _, _ := c.h.x.resolve(c.h.r, t.ref); r == nil || strings.Contains(strings.ToLower(r.adr.Title), strings.ToLower(c.text(next, c.wordEnd(next)))) {
		return
	}
	c.h.find("doubtful_scope", bdgraph.Info, c.v.lineAt(c.ts[t.start].start),
		"words after the record may be the part that is meant; all of it is taken to be superseded: "+quoted(c.v.text), "say \"in part\" if it is one")
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

// dateAt reports whether a date begins at token i, and the token after it.
func (c *clauses) dateAt(i int) (int, bool) {
	if i >= len(c.ts) || c.ts[i].kind != numberToken && c.ts[i].kind != wordToken {
		return 0, false
	}
	dates := c.dates()
	n, ok := slices.BinarySearchFunc(dates, c.ts[i].start, func(d datetext.Found, start int) int { return d.Start - start })
	if !ok {
		return 0, false
	}
	return tokenAt(c.ts, dates[n].End-1) + 1, true
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

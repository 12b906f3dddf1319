package adr

import (
	"strconv"
	"strings"

	"bdgraph"
)

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
		if c.sentenceEnds(i) && !(last >= 0 && !closed && c.listedAfter(i)) || i > m.from && c.nextClause(i) {
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

// listedAfter reports whether a semicolon only separates one record from the
// next: "ADR 3; ADR 4". One that begins a sentence is followed by more words.
func (c *clauses) listedAfter(i int) bool {
	if w := c.ts[i].word; w != ";" && w != "；" {
		return false
	}
	_, next, ok := c.reference(c.skipMarks(i+1), !c.prose)
	if !ok {
		return false
	}
	next = c.skipMarks(next)
	if next >= len(c.ts) || opens(c.ts[next].word) || c.sentenceEnds(next) {
		return true
	}
	_, ok = c.separatorAt(next)
	return ok
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
		case owner >= 0 && targets[owner].date.IsZero() && shared.IsZero():
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

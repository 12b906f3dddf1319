package adr

import (
	"slices"
	"strings"

	"bdgraph"
	"bdgraph/internal/datetext"
)

// statusDate returns the first date of a status from a token on that is no
// history and belongs to nothing else.
func (h *headerReader) statusDate(c *clauses, from int, status bdgraph.ADRStatus) bdgraph.Date {
	for _, d := range c.dates() {
		i := tokenAt(c.ts, d.Start)
		if i < from {
			continue
		}
		if f := c.windowBefore(i); f != "" {
			h.dates[f] = dated{c.window(d), c.v.lineAt(d.Start)}
			continue
		}
		if c.linkAt(i) || c.history(i) || slices.Contains(c.taken, d.Start) || c.datesOther(i, status) || (d.Date.Precision() == bdgraph.PrecisionYear && c.inRecord(i)) {
			continue
		}
		if _, ok := c.slugAt(i); ok {
			continue
		}
		h.noteDate(d, c.v.lineAt(d.Start))
		if !d.Date.IsZero() {
			return d.Date
		}
	}
	return bdgraph.Date{}
}

// acceptedBefore returns the day of acceptance that a text gives before a token:
// "Accepted 2024-03-05 → Deprecated".
func (c *clauses) acceptedBefore(to int) bdgraph.Date {
	for i := range to {
		if i > 0 && c.ts[i-1].kind == wordToken {
			continue
		}
		if s, next, _, ok := c.statusAt(i); ok && s == bdgraph.StatusAccepted {
			date, _ := c.dateNext(next)
			return date
		}
	}
	return bdgraph.Date{}
}

// dateNext returns the date that comes right after token i, and the token after it.
func (c *clauses) dateNext(i int) (bdgraph.Date, int) {
	at := c.skipFiller(i)
	inside := at < len(c.ts) && opens(c.ts[at].word)
	if inside {
		at = c.skipFiller(at + 1)
	}
	next, ok := c.dateAt(at)
	if !ok {
		return bdgraph.Date{}, i
	}
	for _, d := range c.dates() {
		if d.Start == c.ts[at].start {
			if inside && next < len(c.ts) {
				next++
			}
			return d.Date, next
		}
	}
	return bdgraph.Date{}, i
}

// datesOther reports whether the words before the date at token i give it to
// something other than the status: what is planned, what was before, another status, a
// change of the text, or, in parentheses, a relation.
func (c *clauses) datesOther(i int, status bdgraph.ADRStatus) bool {
	from := i
	for from > 0 && !opens(c.ts[from-1].word) && !strings.Contains(",;|，；、→⇒", c.ts[from-1].word) && !c.sentenceEnds(from-1) && !c.dashAt(from-1) {
		from--
	}
	ended := isOver(status)
	if c.lastEnd > 0 && i > c.lastEnd && wordCount(c.text(c.lastEnd, i)) > maxWordsToDate {
		return true // a remark on what replaced the record
	}
	if !ended && (c.inRelation(i) || i > 1 && opens(c.ts[i-1].word) && c.linkAt(max(0, i-3))) {
		return true
	}
	for j := from; j < i; j++ {
		if j > 0 && c.ts[j].kind == wordToken && c.ts[j-1].kind == wordToken {
			continue
		}
		if _, ok := c.h.w.is("future", c.ts, j); ok {
			return true
		}
		if c.ts[j].kind == blankToken || ended {
			continue // how a record ended is told in many words
		}
		if _, ok := c.h.w.is("was", c.ts, j); ok {
			return true
		}
		if s, _, _, ok := c.statusAt(j); ok && s != status {
			return true
		}
		if from > 0 && c.amending(j) {
			return true
		}
	}
	return false
}

// inRelation reports whether token i stands in parentheses that a relation begins:
// "Accepted (superseded in part by ADR 9, 2024-03-05)".
func (c *clauses) inRelation(i int) bool {
	open, ok := c.enclosing(i)
	if ok {
		_, ok = c.h.clauses(c.part(open+1, c.closing(open))).relationAt(0)
	}
	return ok
}

// inRecord reports whether a number stands where a record's would.
func (c *clauses) inRecord(i int) bool {
	for j := max(0, i-4); j <= i; j++ {
		if _, next, ok := c.reference(j, false); ok && next > i {
			return true
		}
	}
	return len(c.h.x.byNumber[numberKey(c.ts[i].word)]) > 0
}

// history reports whether token i stands in parentheses that begin with "was".
func (c *clauses) history(i int) bool {
	for j := i - 1; j >= 0; j-- {
		if opens(c.ts[j].word) {
			_, ok := c.h.w.is("was", c.ts, skipBlanks(c.ts, j+1))
			return ok && c.closing(j) > i
		}
	}
	return false
}

// windowBefore returns what the words before a date say that it is, where that
// is not the beginning of the status: "provisional until", "review by", "updated".
func (c *clauses) windowBefore(i int) field {
	i, _ = c.endBefore(i)
	for j := max(0, i-8); j < i; j++ {
		if m, ok := c.h.w.fields.match(c.ts, j); ok && c.skipMarks(m.next) == i {
			switch f := field(m.value); f {
			case fieldReviewBy, fieldSunset, fieldUpdated:
				return f
			}
		}
		if next, ok := c.h.w.is("until", c.ts, j); ok && c.skipMarks(next) == i {
			for k := range j {
				if _, ok := c.h.w.is("provisional", c.ts, k); ok {
					return fieldReviewBy
				}
			}
			return fieldSunset
		}
	}
	return ""
}

// window returns the date of a window: "the end of June 2026" is its last day.
func (c *clauses) window(d datetext.Found) bdgraph.Date {
	if _, end := c.endBefore(tokenAt(c.ts, d.Start)); end && !d.Date.IsZero() {
		return bdgraph.DateOfDay(d.Date.Latest)
	}
	return d.Date
}

// endBefore returns the token at which "the end of" begins before a date at
// token i, and i itself where it does not stand there.
func (c *clauses) endBefore(i int) (int, bool) {
	for j := max(0, i-6); j < i; j++ {
		if next, ok := c.h.w.is("end", c.ts, j); ok && c.skipFiller(next) == i {
			return j, true
		}
	}
	return i, false
}

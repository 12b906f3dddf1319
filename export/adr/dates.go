package adr

import (
	"fmt"
	"slices"

	"bdgraph"
	"bdgraph/internal/datetext"
)

// noteDate reports what is doubtful about a date expression.
func (h *headerReader) noteDate(d datetext.Found, line int) {
	switch {
	case d.Ambiguous:
		h.find("ambiguous_date", bdgraph.Warning, line, quoted(d.Written)+" may be day-month or month-day; both count as possible",
			"set date_order to dmy or mdy, or write "+d.Date.Earliest.String()+" or "+d.Date.Latest.String())
	case d.Date.IsZero():
		h.find("impossible_date", bdgraph.Warning, line, "there is no such day: "+quoted(d.Written), "correct the date; it was not used")
	}
}

// date reads a date field.
func (h *headerReader) date(k keyed, line int, from string) {
	ds := h.datesOf(k)
	if first, seen := h.dates[k.field]; seen {
		if len(ds) > 0 && ds[0].Date != first.date {
			h.find("repeated_date", bdgraph.Info, line, fmt.Sprintf("a second date is ignored: %s; line %d says %s", quoted(k.value.text), first.line, first.date.Text), "keep one date")
		}
		return
	}
	if len(ds) == 0 {
		h.find("unreadable_date", bdgraph.Warning, line, "no date can be read in "+quoted(k.value.text), "write it as YYYY-MM-DD")
		return
	}
	h.noteDate(ds[0], line)
	if ds[0].Date.IsZero() {
		return
	}
	h.dates[k.field] = dated{ds[0].Date, k.value.lineAt(ds[0].Start)}
	h.r.shape.note(string(k.field), from)
	if k.field != fieldAcceptedDate && k.field != fieldCreated {
		return
	}
	c := h.clauses(k.key)
	if status, next, _, ok := c.statusAt(c.skipMarks(0)); ok && c.skipMarks(next) >= len(c.ts) {
		h.imply(status, ds[0].Date, k.key.join(k.value, ": "))
	}
}

// datesOf returns the dates of a field without those that its words give to
// something else: "updated 2024-03-05", "planned for 2024-03-05", "before 2024-03-05".
func (h *headerReader) datesOf(k keyed) []datetext.Found {
	c := h.clauses(k.value)
	if k.field != fieldDate && k.field != fieldAcceptedDate && k.field != fieldCreated {
		ds := slices.Clone(c.dates())
		if k.field == fieldSunset || k.field == fieldReviewBy {
			for i, d := range ds {
				ds[i].Date = c.window(d)
			}
		}
		return ds
	}
	from := 0
	return slices.DeleteFunc(slices.Clone(c.dates()), func(d datetext.Found) bool {
		i := tokenAt(c.ts, d.Start)
		words := from
		from = tokenAt(c.ts, d.End-1) + 1
		if f := c.windowBefore(i); f != "" {
			if _, seen := h.dates[f]; !seen && f == fieldUpdated {
				h.dates[f] = dated{d.Date, c.v.lineAt(d.Start)}
			}
			return true
		}
		for j := words; j < i; j++ {
			_, future := h.w.is("future", c.ts, j)
			if next, before := h.w.is("before", c.ts, j); future || before && c.skipMarks(next) == i {
				return true
			}
		}
		return false
	})
}

// imply remembers "Accepted: 2024-03-05", which is a status where no status
// field is; of several the latest counts.
func (h *headerReader) imply(status bdgraph.ADRStatus, date bdgraph.Date, v rich) {
	if h.implied == nil || date.Latest >= h.implied.date.Latest {
		h.implied = &change{date: date, line: v.lineAt(0), status: status, text: v.text}
	}
}

// settleDates decides which date field is the record's own. A plain date
// comes first, then the day of acceptance, of creation, and that of a changelog. The day of the last change is no start and only reported.
func (h *headerReader) settleDates() {
	a := &h.r.adr
	accepted, hasAccepted := h.dates[fieldAcceptedDate]
	for _, f := range []field{fieldDate, fieldAcceptedDate, fieldCreated} {
		if d, ok := h.dates[f]; ok {
			a.Date, a.DateLine = d.date, d.line
			break
		}
	}
	h.settleChanges()
	if a.Accepted = accepted.date; a.Accepted.IsZero() && a.Status == bdgraph.StatusAccepted {
		a.Accepted = a.StatusDate
	}
	if hasAccepted && a.Status == bdgraph.StatusAccepted && a.StatusDate.IsZero() {
		a.StatusDate = accepted.date
	}
	if d, ok := h.dates[fieldStatusDate]; ok && a.StatusDate.IsZero() {
		a.StatusDate = d.date
	}
	if d, ok := h.dates[fieldSupersededDate]; ok {
		if a.StatusDate.IsZero() && isOver(a.Status) {
			a.StatusDate = d.date
		}
		for i := range h.stated {
			if s := &h.stated[i]; s.date.IsZero() && (s.full() || s.kind == bdgraph.ADRDeprecatedBy) {
				s.date = d.date
			}
		}
	}
	a.ReviewBy, a.Sunset = h.dates[fieldReviewBy].date, h.dates[fieldSunset].date
	if d, ok := h.dates[fieldUpdated]; ok && a.Date.IsZero() {
		h.find("only_updated", bdgraph.Info, d.line, "only the day of the last change is given ("+d.date.Text+"), which is no start", "add a date of the decision")
	}
}

// changeEntry reports whether a line is a dated entry: "2022-03-01: first draft".
func (h *headerReader) changeEntry(v rich) bool {
	ds := datetext.Find(v.text, h.order)
	return len(ds) > 0 && wordCount(v.text[:ds[0].Start]) == 0 && wordCount(v.text[ds[0].End:]) > 0
}

// changelog reads dated entries: list items, lines, or rows of a table. Each
// may give a status and relations.
func (h *headerReader) changelog(lines []textLine) {
	for i := 0; i < len(lines); {
		l := lines[i]
		v, next := l.rich, i+1
		if l.kind == tableRow {
			v = rich{}
			for _, c := range l.cells {
				v = v.join(c, " — ")
			}
			if l.head {
				v = rich{}
			}
		} else {
			v, _, next = h.gather(lines, i, l.rich)
		}
		i = next
		ds := datetext.Find(v.text, h.order)
		if len(ds) == 0 && h.statusLine(v) {
			h.undated = append(h.undated, v)
		}
		if len(ds) == 0 || wordCount(v.text[:ds[0].Start]) > 4 {
			continue
		}
		h.noteDate(ds[0], v.lineAt(0))
		entry := change{date: ds[0].Date, line: v.lineAt(ds[0].Start), text: v.text}
		c := h.clauses(v)
		changed := c.afterArrow() // "Proposed → Accepted"
		if s, _, language, ok := c.statusAt(changed); changed > 0 && ok && !c.amending(changed) {
			entry.status = s
			h.tally(language, 1)
		}
		// Each part of the entry may be the status: the date can stand before or after it.
		for j := range c.ts {
			if j > 0 && c.ts[j].kind != wordToken && c.ts[j].kind != markToken {
				continue
			}
			if j > 0 && j < tokenAt(c.ts, ds[0].End) && j > 6 {
				continue
			}
			if !c.beginsPart(j) {
				continue
			}
			if _, ok := c.relationAt(j); ok {
				if len(c.stated) == 0 {
					c.read(j)
				}
			} else if s, _, language, ok := c.statusAt(j); ok && entry.status == "" && changed == 0 && !c.amending(j) {
				entry.status = s
				h.tally(language, 1)
			}
		}
		for n := range c.stated {
			if c.stated[n].date.IsZero() {
				c.stated[n].date = entry.date
			}
			switch {
			case c.stated[n].full():
				entry.status = h.endsAs(c.stated[n].verb)
			case c.stated[n].ends() && !isOver(entry.status):
				entry.status = bdgraph.StatusDeprecated
			}
		}
		h.keep(c)
		h.changes = append(h.changes, entry)
	}
}

// amending reports whether a word such as "amended" stands at token i: an entry
// of a change to the text, and not of a status.
func (c *clauses) amending(i int) bool {
	return slices.ContainsFunc(c.h.w.relations.byFirst[c.ts[i].word], func(p phrase) bool {
		return p.value == string(bdgraph.ADRAmendedBy)
	})
}

// beginsPart reports whether token i begins the text or follows a mark or a date.
func (c *clauses) beginsPart(i int) bool {
	j := i - 1
	for j >= 0 && c.ts[j].kind == blankToken {
		j--
	}
	return j < 0 || c.ts[j].kind == markToken && !ideographicWord(c.ts[j].word) || c.ts[j].kind == numberToken
}

// settleChanges takes from a changelog what the header does not say: the
// entry that accepts the record is the start, else the earliest one; the latest with
// a status gives the status.
func (h *headerReader) settleChanges() {
	a := &h.r.adr
	var first, accepted, last, current *change
	for i := range h.changes {
		e := &h.changes[i]
		if e.date.IsZero() {
			continue
		}
		if first == nil || e.date.Earliest < first.date.Earliest {
			first = e
		}
		if e.status == bdgraph.StatusAccepted && (accepted == nil || e.date.Earliest < accepted.date.Earliest) {
			accepted = e
		}
		if e.status != "" && (last == nil || e.date.Latest >= last.date.Latest) {
			last = e
		}
	}
	if accepted != nil {
		if first = accepted; a.Accepted.IsZero() {
			a.Accepted = accepted.date
		}
	}
	if a.Date.IsZero() && first != nil {
		a.Date, a.DateLine = first.date, first.line
		h.r.shape.note("date", "changelog")
	}
	if a.StatusText == "" && h.implied != nil {
		a.Status, a.StatusText, a.StatusLine, a.StatusDate = h.implied.status, h.implied.text, h.implied.line, h.implied.date
		h.r.shape.note("status", "plain line")
	}
	if i := h.implied; i != nil && a.Status == bdgraph.StatusAccepted && isStopped(i.status) {
		a.Status, a.StatusText, a.StatusLine, a.StatusDate = i.status, i.text, i.line, i.date
	}
	if a.StatusText == "" && last != nil {
		a.Status, a.StatusText, a.StatusLine = last.status, last.text, last.line
		h.r.shape.note("status", "changelog")
	}
	// The present status began with the first entry that says so after the last that says another.
	var other bdgraph.Day
	for _, e := range h.changes {
		if e.status != "" && e.status != a.Status {
			other = max(other, e.date.Latest)
		}
	}
	for i := range h.changes {
		e := &h.changes[i]
		if e.status == a.Status && e.status != "" && e.date.Latest >= other && (current == nil || e.date.Latest < current.date.Latest) {
			current = e
		}
	}
	if a.StatusDate.IsZero() && current != nil {
		a.StatusDate = current.date
	}
}

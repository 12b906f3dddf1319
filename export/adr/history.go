package adr

import (
	"slices"

	"bdgraph"
)

// laterStatus reads a further status of a record. A status section is a
// history: the status with the latest day counts. Where days do not decide, the later line
// counts unless it leads back, as a list does that begins with the newest; a
// field elsewhere counts only if it ends the record. Both are reported.
func (h *headerReader) laterStatus(v rich, from string) {
	s := h.readStatus(v)
	a := &h.r.adr
	if !s.known {
		if s.status != a.Status {
			h.repeatedStatus(v)
		}
		return
	}
	if s.status == a.Status {
		if a.StatusDate.IsZero() {
			a.StatusDate = s.date
		}
		return
	}
	dated := !s.date.IsZero() && !a.StatusDate.IsZero()
	forward := stage(s.status) >= stage(a.Status)
	var counts, certain bool
	switch {
	case dated && s.date.Earliest >= a.StatusDate.Latest:
		counts, certain = true, true
	case dated && s.date.Latest <= a.StatusDate.Earliest:
		certain = true
	case from == "section" && h.statusFrom == from:
		counts, certain = forward, forward && !s.date.IsZero() && a.StatusDate.IsZero()
	default:
		counts = from != "front matter" && isOver(s.status) && !isOver(a.Status)
	}
	if counts {
		h.pastStatus(a.Status, a.StatusDate, a.StatusLine)
		first := a.StatusText
		a.Status, a.StatusText, a.StatusLine, a.StatusDate = s.status, statusText(v.text), v.lineAt(0), s.date
		if !certain {
			h.find("repeated_status", bdgraph.Warning, a.StatusLine, "several statuses are given; "+quoted(a.StatusText)+" is taken for the present one, "+quoted(first)+" for an earlier one",
				"leave the present one, or give each its day")
		}
	} else if !certain {
		h.repeatedStatus(v)
	}
	h.pastStatus(bdgraph.StatusAccepted, s.firstDate, v.lineAt(0))
	h.pastStatus(s.status, s.date, v.lineAt(0))
}

// pastStatus remembers the day of a status that may come before the present one.
func (h *headerReader) pastStatus(s bdgraph.ADRStatus, date bdgraph.Date, line int) {
	f := fieldCreated
	switch s {
	case bdgraph.StatusAccepted:
		f = fieldAcceptedDate
	case bdgraph.StatusDraft, bdgraph.StatusProposed:
	default:
		return
	}
	if _, seen := h.dates[f]; !seen && !date.IsZero() {
		h.dates[f] = dated{date, line}
	}
}

// stage orders statuses by when in the life of a record they come. What nobody knows comes first.
func stage(s bdgraph.ADRStatus) int {
	return slices.Index([]bdgraph.ADRStatus{bdgraph.StatusDraft, bdgraph.StatusProposed, bdgraph.StatusAccepted}, s) + map[bool]int{true: 4}[isStopped(s)]
}

// isStopped reports whether a status says that a record is not in force and will not be.
func isStopped(s bdgraph.ADRStatus) bool {
	return isOver(s) || s == bdgraph.StatusRejected || s == bdgraph.StatusWithdrawn
}

// statusLine reports whether a later line of a status section gives a status:
// a date may stand before its word, and after it a mark, a date, or words that tell since
// when, by what or why. Other words make it prose: "Deprecated clients still call this".
func (h *headerReader) statusLine(v rich) bool {
	c := h.clauses(v)
	c.inStatus = true
	i := c.skipLead(c.afterArrow())
	if m, ok := c.relationAt(i); ok && m.partial == "" && (m.kind == bdgraph.ADRSupersededBy || m.kind == bdgraph.ADRDeprecatedBy) {
		targets, _ := c.targets(m)
		return len(targets) > 0
	}
	_, next, _, ok := c.statusAt(i)
	if !ok || c.amending(i) {
		return false
	}
	if partial, _ := c.partialAfter(next); partial {
		return false
	}
	if _, end := c.dateNext(next); end > next {
		return true
	}
	if n := len(c.dates()); n > 0 && c.dates()[n-1].Start > c.ts[i].start {
		at := tokenAt(c.ts, c.dates()[0].Start)
		if at > next && wordCount(c.text(next, at)) <= 2 {
			return true
		}
	}
	next = skipBlanks(c.ts, next)
	if next >= len(c.ts) || c.ts[next].kind == markToken {
		return true
	}
	if _, because := h.w.is("stop", c.ts, next); because {
		return true
	}
	for _, set := range []string{"by", "and", "of", "filler"} {
		if _, ok := h.w.is(set, c.ts, next); ok {
			return len(c.dates()) > 0 || c.recordFollows(next)
		}
	}
	return false
}

package adr

import (
	"fmt"
	"slices"
	"strings"

	"bdgraph"
)

// status reads a status: its first word or words, the relations in it, and its date.
func (h *headerReader) status(v rich, from string) {
	line := v.lineAt(0)
	if h.r.adr.StatusText != "" {
		h.laterStatus(v, from)
		return
	}
	if rest, none := h.none(v); none && rest.empty() {
		h.r.shape.placeholders++
		return
	}
	h.r.adr.StatusText, h.r.adr.StatusLine = statusText(v.text), line
	h.statusFrom = from
	h.r.shape.note("status", from)
	s := h.readStatus(v)
	h.r.adr.Status, h.r.adr.StatusDate = s.status, s.date
	if !s.firstDate.IsZero() {
		h.dates[fieldAcceptedDate] = dated{s.firstDate, line}
	}
	switch {
	case s.known:
	case s.several:
		h.find("unknown_status", bdgraph.Warning, line, "several statuses are given, and nobody knows which holds: "+quoted(h.r.adr.StatusText),
			"leave the present one, or give each its day")
	default:
		h.find("unknown_status", bdgraph.Warning, line, "nobody knows the status "+quoted(h.r.adr.StatusText),
			"use a usual word, or add this one to a word list (docs/formats/adr.md)")
	}
}

// statusText returns a status as written, without the arrows that led to it
// from words struck out.
func statusText(s string) string {
	return strings.Join(strings.Fields(strings.TrimLeft(s, " \t→⇒")), " ")
}

// settleStatus takes the status of a record without a status field from a note
// above it, and reports one that its own successor line contradicts.
func (h *headerReader) settleStatus() {
	if h.r.adr.StatusText == "" && !h.note.empty() {
		h.status(h.note, h.noteFrom)
	}
	s := h.r.adr.Status
	if h.r.adr.StatusText == "" || isOver(s) || s == bdgraph.StatusUnknown {
		return
	}
	for i := range h.stated {
		if r := &h.stated[i]; r.full() && r.purpose != "" && s == bdgraph.StatusAccepted {
			r.kind, r.scope = bdgraph.ADRAmendedBy, r.purpose // "Status: Accepted", and "Superseded by: ADR 3 for retries"
		}
	}
	superseded := func(s statedRelation) bool { return s.full() && h.endsAs(s.verb) == bdgraph.StatusSuperseded }
	if i := slices.IndexFunc(h.stated, superseded); i >= 0 {
		h.find("status_disagrees", bdgraph.Warning, h.r.adr.StatusLine,
			fmt.Sprintf("the status is %s, but line %d names what supersedes the record", quoted(h.r.adr.StatusText), h.stated[i].line),
			"correct the status or the line")
		return
	}
	// A supersession ends the record by itself; a deprecation, which ends nothing else, must be its status.
	if i := slices.IndexFunc(h.stated, statedRelation.ends); i >= 0 && s == bdgraph.StatusAccepted {
		d, a := h.stated[i], &h.r.adr
		h.find("status_disagrees", bdgraph.Warning, a.StatusLine,
			fmt.Sprintf("the status is %s, but line %d says that the record is deprecated; that counts", quoted(a.StatusText), d.line), "correct the status or the line")
		if a.Date.IsZero() {
			a.Date, a.DateLine = a.StatusDate, a.StatusLine
		}
		a.Status, a.StatusText, a.StatusLine, a.StatusDate = bdgraph.StatusDeprecated, h.quote(d.line), d.line, d.date
	}
}

// repeatedStatus reports a status that does not count.
func (h *headerReader) repeatedStatus(v rich) {
	h.find("repeated_status", bdgraph.Info, v.lineAt(0), "a second status is ignored: "+quoted(v.text), "keep one status")
}

// statusReading is what a status text says.
type statusReading struct {
	status    bdgraph.ADRStatus
	known     bool
	date      bdgraph.Date // since when
	firstDate bdgraph.Date // the date of a first clause that a later one ended
	several   bool         // statuses that contradict each other
	at        int          // token of a later status that counts
}

// readStatus reads a status text: "Accepted (2024-03-05)", "Superseded by ADR 3".
func (h *headerReader) readStatus(v rich) statusReading {
	c := h.clauses(v)
	c.inStatus = true
	from := c.afterArrow()
	i := c.skipLead(from)
	var out statusReading
	m, related := c.relationAt(i)
	if related {
		out = c.fromRelation(i, m)
	} else {
		out = c.fromWord(i)
	}
	if len(c.stated) == 0 && out.known {
		c.reportUnread(i)
	}
	ended, date := c.endedBy()
	if !related && !date.IsZero() {
		out.date = date
	}
	h.keep(c)
	first := h.statusDate(c, max(from, out.at), out.status)
	if from > 0 && out.status != bdgraph.StatusAccepted {
		out.firstDate = c.acceptedBefore(from)
	}
	switch {
	case ended != "" && out.status != ended && out.status != bdgraph.StatusSuperseded && !(related && isOver(out.status)):
		out.status, out.known, out.firstDate = ended, true, first
		if first == out.date {
			out.firstDate = bdgraph.Date{}
		}
	case out.date.IsZero():
		out.date = first
	}
	return out
}

// skipLead returns the token at which a status begins after marks and a date:
// "2024-03-05: Accepted".
func (c *clauses) skipLead(i int) int {
	i = c.skipMarks(i)
	for i < len(c.ts) && opens(c.ts[i].word) {
		i = c.skipMarks(i + 1)
	}
	if next, ok := c.dateAt(i); ok {
		i = c.skipMarks(next)
	}
	return i
}

// fromRelation reads a status that begins with a relation: "Superseded by ADR 3".
func (c *clauses) fromRelation(i int, m relationMatch) (out statusReading) {
	switch {
	case m.kind == bdgraph.ADRSupersededBy && m.partial == "":
		out.status, out.known = c.h.endsAs(c.text(m.verbStart, m.verbEnd)), true
	case m.kind == bdgraph.ADRDeprecatedBy && m.partial == "":
		out.status, out.known = bdgraph.StatusDeprecated, true
	case m.kind == bdgraph.ADRSupersededBy, m.kind == bdgraph.ADRAmendedBy, m.kind == bdgraph.ADRAmends, m.kind == bdgraph.ADRSupersedes, m.kind == bdgraph.ADRDeprecatedBy:
		// What is replaced in part, or replaces others, is in force.
		out.status, out.known = bdgraph.StatusAccepted, true
	}
	c.read(i)
	if len(c.stated) == 0 && !m.bare {
		c.byTitle()
		if len(c.stated) == 0 {
			c.h.find("relation_without_target", bdgraph.Info, c.v.lineAt(0), "no record is named: "+quoted(c.v.text), "name it by number, path or link")
		}
	}
	if !isOver(out.status) || len(c.stated) == 0 || slices.ContainsFunc(c.stated, statedRelation.ends) {
		return out
	}
	if c.stated[0].partial {
		out.status = bdgraph.StatusAccepted
	} else {
		c.h.find("doubtful_scope", bdgraph.Warning, c.v.lineAt(0), "words before the record are read as the part that is meant: "+quoted(c.stated[0].scope),
			"link to the record right after the words, or say \"in part\"")
	}
	return out
}

// fromWord reads a status that begins with its word: "Accepted 2024-03-05; deprecated
// 2025-01-07". In one whose word nobody knows it reads the relations.
func (c *clauses) fromWord(i int) (out statusReading) {
	s, next, language, ok := c.statusAt(i)
	if part, is := c.h.w.is("partial", c.ts, i); is && !ok {
		// "Partially superseded", and no record with it, is in force.
		s, next, language, ok = c.statusAt(c.skipMarks(part))
		if ok = ok && isOver(s); ok {
			s = bdgraph.StatusAccepted
		}
	}
	if !ok {
		c.read(i)
		return out
	}
	out.status, out.known = s, true
	c.h.tally(language, 1)
	if partial, after := c.partialAfter(next); partial && isOver(s) {
		out.status, next = bdgraph.StatusAccepted, after
	}
	c.inForce = !isOver(s)
	c.read(c.backToClause(next))
	if later, at, several := c.laterStatuses(s, next); several {
		out.at = at
		if out.status, out.date, out.known = later.status, later.date, later.status != ""; s == bdgraph.StatusAccepted {
			out.firstDate, _ = c.dateNext(next)
		}
		out.several = !out.known
	}
	if w := c.skipMarksBut("?", next); w < len(c.ts) && c.ts[w].word == "?" || c.unknownAfterArrow(next) {
		out.status, out.known = "", false
	}
	return out
}

// endedBy returns the status that the relations of a text give the record, none
// where none ends it, and the day they name: "Accepted, superseded by ADR 3 (2025-01-07)".
func (c *clauses) endedBy() (ended bdgraph.ADRStatus, date bdgraph.Date) {
	for _, s := range c.stated {
		switch {
		case s.full():
			ended = c.h.endsAs(s.verb)
		case s.kind == bdgraph.ADRDeprecatedBy && ended == "":
			ended = bdgraph.StatusDeprecated
		default:
			continue
		}
		if !s.date.IsZero() {
			date = s.date
		}
	}
	return ended, date
}

// endsAs returns the status that a phrase before a successor gives: "deprecated in
// favour of" leaves a record deprecated, any other one superseded.
func (h *headerReader) endsAs(verb string) bdgraph.ADRStatus {
	if s, _, _, ok := h.clauses(plain(verb, 0)).statusAt(0); ok && isOver(s) {
		return s
	}
	return bdgraph.StatusSuperseded
}

// isOver reports whether a status says that a record was in force and is not any more.
func isOver(s bdgraph.ADRStatus) bool {
	return s == bdgraph.StatusSuperseded || s == bdgraph.StatusDeprecated
}

// reportUnread reports a record that a status names from token i on without a
// phrase that says how the two relate. Parentheses tell history.
func (c *clauses) reportUnread(i int) {
	for i < len(c.ts) {
		if opens(c.ts[i].word) && !c.linkAt(i) {
			i = c.closing(i) + 1
			continue
		}
		ref, _, ok := c.labelled(i)
		if !ok {
			ref, _, ok = c.linkReference(i)
		}
		if r, _, how := c.h.x.resolve(c.h.r, ref); ok && r != c.h.r && (r != nil || how == ambiguous) {
			c.h.find("unread_reference", bdgraph.Info, c.v.lineAt(c.ts[i].start),
				"the status names "+quoted(ref.written)+", but not in words that are known: "+quoted(c.v.text),
				"say what it does, as in \"superseded by\" or \"amended by\"")
			return
		}
		i++
	}
}

// statusAt matches a status word, after words that only lead to it.
func (c *clauses) statusAt(i int) (bdgraph.ADRStatus, int, string, bool) {
	for range 3 {
		m, ok := c.h.w.statuses.match(c.ts, i)
		if ok && (m.next >= len(c.ts) || c.ts[m.next].kind != wordToken && c.ts[m.next].kind != numberToken) {
			return bdgraph.ADRStatus(m.value), m.next, m.language, true
		}
		next, lead := c.h.w.is("lead", c.ts, i)
		if !lead {
			break
		}
		i = c.skipMarks(next)
	}
	return "", i, "", false
}

// partialAfter reports whether "in part" or the like follows a status word.
func (c *clauses) partialAfter(i int) (bool, int) {
	if i = skipJoints(c.ts, i); i < len(c.ts) && opens(c.ts[i].word) {
		if next, ok := c.h.w.is("partial", c.ts, i+1); ok && next < len(c.ts) && closes(c.ts[next].word) {
			return true, next + 1 // "Superseded (partially)"
		}
	}
	next, ok := c.h.w.is("partial", c.ts, i)
	return ok, next
}

// backToClause returns the place after a status word, so that what follows a
// blank or mark is read as a clause of its own: "Accepted superseded by ADR 3" is not.
func (c *clauses) backToClause(i int) int {
	j := skipBlanks(c.ts, i)
	if j < len(c.ts) {
		// A relation phrase right after the status word begins a clause.
		if _, ok := c.relationAt(j); ok && !opens(c.ts[j].word) {
			return j
		}
	}
	// Otherwise only a separator does.
	for j < len(c.ts) && c.ts[j].kind == wordToken {
		if _, ok := c.h.w.is("and", c.ts, j); ok {
			break
		}
		j = skipBlanks(c.ts, j+1)
	}
	return j
}

// skipMarksBut passes blanks and the marks around a word, but not one of them.
func (c *clauses) skipMarksBut(mark string, i int) int {
	for i < len(c.ts) && c.ts[i].word != mark && (c.ts[i].kind == blankToken || strings.Contains("*_`'\"", c.ts[i].word)) {
		i++
	}
	return i
}

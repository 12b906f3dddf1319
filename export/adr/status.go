package adr

import (
	"fmt"
	"slices"
	"strings"

	"bdgraph"
	"bdgraph/internal/datetext"
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
	i = skipJoints(c.ts, i)
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

// laterStatuses reads what a status text says after its first status word, from
// token i on, and where: "Proposed 2024-03-01, accepted 2024-04-02" has the latest, and so have
// "Accepted 2024-03-05; deprecated" and "Accepted, then deprecated". Several without
// dates or such a word say nothing: they are the choices of a template, or nobody knows which holds.
func (c *clauses) laterStatuses(first bdgraph.ADRStatus, i int) (latest change, where int, several bool) {
	latest.status = first
	latest.date, i = c.dateNext(i)
	last := latest
	dated, once, ordered, forward := !latest.date.IsZero(), !latest.date.IsZero(), true, true
	for i < len(c.ts) {
		if opens(c.ts[i].word) {
			i = c.closing(i) + 1
			continue
		}
		at, then, ok := c.partAfter(i)
		if !ok {
			i++
			continue
		}
		apart := strings.Contains(statusSeparators, c.ts[i].word)
		i = max(at, i+1)
		s, next, _, ok := c.statusAt(at)
		if then && apart && !ok {
			c.unknownNext(at)
		}
		if !ok || c.amending(at) || s == bdgraph.StatusDraft || s == bdgraph.StatusProposed && first != bdgraph.StatusDraft {
			continue
		}
		date, end := c.dateNext(next)
		end = skipBlanks(c.ts, end)
		if remark := end < len(c.ts) && !strings.Contains(statusSeparators, c.ts[end].word); remark && !(then && c.remarkAt(end)) || s == latest.status {
			continue
		}
		several, ordered, forward = true, ordered && then, forward && stage(s) > stage(last.status)
		dated, once = dated && !date.IsZero(), once || !date.IsZero()
		if last.status, last.date, where = s, date, at; dated && date.Latest >= latest.date.Latest {
			latest = last
		}
		i = end
	}
	switch {
	case several && (ordered || once && !dated && forward):
		return last, where, true
	case several && !dated:
		return change{}, 0, true
	}
	return latest, 0, several
}

// statusSeparators set one status of a text apart from the next.
const statusSeparators = ",;./|，；、→。"

// partAfter returns where the next part of a status begins after a separator, "and" or
// a word such as "then" at token i, and whether that word says that what follows came later.
func (c *clauses) partAfter(i int) (at int, then, ok bool) {
	at = i
	if strings.Contains(statusSeparators, c.ts[i].word) {
		at, ok = i+1, true
	}
	for range 3 {
		at = c.skipMarks(at)
		if next, is := c.h.w.is("then", c.ts, at); is {
			at, then, ok = next, true, true
		} else if next, is := c.h.w.is("and", c.ts, at); is {
			at, ok = next, true
		}
	}
	return c.skipMarks(at), then, ok
}

// remarkAt reports whether words that only tell more of a status begin at token i:
// "deprecated when the gateway went".
func (c *clauses) remarkAt(i int) bool {
	if c.ts[i].kind != wordToken && c.ts[i].kind != numberToken && !ideographicWord(c.ts[i].word) {
		return true
	}
	for _, set := range []string{"stop", "by", "of", "filler", "partial"} {
		if _, ok := c.h.w.is(set, c.ts, i); ok {
			return true
		}
	}
	return false
}

// unknownNext reports that a status goes on to a word that nobody knows: "Accepted, then unbuilt".
func (c *clauses) unknownNext(i int) {
	if i >= len(c.ts) || c.amending(i) {
		return
	}
	if _, ok := c.relationAt(i); !ok {
		c.h.find("unread_status", bdgraph.Info, c.v.lineAt(c.ts[i].start), "what the record became later is not in words that are known: "+quoted(c.v.text),
			"use a usual word for the last status, or add this one to a word list (docs/formats/adr.md)")
	}
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

// skipMarksBut passes blanks and the marks around a word, but not one of them.
func (c *clauses) skipMarksBut(mark string, i int) int {
	for i < len(c.ts) && c.ts[i].word != mark && (c.ts[i].kind == blankToken || strings.Contains("*_`'\"", c.ts[i].word)) {
		i++
	}
	return i
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

// afterArrow returns the token after the last arrow that leads to a status:
// "Draft → Accepted".
func (c *clauses) afterArrow() int {
	for i := len(c.ts) - 1; i > 0; i-- {
		if w := c.ts[i].word; w != "→" && w != "⇒" && (w != ">" || c.ts[i-1].word != "-" && c.ts[i-1].word != "=") {
			continue
		}
		next := c.skipMarks(i + 1)
		if _, _, _, ok := c.statusAt(next); ok {
			return next
		}
	}
	return 0
}

// unknownAfterArrow reports whether an arrow right after a status leads to a word that
// nobody knows: "Proposed → baked".
func (c *clauses) unknownAfterArrow(i int) bool {
	i = skipBlanks(c.ts, i)
	if i >= len(c.ts) || c.ts[i].word != "→" && c.ts[i].word != "⇒" {
		return false
	}
	if i = c.skipMarks(i + 1); i >= len(c.ts) || c.ts[i].kind != wordToken || c.remarkAt(i) {
		return false
	}
	_, _, record := c.reference(i, false)
	_, relation := c.relationAt(i)
	_, _, _, status := c.statusAt(i)
	return !record && !relation && !status
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

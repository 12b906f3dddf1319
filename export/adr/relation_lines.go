package adr

import (
	"slices"

	"bdgraph"
)

// relations reads a line that begins with a relation phrase.
func (h *headerReader) relations(v rich, from string) {
	c := h.clauses(v)
	c.read(0)
	if len(c.stated) == 0 {
		c.byTitle()
	}
	if len(c.stated) == 0 && h.endedOn(c) {
		return
	}
	if len(c.stated) == 0 {
		h.find("relation_without_target", bdgraph.Info, v.lineAt(0), "no record is named: "+quoted(v.text), "name it by number, path or link")
		return
	}
	h.keep(c)
	h.r.shape.note("relation", from)
}

// noteLine reads a line that is no field but begins with a relation phrase:
// "Superseded by ADR 12", often in a quotation above an unchanged record.
func (h *headerReader) noteLine(v rich, from string) {
	before := len(h.stated)
	h.relations(v, from)
	if h.note.empty() && slices.ContainsFunc(h.stated[before:], statedRelation.full) {
		h.note, h.noteFrom = v, from
	}
}

// endedOn reads "Superseded: 2024-03-05", a day without a record.
func (h *headerReader) endedOn(c *clauses) bool {
	i := c.skipMarks(0)
	status, next, _, ok := c.statusAt(i)
	if !ok || len(c.dates()) == 0 || c.skipFiller(next) >= len(c.ts) || c.ts[c.skipFiller(next)].start != c.dates()[0].Start {
		return false
	}
	d := c.dates()[0]
	h.noteDate(d, c.v.lineAt(d.Start))
	h.dates[fieldSupersededDate] = dated{d.Date, c.v.lineAt(d.Start)}
	h.imply(status, d.Date, c.v)
	return true
}

// byTitle reads a value that is nothing but the title of a record.
func (c *clauses) byTitle() {
	m, ok := c.relationAt(0)
	if !ok {
		return
	}
	from := c.skipMarks(m.from)
	title := c.text(from, len(c.ts))
	if len(c.h.x.bySlug[slugify(title)]) == 0 {
		return
	}
	c.stated = append(c.stated, statedRelation{
		kind: m.kind, verb: c.text(m.verbStart, m.verbEnd), ref: reference{written: title, slug: slugify(title)}, line: c.v.lineAt(c.ts[from].start),
	})
}

func (h *headerReader) keep(c *clauses) {
	h.tally(c.language, 1)
	h.stated = append(h.stated, c.stated...)
}

// related reads records of which no more is said than the key.
func (h *headerReader) related(k keyed, from string) {
	c := h.clauses(k.key.join(k.value, ": "))
	start := tokenAt(c.ts, len(k.key.text)+2)
	if inner, ok := c.relationAt(start); ok && inner.verbStart >= start {
		c.read(start)
	} else {
		c.clause(relationMatch{kind: bdgraph.ADRRelates, from: start, to: len(c.ts), verbEnd: tokenAt(c.ts, len(k.key.text))})
	}
	if len(c.stated) > 0 {
		h.r.shape.note("relation", from)
	}
	h.keep(c)
}

// tracked reads the issues of the store that a line names.
func (h *headerReader) tracked(k keyed) {
	found := false
	for _, item := range k.each() {
		for _, s := range issueTokens(item) {
			if h.isIssue != nil && !h.isIssue(s.id) {
				continue
			}
			found = true
			line := item.lineAt(s.at)
			h.r.adr.Relations = append(h.r.adr.Relations, bdgraph.ADRRelation{
				Kind: bdgraph.ADRTrackedIn, Verb: k.key.text, Target: s.id, Written: s.id, Quote: h.quote(line), Line: line,
			})
		}
	}
	if !found {
		h.find("no_issue", bdgraph.Info, k.value.lineAt(0), "no issue of the store is named: "+quoted(k.value.text), "")
	}
}

package adr

import (
	"slices"
	"strings"

	"bdgraph"
	"bdgraph/internal/datetext"
)

// headerLines reads key lines and relation lines. In a status section the
// first line that is neither is the status.
func (h *headerReader) headerLines(lines []textLine, inStatus bool) {
	for i := 0; i < len(lines); {
		l := lines[i]
		if l.kind == tableRow {
			i = h.table(lines, i)
			continue
		}
		if inStatus && uncheckedBox().MatchString(l.text) {
			i++
			continue
		}
		if m := checkedBox().FindString(l.text); inStatus && m != "" {
			lines = slices.Clone(lines)
			lines[i].rich = l.from(len(m))
			l = lines[i]
		}
		if parts := h.apart(l.rich); len(parts) > 1 {
			for _, p := range parts[:len(parts)-1] {
				h.linePart(p, source(l), inStatus)
			}
			lines = slices.Clone(lines)
			lines[i].rich = parts[len(parts)-1]
			l = lines[i]
		}
		if inStatus && h.r.adr.StatusText == "" && h.changeEntry(l.rich) {
			h.changelog(lines[i:])
			return
		}
		if k, ok := h.splitKey(l.rich); ok && !(inStatus && h.r.adr.StatusText == "" && (h.boldStatus(l.rich, k) || h.remarkedStatus(k))) && (k.field != "" || !inStatus || h.r.adr.StatusText != "") {
			value, items, next := h.gather(lines, i, k.value)
			k.value, k.items = value, items
			switch {
			case inStatus && h.r.adr.StatusText == "" && k.field == fieldRelation && h.passive(l.rich):
				h.status(l.rich, "section")
			case k.field == fieldOther && h.relationLine(k.value):
				h.noteLine(k.value, source(l)) // "Note: superseded by …"
			case k.field != "" || h.namesRecord(k.value):
				h.value(k, source(l))
			default:
				next = i
			}
			if next > i {
				i = next
				continue
			}
		}
		v, _, next := h.gather(lines, i, l.rich)
		switch {
		case inStatus && h.r.adr.StatusText == "" && (!h.relationLine(v) || h.passive(v)):
			h.status(v, "section")
		case inStatus && h.statusLine(v):
			h.status(v, "section")
		case h.relationLine(v):
			h.noteLine(v, source(l))
		case l.kind == quotation && h.endedNote(v):
			h.noteLine(v, source(l))
		case (l.kind == quotation || l.bold > 0 || !inStatus && h.statusLine(v)) && h.endedOn(h.clauses(v)):
		case inStatus && h.freeVerb(v):
		case inStatus:
			h.statusRemark(v)
		}
		i = next
	}
}

// endedNote reports whether a note gives a status that ends the record before what
// replaces it: "Archived — superseded by ADR 12".
func (h *headerReader) endedNote(v rich) bool {
	c := h.clauses(v)
	s, next, _, ok := c.statusAt(c.skipLead(0))
	if !ok || !isOver(s) {
		return false
	}
	c.read(c.backToClause(next))
	return slices.ContainsFunc(c.stated, statedRelation.ends)
}

// boldStatus reports whether "**Accepted** on 2024-03-05" is a status with a word
// in bold rather than a key with its value, which a colon sets off.
func (h *headerReader) boldStatus(v rich, k keyed) bool {
	if !k.emphasized || !strings.HasPrefix(v.text[min(len(k.key.text), len(v.text)):], " ") {
		return false
	}
	c := h.clauses(k.key)
	_, next, _, ok := c.statusAt(c.skipMarks(0))
	return ok && c.skipMarks(next) >= len(c.ts)
}

// remarkedStatus reports whether "Accepted: we measured it" is a status with a remark rather
// than a key with a day or a record.
func (h *headerReader) remarkedStatus(k keyed) bool {
	c := h.clauses(k.key)
	_, next, _, ok := c.statusAt(c.skipMarks(0))
	return ok && c.skipMarks(next) >= len(c.ts) && !k.value.empty() && len(h.clauses(k.value).dates()) == 0 && !h.relationLine(k.key.join(k.value, ": "))
}

// linePart reads what stands before another key on the same line.
func (h *headerReader) linePart(v rich, from string, inStatus bool) {
	if k, ok := h.splitKey(v); ok && k.field != "" {
		h.value(k, from)
	} else if inStatus && h.r.adr.StatusText == "" {
		h.status(v, "section")
	} else if h.relationLine(v) {
		h.relations(v, from)
	}
}

// A status may be a list of choices of which one is ticked.
var (
	uncheckedBox = pattern(`^\[ ?\]`)
	checkedBox   = pattern(`^\[[xX✓✔]\]`)
)

func source(l textLine) string {
	switch {
	case l.kind == tableRow:
		return "table"
	case l.kind == quotation:
		return "quotation"
	case l.bold > 0 && l.kind == listItem:
		return "bold bullet"
	case l.kind == listItem:
		return "bullet"
	case l.bold > 0:
		return "bold line"
	}
	return "plain line"
}

// relationLine reports whether a line begins with a relation phrase that a record follows.
func (h *headerReader) relationLine(v rich) bool {
	c := h.clauses(v)
	m, ok := c.relationAt(0)
	if !ok {
		return false
	}
	targets, _ := c.targets(m)
	return len(targets) > 0
}

// passive reports whether the line says what became of this record.
func (h *headerReader) passive(v rich) bool {
	c := h.clauses(v)
	m, ok := c.relationAt(0)
	return ok && (m.kind == bdgraph.ADRSupersededBy || m.kind == bdgraph.ADRDeprecatedBy || m.kind == bdgraph.ADRAmendedBy && m.partial != "")
}

// namesRecord reports whether a value begins with a record.
func (h *headerReader) namesRecord(v rich) bool {
	c := h.clauses(v)
	i := c.skipMarks(0)
	if i >= len(c.ts) {
		return false
	}
	if _, _, ok := c.labelled(i); ok {
		return true
	}
	if _, _, ok := c.linkReference(i); ok {
		return true
	}
	_, ok := c.slugAt(i)
	return ok
}

// onlyRecords reports whether a value is a list of records with remarks in
// parentheses at most, so that its key is a verb and not the beginning of prose.
func (h *headerReader) onlyRecords(v rich) bool {
	c := h.clauses(v)
	targets, _ := c.targets(relationMatch{to: len(c.ts)})
	for i := 0; i < len(c.ts); {
		if n := slices.IndexFunc(targets, func(t target) bool { return i >= t.start && i < t.end }); n >= 0 {
			i = targets[n].end
		} else if opens(c.ts[i].word) {
			i = c.closing(i) + 1
		} else if next, ok := h.w.is("and", c.ts, i); ok {
			i = next
		} else if c.ts[i].kind == wordToken || ideographicWord(c.ts[i].word) {
			return false
		} else {
			i++
		}
	}
	return true
}

// freeVerb reads "Clarifies [3. Queue mail](0003-queue-mail.md)": a few words
// and a record, as adr-tools writes any link.
func (h *headerReader) freeVerb(v rich) bool {
	c := h.clauses(v)
	words := 0
	for i := c.skipMarks(0); i < len(c.ts) && words <= 3; i++ {
		if ref, _, ok := c.reference(i, false); ok && words > 0 {
			if ref.dest == "" && ref.number == "" {
				return false
			}
			m := relationMatch{kind: bdgraph.ADRRelates, verbStart: 0, from: i, to: len(c.ts), verbEnd: i}
			c.clause(m)
			h.keep(c)
			return true
		}
		switch c.ts[i].kind {
		case wordToken:
			words++
		case blankToken:
		default:
			return false
		}
	}
	return false
}

// statusRemark reads a later line of a status section: it may give the day of
// the status. Another status is reported, and nothing else is read.
func (h *headerReader) statusRemark(v rich) {
	c := h.clauses(v)
	if s, _, _, ok := c.statusAt(c.skipMarks(0)); ok && s != h.r.adr.Status && !c.amending(c.skipMarks(0)) {
		h.find("repeated_status", bdgraph.Info, v.lineAt(0), "a line that begins with the word of another status is read as a remark: "+quoted(v.text),
			"give the status a line of its own, with its day, if it holds")
		return
	}
	text := strings.TrimSpace(strings.Trim(v.text, "()_*"))
	if ds := datetext.Find(text, h.order); len(ds) == 1 && wordCount(text[:ds[0].Start]) <= 2 && len(text)-ds[0].End <= 2 {
		words := h.clauses(plain(text[:ds[0].Start], v.lineAt(0)))
		if words.skipFiller(0) < len(words.ts) {
			h.find("unread_status", bdgraph.Info, v.lineAt(0), "the words before a date in the status section are not known: "+quoted(v.text), "use a usual word, or add this one to a word list (docs/formats/adr.md)")
			return
		}
		if h.r.adr.StatusDate.IsZero() {
			h.r.adr.StatusDate = ds[0].Date
			h.noteDate(ds[0], v.lineAt(0))
		}
	}
}

// linkLines reads a section of links: relation phrases count, other links do not.
func (h *headerReader) linkLines(lines []textLine) {
	for i := 0; i < len(lines); {
		l := lines[i]
		if l.kind == tableRow {
			i = h.table(lines, i)
			continue
		}
		v, _, next := h.gather(lines, i, l.rich)
		if k, ok := h.splitKey(v); ok && (k.field == fieldRelated || k.field == fieldTrackedIn || k.field == fieldRelation) {
			h.value(k, source(l))
		} else if h.relationLine(v) {
			h.relations(v, source(l))
		} else {
			h.freeVerb(v)
		}
		i = next
	}
}

// bodyLines reads prose, where a relation counts only at the beginning of a
// paragraph or list item, and only with a label or link; a quotation there is what others said.
func (h *headerReader) bodyLines(lines []textLine) {
	for i, l := range lines {
		if !l.first || l.kind == tableRow || l.kind == quotation {
			continue
		}
		if !h.beginsRelation(l.rich) {
			continue
		}
		v := l.rich
		for n := i + 1; n < len(lines) && lines[n].block == l.block && len(v.text) < maxText; n++ {
			v = v.join(lines[n].rich, " ")
		}
		c := h.clauses(v)
		c.prose = true
		m, ok := c.relationAt(0)
		if !ok {
			continue
		}
		c.clause(m)
		// One that only comes later in a sentence is prose.
		c.stated = slices.DeleteFunc(c.stated, func(s statedRelation) bool { return len(s.scope) > 60 })
		h.keep(c)
	}
}

// beginsRelation reports whether a line of prose begins with a relation phrase,
// looking at no more of it than that takes.
func (h *headerReader) beginsRelation(v rich) bool {
	c := h.clauses(v.slice(0, cut(v.text, 240)))
	c.prose = true
	i := c.skipMarks(0)
	if next, ok := h.w.is("partial", c.ts, i); ok {
		i = c.skipFiller(next)
	}
	m, ok := c.phraseAt(i, relationMatch{})
	return ok && m.kind != bdgraph.ADRRelates
}

// fieldLines reads a section whose heading is the key.
func (h *headerReader) fieldLines(hd heading, f field, lines []textLine) {
	var items []rich
	for i, l := range lines {
		switch {
		case l.kind == tableRow:
			items = append(items, l.cells...)
		case !f.lists() && i > 0:
			// A date or a status is one line; the rest is remarks.
		case l.first || len(items) == 0:
			items = append(items, l.rich)
		default:
			items[len(items)-1] = items[len(items)-1].join(l.rich, " ")
		}
	}
	v := joinAll(items)
	if v.empty() {
		return
	}
	if !f.lists() && f != fieldStatus && f != fieldDate && len(datetext.Find(v.text, h.order)) == 0 {
		return // a heading such as "Accepted" above prose
	}
	h.value(keyed{field: f, key: hd.rich, value: v, items: items}, "section")
}

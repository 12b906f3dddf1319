package adr

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bdgraph"
)

// headerReader reads the header of one record.
type headerReader struct {
	w        *words
	x        *index
	r        *record
	order    string
	isIssue  func(string) bool
	stated   []statedRelation
	language map[string]int
	// keyLanguage is the language of the key that was looked up last.
	keyLanguage string

	statusFrom string // where the first status stands, as in shape

	note     rich // a line that says that the record was superseded
	noteFrom string
	implied  *change
	changes  []change
	undated  []rich // statuses without a day among the changes
	dates    map[field]dated
}

type dated struct {
	date bdgraph.Date
	line int
}

// change is one entry of a changelog.
type change struct {
	date   bdgraph.Date
	line   int
	status bdgraph.ADRStatus
	text   string
}

// find reports something about the record.
func (h *headerReader) find(code string, s bdgraph.Severity, line int, message, remedy string) {
	h.r.findings = append(h.r.findings, bdgraph.Finding{
		Code: code, Severity: s, Document: h.r.adr.Path, Place: bdgraph.Place{File: h.r.adr.Path, Line: line}, Message: message, Remedy: remedy, Count: 1,
	})
}

func quoted(s string) string {
	if r := []rune(s); len(r) > 120 {
		s = string(r[:119]) + "…"
	}
	return fmt.Sprintf("%q", s)
}

// read fills the record from its outline. The index must know all records.
func (h *headerReader) read() {
	title, zones, keys := h.sections()
	h.front(false)
	o := &h.r.outline
	end := headerEnd(o, title)
	for n, hd := range o.headings {
		if n == title {
			continue
		}
		if k, ok := h.splitKey(hd.rich); ok && k.field != "" && !k.value.empty() && !h.namesOption(k) {
			h.value(k, "section")
			if zones[n] == bodyZone {
				zones[n] = headerZone
			}
		}
	}
	current := -1
	for i := 0; i < len(o.body); {
		line := o.body[i].line
		for current+1 < len(o.headings) && o.headings[current+1].line <= line {
			current++
		}
		z := bodyZone
		if current >= 0 {
			z = zones[current]
		}
		if line < end && z == bodyZone && (current < 0 || !o.headings[current].bold) {
			z = headerZone
		}
		next := len(o.lines) + 1
		if current+1 < len(o.headings) {
			next = o.headings[current+1].line
		}
		to := i
		for to < len(o.body) && o.body[to].line < next {
			to++
		}
		if to == i {
			to = i + 1
		}
		part := o.body[i:to]
		switch z {
		case headerZone:
			h.headerLines(part, false)
		case statusZone:
			h.headerLines(part, true)
		case changelogZone:
			h.changelog(part)
		case linksZone:
			h.linkLines(part)
		case fieldZone:
			h.fieldLines(o.headings[current], keys[current], part)
		case bodyZone:
			h.bodyLines(part)
		}
		i = to
	}
	h.front(true) // what the record itself says comes first
	h.finish()
}

// namesOption reports whether a heading says what became of a thing, "Accepted: a queue",
// rather than when that of the record was.
func (h *headerReader) namesOption(k keyed) bool {
	c := h.clauses(k.key)
	_, next, _, ok := c.statusAt(c.skipMarks(0))
	_, none := h.none(k.value)
	return ok && k.field != fieldRelation && c.skipMarks(next) >= len(c.ts) && !none && len(h.datesOf(k)) == 0
}

// front reads the fields of the front matter, those below other keys or the rest.
func (h *headerReader) front(nested bool) {
	for _, f := range h.r.outline.front {
		if f.nested != nested {
			continue
		}
		key := plain(f.key, f.line)
		k := keyed{key: key, value: joinAll(f.values), items: f.values}
		if name, ok := h.fieldOf(f.key); ok {
			k.field = name
		} else if h.clauses(key).wholePhrase() {
			k.field = fieldRelation
		} else if _, dated := h.dates[fieldDate]; strings.EqualFold(f.key, revisionDate) && !dated {
			k.field = fieldDate
		}
		h.value(k, "front matter")
	}
}

// value stores one key and its value.
func (h *headerReader) value(k keyed, from string) {
	line := k.key.lineAt(0)
	if !k.value.empty() {
		line = k.value.lineAt(0)
	}
	switch k.field {
	case "":
		if h.namesRecord(k.value) && h.onlyRecords(k.value) {
			h.related(k, from)
		}
		return
	case fieldOther:
		return
	case fieldTitle:
		if _, none := h.none(k.value); !none && h.r.untitled {
			_, h.r.adr.Title = readTitle(k.value.text, h.r.name)
			h.r.untitled = false
		}
		return
	case fieldNumber:
		return // identity has read it
	}
	h.tally(h.languageOf(k), 1)
	rest, none := h.none(k.value)
	if none {
		h.r.shape.placeholders++
		if k.field == fieldRelation && !rest.empty() {
			c := h.clauses(rest)
			c.read(0)
			h.keep(c)
		}
		return
	}
	switch k.field {
	case fieldStatus:
		h.status(k.value, from)
	case fieldTrackedIn:
		h.tracked(k)
	case fieldRelated:
		for _, item := range k.each() {
			h.related(keyed{key: k.key, value: item}, from)
		}
	case fieldRelation:
		for _, item := range k.each() {
			h.relations(k.key.join(item, ": "), from)
		}
	default:
		h.date(k, line, from)
	}
}

// quote returns a line of the file without surrounding blanks.
func (h *headerReader) quote(line int) string {
	if line < 1 || line > len(h.r.outline.lines) {
		return ""
	}
	return strings.TrimSpace(h.r.outline.lines[line-1])
}

// finish decides between what several places say, and resolves relations.
func (h *headerReader) finish() {
	h.settleDates()
	if h.statusFrom == "" {
		h.statusFrom = "section" // the changes gave the status
	}
	for _, v := range h.undated {
		h.laterStatus(v, "section")
	}
	h.settleStatus()
	h.resolveRelations()
	slices.SortStableFunc(h.r.adr.Relations, func(a, b bdgraph.ADRRelation) int { return cmp.Compare(a.Line, b.Line) })
	h.r.adr.Language = h.mainLanguage()
	h.r.adr.Shape = h.r.shape.family(h.r)
}

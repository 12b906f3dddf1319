package adr

import (
	"cmp"
	"fmt"
	"maps"
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

// tally counts a matched phrase for its language. Headings weigh more than
// keys, which many teams leave in English.
func (h *headerReader) tally(language string, weight int) {
	for l := range strings.FieldsSeq(language) {
		h.language[l] += weight
	}
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
		if k, ok := h.splitKey(hd.rich); ok && k.field != "" && !k.value.empty() {
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

func (h *headerReader) languageOf(k keyed) string {
	if k.field == fieldRelation {
		c := h.clauses(k.key)
		if m, ok := h.w.relations.match(c.ts, c.skipMarks(0)); ok {
			return m.language
		}
		return ""
	}
	if _, ok := h.fieldOf(k.key.text); ok {
		return h.keyLanguage
	}
	return ""
}

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

// tieOrder is the order in which languages win ties. Those come first whose words
// hardly any other language has; a word list of the user's own comes after them, and
// English last, since its keys stand in records of every language.
var tieOrder = []string{"ja", "zh", "pt", "es", "de", "fr"}

// mainLanguage is the one whose words matched most often, "" when none did.
func (h *headerReader) mainLanguage() string {
	rank := func(language string) int {
		if i := slices.Index(tieOrder, language); i >= 0 {
			return i
		}
		if language == "en" {
			return len(tieOrder) + 1
		}
		return len(tieOrder)
	}
	languages := slices.SortedFunc(maps.Keys(h.language), func(a, b string) int {
		return cmp.Or(h.language[b]-h.language[a], rank(a)-rank(b), strings.Compare(a, b))
	})
	if len(languages) == 0 {
		return ""
	}
	return languages[0]
}

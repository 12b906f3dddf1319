package adr

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bdgraph"
)

// record is a file on its way to being an ADR.
type record struct {
	adr     bdgraph.ADR
	name    nameParts
	text    string
	outline outline
	file    file
	shape   shape
	// number as the title or the front matter has it, and where
	titleNumber     string
	titleNumberLine int
	findings        []bdgraph.Finding
}

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

	note     rich // a line that says that the record was superseded
	noteFrom string
	implied  *change
	changes  []change
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
	if language != "" {
		h.language[language] += weight
	}
}

// read fills the record from its outline. The index must know all records.
func (h *headerReader) read() {
	title, zones, keys := h.sections()
	h.front()
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
	h.finish()
}

// front reads the fields of the front matter.
func (h *headerReader) front() {
	for _, f := range h.r.outline.front {
		key := plain(f.key, f.line)
		k := keyed{key: key, value: joinAll(f.values), items: f.values}
		if name, ok := h.fieldOf(f.key); ok {
			k.field = name
		} else if h.clauses(key).wholePhrase() {
			k.field = fieldRelation
		}
		h.value(k, "front matter")
	}
}

// headerLines reads key lines and relation lines. In a status section the
// first line that is neither is the status.
func (h *headerReader) headerLines(lines []textLine, inStatus bool) {
	for i := 0; i < len(lines); {
		l := lines[i]
		if l.kind == tableRow {
			i = h.table(lines, i)
			continue
		}
		if inStatus && uncheckedBox.MatchString(l.text) {
			i++
			continue
		}
		if m := checkedBox.FindString(l.text); inStatus && m != "" {
			lines = slices.Clone(lines)
			lines[i].rich = l.from(len(m))
			l = lines[i]
		}
		if parts := h.apart(l.rich); len(parts) > 1 {
			lines = slices.Clone(lines)
			l.rich, lines[i].rich = parts[0], parts[len(parts)-1]
			for _, p := range parts[:len(parts)-1] {
				if k, ok := h.splitKey(p); ok && k.field != "" {
					h.value(k, source(l))
				} else if inStatus && h.r.adr.StatusText == "" {
					h.status(p, "section")
				} else if h.relationLine(p) {
					h.relations(p, source(l))
				}
			}
			l = lines[i]
		}
		if inStatus && h.r.adr.StatusText == "" && h.isHistory(lines[i:]) {
			h.changelog(lines[i:])
			return
		}
		if k, ok := h.splitKey(l.rich); ok && (k.field != "" || !inStatus || h.r.adr.StatusText != "") {
			next := i + 1
			k.value, k.items, next = h.gather(lines, i, k.value)
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
		case h.relationLine(v):
			h.noteLine(v, source(l))
		case inStatus && h.freeVerb(v):
		case inStatus:
			h.statusRemark(v)
		}
		i = next
	}
}

// A status may be a list of choices of which one is ticked.
var (
	uncheckedBox = regexp.MustCompile(`^\[ ?\]`)
	checkedBox   = regexp.MustCompile(`^\[[xX✓✔]\]`)
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

// gather returns a value with the lines that go on with it: list items below
// an empty value, which are also returned one by one, the rest of a list item, and what
// follows a line that ends in a comma or in words such as "superseded by".
func (h *headerReader) gather(lines []textLine, i int, v rich) (value rich, items []rich, next int) {
	l := lines[i]
	for next = i + 1; next < len(lines); next++ {
		n := lines[next]
		if len(v.text) > maxText && n.block == l.block {
			continue
		}
		open := v.empty() || h.unfinished(v)
		switch {
		case n.kind == tableRow || h.startsField(n.rich):
			return v, nil, next
		case n.block == l.block && (l.kind == listItem || l.kind == quotation || open):
			v = v.join(n.rich, " ")
		case n.kind == listItem && n.depth > l.depth && (open || l.kind == listItem):
			for depth := n.depth; next < len(lines) && lines[next].kind == listItem && lines[next].depth >= depth && !h.startsField(lines[next].rich); next++ {
				if n = lines[next]; n.first {
					items = append(items, n.rich)
				} else {
					items[len(items)-1] = items[len(items)-1].join(n.rich, " ")
				}
			}
			if !v.empty() {
				if !h.unfinished(v) {
					return v, nil, next // remarks below a value
				}
				return v.join(joinAll(items), " "), nil, next
			}
			return joinAll(items), items, next
		default:
			return v, nil, next
		}
	}
	return v, nil, next
}

func joinAll(items []rich) rich {
	var v rich
	for _, item := range items {
		if len(v.text) > maxText {
			break
		}
		v = v.join(item, ", ")
	}
	return v
}

// startsField reports whether a line begins with a known key or a relation phrase of its own.
func (h *headerReader) startsField(v rich) bool {
	if k, ok := h.splitKey(v); ok && k.field != "" {
		return true
	}
	return h.relationLine(v)
}

// unfinished reports whether a value must go on: it ends in a comma, "and", or a relation phrase.
func (h *headerReader) unfinished(v rich) bool {
	s := strings.TrimRight(v.text, " ")
	if s == "" {
		return false
	}
	if strings.ContainsAny(s[len(s)-1:], ",:&") || strings.HasSuffix(s, "、") || strings.HasSuffix(s, "：") {
		return true
	}
	ts := tokenize(s)
	last := len(ts) - 1
	for _, set := range []string{"by", "and", "of"} {
		if next, ok := h.w.is(set, ts, last); ok && next == len(ts) && ts[last].kind == wordToken && len(ts) > 1 {
			return true
		}
	}
	return false
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
	return ok && (m.kind == bdgraph.SupersededBy || m.kind == bdgraph.DeprecatedBy || m.kind == bdgraph.AmendedBy && m.partial != "")
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
			m := relationMatch{kind: bdgraph.Relates, start: 0, from: i, to: len(c.ts), verbEnd: i}
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
// the status, and nothing else.
func (h *headerReader) statusRemark(v rich) {
	if !h.r.adr.StatusDate.IsZero() {
		return
	}
	text := strings.TrimSpace(strings.Trim(v.text, "()_*"))
	if ds := bdgraph.FindDates(text, h.order); len(ds) == 1 && wordCount(text[:ds[0].Start]) <= 2 && len(text)-ds[0].End <= 2 {
		h.r.adr.StatusDate = ds[0].Date
		h.noteDate(ds[0], v.lineAt(0))
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
// paragraph or list item, and only with a label or link.
func (h *headerReader) bodyLines(lines []textLine) {
	for i, l := range lines {
		if !l.first || l.kind == tableRow {
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
	return ok && m.kind != bdgraph.Relates
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
	if !f.lists() && f != fieldStatus && f != fieldDate && len(bdgraph.FindDates(v.text, h.order)) == 0 {
		return // a heading such as "Accepted" above prose
	}
	h.value(keyed{field: f, key: hd.rich, value: v, items: items}, "section")
}

// table reads rows "key | value" or a row of keys with values below it.
func (h *headerReader) table(lines []textLine, i int) int {
	end := i
	for end < len(lines) && lines[end].kind == tableRow && lines[end].block == lines[i].block {
		end++
	}
	rows := lines[i:end]
	columns := 0
	for _, c := range rows[0].cells {
		if _, ok := h.cellKey(c); ok {
			columns++
		}
	}
	if columns >= 2 && len(rows) > 1 && rows[0].head && !h.pairs(rows) {
		h.columns(rows)
		return end
	}
	for _, row := range rows {
		for c := 0; c+1 < len(row.cells); c++ {
			k, ok := h.cellKey(row.cells[c])
			if !ok && len(bdgraph.FindDates(row.cells[c+1].text, h.order)) > 0 {
				k.field, ok = h.fieldOf(row.cells[c].text) // "Accepted | 2024-03-05"
			}
			if ok {
				k.value = row.cells[c+1]
				h.value(k, "table")
				c++
			} else if h.namesRecord(row.cells[c+1]) && c == 0 && !row.head {
				h.value(keyed{key: row.cells[c], value: row.cells[c+1]}, "table")
			}
		}
	}
	return end
}

// cellKey reads a table cell as a key. Words that are a status, such as
// "Accepted", are none.
func (h *headerReader) cellKey(v rich) (keyed, bool) {
	k := keyed{key: v}
	c := h.clauses(v)
	if _, next, _, ok := c.statusAt(c.skipMarks(0)); ok && c.skipMarks(next) >= len(c.ts) {
		return k, false
	}
	if f, ok := h.fieldOf(v.text); ok {
		k.field = f
		return k, true
	}
	k.field = fieldRelation
	return k, c.wholePhrase()
}

// pairs reports whether the first column of a table holds keys in most rows.
func (h *headerReader) pairs(rows []textLine) bool {
	n := 0
	for _, r := range rows[1:] {
		if len(r.cells) > 0 {
			if _, ok := h.cellKey(r.cells[0]); ok {
				n++
			}
		}
	}
	return n*2 > len(rows)-1
}

// columns reads a table whose first row holds the keys: one row of values, or
// a changelog of several.
func (h *headerReader) columns(rows []textLine) {
	if len(rows) > 2 {
		h.changelog(rows)
		return
	}
	for c, cell := range rows[1].cells {
		if c >= len(rows[0].cells) {
			break
		}
		if k, ok := h.cellKey(rows[0].cells[c]); ok {
			k.value = cell
			h.value(k, "table")
		}
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
		if h.r.adr.Title == "" || len(h.r.outline.headings) == 0 {
			h.r.adr.Title = k.value.text
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
	if !ok || len(c.dates()) == 0 || c.skipMarks(next) >= len(c.ts) || c.ts[c.skipMarks(next)].start != c.dates()[0].Start {
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
		kind: m.kind, verb: c.text(m.start, m.verbEnd), ref: reference{written: title, slug: slugify(title)}, line: c.v.lineAt(c.ts[from].start),
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
	if inner, ok := c.relationAt(start); ok && inner.start >= start {
		c.read(start)
	} else {
		c.clause(relationMatch{kind: bdgraph.Relates, from: start, to: len(c.ts), verbEnd: tokenAt(c.ts, len(k.key.text))})
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
				Kind: bdgraph.TrackedIn, Verb: k.key.text, Target: s.id, Written: s.id, Quote: h.quote(line), Line: line,
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
	h.settleStatus()
	h.resolveRelations()
	slices.SortStableFunc(h.r.adr.Relations, func(a, b bdgraph.ADRRelation) int { return cmp.Compare(a.Line, b.Line) })
	h.r.adr.Language = h.mainLanguage()
	h.r.adr.Shape = h.r.shape.family(h.r)
}

// mainLanguage is the one whose words matched most often; headings in another
// language than the usual English keys decide a tie.
func (h *headerReader) mainLanguage() string {
	best := ""
	for _, l := range []string{"ja", "zh", "pt", "es", "de", "fr"} {
		if h.language[l] > h.language[best] {
			best = l
		}
	}
	for l, n := range h.language {
		if n > h.language[best] || n == h.language[best] && best != "" && l != "en" && l < best && !slices.Contains([]string{"ja", "zh", "pt", "es", "de", "fr"}, best) {
			best = l
		}
	}
	return best
}

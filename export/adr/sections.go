package adr

import (
	"cmp"
	"slices"
	"strings"

	"bdgraph"
)

// zone says how the lines below a heading are read.
type zone byte

const (
	bodyZone      zone = iota // prose
	headerZone                // keys and relations
	statusZone                // the same, and the first line is the status
	changelogZone             // dated entries
	linksZone                 // relation phrases before links
	fieldZone                 // the heading is a key, the lines its value
)

var headingNumber = pattern(`^(?:\d+(?:\.\d+)*[.)]?|[A-Za-z][.)]|[IVX]+\.)\s+`)

// headingText takes numbering, remarks in parentheses and a closing colon from a heading.
func headingText(s string) string {
	s = headingNumber().ReplaceAllString(strings.TrimSpace(s), "")
	if i := strings.IndexAny(s, "(（"); i > 0 {
		s = s[:i]
	}
	return strings.Trim(s, " :：.*_")
}

// roleOf returns the role of a heading, the language that knows it, and
// whether the phrase is all of it.
func (w *words) roleOf(s string) (role, language string, exact bool) {
	ts := tokenize(headingText(s))
	i := 0
	for i < len(ts) && (ts[i].kind == blankToken || ts[i].kind == markToken && !ideographicWord(ts[i].word)) {
		i++
	}
	if i < len(ts) && (ts[i].word == "the" || ts[i].word == "our") {
		i = skipBlanks(ts, i+1)
	}
	m, ok := w.sections.match(ts, i)
	if !ok {
		return "", "", false
	}
	rest := m.next
	for rest < len(ts) && (ts[rest].kind == blankToken || ts[rest].kind == markToken && !ideographicWord(ts[rest].word)) {
		rest++ // an emoji after it
	}
	return m.value, m.language, rest >= len(ts)
}

// headerRoles are roles whose lines belong to the header. Their headings must
// be the phrase alone: "Status quo" is no status.
var headerRoles = map[string]zone{"status": statusZone, "changelog": changelogZone, "links": linksZone, "metadata": headerZone}

// sections fills the record's sections and returns the title's index among the
// headings (-1 without one) and the zone of each heading.
func (h *headerReader) sections() (title int, zones []zone, keys []field) {
	h.boldHeadings()
	o := h.r.outline
	title = -1
	if len(o.headings) > 0 {
		first := o.headings[0]
		role, _, exact := h.w.roleOf(first.text)
		_, isField := h.fieldOf(first.text)
		if role == "" && !isField || first.level == 1 && !(exact && len(o.headings) > 1 && o.headings[1].level == 1) {
			title = 0
		}
	}
	zones, keys = make([]zone, len(o.headings)), make([]field, len(o.headings))
	parents := parentsOf(o.headings)
	for n, hd := range o.headings {
		if n == title {
			zones[n] = headerZone
			continue
		}
		role, language, exact := h.w.roleOf(hd.text)
		if z, ok := headerRoles[role]; ok && !exact {
			role, language = "", ""
		} else if ok {
			zones[n] = z
		}
		if f, ok := h.fieldOf(headingText(hd.text)); ok && (role == "" || f == fieldRelated) {
			zones[n], keys[n] = fieldZone, f
		} else if role == "" {
			if c := h.clauses(hd.rich); c.wholePhrase() {
				zones[n], keys[n] = fieldZone, fieldRelation
			}
		}
		h.tally(language, 3)
		h.r.adr.Sections = append(h.r.adr.Sections, bdgraph.Section{
			Heading: hd.text, Role: role, Level: hd.level, Line: hd.line, EndLine: h.sectionEnd(n),
		})
		// A subsection of the header is header, too.
		if parent := parents[n]; zones[n] == bodyZone && role == "" && parent >= 0 && parent != title && zones[parent] != fieldZone {
			zones[n] = zones[parent]
		}
	}
	return title, zones, keys
}

// boldHeadings turns paragraphs or first lines that are nothing but a known
// heading in strong emphasis into headings of the lowest level.
func (h *headerReader) boldHeadings() {
	o := &h.r.outline
	var found []heading
	o.body = slices.DeleteFunc(slices.Clone(o.body), func(l textLine) bool {
		text := strings.TrimRight(l.text, ":： ")
		if l.kind != paragraph || !l.first || l.bold < len(text) || text == "" || len(l.links) > 0 {
			return false
		}
		c := h.clauses(plain(text, l.line))
		if _, _, _, ok := c.statusAt(c.skipMarks(0)); ok {
			return false // "Accepted" in bold is a status
		}
		_, isField := h.fieldOf(text)
		role, _, exact := h.w.roleOf(text)
		if !isField && (role == "" || !exact) && !c.wholePhrase() {
			return false
		}
		found = append(found, heading{rich: l.slice(0, len(text)), line: l.line, level: boldLevel, bold: true})
		return true
	})
	o.headings = append(o.headings, found...)
	slices.SortStableFunc(o.headings, func(a, b heading) int { return cmp.Compare(a.line, b.line) })
}

// boldLevel is below the six levels of Markdown.
const boldLevel = 7

// sectionEnd returns the last line before the next heading of the same or a
// higher level, without blank lines at the end.
func (h *headerReader) sectionEnd(n int) int {
	o := h.r.outline
	end := len(o.lines)
	for _, next := range o.headings[n+1:] {
		if next.level <= o.headings[n].level {
			end = next.line - 1
			if next.over {
				end--
			}
			break
		}
	}
	for end > o.headings[n].line && strings.TrimSpace(o.lines[end-1]) == "" {
		end--
	}
	return max(end, o.headings[n].line)
}

// parentsOf returns the heading above each, the last of a higher level; -1 where there is none.
func parentsOf(hs []heading) []int {
	parents := make([]int, len(hs))
	for n := range hs {
		p := n - 1
		for p >= 0 && hs[p].level >= hs[n].level {
			p = parents[p]
		}
		parents[n] = p
	}
	return parents
}

// headerEnd returns the line before which the part without a section of its
// own ends: the second heading, or the first of level two.
func headerEnd(o *outline, title int) int {
	for n, hd := range o.headings {
		if n > title && (hd.level <= 2 || title >= 0 && hd.level <= o.headings[title].level) {
			return hd.line
		}
	}
	return len(o.lines) + 1
}

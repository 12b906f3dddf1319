package adr

import (
	"strings"
)

// field is what a header key holds.
type field string

const (
	fieldStatus         field = "status"
	fieldDate           field = "date"
	fieldAcceptedDate   field = "accepted_date"
	fieldCreated        field = "created"
	fieldUpdated        field = "updated"
	fieldStatusDate     field = "status_date"
	fieldSupersededDate field = "superseded_date"
	fieldReviewBy       field = "review_by"
	fieldSunset         field = "sunset"
	fieldTitle          field = "title"
	fieldNumber         field = "number"
	fieldTrackedIn      field = "tracked_in"
	fieldRelated        field = "related"
	fieldOther          field = "other"    // known, and of no use here
	fieldRelation       field = "relation" // the key is a relation phrase
)

// lists reports whether a field may hold several values.
func (f field) lists() bool {
	return f == fieldRelation || f == fieldRelated || f == fieldTrackedIn
}

// fieldOf returns the field that a key names.
func (h *headerReader) fieldOf(key string) (field, bool) {
	ts := tokenize(strings.Trim(key, " :：*_•"))
	i := 0
	for i < len(ts) && (ts[i].kind == blankToken || ts[i].kind == markToken && !ideographicWord(ts[i].word)) {
		i++
	}
	m, ok := h.w.fields.match(ts, i)
	if !ok {
		return "", false
	}
	rest := skipJoints(ts, m.next)
	// A remark may follow in parentheses: "Date (decided)".
	if rest < len(ts) && !opens(ts[rest].word) {
		return "", false
	}
	h.keyLanguage = m.language
	return field(m.value), true
}

var spacedDash = pattern(`\s[-–—]\s`)

// maxKeyWords bounds the words of an unknown key: longer ones are prose with a colon.
const maxKeyWords = 4

// maxKey bounds the bytes among which a key is looked for.
const maxKey = 120

// keyed is a header line taken apart.
type keyed struct {
	field field // "" for an unknown key
	key   rich
	value rich
	items []rich // of the value, when it is a list
	// How the key is set off: by emphasis, or by a dash instead of a colon.
	emphasized, dashed bool
}

// each returns the items of the value, or the value itself.
func (k keyed) each() []rich {
	if len(k.items) > 0 {
		return k.items
	}
	return []rich{k.value}
}

// splitKey takes a line "Key: value", "**Key** value" or ":Key: value" apart. A
// relation phrase counts as a key where a colon or its emphasis sets it off.
func (h *headerReader) splitKey(v rich) (keyed, bool) {
	var tries []keyed
	if v.bold > 0 && v.bold < len(v.text) {
		tries = append(tries, keyed{key: v.slice(0, v.bold), value: v.from(v.bold), emphasized: true})
	}
	start := v.text[:cut(v.text, maxKey)]
	skip := len(v.text) - len(strings.TrimLeft(v.text, ": \t"))
	inside := 0 // parentheses: "Accepted (was: proposed)" is no key
	for at, r := range start {
		switch r {
		case '(', '（':
			inside++
		case ')', '）':
			inside--
		}
		if at >= skip && inside <= 0 && (r == ':' || r == '：' || r == '=' && at > 0 && !partOfSign(v.text, at)) {
			tries = append(tries, keyed{key: v.slice(skip, at), value: v.from(at + len(string(r)))})
			break
		}
	}
	if m := spacedDash().FindStringIndex(start); m != nil && m[0] > 0 {
		if key := v.slice(0, m[0]); wordCount(key.text) <= maxKeyWords {
			tries = append(tries, keyed{key: key, value: v.from(m[1]), dashed: true})
		}
	}
	var unknown *keyed
	for n := range tries {
		k := &tries[n]
		k.key = k.key.slice(0, len(strings.TrimRight(k.key.text, ":： ")))
		if k.emphasized {
			for _, colon := range []string{":", "：", "="} {
				if strings.HasPrefix(k.value.text, colon) {
					k.value = k.value.from(len(colon))
					break
				}
			}
		}
		if strings.HasPrefix(k.value.text, "- ") || strings.HasPrefix(k.value.text, "– ") || strings.HasPrefix(k.value.text, "— ") {
			_, rest, _ := strings.Cut(k.value.text, " ")
			k.value = k.value.from(len(k.value.text) - len(rest))
		}
		if !k.emphasized && strings.HasPrefix(k.value.text, ": ") {
			k.value = k.value.from(len(":")) // "status:: accepted", as outliners write properties
		}
		if f, ok := h.fieldOf(k.key.text); ok && (!k.dashed || f == fieldStatus || f == fieldDate) {
			k.field = f
			return *k, true
		}
		if k.dashed {
			continue
		}
		if h.clauses(k.key).wholePhrase() {
			k.field = fieldRelation
			return *k, true
		}
		if unknown == nil && k.key.text != "" && len(k.key.links) == 0 && wordCount(k.key.text) <= maxKeyWords && !strings.ContainsAny(k.key.text, ".,;()`/") {
			unknown = k
		}
	}
	if k, ok := h.window(v); ok {
		return k, true
	}
	if unknown != nil {
		return *unknown, true
	}
	return keyed{}, false
}

// partOfSign reports whether an equals sign belongs to an arrow or a comparison.
func partOfSign(s string, at int) bool {
	const signs = "<>=!"
	return strings.IndexByte(signs, s[at-1]) >= 0 || at+1 < len(s) && strings.IndexByte(signs, s[at+1]) >= 0
}

// window takes "Valid until 2026-03-31" apart, which nothing but the date sets off.
func (h *headerReader) window(v rich) (keyed, bool) {
	c := h.clauses(v.slice(0, cut(v.text, maxKey)))
	i := c.skipMarks(0)
	m, ok := h.w.fields.match(c.ts, i)
	if f := field(m.value); !ok || f != fieldSunset && f != fieldReviewBy {
		return keyed{}, false
	}
	for _, d := range c.dates() {
		at := tokenAt(c.ts, d.Start)
		if from, _ := c.endBefore(at); c.skipMarks(m.next) == from {
			return keyed{key: v.slice(c.ts[i].start, c.ts[m.next-1].end), value: v.from(c.ts[from].start), field: field(m.value)}, true
		}
	}
	return keyed{}, false
}

// maxApart bounds the bytes of a line in which further keys are looked for.
const maxApart = 600

// apart splits "Status: Accepted | Date: 2024-03-05" at the separators that
// lead to another known key.
func (h *headerReader) apart(v rich) []rich {
	var parts []rich
	from := 0
	for at, r := range v.text[:cut(v.text, maxApart)] {
		if !strings.ContainsRune("|·•;,—。；，", r) || at < from {
			continue
		}
		next := at + len(string(r))
		if k, ok := h.splitKey(v.from(next)); ok && k.field != "" && len(parts) < 20 {
			parts = append(parts, v.slice(from, at))
			from = next
		}
	}
	return append(parts, v.from(from))
}

func wordCount(s string) int {
	n := 0
	for _, t := range tokenize(s) {
		if t.kind == wordToken || t.kind == numberToken {
			n++
		}
	}
	return n
}

// wholePhrase reports whether the text is one relation phrase and nothing
// else but words that make it partial: "Superseded in part by".
func (c *clauses) wholePhrase() bool {
	if len(c.v.links) > 0 {
		return false
	}
	i := c.skipMarks(0)
	if next, ok := c.h.w.is("partial", c.ts, i); ok {
		i = c.skipFiller(next)
	}
	m, ok := c.h.w.relations.matchWith(c.ts, i, func(i int) int {
		for i < len(c.ts) {
			if next, ok := c.h.w.is("partial", c.ts, i); ok {
				i = next
			} else if k := c.ts[i]; k.kind == blankToken || k.word == "(" || k.word == ")" || k.word == "-" || k.word == "_" {
				i++
			} else {
				break
			}
		}
		return i
	})
	if !ok {
		return false
	}
	i = m.next
	for i < len(c.ts) {
		if next, ok := c.h.w.is("partial", c.ts, i); ok {
			i = next
		} else if next, ok := c.h.w.is("labels", c.ts, i); ok {
			i = next
		} else if c.ts[i].kind == blankToken || c.ts[i].kind == markToken && !ideographicWord(c.ts[i].word) {
			i++
		} else {
			return false
		}
	}
	return true
}

// none reports whether a value is an empty placeholder, and where it ends:
// N/A, null, [], –, YYYY-MM-DD, [proposed | accepted | …], {short text}.
func (h *headerReader) none(v rich) (rest rich, ok bool) {
	text := strings.TrimSpace(v.text)
	if inner, ok := strings.CutPrefix(text, "("); ok && strings.HasSuffix(inner, ")") && !strings.ContainsAny(inner[:len(inner)-1], "()") {
		return h.none(plain(inner[:len(inner)-1], v.lineAt(0))) // "(none)"
	}
	if text == "" || text == "[]" || text == "{}" {
		return rich{}, true
	}
	if strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") && len(v.links) == 0 && !strings.ContainsAny(text, "0123456789") && wordCount(text) > 1 {
		return rich{}, true
	}
	if strings.Count(text, "|") >= 2 || strings.HasPrefix(text, "{") || strings.HasPrefix(text, "<") && strings.HasSuffix(text, ">") {
		return rich{}, true
	}
	ts := tokenize(v.text)
	next, ok := h.w.is("none", ts, skipBlanks(ts, 0))
	if !ok && strings.Trim(text, "[]()*-–—_~.'\"") == "" {
		return rich{}, true
	}
	if !ok && strings.HasPrefix(text, "[") {
		inner := v.from(strings.Index(v.text, "[") + 1)
		if _, ok := h.none(inner.slice(0, len(strings.TrimRight(inner.text, "]")))); ok {
			return rich{}, true
		}
	}
	if !ok {
		return rich{}, false
	}
	after := skipBlanks(ts, next)
	if after >= len(ts) {
		return rich{}, true
	}
	switch w := ts[after].word; {
	case opens(w), w == ".", w == ";", w == ",", w == "—", w == "–", w == "-" && ts[after-1].kind == blankToken:
		return v.from(ts[after].start), true
	}
	return rich{}, false
}

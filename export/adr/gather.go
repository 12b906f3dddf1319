package adr

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

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
		case n.kind == tableRow || h.startsField(n.rich) || n.block == l.block && h.startsStatus(v, n.rich):
			return v, nil, next
		case n.block == l.block && (l.kind == listItem || l.kind == quotation || open || h.goesOn(v, n)):
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

// startsStatus reports whether a line that goes on with a status gives the next
// one: "Accepted on 2024-03-05", and below it "Deprecated on 2025-01-07".
func (h *headerReader) startsStatus(v, next rich) bool {
	c := h.clauses(v)
	_, _, _, ok := c.statusAt(c.skipLead(0))
	return ok && !h.unfinished(v) && h.statusLine(next)
}

// longLine is the length from which on the end of a line may be a mere wrap, longValue
// that of a value that goes on no further.
const (
	longLine  = 56
	longValue = 1 << 10
)

// goesOn reports whether a line of a paragraph goes on with the value above it: a phrase or
// a list of records, an open parenthesis, or a long line after which the next begins within a sentence.
func (h *headerReader) goesOn(v rich, next textLine) bool {
	if h.wraps(v, next.rich) {
		return true
	}
	above := 0
	if n := next.line - 1; n > 0 && n <= len(h.r.outline.lines) {
		above = len(h.r.outline.lines[n-1])
	}
	if above < longLine/2 || len(v.text) > longValue {
		return false
	}
	c := h.clauses(v)
	if _, open := c.enclosing(len(c.ts)); open {
		return true
	}
	if _, ok := h.splitKey(next.rich); ok {
		return false // a key that is not known
	}
	first, _ := utf8.DecodeRuneInString(next.text)
	return above >= longLine && (unicode.IsLower(first) || strings.ContainsRune("([", first))
}

// wraps reports whether a line ends within a relation phrase, "Superseded" above "by ADR 3",
// or the next one goes on with its records: "and ADR 4".
func (h *headerReader) wraps(v, next rich) bool {
	const near = 48 // bytes, more than a phrase has
	head := h.clauses(next.slice(0, cut(next.text, near)))
	if after, and := h.w.is("and", head.ts, 0); and && h.relationLine(v) {
		_, _, record := head.reference(skipBlanks(head.ts, after), true)
		return record
	}
	from := max(0, len(v.text)-near)
	for from < len(v.text) && !utf8.RuneStart(v.text[from]) {
		from++
	}
	ts := tokenize(v.text[from:] + " " + head.v.text)
	end := len(v.text) - from
	for i := range ts {
		if ts[i].start >= end {
			break
		}
		if i > 0 && ts[i-1].kind == wordToken {
			continue
		}
		m, ok := h.w.relations.match(ts, i)
		if ok && ts[m.next-1].start > end {
			return true
		}
		if part := skipBlanks(ts, m.next); ok {
			if next, partial := h.w.is("partial", ts, part); partial {
				part = skipBlanks(ts, next)
			}
			if part < len(ts) && ts[part].start == end+1 && ts[m.next-1].end <= end {
				_, _, record := head.reference(0, false) // "supersedes" above "ADR 4"
				return record
			}
		}
	}
	return false
}

// unfinished reports whether a value must go on: it ends in a comma, "and", or a relation phrase.
func (h *headerReader) unfinished(v rich) bool {
	s := strings.TrimRight(v.text, " ")
	if s == "" {
		return false
	}
	if strings.ContainsAny(s[len(s)-1:], ",:&/") || strings.HasSuffix(s, "、") || strings.HasSuffix(s, "：") {
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

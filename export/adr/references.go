package adr

import (
	"path"
	"slices"
	"strings"
)

// reference reads a mention of a record at token i: a link, a label with a
// number (ADR-0012, decision 12), #12, a path, a file name or slug of a known record,
// and where bare numbers may stand, a number. It returns the token after it.
func (c *clauses) reference(i int, bare bool) (reference, int, bool) {
	if i >= len(c.ts) {
		return reference{}, 0, false
	}
	if ref, next, ok := c.linkReference(i); ok {
		return ref, next, true
	}
	if i > 0 && c.ts[i-1].kind == wordToken && c.ts[i].kind != markToken || c.inAddress(i) {
		return reference{}, 0, false // inside a word or address
	}
	if next, ok := c.slugAt(i); ok {
		s := c.v.text[c.ts[i].start:c.ts[next-1].end]
		if strings.Contains(s, "/") {
			return reference{written: s, dest: s}, next, true
		}
		return reference{written: s, slug: strings.ToLower(s)}, next, true
	}
	if next, ok := c.pathAt(i); ok {
		s := c.v.text[c.ts[i].start:c.ts[next-1].end]
		return reference{written: s, slug: s}, next, true
	}
	if ref, next, ok := c.labelled(i); ok {
		return ref, next, true
	}
	t := c.ts[i]
	switch {
	case t.word == "#" && i+1 < len(c.ts) && c.ts[i+1].kind == numberToken && !c.prose && !c.numbersOther(i):
		return c.numbered(i, i+1, "")
	case t.kind == numberToken && !c.prose && (bare || len(t.word) >= 3 && t.word[0] == '0'):
		if c.standsAlone(i) {
			return c.numbered(i, i, "")
		}
	}
	return reference{}, 0, false
}

// inAddress reports whether token i is a part of an address that is written out; what is
// called or numbered like a record there is something else.
func (c *clauses) inAddress(i int) bool {
	at := c.ts[i].start
	return slices.ContainsFunc(c.v.links, func(l link) bool {
		return l.start < at && at < l.end && strings.Contains(c.v.text[l.start:l.end], "://")
	})
}

// numbersOther reports whether the word before "#" at token i says that another thing than a
// record has the number: "PR #12", "repository#12".
func (c *clauses) numbersOther(i int) bool {
	if i > 0 && c.ts[i-1].kind == wordToken {
		return true
	}
	for i > 0 && c.ts[i-1].kind == blankToken {
		i--
	}
	return i > 0 && slices.Contains(otherThings, c.ts[i-1].word)
}

// otherThings have numbers of their own on a code host.
var otherThings = []string{"pr", "prs", "mr", "mrs", "request", "requests", "issue", "issues", "ticket", "tickets", "bug", "bugs", "discussion", "commit", "gh", "task", "epic", "story"}

// linkReference takes a link that leads to a file, or whose text names a record.
func (c *clauses) linkReference(i int) (reference, int, bool) {
	for _, l := range c.v.links {
		if l.start != c.ts[i].start {
			continue
		}
		ref := reference{written: c.v.text[l.start:l.end], dest: l.dest}
		inner := c.h.clauses(plain(ref.written, 0))
		named, _, ok := inner.labelled(inner.skipMarks(0))
		if !ok && !strings.Contains(l.dest, "://") && len(inner.ts) > 0 && inner.ts[0].kind == numberToken {
			named, _, ok = inner.numbered(0, 0, "")
		}
		if ok {
			ref.number, ref.prefix = named.number, named.prefix
		}
		if !ok && c.h.x.byLink(c.h.r, l.dest) == nil && (strings.Contains(l.dest, "://") || strings.HasPrefix(l.dest, "mailto:") || path.Base(cleanLink(l.dest)) == ".") {
			return reference{}, 0, false // an address of something else
		}
		return ref, tokenAt(c.ts, l.end-1) + 1, true
	}
	return reference{}, 0, false
}

// labelled reads ADR-0012, ADR 12, ADR #12, adr0012 and FE-012.
func (c *clauses) labelled(i int) (reference, int, bool) {
	if i >= len(c.ts) {
		return reference{}, 0, false
	}
	// The prefix of a file name may begin with a label: ADR-WEB-012.
	next, prefix, ok := c.prefixAt(i)
	if label, isLabel := c.h.w.is("labels", c.ts, i); isLabel && c.ts[i].kind != numberToken && (!ok || label > next) {
		next, prefix, ok = label, "", true
	}
	if !ok {
		return reference{}, 0, false
	}
	for n := 0; next < len(c.ts) && n < 5; n++ {
		t := c.ts[next]
		switch {
		case t.kind == numberToken:
			if len(t.word) > 5 {
				return c.dateNamed(i)
			}
			return c.numbered(i, next, prefix)
		case t.kind == blankToken, t.word == "-", t.word == "_", t.word == "#", t.word == "№", t.word == ".", t.word == "°", t.word == "\u2011",
			t.word == "no", t.word == "nr", t.word == "n", t.word == "number", t.word == "第":
			next++
		default:
			return reference{}, 0, false
		}
	}
	return reference{}, 0, false
}

// dateNamed reads ADR-20240305-drop-the-outbox, a name with a date for a number.
func (c *clauses) dateNamed(i int) (reference, int, bool) {
	end := c.wordEnd(i)
	if end == i {
		return reference{}, 0, false
	}
	s := c.v.text[c.ts[i].start:c.ts[end-1].end]
	return reference{written: s, slug: strings.ToLower(s)}, end, true
}

// prefixAt matches the prefix of some record's file name: fe, sec-adr.
func (c *clauses) prefixAt(i int) (next int, prefix string, ok bool) {
	if len(c.h.x.prefixes) == 0 || c.ts[i].kind != wordToken {
		return 0, "", false
	}
	for end := min(i+5, len(c.ts)); end > i; end-- {
		p := strings.ToLower(c.v.text[c.ts[i].start:c.ts[end-1].end])
		if c.h.x.prefixes[p] && end < len(c.ts) && (c.ts[end].kind == numberToken || c.ts[end].word == "-" || c.ts[end].word == "_") {
			return end, p, true
		}
	}
	return 0, "", false
}

// numbered reads the number at token n with a letter after it (12a), and the
// slug when the whole file name is written (0012-drop-the-outbox.md).
func (c *clauses) numbered(start, n int, prefix string) (reference, int, bool) {
	number, next := c.ts[n].word, n+1
	if next < len(c.ts) && c.ts[next].kind == wordToken && len(c.ts[next].word) == 1 && c.ts[next].word != "s" {
		number += c.ts[next].word
		next++
	}
	for next+1 < len(c.ts) && (c.ts[next].word == "-" || c.ts[next].word == "_" || c.ts[next].word == ".") && c.ts[next+1].kind == wordToken {
		next += 2
	}
	return reference{written: c.v.text[c.ts[start].start:c.ts[next-1].end], number: number, prefix: prefix}, next, true
}

// standsAlone keeps 3.5, 12%, 10ms and v2 from being records.
func (c *clauses) standsAlone(i int) bool {
	if i > 0 {
		if b := c.ts[i-1]; b.kind == wordToken || b.word == "." || b.word == "$" || b.word == "_" {
			return false
		} else if b.word == "-" && i > 1 && c.ts[i-2].kind == wordToken && !c.h.x.prefixes[c.ts[i-2].word] {
			if _, label := c.h.w.is("labels", c.ts, i-2); !label {
				return false // RFC-0050 is something else
			}
		}
	}
	if i+1 >= len(c.ts) {
		return true
	}
	a := c.ts[i+1]
	if a.kind == wordToken {
		return len(a.word) == 1
	}
	if a.word == "/" && len(c.ts[i].word) >= 3 {
		return true // 0044/0047
	}
	if a.word == "." || a.word == ":" || a.word == "/" {
		return i+2 >= len(c.ts) || c.ts[i+2].kind != numberToken
	}
	return a.word != "%"
}

// slugAt matches a file name or slug of a known record, with or without
// extension; single words are too common to be one.
func (c *clauses) slugAt(i int) (int, bool) {
	end := c.wordEnd(i)
	if end-i > 60 {
		return 0, false
	}
	for ; end > i+1; end-- {
		s := strings.ToLower(c.v.text[c.ts[i].start:c.ts[end-1].end])
		if !strings.ContainsAny(s, "-_") {
			continue
		}
		if len(c.h.x.bySlug[withoutMarkup(s)]) > 0 || strings.Contains(s, "/") && c.h.x.byLink(c.h.r, c.v.text[c.ts[i].start:c.ts[end-1].end]) != nil || c.h.x.byPath[path.Join(path.Dir(c.h.r.adr.Path), s)] != nil {
			return end, true
		}
	}
	return 0, false
}

// pathAt matches a path of a file.
func (c *clauses) pathAt(i int) (int, bool) {
	end := c.wordEnd(i)
	if end == i {
		return 0, false
	}
	s := c.v.text[c.ts[i].start:c.ts[end-1].end]
	if strings.Contains(s, "://") || !markup(s) {
		return 0, false
	}
	return end, true
}

// wordEnd returns the token after the run of characters that file names consist of.
func (c *clauses) wordEnd(i int) int {
	end := i
	for end < len(c.ts) && (c.ts[end].kind == wordToken || c.ts[end].kind == numberToken || strings.Contains("-_./~@", c.ts[end].word)) {
		end++
	}
	for end > i && c.ts[end-1].word == "." {
		end--
	}
	return end
}

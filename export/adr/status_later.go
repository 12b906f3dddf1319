package adr

import (
	"strings"

	"bdgraph"
)

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

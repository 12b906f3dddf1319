package adr

import (
	"bdgraph"
)

// maxWordsToDate bounds the words between a record and the day of its relation.
const maxWordsToDate = 5

// dateTargets gives each target its date: one that stands before the records
// or after the last of several is for all, one right after a record for that one. It returns
// where the dates begin.
func (c *clauses) dateTargets(m relationMatch, targets []target, to int) (used []int) {
	from := m.clauseStart
	var shared bdgraph.Date
	dated := 0
	for _, d := range c.dates() {
		at := tokenAt(c.ts, d.Start)
		if at < from || at >= to || d.Date.IsZero() || c.ownDate(m, at) || (d.Date.Precision() == bdgraph.PrecisionYear && !d.Ambiguous && len(d.Written) == 4 && !c.enclosed(at)) {
			continue
		}
		owner := -1
		inside := false
		for n, t := range targets {
			inside = inside || at >= t.start && at < t.end
			if at >= t.end {
				owner = n
			}
		}
		switch {
		case inside:
		case owner < 0 && shared.IsZero():
			shared = d.Date
			used = append(used, d.Start)
			c.h.noteDate(d, c.v.lineAt(d.Start))
		case owner >= 0 && wordCount(c.text(targets[owner].end, at)) > maxWordsToDate:
			// "Superseded by ADR 3 — the release of March 2024 brought …"
		case owner >= 0 && targets[owner].date.IsZero() && shared.IsZero():
			targets[owner].date = d.Date
			used = append(used, d.Start)
			c.h.noteDate(d, c.v.lineAt(d.Start))
			dated++
		}
	}
	if n := len(targets); n > 0 && dated == 1 && shared.IsZero() {
		shared = targets[n-1].date
	}
	for n := range targets {
		if targets[n].date.IsZero() {
			targets[n].date = shared
		}
	}
	return used
}

// ownDate reports whether the date at token i is that of the older record itself:
// "replaces ADR 3 of 2019-01-01".
func (c *clauses) ownDate(m relationMatch, i int) bool {
	if m.kind != bdgraph.ADRSupersedes && m.kind != bdgraph.ADRAmends && m.kind != bdgraph.ADRDeprecates || i < 2 {
		return false
	}
	return c.wordAt("own_date", i-2) && (i < 4 || c.ts[i-4].word != "as") // "as of 2019-01-01" dates the relation
}

func (c *clauses) enclosed(i int) bool { return i > 0 && opens(c.ts[i-1].word) }

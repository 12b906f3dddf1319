package adr

import (
	"slices"
	"strings"

	"bdgraph/internal/datetext"
)

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
	// The last stage of several that has a tick, and what replaced the record after it.
	var ticked, ended rich
	for _, row := range rows {
		if done, ok := h.stage(row.cells); ok {
			if done {
				ticked = row.cells[0]
			}
			continue
		}
		for c := 0; c+1 < len(row.cells); c++ {
			k, ok := h.cellKey(row.cells[c])
			if !ok && len(datetext.Find(row.cells[c+1].text, h.order)) > 0 {
				if k.field, ok = h.fieldOf(row.cells[c].text); !ok && h.endedOn(h.clauses(row.cells[c].join(row.cells[c+1], ": "))) {
					c++ // "Deprecated | 2024-03-05"
					continue
				} // "Accepted | 2024-03-05"
			}
			if ok {
				before := len(h.stated)
				k.value = row.cells[c+1]
				h.value(k, "table")
				if slices.ContainsFunc(h.stated[before:], statedRelation.full) {
					ended = row.cells[c].join(row.cells[c+1], " ")
				}
				c++
			} else if h.namesRecord(row.cells[c+1]) && c == 0 && !row.head {
				h.value(keyed{key: row.cells[c], value: row.cells[c+1]}, "table")
			}
		}
	}
	switch {
	case ticked.empty() || h.r.adr.StatusText != "":
	case !ended.empty():
		h.note, h.noteFrom = ended, "table"
	default:
		h.status(ticked, "table")
	}
	return end
}

// stage reads a row of a table of stages, a status and a mark that says whether it was
// reached: "Adopted | ✅".
func (h *headerReader) stage(cells []rich) (done, ok bool) {
	if len(cells) != 2 {
		return false, false
	}
	c := h.clauses(cells[0])
	if _, next, _, isStatus := c.statusAt(c.skipMarks(0)); !isStatus || c.skipMarks(next) < len(c.ts) {
		return false, false
	}
	switch mark := strings.Trim(strings.ToLower(cells[1].text), " \ufe0f[]"); mark {
	case "✅", "✔", "✓", "☑", "x", "yes":
		return true, true
	default:
		return false, wordCount(mark) == 0
	}
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

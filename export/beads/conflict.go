package beads

import (
	"bytes"

	"bdgraph"
)

// heldLine is a line of what may be the common ancestor of a conflict.
type heldLine struct {
	number int
	text   []byte
}

// marker notes a line that git left in a conflict, longer ones being those of a
// conflict within the common ancestor. That ancestor, which only some settings of git show, is
// left out: what it alone has, both sides deleted.
func (r *reader) marker(line []byte) bool {
	n := 0
	for n < len(line) && line[n] == line[0] {
		n++
	}
	if n < 7 || bytes.IndexByte([]byte("<|=>"), line[0]) < 0 || n < len(line) && line[n] != ' ' {
		return false
	}
	r.note(conflictMarkers, "")
	switch {
	case line[0] == '|' && r.base == 0:
		r.base = n
	case line[0] == '=' && r.base == n:
		if count := len(r.held); count > 0 {
			r.skipped["conflict_base"] += count
			r.notes.addMany(conflictBase, bdgraph.Place{File: r.place.File, Line: r.held[0].number}, "", "", count)
		}
		r.base, r.held = 0, nil
	}
	return true
}

// hold keeps a line of what may be the common ancestor until that one's end is seen, and
// reports whether it is one.
func (r *reader) hold(line []byte) bool {
	if r.base == 0 {
		return false
	}
	r.held = append(r.held, heldLine{r.place.Line, bytes.Clone(line)})
	return true
}

// readHeld reads, at the end of a text, the lines of an ancestor whose end never came: it
// may be anything.
func (r *reader) readHeld() {
	r.base = 0
	for _, l := range r.held {
		r.place.Line, r.id = l.number, ""
		r.line(l.text)
	}
	r.held = nil
}

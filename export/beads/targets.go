package beads

import (
	"strings"

	"bdgraph"
)

// repairTargets recovers targets that were stored as type:id, and reports those that lead nowhere.
func (m *merger) repairTargets(i *bdgraph.Issue, left map[string]string) {
	for j := range i.Dependencies {
		d := &i.Dependencies[j]
		id, known := m.known(d.Target)
		if !known {
			if id, known = m.mangled(d.Target); known {
				d.Written = d.Target
				m.notes.add(repairedTarget, d.Place, i.ID, "")
			}
		}
		if known {
			d.Target = id
		}
		switch {
		case left[d.Target] != "":
			d.LeftOut = left[d.Target]
			m.notes.add(leftOutTarget, d.Place, i.ID, d.LeftOut)
		case !known && !strings.HasPrefix(d.Target, "external:"):
			m.notes.add(danglingTarget, d.Place, i.ID, "")
		}
	}
}

// mangled returns the id of a target written as type:id or with spaces around
// it, when that id is known.
func (m *merger) mangled(target string) (string, bool) {
	if strings.HasPrefix(target, "external:") {
		return "", false
	}
	for rest, more := target, true; more; _, rest, more = strings.Cut(rest, ":") {
		if id, known := m.known(strings.TrimSpace(rest)); known {
			return id, true
		}
	}
	return "", false
}

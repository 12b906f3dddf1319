package beads

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"bdgraph"
)

// merger joins the groups of all sources, the most reliable first.
type merger struct {
	groups    []*group
	ephemeral bool // keep wisps
	exported  time.Time
	notes     *notes
	skipped   map[string]int

	versions []version      // the newest of each issue, in the order in which ids were first seen
	places   map[string]int // of issues in versions, by id
	deleted  map[string]time.Time
}

// version is a record of an issue, with the group that holds it.
type version struct {
	*record
	from *group
}

// merge takes each issue from the source with its newest version, leaves out
// what is not knowledge, and repairs the targets of dependencies.
func (m *merger) merge() (issues []bdgraph.Issue, memories []bdgraph.Memory) {
	most := 0
	for _, g := range m.groups {
		most = max(most, len(g.records))
	}
	m.versions, m.places, m.deleted = make([]version, 0, most), make(map[string]int, most), map[string]time.Time{}
	var rows []row
	for _, g := range m.groups {
		rows = append(rows, g.join()...)
		m.compare(g)
		for id, at := range g.deleted {
			if old, ok := m.deleted[id]; !ok || at.After(old) {
				m.deleted[id] = at
			}
		}
	}
	m.countDeletions()
	for _, r := range rows {
		m.adopt(r)
	}

	issues = make([]bdgraph.Issue, 0, len(m.versions))
	left := map[string]string{} // why an issue was left out
	byID := func(a, b version) int { return cmp.Compare(a.issue.ID, b.issue.ID) }
	for _, r := range slices.SortedFunc(slices.Values(m.versions), byID) { // most often they are in order
		id := r.issue.ID
		if reason := m.reason(r.record); reason != "" {
			left[id] = reason
			if reason != deletion { // counted already
				m.skipped[reason]++
				m.notes.add(leftOut, r.issue.Place, id, reason)
			}
			continue
		}
		issues = append(issues, r.issue)
		if r.from != m.groups[0] && !m.groups[0].has(id) {
			m.notes.add(onlyThere, r.issue.Place, id, "")
		}
		m.notes.addMany(missingComments, r.issue.Place, id, "", r.lacksComments())
	}
	written := clock{exported: m.exported, notes: m.notes}
	for i := range issues {
		m.repairTargets(&issues[i], left)
		sortParts(&issues[i], m.notes)
		written.trustTimes(issues, i, m.created)
	}
	written.distrustShifted(issues)
	return issues, m.memories()
}

// created returns the time at which an issue was created, left out or not; zero where
// nobody says.
func (m *merger) created(id string) time.Time {
	if at, known := m.places[id]; known {
		return m.versions[at].issue.CreatedAt
	}
	return time.Time{}
}

// known returns an id as its issue has it, so that the many that lead there share one
// text, and reports whether there is such an issue.
func (m *merger) known(id string) (string, bool) {
	if at, known := m.places[id]; known {
		return m.versions[at].issue.ID, true
	}
	return "", false
}

// adopt gives a row whose issue its own source lacks to the version that
// another source has of it, where it is not there already.
func (m *merger) adopt(r row) {
	at, known := m.places[r.issue]
	if !known {
		m.skipped["orphan_row"]++
		m.notes.add(orphanRow, r.place, r.issue, "")
		return
	}
	i := &m.versions[at].issue
	stated := false
	switch {
	case r.dependency != nil:
		stated = slices.ContainsFunc(i.Dependencies, func(d bdgraph.Dependency) bool { return linkOf(d) == linkOf(*r.dependency) })
	case r.comment != nil:
		stated = slices.ContainsFunc(i.Comments, func(c bdgraph.Comment) bool { return c.Text == r.comment.Text })
	default:
		stated = slices.Contains(i.Labels, r.label)
	}
	if !stated {
		r.addTo(i)
		m.notes.add(adoptedRow, r.place, r.issue, "")
	}
}

func (g *group) has(id string) bool { return g.record(id) != nil }

// compare takes over the issues of a group that are new or newer.
func (m *merger) compare(g *group) {
	for _, r := range g.records {
		id := r.issue.ID
		at, known := m.places[id]
		if !known {
			m.places[id] = len(m.versions)
			m.versions = append(m.versions, version{r, g})
			continue
		}
		old := m.versions[at]
		kept, ignored := old.record, r
		switch r.newest().Compare(old.newest()) {
		case 1:
			kept, ignored = r, old.record
			m.notes.add(stillOlder, old.issue.Place, id, "the newer ones are in "+g.name)
			m.versions[at] = version{r, g}
		case 0:
			if !sameContent(old.record, r) {
				m.notes.add(duplicateDiffers, r.issue.Place, id, "the one in "+old.from.name+" was kept")
			}
		default:
			m.notes.add(stillOlder, r.issue.Place, id, "the newer ones are in "+old.from.name)
		}
		joinComments(kept, ignored, m.notes)
	}
}

// sameContent reports whether two versions of an issue say the same. Comments
// do not count: they are joined.
func sameContent(a, b *record) bool {
	x, y := &a.issue, &b.issue
	return x.Title == y.Title && x.Status == y.Status && x.Type == y.Type &&
		x.Description == y.Description && x.Design == y.Design && x.AcceptanceCriteria == y.AcceptanceCriteria &&
		x.Notes == y.Notes && x.CloseReason == y.CloseReason && x.ExternalRef == y.ExternalRef &&
		x.SpecID == y.SpecID && samePriority(x.Priority, y.Priority) && bytes.Equal(x.Metadata, y.Metadata) &&
		sameSet(x.Labels, y.Labels, strings.Compare) && sameSet(x.Dependencies, y.Dependencies, compareTargets)
}

func samePriority(a, b *int) bool {
	return a == b || a != nil && b != nil && *a == *b
}

// sameSet reports whether two lists hold the same values in any order.
func sameSet[T any](a, b []T, compare func(T, T) int) bool {
	equal := func(x, y T) bool { return compare(x, y) == 0 }
	return slices.EqualFunc(a, b, equal) ||
		slices.EqualFunc(slices.SortedFunc(slices.Values(a), compare), slices.SortedFunc(slices.Values(b), compare), equal)
}

func compareTargets(a, b bdgraph.Dependency) int {
	return cmp.Or(cmp.Compare(a.Target, b.Target), cmp.Compare(a.Type, b.Type))
}

// joinComments adds the comments that an ignored version has and the kept one
// lacks. Several versions of bd export none; one that counts them is believed.
func joinComments(kept, ignored *record, n *notes) {
	if len(ignored.issue.Comments) == 0 || kept.comments >= 0 && kept.lacksComments() == 0 {
		return
	}
	type said struct {
		at   int64 // ids and fractions of seconds differ between versions of bd
		text string
	}
	have := map[said]bool{}
	for _, c := range kept.issue.Comments {
		have[said{c.CreatedAt.Unix(), c.Text}] = true
	}
	for _, c := range ignored.issue.Comments {
		if !have[said{c.CreatedAt.Unix(), c.Text}] {
			kept.issue.Comments = append(kept.issue.Comments, c)
			n.add(joinedComments, ignored.issue.Place, kept.issue.ID, "")
		}
	}
}

// The reasons for which records are left out.
const (
	tombstone = "tombstone"
	deletion  = "deletion"
	ephemeral = "ephemeral"
	template  = "template"
	pinned    = "pinned"
)

// infraTypes are the types of issues that beads keeps for agents' machinery.
var infraTypes = map[string]bool{"agent": true, "rig": true, "role": true, "message": true}

// reasonOf says why a record is no knowledge; "" when it is.
func reasonOf(r *record, keepEphemeral bool) string {
	switch {
	case r.issue.Status == "tombstone" || !r.deletedAt.IsZero() && !r.deletedAt.Before(r.newest()):
		return tombstone
	case r.ephemeral && !keepEphemeral:
		return ephemeral
	case r.template:
		return template
	case r.pinned || r.issue.Status == "pinned":
		return pinned
	case infraTypes[r.issue.Type]:
		return "infra_" + r.issue.Type
	}
	return ""
}

// reason says why an issue is left out of the result; "" when it is not.
func (m *merger) reason(r *record) string {
	at, deleted := m.deleted[r.issue.ID]
	if first := m.groups[0]; deleted && !r.newest().After(at) && !(first.live && first.has(r.issue.ID)) {
		return deletion
	}
	return reasonOf(r, m.ephemeral)
}

func (m *merger) countDeletions() {
	if len(m.deleted) == 0 {
		return
	}
	m.skipped[deletion] = len(m.deleted)
	for _, g := range m.groups {
		m.notes.addMany(leftOut, bdgraph.Place{File: g.name}, "", deletion, len(g.deleted))
	}
}

// memories joins the memories of all groups. They have no time: the most
// reliable source decides.
func (m *merger) memories() []bdgraph.Memory {
	all := map[string]bdgraph.Memory{}
	for _, g := range m.groups {
		for key, memory := range g.memories {
			kept, known := all[key]
			if !known {
				all[key] = memory
				if g != m.groups[0] && m.groups[0].live {
					m.notes.add(onlyThere, memory.Place, key, "")
				}
			} else if kept.Text != memory.Text {
				m.notes.add(duplicateMemory, memory.Place, key, fmt.Sprintf("the one in %s was kept", kept.Place.File))
			}
		}
	}
	return slices.SortedFunc(maps.Values(all), func(a, b bdgraph.Memory) int { return cmp.Compare(a.Key, b.Key) })
}

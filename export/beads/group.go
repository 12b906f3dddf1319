package beads

import (
	"time"

	"bdgraph"
)

// group is what one source holds: the output of bd, one JSONL file, or the
// tables of a backup folder together.
type group struct {
	name     string         // for messages: bd export, .beads/issues.jsonl, .beads/backup
	live     bool           // the answer of bd, which knows what was deleted
	records  []*record      // in the order in which their ids were first seen
	places   map[string]int // of issues in records, by id
	memories map[string]bdgraph.Memory
	deleted  map[string]time.Time // ids that deletions.jsonl names
	prefixes []string             // configured, not seen

	rows []row // of tables: they wait for their issue
}

// row is a row of a table that names its issue: a dependency, a comment or a label.
type row struct {
	issue      string
	dependency *bdgraph.Dependency
	comment    *bdgraph.Comment
	label      string
	place      bdgraph.Place
}

func (r row) addTo(i *bdgraph.Issue) {
	switch {
	case r.dependency != nil:
		i.Dependencies = append(i.Dependencies, *r.dependency)
	case r.comment != nil:
		i.Comments = append(i.Comments, *r.comment)
	default:
		i.Labels = append(i.Labels, r.label)
	}
}

func newGroup(name string) *group {
	return &group{
		name:   name,
		places: map[string]int{}, memories: map[string]bdgraph.Memory{}, deleted: map[string]time.Time{},
	}
}

// newest is the latest time that any record of the group states.
func (g *group) newest() time.Time {
	var t time.Time
	for _, r := range g.records {
		if n := r.newest(); n.After(t) {
			t = n
		}
	}
	return t
}

// add keeps the newest version of each issue. Of two equally new ones the later is kept.
func (g *group) add(rec *record, n *notes) {
	id := rec.issue.ID
	at, twice := g.places[id]
	if !twice {
		g.places[id] = len(g.records)
		g.records = append(g.records, rec)
		return
	}
	old := g.records[at]
	n.add(duplicateID, rec.issue.Place, id, "")
	if old.newest().Equal(rec.newest()) && !sameContent(old, rec) {
		n.add(duplicateDiffers, rec.issue.Place, id, "")
	}
	if old.newest().After(rec.newest()) {
		old, rec = rec, old
	}
	rec.foreign = append(rec.foreign, old.foreign...)
	joinComments(rec, old, n)
	g.records[at] = rec
}

// record returns the record of an issue, nil where the group has none.
func (g *group) record(id string) *record {
	if at, known := g.places[id]; known {
		return g.records[at]
	}
	return nil
}

// remember keeps a memory; of two with one key the later.
func (g *group) remember(m bdgraph.Memory, n *notes) {
	if old, twice := g.memories[m.Key]; twice && old.Text != m.Text {
		n.add(duplicateMemory, m.Place, m.Key, "")
	}
	g.memories[m.Key] = m
}

// join gives the rows of tables, and the dependencies that were stored with
// another issue, to their issues. It returns those whose issue is not in the group.
func (g *group) join() (orphans []row) {
	for _, rec := range g.records {
		g.rows = append(g.rows, rec.foreign...)
	}
	linked := make(map[*record]map[link]bool) // of issues that wait by a row without a time
	for _, r := range g.rows {
		rec := g.record(r.issue)
		if rec == nil {
			orphans = append(orphans, r)
			continue
		}
		if r.dependency != nil && r.dependency.CreatedAt.IsZero() {
			if linked[rec] == nil {
				linked[rec] = linksOf(&rec.issue)
			}
			if linked[rec][linkOf(*r.dependency)] {
				continue
			}
		}
		if r.dependency != nil && linked[rec] != nil {
			linked[rec][linkOf(*r.dependency)] = true
		}
		r.addTo(&rec.issue)
	}
	return orphans
}

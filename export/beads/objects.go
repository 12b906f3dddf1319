package beads

import (
	"strings"
	"time"

	"bdgraph"
)

// row reads a row of a table: it names its issue by issue_id.
func (r *reader) row(members []member, has func(string) []byte) {
	issue := r.text("issue_id", has("issue_id"))
	r.id = issue
	r.noteRepeated(members)
	switch {
	case has("depends_on_id") != nil:
		if _, dep, ok := r.dependency(members); ok {
			r.group.rows = append(r.group.rows, row{issue: issue, dependency: &dep, place: r.place})
		}
	case has("label") != nil:
		r.group.rows = append(r.group.rows, row{issue: issue, label: r.word("label", has("label")), place: r.place})
	case has("text") != nil:
		comment := r.comment(members)
		r.group.rows = append(r.group.rows, row{issue: issue, comment: &comment, place: r.place})
	case r.holds == logFile:
	default:
		r.skipped["unknown_record"]++
		r.note(unknownRecord, "")
	}
}

func (r *reader) issue(members []member) {
	rec := r.decoder.issue(members)
	i := &rec.issue
	switch {
	case i.ID == "":
		r.skipped["no_id"]++
		r.note(noID, "")
		return
	case i.Title == "" && rec.newest().IsZero():
		r.skipped["empty"]++
		r.note(emptyIssue, "")
		return
	case r.holds == deletionsFile || r.holds == logFile:
		r.note(misplacedRecord, "")
	}
	r.group.add(rec, r.notes)
}

func (r *reader) memory(members []member) {
	r.noteRepeated(members)
	m := bdgraph.Memory{Place: r.place}
	for _, f := range members {
		switch f.key {
		case "_type":
		case "key":
			m.Key = r.text(f.key, f.value)
		case "value", "text":
			m.Text = r.text(f.key, f.value)
		default:
			r.ignore(f.key)
		}
	}
	r.remember(m)
}

// remember keeps a memory that has a key.
func (r *reader) remember(m bdgraph.Memory) {
	if m.Key == "" {
		r.skipped["no_key"]++
		r.note(noKey, "")
		return
	}
	r.group.remember(m, r.notes)
}

// memoryKey begins the settings that hold memories.
const memoryKey = "kv.memory."

// setting reads a row of the config table: a memory, the prefix of ids, or
// something that is of no use here.
func (r *reader) setting(members []member) {
	r.noteRepeated(members)
	key := r.text("key", valueOf(members, "key"))
	memory, isMemory := strings.CutPrefix(key, memoryKey)
	switch {
	case isMemory || r.holds == memoriesFile:
		r.remember(bdgraph.Memory{Key: memory, Text: r.text("value", valueOf(members, "value")), Place: r.place})
	case key == "issue_prefix":
		if prefix := strings.TrimSuffix(r.text("value", valueOf(members, "value")), "-"); prefix != "" {
			r.group.prefixes = append(r.group.prefixes, prefix)
		}
	case r.holds != configFile:
		r.skipped["unknown_record"]++
		r.note(unknownRecord, "")
	}
}

func (r *reader) deletion(members []member) {
	id := r.text("id", valueOf(members, "id"))
	r.id = id
	r.noteRepeated(members)
	var at time.Time
	if ts := valueOf(members, "ts"); ts != nil {
		at = r.instant("ts", ts)
	}
	if old, twice := r.group.deleted[id]; !twice || at.After(old) {
		r.group.deleted[id] = at
	}
}

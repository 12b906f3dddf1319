package beads

import (
	"bytes"
	"io"
	"strings"
	"time"

	"bdgraph"
)

// group is what one source holds: the output of bd, one JSONL file, or the
// tables of a backup folder together.
type group struct {
	name     string // for messages: bd export, .beads/issues.jsonl, .beads/backup
	records  map[string]*record
	order    []string // ids as first seen
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
		name:    name,
		records: map[string]*record{}, memories: map[string]bdgraph.Memory{}, deleted: map[string]time.Time{},
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

// reader fills a group from texts, classifying each object by what it holds
// rather than by the name of its file.
type reader struct {
	decoder
	group   *group
	skipped map[string]int
	holds   fileKind
}

// fileKind is what a file's name promises, as far as that matters.
type fileKind int

const (
	issuesFile    fileKind = iota // a record stream or a table
	memoriesFile                  // memory records, perhaps without _type
	deletionsFile                 // deletion records
	logFile                       // interactions: of no use but for issues that strayed there
)

// read reads a whole text: JSON lines, or one JSON document.
func (r *reader) read(in io.Reader, file string) error {
	r.place = bdgraph.Place{File: file}
	first := true
	var document []byte // all that is left, when the text is one document
	var from int
	bom, err := eachLine(in, func(number int, line []byte) {
		r.place.Line, r.place.Column, r.document = number, 0, ""
		if document != nil {
			document = append(append(document, line...), '\n')
			return
		}
		if blank(line) {
			return
		}
		if first && beginsDocument(line) {
			document, from = append(append([]byte{}, line...), '\n'), number
			return
		}
		first = false
		r.line(line)
	})
	if bom {
		r.notes.add(byteOrderMark, bdgraph.Place{File: file, Line: 1}, "", "")
	}
	if err != nil {
		return err
	}
	if document != nil {
		r.place = bdgraph.Place{File: file, Line: from}
		r.line(document)
	}
	return nil
}

func blank(line []byte) bool {
	s := scanner{data: line}
	return !s.space()
}

// beginsDocument reports whether a text that begins with this line is one JSON
// document over several lines rather than a stream of lines.
func beginsDocument(line []byte) bool {
	text := strings.TrimSpace(string(line[:min(len(line), 64)]))
	return strings.HasPrefix(text, "[") || text == "{"
}

// line reads the values of one line, which should be one object.
func (r *reader) line(line []byte) {
	if r.marker(line) {
		return
	}
	s := scanner{data: line}
	for values := 0; s.space(); values++ {
		start := s.pos
		if line[start] == '#' && values == 0 {
			r.otherLine()
			return
		}
		value, err := s.value()
		if err != nil {
			r.badLine(s.pos, err)
			return
		}
		if values == 1 {
			r.note(severalOnALine, "")
		}
		switch kindOf(value) {
		case object:
			if err := r.object(value); err != nil {
				r.badLine(start+offsetOf(err), err)
				return
			}
		case array:
			r.array(value)
		default:
			if s.space() {
				r.badLine(start, &syntaxError{start, "an object should begin here"})
			} else {
				r.otherLine()
			}
			return
		}
	}
}

func (r *reader) otherLine() {
	r.skipped["not_an_object"]++
	r.note(notAnObject, "")
}

// array reads an array of records. It may span lines: each record gets its own.
func (r *reader) array(value []byte) {
	s := scanner{data: value}
	from, counted := r.place.Line, 0
	err := s.elements(func(element []byte) {
		begin := s.pos - len(element)
		r.place.Line += bytes.Count(value[counted:begin], []byte{'\n'})
		counted = begin
		r.element(element)
	})
	r.place.Line = from
	if err != nil {
		r.badLine(s.pos, err)
	}
}

// element reads one value of an array of records.
func (r *reader) element(value []byte) {
	if kindOf(value) != object {
		r.otherLine()
		return
	}
	if err := r.object(value); err != nil {
		r.badLine(offsetOf(err), err)
	}
}

func (r *reader) badLine(offset int, err error) {
	reason := err.Error()
	if e, ok := err.(*syntaxError); ok {
		reason = e.Reason
	}
	r.skipped["bad_line"]++
	place := r.place
	place.Column = offset + 1
	r.notes.add(badLine, place, "", reason)
}

func offsetOf(err error) int {
	if e, ok := err.(*syntaxError); ok {
		return e.Offset
	}
	return 0
}

// marker notes a line that git left in a conflict.
func (r *reader) marker(line []byte) bool {
	text := string(line[:min(len(line), 8)])
	for _, m := range [...]string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"} {
		if text == m || text == m+" " {
			r.note(conflictMarkers, "")
			return true
		}
	}
	return false
}

// object classifies and reads one object.
func (r *reader) object(value []byte) error {
	s := scanner{data: value}
	at := len(r.scratch)
	var err error
	r.scratch, err = s.members(r.scratch, fieldNames)
	members := r.scratch[at:]
	defer func() { r.scratch = r.scratch[:at] }()
	if err != nil {
		return err
	}
	has := func(name string) []byte { return valueOf(members, name) }

	switch kind := has("_type"); {
	case kind != nil:
		switch string(kind) {
		case `"issue"`:
			r.issue(members)
		case `"memory"`:
			r.memory(members)
		default:
			r.skipped["unknown_type"]++
			r.note(unknownType, clean(kind[:min(len(kind), 40)]))
		}
	case has("_schema") != nil: // a header line
	case has("id") != nil && has("title") != nil:
		r.issue(members)
	case has("issue_id") != nil:
		r.row(members, has)
	case has("id") != nil && has("ts") != nil:
		r.deletion(members)
	case has("id") != nil && (has("issue_type") != nil || has("status") != nil):
		r.issue(members)
	case has("id") != nil && r.holds == deletionsFile:
		r.deletion(members)
	case has("key") != nil && has("value") != nil:
		r.setting(members)
	case kindOf(has("data")) == array || kindOf(has("data")) == object || kindOf(has("issues")) == array:
		r.envelope(has)
	case has("title") != nil && (has("created_at") != nil || has("issue_type") != nil):
		r.skipped["no_id"]++
		r.note(noID, "")
	case r.holds != logFile:
		r.skipped["unknown_record"]++
		r.note(unknownRecord, "")
	}
	return nil
}

func valueOf(members []member, name string) []byte {
	for _, m := range members {
		if m.key == name {
			return m.value
		}
	}
	return nil
}

// envelope reads the records inside {"schema_version":1,"data":…}, or the
// {"issues":…} that bd list --skip-labels answers.
func (r *reader) envelope(has func(string) []byte) {
	for _, name := range [...]string{"data", "issues"} {
		switch v := has(name); kindOf(v) {
		case object:
			r.element(v)
		case array:
			r.array(v)
		}
	}
}

// row reads a row of a table: it names its issue by issue_id.
func (r *reader) row(members []member, has func(string) []byte) {
	issue := r.text("issue_id", has("issue_id"))
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
	case has("event_type") != nil || has("kind") != nil: // a log entry
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

// add keeps the newest version of each issue. Of two equally new ones the later is kept.
func (g *group) add(rec *record, n *notes) {
	id := rec.issue.ID
	old, twice := g.records[id]
	if !twice {
		g.order = append(g.order, id)
		g.records[id] = rec
		return
	}
	n.add(duplicateID, rec.issue.Place, id, "")
	if old.newest().Equal(rec.newest()) && !sameContent(old, rec) {
		n.add(duplicateDiffers, rec.issue.Place, id, "")
	}
	if old.newest().After(rec.newest()) {
		old, rec = rec, old
	}
	rec.foreign = append(rec.foreign, old.foreign...)
	joinComments(rec, old, n)
	g.records[id] = rec
}

func (r *reader) memory(members []member) {
	m := bdgraph.Memory{Place: r.place}
	for _, f := range members {
		switch f.key {
		case "_type":
		case "key":
			m.Key = r.text(f.key, f.value)
		case "value":
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

// remember keeps a memory; of two with one key the later.
func (g *group) remember(m bdgraph.Memory, n *notes) {
	if old, twice := g.memories[m.Key]; twice && old.Text != m.Text {
		n.add(duplicateMemory, m.Place, m.Key, "")
	}
	g.memories[m.Key] = m
}

// memoryKey begins the settings that hold memories.
const memoryKey = "kv.memory."

// setting reads a row of the config table: a memory, the prefix of ids, or
// something that is of no use here.
func (r *reader) setting(members []member) {
	key := r.text("key", valueOf(members, "key"))
	memory, isMemory := strings.CutPrefix(key, memoryKey)
	switch {
	case isMemory || r.holds == memoriesFile:
		r.remember(bdgraph.Memory{Key: memory, Text: r.text("value", valueOf(members, "value")), Place: r.place})
	case key == "issue_prefix":
		if prefix := strings.TrimSuffix(r.text("value", valueOf(members, "value")), "-"); prefix != "" {
			r.group.prefixes = append(r.group.prefixes, prefix)
		}
	}
}

func (r *reader) deletion(members []member) {
	id := r.text("id", valueOf(members, "id"))
	var at time.Time
	if ts := valueOf(members, "ts"); ts != nil {
		at = r.instant("ts", ts)
	}
	if old, twice := r.group.deleted[id]; !twice || at.After(old) {
		r.group.deleted[id] = at
	}
}

// join gives the rows of tables, and the dependencies that were stored with
// another issue, to their issues. It returns those whose issue is not in the group.
func (g *group) join() (orphans []row) {
	for _, id := range g.order {
		g.rows = append(g.rows, g.records[id].foreign...)
	}
	for _, r := range g.rows {
		if rec := g.records[r.issue]; rec != nil {
			r.addTo(&rec.issue)
		} else {
			orphans = append(orphans, r)
		}
	}
	return orphans
}

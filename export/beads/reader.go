package beads

import (
	"bytes"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"bdgraph"
)

// reader fills a group from texts, classifying each object by what it holds
// rather than by the name of its file.
type reader struct {
	decoder
	group   *group
	skipped map[string]int
	holds   fileKind

	// A text of several lines, when the source is one JSON document.
	document []byte
	counted  int // bytes of it whose line ends are in place.Line

	// base is the length of the marker that began the common ancestor of a
	// conflict, 0 outside; held are the lines since, until its end is seen.
	base int
	held []heldLine
}

// fileKind is what a file's name promises, as far as that matters.
type fileKind int

const (
	issuesFile    fileKind = iota // a record stream or a table
	memoriesFile                  // memory records, perhaps without _type
	deletionsFile                 // deletion records
	configFile                    // settings, memories among them
	logFile                       // interactions: of no use but for issues that strayed there
)

// read reads a whole text: JSON lines, or one JSON document.
func (r *reader) read(in io.Reader, file string) error {
	r.place = bdgraph.Place{File: file}
	first := true
	from := 0
	bom, err := eachLine(in, func(number int, line []byte) {
		if r.document != nil {
			r.document = append(append(r.document, line...), '\n')
			return
		}
		if blank(line) {
			return
		}
		if first && (beginsDocument(line) || filepath.Ext(file) == ".json") {
			r.document, from = append(append([]byte{}, line...), '\n'), number
			return
		}
		first = false
		r.place.Line, r.id = number, ""
		r.line(line)
	})
	if bom {
		r.notes.add(byteOrderMark, bdgraph.Place{File: file, Line: 1}, "", "")
	}
	if err != nil {
		return err
	}
	if r.document != nil {
		r.place.Line = from
		r.line(r.document)
	}
	r.readHeld()
	return nil
}

// moveTo sets the line to that of a value within a document.
func (r *reader) moveTo(value []byte) {
	if r.document == nil {
		return
	}
	// Both end where the document's memory ends.
	if offset := cap(r.document) - cap(value); offset > r.counted {
		r.place.Line += bytes.Count(r.document[r.counted:offset], []byte{'\n'})
		r.counted = offset
	}
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
	if r.marker(line) || r.hold(line) {
		return
	}
	s := scanner{data: line}
	for values := 0; s.space(); values++ {
		start := s.pos
		if line[start] == '#' && values == 0 {
			r.otherLine()
			return
		}
		if values == 1 {
			r.note(severalOnALine, "")
		}
		if line[start] == '[' { // read as far as it goes
			if !r.array(&s) {
				return
			}
			continue
		}
		value, err := s.value()
		if err != nil {
			r.badLine(line[s.pos:], s.pos, err)
			return
		}
		if kindOf(value) != object {
			if s.space() {
				r.badLine(value, start, s.fail("an object should begin here"))
			} else {
				r.otherLine()
			}
			return
		}
		if err := r.object(value); err != nil {
			r.badLine(value, start+offsetOf(err), err)
			return
		}
	}
}

func (r *reader) otherLine() {
	r.skipped["not_an_object"]++
	r.note(notAnObject, "")
}

// array reads the array of records at the position. It may span lines: each
// record gets its own. It reports whether the end was reached.
func (r *reader) array(s *scanner) bool {
	err := s.elements(func(element []byte) {
		r.moveTo(element)
		if kindOf(element) != object {
			r.otherLine()
		} else if err := r.object(element); err != nil {
			r.badLine(element, s.pos-len(element)+offsetOf(err), err)
		}
	})
	if err != nil {
		r.badLine(s.data[min(s.pos, len(s.data)):], s.pos, err)
	}
	return err == nil
}

// badLine notes what could not be read: from rest on, at an offset of its line.
func (r *reader) badLine(rest []byte, offset int, err error) {
	reason := err.Error()
	if e, ok := err.(*syntaxError); ok {
		reason = e.Reason
	}
	r.skipped["bad_line"]++
	r.moveTo(rest)
	place := r.place
	if r.document == nil {
		place.Column = offset + 1
	}
	r.notes.add(badLine, place, "", reason)
}

func offsetOf(err error) int {
	if e, ok := err.(*syntaxError); ok {
		return e.Offset
	}
	return 0
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

	r.id = ""
	switch kind := has("_type"); {
	case kind != nil && kindOf(kind) != null:
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
	case isEnvelope(members):
		r.envelope(members)
	case has("title") != nil && (has("created_at") != nil || has("issue_type") != nil):
		r.skipped["no_id"]++
		r.note(noID, "")
	case r.holds != logFile:
		r.skipped["unknown_record"]++
		r.note(unknownRecord, "")
	}
	return nil
}

// isEnvelope reports whether an object holds records rather than being one. An
// envelope holds no envelope.
func isEnvelope(members []member) bool {
	for _, m := range members {
		switch m.key {
		case "issues":
			if kindOf(m.value) == array {
				return true
			}
		case "data":
			inner := scanner{data: m.value}
			if kindOf(m.value) == array {
				return true
			}
			if parts, err := inner.members(nil, fieldNames); err == nil && valueOf(parts, "data") == nil {
				return true
			}
		}
	}
	return false
}

// valueOf returns the value of a field, nil when there is none; of two the later.
func valueOf(members []member, name string) []byte {
	for _, m := range slices.Backward(members) {
		if m.key == name {
			return m.value
		}
	}
	return nil
}

// envelope reads the records inside {"schema_version":1,"data":…}, or the
// {"issues":…} that bd list --skip-labels answers.
func (r *reader) envelope(members []member) {
	for _, m := range members {
		switch {
		case m.key != "data" && m.key != "issues":
			r.ignore(m.key)
		case kindOf(m.value) == object:
			r.moveTo(m.value)
			if err := r.object(m.value); err != nil {
				r.badLine(m.value, offsetOf(err), err)
			}
		case kindOf(m.value) == array:
			r.array(&scanner{data: m.value})
		}
	}
}

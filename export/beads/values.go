package beads

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"bdgraph"
)

// decoder turns the values of one source into Go values, and notes what was wrong.
type decoder struct {
	notes    *notes
	place    bdgraph.Place
	id       string // of the record at hand, for findings
	personal bool   // keep names and addresses
	words    map[string]string
	scratch  []member
	own      []bdgraph.Dependency // of the record at hand
}

// each calls f with the members of every object in an array, and bare, which says
// so, with every string that stands in place of one. One that stands there alone counts as an array of itself.
func (d *decoder) each(name string, v []byte, bare func(string), f func([]member)) {
	switch k := kindOf(v); k {
	case null:
		return
	case array:
	case object, text:
		d.note(wrongType, name+" is "+k.String()+", not an array")
		v = slices.Concat([]byte{'['}, v, []byte{']'})
	default:
		d.note(wrongType, name+" is "+k.String()+", not an array")
		return
	}
	s := scanner{data: v}
	err := s.elements(func(value []byte) {
		switch k := kindOf(value); k {
		case object:
		case text:
			bare(d.text(name, value))
			return
		default:
			d.note(wrongType, name+" holds "+k.String()+", not an object")
			return
		}
		at := len(d.scratch)
		inner := scanner{data: value}
		var err error
		if d.scratch, err = inner.members(d.scratch, fieldNames); err != nil {
			d.note(wrongType, name+" holds an object that cannot be read")
		} else {
			d.noteRepeated(d.scratch[at:])
			f(d.scratch[at:])
		}
		d.scratch = d.scratch[:at]
	})
	if err != nil {
		d.note(wrongType, name+" is an array that cannot be read")
	}
}

// note adds a finding about the record at hand.
func (d *decoder) note(c *code, detail string) { d.notes.add(c, d.place, d.id, detail) }

// text decodes a string. Null is no text; a value of another type is kept as its JSON.
func (d *decoder) text(name string, v []byte) string {
	switch k := kindOf(v); k {
	case text:
		s, f := unquote(v)
		if f != (flaws{}) {
			d.notes.addMany(nulCharacter, d.place, d.id, "", f.nul)
			d.notes.addMany(badEncoding, d.place, d.id, "", f.encoding)
			d.notes.addMany(controls, d.place, d.id, "", f.control)
			d.notes.addMany(badEscape, d.place, d.id, "", f.escape)
		}
		return s
	case null:
		return ""
	default:
		d.note(wrongType, name+" is "+k.String()+", not a string")
		return clean(v)
	}
}

// prose decodes a text that some writers keep as a list of lines, or of remarks
// with a text: each becomes a paragraph of its own.
func (d *decoder) prose(name string, v []byte) string {
	if kindOf(v) != array {
		return d.text(name, v)
	}
	d.note(wrongType, name+" is an array, not a string")
	var parts []string
	s := scanner{data: v}
	if err := s.elements(func(value []byte) {
		if kindOf(value) == object {
			inner := scanner{data: value}
			if members, err := inner.members(nil, fieldNames); err == nil && valueOf(members, "text") != nil {
				value = valueOf(members, "text")
			}
		}
		part := ""
		if k := kindOf(value); k == text || k == null {
			part = d.text(name, value)
		} else {
			part = clean(value)
		}
		if part != "" {
			parts = append(parts, part)
		}
	}); err != nil {
		d.note(wrongType, name+" is an array that cannot be read")
	}
	return strings.Join(parts, "\n\n")
}

// clean returns any bytes as valid text without NUL.
func clean(raw []byte) string {
	s, _ := unquote([]byte(`"` + string(raw) + `"`))
	return s
}

// word decodes a string that occurs many times, such as a status.
func (d *decoder) word(name string, v []byte) string {
	if w, ok := d.words[string(v)]; ok {
		return w
	}
	w := d.text(name, v)
	if len(w) < 64 && kindOf(v) == text && w == string(v[1:len(v)-1]) {
		d.words[string(v)] = w
	}
	return w
}

// list decodes an array of strings; one string stands for an array of itself.
func (d *decoder) list(name string, v []byte) []string {
	switch k := kindOf(v); k {
	case null:
		return nil
	case text:
		return parts(d.text(name, v))
	case array:
	default:
		d.note(wrongType, name+" is "+k.String()+", not an array")
		return nil
	}
	var out []string
	s := scanner{data: v}
	if err := s.elements(func(value []byte) {
		if w := d.word(name, value); w != "" {
			out = append(out, w)
		}
	}); err != nil {
		d.note(wrongType, name+" is an array that cannot be read")
	}
	return out
}

// parts returns what stands between the commas of a list that is written as one string.
func parts(s string) []string {
	var out []string
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// instant decodes a true instant, in UTC; zero when it is not known.
func (d *decoder) instant(name string, v []byte) time.Time {
	t, _ := d.time(name, v)
	return t.UTC()
}

// time decodes a time as it is stored, and whether its offset is explicit.
func (d *decoder) time(name string, v []byte) (time.Time, bool) {
	k := kindOf(v)
	if k == null {
		return time.Time{}, false
	}
	s := string(v)
	if k == text {
		s = d.text(name, v)
	}
	if s == "" {
		return time.Time{}, false
	}
	t, explicit, ok := parseTime(s)
	if !ok && (k == number || len(s) >= shortestEpoch) {
		if t, ok = epochTime(s); ok {
			d.note(wrongType, name+" is a number of seconds or parts of one, not a date")
		}
	}
	if !ok {
		d.note(badTime, name)
		return time.Time{}, false
	}
	if unknownTime(t) {
		d.note(noTime, name)
		return time.Time{}, false
	}
	return t, explicit
}

// priorityWords are what bd's numbers are called.
var priorityWords = map[string]int{
	"critical": 0, "urgent": 0, "highest": 0, "high": 1, "medium": 2, "normal": 2, "low": 3, "lowest": 4, "backlog": 4,
}

// priority decodes 0 to 4, also as "P1", "1" or "high". Absence is not 0.
func (d *decoder) priority(v []byte) *int {
	k := kindOf(v)
	if k == null {
		return nil
	}
	s := string(v)
	if k == text {
		word := strings.TrimSpace(d.text("priority", v))
		if n, ok := priorityWords[strings.ToLower(word)]; ok {
			d.note(foreignField, fmt.Sprintf("priority %s as %d", word, n))
			return &n
		}
		s = strings.TrimLeft(word, "pP")
	}
	p, err := strconv.ParseFloat(s, 64)
	if err != nil || p != math.Trunc(p) || math.Abs(p) > 1000 {
		if s != "" {
			d.note(badPriority, string(v[:min(len(v), 40)]))
		}
		return nil
	}
	if k != number {
		d.note(wrongType, "priority is "+k.String()+", not a number")
	}
	n := int(p)
	return &n
}

func (d *decoder) count(name string, v []byte) (int, bool) {
	if k := kindOf(v); k != number && k != null {
		d.note(wrongType, name+" is "+k.String()+", not a number")
	}
	n, err := strconv.Atoi(strings.Trim(string(v), `"`))
	return n, err == nil
}

// flag decodes a boolean, which table rows write as 0 or 1.
func (d *decoder) flag(name string, v []byte) bool {
	switch kindOf(v) {
	case boolean:
		return v[0] == 't'
	case number:
		return string(v) != "0"
	case null:
		return false
	}
	d.note(wrongType, name+" is "+kindOf(v).String()+", not a boolean")
	s := strings.ToLower(strings.Trim(string(v), `"`))
	return s == "true" || s == "1"
}

// metadata decodes any JSON, or a string that holds JSON; {} and "" are none.
func (d *decoder) metadata(v []byte) json.RawMessage {
	switch string(v) {
	case `"{}"`, `{}`, `""`, "null":
		return nil
	}
	raw := v
	if kindOf(v) == text {
		s := d.text("metadata", v)
		raw = []byte(s)
		if !json.Valid(raw) {
			raw, _ = json.Marshal(s)
		}
	}
	var out bytes.Buffer
	if err := json.Compact(&out, raw); err != nil {
		d.note(badMetadata, "")
		kept, _ := json.Marshal(clean(raw))
		return kept
	}
	if out.String() == "{}" || out.String() == "null" {
		return nil
	}
	return out.Bytes()
}

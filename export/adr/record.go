package adr

import (
	"fmt"
	"path"
	"strings"

	"bdgraph"
)

// record is a file on its way to being an ADR.
type record struct {
	adr     bdgraph.ADR
	name    nameParts
	text    string
	outline outline
	file    file
	shape   shape
	// number as the title or the front matter has it, and where
	titleNumber     string
	titleNumberLine int
	untitled        bool // the title is only the file's name
	findings        []bdgraph.Finding
}

// property matches a line of properties as outliners write them: "status:: accepted".
var property = pattern(`^[\pL][\pL _-]*::\s`)

// newRecord reads a file's structure and identity.
func newRecord(file file, text string) *record {
	return recordNamed(file, text, readName(file.called()))
}

// recordNamed is newRecord for a file whose name was read otherwise.
func recordNamed(file file, text string, name nameParts) *record {
	r := &record{file: file, text: text, name: name, outline: readOutline(file.name, text)}
	r.adr.Path, r.adr.Number = file.name, r.name.number
	o := &r.outline
	if len(o.headings) > 0 {
		r.titleNumber, r.adr.Title = readTitle(o.headings[0].text, r.name)
		r.titleNumberLine = o.headings[0].line
		if role, _, exact := shipped().roleOf(o.headings[0].text); role != "" && exact || keyLine().MatchString(o.headings[0].text) && o.headings[0].level > 1 && r.titleNumber == "" {
			r.adr.Title, r.titleNumber = "", ""
		}
	}
	heading := r.titleNumber
	for _, f := range o.front {
		if len(f.values) == 0 {
			continue
		}
		switch value := f.values[0].text; strings.ToLower(f.key) {
		case "title":
			number, title := readTitle(value, r.name)
			if r.titleNumber == "" {
				r.titleNumber, r.titleNumberLine = number, f.line
			}
			if r.adr.Title == "" || (heading == "" || heading == number) && len(o.headings) > 0 && o.headings[0].level > 1 {
				r.adr.Title = title
			}
		case "id", "number", "adr", "adr_id", "adr-id", "adr_number", "adr-number":
			number, _ := readTitle(value, r.name)
			if number != "" && r.titleNumber == "" {
				r.titleNumber, r.titleNumberLine = number, f.line
			}
		}
	}
	if r.adr.Title == "" {
		r.adr.Title, r.untitled = r.name.slug, true
		for _, l := range o.body {
			if l.kind == paragraph && len(o.headings) == 0 && len(o.front) == 0 && !property().MatchString(l.text) {
				_, r.adr.Title = readTitle(l.text, r.name)
				break
			}
		}
	}
	if r.adr.Number == "" && !dateName().MatchString(r.name.stem) {
		r.adr.Number = r.titleNumber
	}
	return r
}

// assignIDs gives each record the name that people say, and compares the
// numbers of title and file name.
func assignIDs(records []*record) {
	count := map[string]int{}
	for _, r := range records {
		count[numberKey(r.adr.Number)]++
	}
	for _, r := range records {
		switch {
		case r.adr.Number == "":
			r.adr.ID = r.adr.Path
		case count[numberKey(r.adr.Number)] > 1:
			r.adr.ID = "ADR-" + r.adr.Number + "@" + r.adr.Path
		default:
			r.adr.ID = "ADR-" + r.adr.Number
		}
		if r.name.number != "" && r.titleNumber != "" && !sameNumber(r.name.number, r.titleNumber) {
			r.findings = append(r.findings, bdgraph.Finding{
				Code: "number_mismatch", Severity: bdgraph.Warning, Document: r.adr.Path, Place: bdgraph.Place{File: r.adr.Path, Line: r.titleNumberLine}, Count: 1,
				Message: fmt.Sprintf("the text says number %s, the file name %s; the file name counts", r.titleNumber, r.name.number),
				Remedy:  "make them agree",
			})
		}
	}
}

// duplicateNumbers reports numbers that several records bear: an error within
// one folder, a warning where folders number by themselves.
func duplicateNumbers(records []*record) []bdgraph.Finding {
	byNumber := map[string][]*record{}
	for _, r := range records {
		if k := numberKey(r.adr.Number); k != "" {
			byNumber[k] = append(byNumber[k], r)
		}
	}
	var out []bdgraph.Finding
	for _, list := range byNumber {
		if len(list) < 2 {
			continue
		}
		for _, r := range list {
			var others []string
			severity := bdgraph.Warning
			for _, o := range list {
				if o == r || o.name.series() != r.name.series() {
					continue
				}
				others = append(others, o.adr.Path)
				if path.Dir(o.adr.Path) == path.Dir(r.adr.Path) {
					severity = bdgraph.Error
				}
			}
			if len(others) == 0 {
				continue
			}
			out = append(out, bdgraph.Finding{
				Code: "duplicate_number", Severity: severity, Document: r.adr.Path, Place: bdgraph.Place{File: r.adr.Path}, Count: 1,
				Message: fmt.Sprintf("number %s is also that of %s", r.adr.Number, strings.Join(others, ", ")),
				Remedy:  "renumber one; until then say " + r.adr.ID,
			})
		}
	}
	return out
}

// withoutStatus reports once the records in which no status was found: either
// none is written, or it stands in a shape that is not understood.
func withoutStatus(records []*record) []bdgraph.Finding {
	const examples = 5
	var names []string
	n := 0
	for _, r := range records {
		if r.adr.StatusText != "" {
			continue
		}
		if n++; n <= examples {
			names = append(names, r.adr.Path)
		}
	}
	if n == 0 {
		return nil
	}
	message := "no status was found in " + strings.Join(names, ", ")
	if n > examples {
		message += " …"
	}
	return []bdgraph.Finding{{
		Code: "no_status", Severity: bdgraph.Info, Document: names[0], Place: bdgraph.Place{File: names[0]}, Count: n,
		Message: message, Remedy: "write a line such as Status: accepted where there is none; docs/formats/adr.md shows the shapes that are read",
	}}
}

// datesOfLastUpdate reports once that the dates of MADR 3 and 4 front matter
// mean the last change by that template's own definition.
func datesOfLastUpdate(records []*record) []bdgraph.Finding {
	var first *record
	n := 0
	for _, r := range records {
		if r.shape.madr && r.shape.dateFrom == "front matter" {
			if n++; first == nil {
				first = r
			}
		}
	}
	if n == 0 {
		return nil
	}
	return []bdgraph.Finding{{
		Code: "date_of_last_update", Severity: bdgraph.Info, Document: first.adr.Path, Place: bdgraph.Place{File: first.adr.Path, Line: first.adr.DateLine}, Count: n,
		Message: "the date of a MADR 3 or 4 front matter means the last update by that template's definition; it is used as the record's date",
		Remedy:  "if it was moved after the decision, add a line Decided: YYYY-MM-DD",
	}}
}

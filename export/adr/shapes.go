package adr

import (
	"cmp"
	"strings"

	"bdgraph"
)

// shape is how a record's header is written.
type shape struct {
	statusFrom   string // front matter, section, bullet, bold line …; "" without a status
	dateFrom     string
	relationFrom string
	placeholders int  // empty values such as N/A
	madr         bool // the front matter names decision makers, as MADR 3 and 4 do
	numberIn     string
	name         string
}

// note remembers where the first status, date or relation was read.
func (s *shape) note(what, from string) {
	set := func(p *string) {
		if *p == "" {
			*p = from
		}
	}
	switch what {
	case "status":
		set(&s.statusFrom)
	case "date", "accepted_date", "created":
		set(&s.dateFrom)
	case "relation":
		set(&s.relationFrom)
	}
}

// family names the shape family of a record: where its status stands, else
// its date, else a relation.
func (s *shape) family(r *record) string {
	o := &r.outline
	for _, f := range o.front {
		switch strings.ToLower(f.key) {
		case "decision-makers", "decision_makers", "deciders", "consulted", "informed":
			s.madr = true
		}
	}
	s.numberIn = "none"
	switch {
	case r.name.number != "" && r.titleNumber != "":
		s.numberIn = "name and title"
	case r.name.number != "":
		s.numberIn = "name"
	case r.titleNumber != "":
		s.numberIn = "title"
	}
	from := cmp.Or(s.statusFrom, s.dateFrom, s.relationFrom)
	switch {
	case o.rst:
		s.name = "rst"
	case o.asciiDoc:
		s.name = "asciidoc"
	case from == "front matter" && s.madr:
		s.name = "madr"
	case from == "front matter":
		s.name = "front-matter"
	case from == "section":
		s.name = "sections"
	case from == "bullet" && dateName().MatchString(r.name.stem):
		s.name = "log4brains"
	case from == "bullet":
		s.name = "bullets"
	case from == "bold bullet":
		s.name = "bold-bullets"
	case from == "bold line":
		s.name = "bold-lines"
	case from == "plain line":
		s.name = "plain-lines"
	case from == "quotation":
		s.name = "quotation"
	case from == "table":
		s.name = "table"
	case from == "changelog":
		s.name = "changelog"
	case isYStatement(r.text):
		s.name = "y-statement"
	default:
		s.name = "no-header"
	}
	return s.name
}

// isYStatement recognises the one-sentence form: in the context of …, facing …, we decided …
func isYStatement(text string) bool {
	t := strings.ToLower(text)
	return strings.Contains(t, "in the context of") && strings.Contains(t, "facing") && strings.Contains(t, "we decided")
}

// Report counts how the records of a project are written.
type Report struct {
	Records int `json:"records"`
	// Shapes counts records by shape family; docs/formats/adr.md lists them.
	Shapes    map[string]int `json:"shapes"`
	Languages map[string]int `json:"languages"`
	// Status, Date and Number count records by the place where the field
	// stands; "none" counts those without.
	Status map[string]int `json:"status"`
	Date   map[string]int `json:"date"`
	Number map[string]int `json:"number"`
	// Statuses counts canonical statuses; "unknown" those that nobody knows.
	Statuses map[string]int `json:"statuses"`
	// Relations counts relations by kind, Unresolved those without a target.
	Relations    map[string]int `json:"relations"`
	Unresolved   int            `json:"unresolved"`
	Placeholders int            `json:"placeholders"` // empty values such as N/A
	// Sections counts records that have a section of each role.
	Sections map[string]int `json:"sections"`
	Skipped  map[string]int `json:"skipped"`
	Findings map[string]int `json:"findings"` // by code
}

// Shapes counts the shapes and fields of a result.
func Shapes(r Result) Report {
	rep := Report{
		Records: len(r.ADRs), Shapes: map[string]int{}, Languages: map[string]int{}, Status: map[string]int{}, Date: map[string]int{},
		Number: map[string]int{}, Statuses: map[string]int{}, Relations: map[string]int{}, Sections: map[string]int{}, Skipped: r.Skipped, Findings: map[string]int{},
	}
	for i, a := range r.ADRs {
		rep.Shapes[a.Shape]++
		rep.Languages[cmp.Or(a.Language, "none")]++
		switch {
		case a.StatusText == "":
			rep.Statuses["none"]++
		case a.Status == bdgraph.StatusUnknown:
			rep.Statuses["unknown"]++
		default:
			rep.Statuses[string(a.Status)]++
		}
		if i < len(r.shapes) {
			s := r.shapes[i]
			rep.Status[cmp.Or(s.statusFrom, "none")]++
			rep.Date[cmp.Or(s.dateFrom, "none")]++
			rep.Number[s.numberIn]++
			rep.Placeholders += s.placeholders
		}
		for _, rel := range a.Relations {
			rep.Relations[string(rel.Kind)]++
			if rel.Target == "" {
				rep.Unresolved++
			}
		}
		roles := map[string]bool{}
		for _, s := range a.Sections {
			if s.Role != "" && !roles[s.Role] {
				roles[s.Role] = true
				rep.Sections[s.Role]++
			}
		}
	}
	for _, f := range r.Findings {
		rep.Findings[f.Code] += f.Count
	}
	return rep
}

package adr

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bdgraph"
)

// dump writes what the expectations in testdata state: one paragraph a
// record, then what was skipped and found.
//
//	PATH
//	  id ID
//	  title TITLE
//	  status CANONICAL :LINE "TEXT"        unknown for a word that nobody knows
//	  date DATE :LINE                      DATE is its text, or earliest..latest
//	  since DATE                           the date of the status
//	  review DATE / sunset DATE
//	  KIND TARGET :LINE [on DATE] [scope "SCOPE"]   TARGET is ?WRITTEN when unresolved
//	  roles ROLE@LINE …
//	  language LANGUAGE / shape SHAPE
//	skipped REASON N
//	finding CODE PLACE
func dump(r Result) string {
	var b strings.Builder
	for _, a := range r.ADRs {
		fmt.Fprintf(&b, "%s\n  id %s\n  title %s\n", a.Path, a.ID, a.Title)
		if a.StatusText != "" {
			status := string(a.Status)
			if status == "" {
				status = "unknown"
			}
			fmt.Fprintf(&b, "  status %s :%d %q\n", status, a.StatusLine, a.StatusText)
		}
		if !a.Date.IsZero() {
			fmt.Fprintf(&b, "  date %s :%d\n", dumpDate(a.Date), a.DateLine)
		}
		for _, d := range []struct {
			name string
			date bdgraph.Date
		}{{"since", a.StatusDate}, {"review", a.ReviewBy}, {"sunset", a.Sunset}} {
			if !d.date.IsZero() {
				fmt.Fprintf(&b, "  %s %s\n", d.name, dumpDate(d.date))
			}
		}
		for _, rel := range a.Relations {
			target := rel.Target
			if target == "" {
				target = "?" + rel.Written
			}
			fmt.Fprintf(&b, "  %s %s :%d", rel.Kind, target, rel.Line)
			if !rel.Date.IsZero() {
				fmt.Fprintf(&b, " on %s", dumpDate(rel.Date))
			}
			if rel.Scope != "" {
				fmt.Fprintf(&b, " scope %q", rel.Scope)
			}
			b.WriteByte('\n')
		}
		var roles []string
		for _, s := range a.Sections {
			if s.Role != "" {
				roles = append(roles, fmt.Sprintf("%s@%d", s.Role, s.Line))
			}
		}
		if len(roles) > 0 {
			fmt.Fprintf(&b, "  roles %s\n", strings.Join(roles, " "))
		}
		if a.Language != "" {
			fmt.Fprintf(&b, "  language %s\n", a.Language)
		}
		fmt.Fprintf(&b, "  shape %s\n", a.Shape)
	}
	for _, reason := range slices.Sorted(maps.Keys(r.Skipped)) {
		fmt.Fprintf(&b, "skipped %s %d\n", reason, r.Skipped[reason])
	}
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "finding %s %s\n", f.Code, f.Place)
	}
	return b.String()
}

func dumpDate(d bdgraph.Date) string {
	if d.Text != "" && bdgraph.DateBetween(d.Earliest, d.Latest).Text == d.Text {
		if whole, err := bdgraph.ParseDate(d.Text); err == nil && whole == d {
			return d.Text
		}
	}
	return d.Earliest.String() + ".." + d.Latest.String()
}

package phase2

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"bdgraph"
	"bdgraph/internal/datetext"
)

// checkDateSupport checks that each date is one that the document states, no
// finer than it is written there:
//
//   - the quote has dates: it is one of them;
//   - the quote speaks of time relative to a day ("last week"): it follows from the anchor, which the document states;
//   - otherwise it is a date of the document, its header fields included.
//
// An end is the first day on which something no longer holds, so that "until 31 March"
// supports the day after as well; where people mean the day itself, verifiers see it.
//
// A day after that of the corpus must be marked as scheduled, so that a slip of
// the pen does not hide a rule.
func checkDateSupport(r *reading) []Problem {
	var problems []Problem
	for i, e := range r.extraction.Edges {
		for j, d := range e.Dates {
			pointer := fmt.Sprintf("/edges/%d/dates/%d", i, j)
			value, err := bdgraph.ParseDate(d.Value)
			if err != nil {
				continue // checkDates says so
			}
			if p, ok := r.support(d, value); !ok {
				problems = append(problems, r.Problem(pointer+p.Pointer, p))
			}
			if today := r.known.today; today > 0 && value.Earliest > today && !d.Scheduled {
				problems = append(problems, r.Problem(pointer+"/value", Problem{
					Code: "date_future", Found: d.Value, Allowed: "up to " + today.String(),
					Message: fmt.Sprintf("%s lies after %s, the day of the corpus", d.Value, today),
					Remedy:  "correct the date; if the document does speak of the future, add \"scheduled\": true",
				}))
			}
		}
	}
	return problems
}

// support returns whether the document states a date, and otherwise what is wrong;
// the problem's pointer is relative to the date.
func (r *reading) support(d Date, value bdgraph.Date) (Problem, bool) {
	stated := datetext.Find(d.Quote, r.known.dateOrder)
	text, where := d.Quote, "the quote"
	if len(stated) == 0 {
		if phrase, span, ok := findRelative(d.Quote); ok {
			return r.relative(d, value, phrase, span)
		}
		stated, text, where = r.page.dates(), r.page.Document.Text, "the document"
	}
	var after []datetext.Found
	if d.Role == InvalidAt {
		after = afterLasting(text, stated)
	}
	if supports(stated, value) || supports(after, value) {
		return Problem{}, true
	}
	p := Problem{
		Pointer: "/value", Code: "date_unsupported", Found: d.Value, Allowed: writtenDates(slices.Concat(stated, after)),
		Message: fmt.Sprintf("%s does not state %s", where, d.Value),
		Remedy:  "quote the words that state it, or leave the date out",
	}
	for _, f := range stated {
		if f.Date.Earliest <= value.Latest && value.Earliest <= f.Date.Latest { // finer than it is written
			p.Message += fmt.Sprintf("; %q is no more precise than %s", f.Written, textOr(f.Date.Text, "a span of years"))
			p.Remedy = fmt.Sprintf("write %s", textOr(f.Date.Text, "no date"))
			for _, next := range after {
				if next.Start == f.Start {
					p.Remedy = fmt.Sprintf("write %s, the first day on which it no longer holds", next.Date.Text)
				}
			}
			break
		}
	}
	if p.Allowed == "" {
		p.Message += "; it has no date"
	} else {
		p.Message += "; allowed: " + p.Allowed
	}
	return p, false
}

func textOr(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// supports reports whether a date is one of those that were found, or holds
// one: a text that says 5 March 2024 supports 2024-03 and 2024 too.
func supports(found []datetext.Found, value bdgraph.Date) bool {
	return slices.ContainsFunc(found, func(f datetext.Found) bool {
		return !f.Date.IsZero() && value.Earliest <= f.Date.Earliest && f.Date.Latest <= value.Latest
	})
}

// writtenDates lists the dates that would be supported, each once.
func writtenDates(found []datetext.Found) string {
	var all []string
	for _, f := range found {
		if f.Date.Text != "" && !slices.Contains(all, f.Date.Text) {
			all = append(all, f.Date.Text)
		}
	}
	if len(all) > 8 {
		all = append(all[:8], "…")
	}
	return strings.Join(all, ", ")
}

// relative checks a date that a text gives relative to a day.
func (r *reading) relative(d Date, value bdgraph.Date, phrase string, span func(time.Time) (from, to time.Time)) (Problem, bool) {
	if d.Anchor == "" {
		return Problem{
			Pointer: "/value", Code: "date_relative", Found: phrase,
			Message: fmt.Sprintf("%q depends on the day on which it was written", phrase),
			Remedy:  "give that day as \"anchor\", a date that the document states, or leave the date out",
		}, false
	}
	anchor, err := bdgraph.ParseDate(d.Anchor)
	if err != nil || anchor.Precision() != bdgraph.PrecisionDay || !supports(r.page.dates(), anchor) {
		return Problem{
			Pointer: "/anchor", Code: "date_unsupported", Found: d.Anchor, Allowed: writtenDates(r.page.dates()),
			Message: "the document does not state the day " + d.Anchor, Remedy: "use a day that the document states, such as that of its header",
		}, false
	}
	from, to := span(anchor.Earliest.Time())
	meant := bdgraph.DateBetween(bdgraph.DayOf(from), bdgraph.DayOf(to))
	if value.Earliest <= meant.Earliest && meant.Latest <= value.Latest {
		return Problem{}, true
	}
	return Problem{
		Pointer: "/value", Code: "date_unsupported", Found: d.Value, Allowed: meant.Text,
		Message: fmt.Sprintf("%q, said on %s, is between %s and %s", phrase, d.Anchor, meant.Earliest, meant.Latest),
		Remedy:  "write " + textOr(meant.Text, "no date"),
	}, false
}

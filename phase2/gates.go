package phase2

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"bdgraph"
	"bdgraph/cypher/spelling"
	"bdgraph/internal/agentfile"
)

// Problem is one thing wrong with an extraction.
type Problem = agentfile.Problem

// reading is an extraction under examination, with what gates compare it to.
type reading struct {
	*agentfile.Source
	extraction Extraction
	page       *page
	known      *known
}

// gate checks one thing and returns everything that is wrong with it.
type gate func(*reading) []Problem

// gates are what an extraction must pass besides its form, in this order. All
// of them are asked, so that one look shows all problems.
var gates = []gate{
	checkLines, checkTexts, checkEnds, checkSignatures, checkRepetition, checkOneLink, checkRuleNames, checkEstablished,
	checkQuotes, checkAnchors, checkDates, checkDateSupport,
}

// eachEnd calls f for both ends of every edge.
func (r *reading) eachEnd(f func(pointer string, e End)) {
	for i, e := range r.extraction.Edges {
		f(fmt.Sprintf("/edges/%d/from", i), e.From)
		f(fmt.Sprintf("/edges/%d/to", i), e.To)
	}
}

// checkLines checks that the document was read to its end, and that evidence
// lies in it.
func checkLines(r *reading) []Problem {
	var problems []Problem
	lines := r.page.text.Lines()
	if got := r.extraction.LinesRead; got < lines {
		problems = append(problems, r.Problem("/lines_read", Problem{
			Code: "lines_unread", Found: strconv.Itoa(got), Allowed: strconv.Itoa(lines), Message: fmt.Sprintf("%d lines are said to be read, the document has %d", got, lines),
			Remedy: "read the document to its end",
		}))
	}
	for i, e := range r.extraction.Edges {
		for j, q := range e.Evidence {
			if q.Line > lines {
				problems = append(problems, r.Problem(fmt.Sprintf("/edges/%d/evidence/%d/line", i, j), Problem{
					Code: "evidence_line", Found: strconv.Itoa(q.Line), Allowed: fmt.Sprintf("1 to %d", lines),
					Message: fmt.Sprintf("found line %d, the document has %d", q.Line, lines),
					Remedy:  "give the line on which the quote begins",
				}))
			}
		}
	}
	return problems
}

// checkEnds checks that documents and components exist.
func checkEnds(r *reading) []Problem {
	var problems []Problem
	r.eachEnd(func(pointer string, e End) {
		switch e.Label {
		case bdgraph.RuleLabel:
		case bdgraph.ComponentLabel:
			if _, ok := r.known.components[strings.ToLower(e.Key)]; ok {
				return
			}
			p := Problem{
				Code: "unknown_component", Found: e.Key, Allowed: strings.Join(r.known.names, ", "), Message: fmt.Sprintf("component %q is not in the vocabulary", e.Key),
				Remedy: "use a component of the vocabulary, or add this one to it in bdgraph.toml",
			}
			if near := spelling.Nearest(e.Key, slices.Collect(maps.Keys(r.known.components))); near != "" {
				p.Remedy = fmt.Sprintf("did you mean %q?", r.known.components[near])
			} else if len(r.known.names) > 0 {
				p.Message += "; it has " + strings.Join(r.known.names, ", ")
			}
			problems = append(problems, r.Problem(pointer+"/key", p))
		default:
			if r.known.nodes[e.Ref()] == nil {
				p := Problem{
					Code: "unknown_end", Found: e.Key, Message: fmt.Sprintf("%s is not in the corpus", e.Ref()),
					Remedy: "use the id of an issue, the key of a memory or the path of a decision record",
				}
				if near := r.known.nodeNamed(e); near != "" {
					p.Allowed, p.Remedy = near, fmt.Sprintf("did you mean %q?", near)
				}
				problems = append(problems, r.Problem(pointer+"/key", p))
			}
		}
	})
	return problems
}

// checkSignatures checks that each type leads from and to the labels it may,
// and nowhere to itself.
func checkSignatures(r *reading) []Problem {
	var problems []Problem
	for i, e := range r.extraction.Edges {
		pointer := fmt.Sprintf("/edges/%d", i)
		if !allows(e.Type, e.From.Label, e.To.Label) {
			var allowed []string
			for _, s := range bdgraph.Signatures[e.Type] {
				if allows(e.Type, s.From, s.To) {
					allowed = append(allowed, fmt.Sprintf("%s→%s", s.From, s.To))
				}
			}
			problems = append(problems, r.Problem(pointer, Problem{
				Code: "extraction_signature", Found: fmt.Sprintf("%s→%s", e.From.Label, e.To.Label), Allowed: strings.Join(allowed, ", "),
				Message: fmt.Sprintf("found %s from %s to %s, allowed: %s", e.Type, e.From.Label, e.To.Label, strings.Join(allowed, ", ")),
				Remedy:  "turn the ends round, or use another type",
			}))
		}
		if from, to := r.known.canonical(e.From), r.known.canonical(e.To); from == to {
			problems = append(problems, r.Problem(pointer, Problem{
				Code: "self_edge", Found: from.String(), Allowed: "two different ends", Message: fmt.Sprintf("both ends are %s", from), Remedy: "remove the edge, or correct an end",
			}))
		}
	}
	return problems
}

// allows narrows the graph's signatures: what bd records between issues is
// nothing to extract.
func allows(t bdgraph.RelType, from, to bdgraph.Label) bool {
	return t.Allows(from, to) && (t != bdgraph.DependsOn || from == bdgraph.ComponentLabel)
}

// checkRepetition checks that no edge stands twice. Another interval of the
// same edge has other dates.
func checkRepetition(r *reading) []Problem {
	type claim struct {
		typ      bdgraph.RelType
		from, to bdgraph.NodeRef
		stated   bdgraph.Interval
	}
	var problems []Problem
	first := make(map[claim]int)
	for i, e := range r.extraction.Edges {
		c := claim{e.Type, r.known.canonical(e.From), r.known.canonical(e.To), stated(e)}
		if j, again := first[c]; again {
			problems = append(problems, r.Problem(fmt.Sprintf("/edges/%d", i), Problem{
				Code: "extraction_duplicate_edge", Found: fmt.Sprintf("edge %d again", j), Allowed: "another edge, or other dates", Message: fmt.Sprintf("this is edge %d again", j),
				Remedy: "keep one of the two, with the evidence of both",
			}))
			continue
		}
		first[c] = i
	}
	return problems
}

// checkDates checks that dates exist, one of a role, and that an interval ends
// after it begins.
func checkDates(r *reading) []Problem {
	var problems []Problem
	for i, e := range r.extraction.Edges {
		seen := make(map[DateRole]bool)
		for j, d := range e.Dates {
			pointer := fmt.Sprintf("/edges/%d/dates/%d", i, j)
			if _, err := bdgraph.ParseDate(d.Value); err != nil {
				problems = append(problems, r.Problem(pointer+"/value", Problem{
					Code: "extraction_date", Found: d.Value, Message: err.Error(), Remedy: "correct the date, or leave it out",
				}))
			}
			if seen[d.Role] {
				problems = append(problems, r.Problem(pointer+"/role", Problem{
					Code: "extraction_date", Found: string(d.Role), Allowed: "one date for it", Message: fmt.Sprintf("the edge has two dates for %s", d.Role),
					Remedy: "keep one, or write an edge for each interval",
				}))
			}
			seen[d.Role] = true
		}
		if v := stated(e); !v.From.IsZero() && !v.To.IsZero() && v.To.Latest <= v.From.Earliest {
			problems = append(problems, r.Problem(fmt.Sprintf("/edges/%d/dates", i), Problem{
				Code: "extraction_order", Found: v.To.Text, Allowed: "a day after " + v.From.Text, Message: fmt.Sprintf("it ends on %s and begins on %s", v.To.Text, v.From.Text),
				Remedy: "an end is the first day on which it no longer holds, so it is later than the start",
			}))
		}
	}
	return problems
}

// stated returns the interval that an edge's dates give. Dates that do not
// exist leave their end unstated.
func stated(e Edge) bdgraph.Interval {
	var v bdgraph.Interval
	for _, d := range e.Dates {
		date, err := bdgraph.ParseDate(d.Value)
		switch {
		case err != nil:
		case d.Role == ValidFrom:
			v.From = bdgraph.At(date, bdgraph.BasisStated)
		case d.Role == InvalidAt:
			v.To = bdgraph.At(date, bdgraph.BasisStated)
		}
	}
	return v
}

package phase2

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"bdgraph"
)

// reading is an extraction under examination, with what gates compare it to.
type reading struct {
	*source
	extraction Extraction
	document   *bdgraph.Document
	known      *known
}

// gate checks one thing and returns everything that is wrong with it.
type gate func(*reading) []Problem

// gates are what an extraction must pass besides its form, in this order. All
// of them are asked, so that one look shows all problems.
var gates = []gate{checkLines, checkEnds, checkSignatures, checkRepetition, checkDates}

// known is what an extraction may name.
type known struct {
	documents  map[string]*bdgraph.Document // by id
	nodes      map[bdgraph.NodeRef]bool     // issues, memories, decision records
	components map[string]string            // name or alias, case aside -> name
	names      []string                     // of components, sorted
	rules      map[string]bdgraph.KnownRule // by name or alias, case aside
}

func newKnown(c bdgraph.Corpus, v bdgraph.Vocabulary) *known {
	k := &known{
		documents: make(map[string]*bdgraph.Document, len(c.Documents)), nodes: make(map[bdgraph.NodeRef]bool, len(c.Documents)),
		components: make(map[string]string), rules: make(map[string]bdgraph.KnownRule),
	}
	for i := range c.Documents {
		d := &c.Documents[i]
		k.documents[d.ID] = d
		k.nodes[d.Ref()] = true
	}
	for _, x := range v.Components {
		k.components[strings.ToLower(x.Name)] = x.Name
		k.names = append(k.names, x.Name)
	}
	for _, x := range v.Components {
		for _, alias := range x.Aliases {
			if _, taken := k.components[strings.ToLower(alias)]; !taken {
				k.components[strings.ToLower(alias)] = x.Name
			}
		}
	}
	for _, r := range v.Rules {
		for _, name := range append([]string{r.Name}, r.Aliases...) {
			if _, taken := k.rules[strings.ToLower(name)]; !taken {
				k.rules[strings.ToLower(name)] = r
			}
		}
	}
	slices.Sort(k.names)
	return k
}

// canonical returns the node that an end names: components and rules by the
// vocabulary's name for them.
func (k *known) canonical(e End) bdgraph.NodeRef {
	ref := e.Ref()
	switch e.Label {
	case bdgraph.ComponentLabel:
		if name, ok := k.components[strings.ToLower(e.Key)]; ok {
			ref.Key = name
		}
	case bdgraph.RuleLabel:
		ref.Key = strings.Join(strings.Fields(e.Key), " ")
		if r, ok := k.rules[strings.ToLower(ref.Key)]; ok {
			ref.Key = r.Name
		}
	}
	return ref
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
	lines := lineCount(r.document.Text)
	if got := r.extraction.LinesRead; got < lines {
		problems = append(problems, r.problem("/lines_read", Problem{
			Code: "lines_unread", Message: fmt.Sprintf("%d lines are said to be read, the document has %d", got, lines),
			Remedy: "read the document to its end",
		}))
	}
	for i, e := range r.extraction.Edges {
		for j, q := range e.Evidence {
			if q.Line > lines {
				problems = append(problems, r.problem(fmt.Sprintf("/edges/%d/evidence/%d/line", i, j), Problem{
					Code: "evidence_line", Message: fmt.Sprintf("found line %d, the document has %d", q.Line, lines),
					Remedy: "give the line on which the quote begins",
				}))
			}
		}
	}
	return problems
}

// lineCount returns how many lines a text has; a last line feed begins no line.
func lineCount(text string) int {
	return max(1, strings.Count(strings.TrimSuffix(text, "\n"), "\n")+1)
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
				Code: "unknown_component", Message: fmt.Sprintf("component %q is not in the vocabulary", e.Key),
				Remedy: "use a component of the vocabulary, or add this one to it in bdgraph.toml",
			}
			if near := nearest(e.Key, slices.Sorted(maps.Keys(r.known.components))); near != "" {
				p.Remedy = fmt.Sprintf("did you mean %q?", r.known.components[near])
			} else if len(r.known.names) > 0 {
				p.Message += "; it has " + strings.Join(r.known.names, ", ")
			}
			problems = append(problems, r.problem(pointer+"/key", p))
		default:
			if !r.known.nodes[e.Ref()] {
				problems = append(problems, r.problem(pointer+"/key", Problem{
					Code: "unknown_end", Message: fmt.Sprintf("%s is not in the corpus", e.Ref()),
					Remedy: "use the id of an issue, the key of a memory or the path of a decision record",
				}))
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
			problems = append(problems, r.problem(pointer, Problem{
				Code:    "extraction_signature",
				Message: fmt.Sprintf("found %s from %s to %s, allowed are %s", e.Type, e.From.Label, e.To.Label, strings.Join(allowed, ", ")),
				Remedy:  "turn the ends round, or use another type",
			}))
		}
		if from, to := r.known.canonical(e.From), r.known.canonical(e.To); from == to {
			problems = append(problems, r.problem(pointer, Problem{
				Code: "self_edge", Message: fmt.Sprintf("both ends are %s", from), Remedy: "remove the edge, or correct an end",
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
			problems = append(problems, r.problem(fmt.Sprintf("/edges/%d", i), Problem{
				Code: "extraction_duplicate_edge", Message: fmt.Sprintf("this is edge %d again", j),
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
				problems = append(problems, r.problem(pointer+"/value", Problem{
					Code: "extraction_date", Message: err.Error(), Remedy: "correct the date, or leave it out",
				}))
			}
			if seen[d.Role] {
				problems = append(problems, r.problem(pointer+"/role", Problem{
					Code: "extraction_date", Message: fmt.Sprintf("the edge has two dates for %s", d.Role),
					Remedy: "keep one, or write an edge for each interval",
				}))
			}
			seen[d.Role] = true
		}
		if v := stated(e); !v.From.IsZero() && !v.To.IsZero() && v.To.Latest <= v.From.Earliest {
			problems = append(problems, r.problem(fmt.Sprintf("/edges/%d/dates", i), Problem{
				Code: "extraction_order", Message: fmt.Sprintf("it ends on %s and begins on %s", v.To.Text, v.From.Text),
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

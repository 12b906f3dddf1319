package parity

import (
	"cmp"
	"slices"

	"bdgraph"
)

// excused are the findings by which a stage says that a dependency record
// makes no edge of its own.
var excused = []string{"self_edge", "duplicate_dependency", "mirrored"}

// reported returns what every stage before the store reported.
func (c *checker) reported() []bdgraph.Finding {
	return slices.Concat(c.corpus.Findings, c.graph.Findings)
}

// sources returns what tells the id of a node's document, by which edges name it; of a node
// without one that is its key.
func (c *checker) sources() func(bdgraph.NodeRef) string {
	ids := make(map[bdgraph.NodeRef]string, len(c.corpus.Documents))
	for _, d := range c.corpus.Documents {
		ids[d.Ref()] = d.ID
	}
	return func(n bdgraph.NodeRef) string { return cmp.Or(ids[n], n.Key) }
}

// dependencies makes sure that each dependency record is one edge, in one
// direction or the other, or one finding.
func (c *checker) dependencies() {
	type record struct {
		source, bdType string
		a, b           bdgraph.NodeRef
	}
	edges := map[record]int{}
	for _, e := range c.edges {
		if e.bdType != "" || e.key.rel == bdgraph.DependsOn { // a record without a type blocks
			edges[record{e.source, e.bdType, e.key.from, e.key.to}]++
		}
	}
	excuses := map[string]int{}
	for _, f := range c.reported() {
		if slices.Contains(excused, f.Code) {
			excuses[f.Document] += f.Count
		}
	}
	sourceOf := c.sources()
	for _, issue := range c.corpus.Issues {
		own := bdgraph.NodeRef{Label: bdgraph.IssueLabel, Key: issue.ID}
		source := sourceOf(own)
		for _, d := range issue.Dependencies {
			other := bdgraph.NodeRef{Label: bdgraph.IssueLabel, Key: d.Target}
			forth, back := record{source, d.Type, own, other}, record{source, d.Type, other, own}
			switch {
			case edges[forth] > 0:
				edges[forth]--
			case edges[back] > 0:
				edges[back]--
			case excuses[source] > 0:
				excuses[source]--
			case excuses[issue.ID] > 0:
				excuses[issue.ID]--
			default:
				c.find(CodeDependency, source, "the record %q to %s has no edge and no finding", d.Type, d.Target)
			}
		}
	}
}

// supersessions makes sure that each line by which a decision record
// supersedes or amends another, or is superseded or amended, is an edge that quotes
// it, or a finding at that line.
func (c *checker) supersessions() {
	type quoted struct {
		source, quote string
		rel           bdgraph.RelType
		own           bdgraph.NodeRef // the record that holds the line
		newer         bool            // which end it is
	}
	edges := map[quoted]bool{}
	for _, e := range c.edges {
		for _, quote := range e.quotes {
			edges[quoted{e.source, quote, e.key.rel, e.key.from, true}] = true
			edges[quoted{e.source, quote, e.key.rel, e.key.to, false}] = true
		}
	}
	type line struct {
		file string
		line int
	}
	reported := map[line]bool{}
	for _, f := range c.reported() {
		reported[line{f.Place.File, f.Place.Line}] = true
	}
	sourceOf := c.sources()
	for _, a := range c.corpus.ADRs {
		own := bdgraph.NodeRef{Label: bdgraph.ADRLabel, Key: a.Path}
		source := sourceOf(own)
		for _, r := range a.Relations {
			want := quoted{source: source, quote: r.Quote, own: own}
			switch r.Kind {
			case bdgraph.ADRSupersedes, bdgraph.ADRSupersededBy:
				want.rel = bdgraph.Supersedes
			case bdgraph.ADRAmends, bdgraph.ADRAmendedBy:
				want.rel = bdgraph.Amends
			default:
				continue
			}
			want.newer = r.Kind == bdgraph.ADRSupersedes || r.Kind == bdgraph.ADRAmends
			if !edges[want] && !reported[line{a.Path, r.Line}] {
				c.find(CodeSupersession, source, "line %d (%q) has no %s and no finding", r.Line, r.Quote, want.rel)
			}
		}
	}
}

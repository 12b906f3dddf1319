package validtimetest

import (
	"fmt"

	"pgregory.net/rapid"

	"bdgraph"
)

// First and Last are the days between which random graphs happen.
var (
	First = bdgraph.NewDay(2024, 1, 1)
	Last  = bdgraph.NewDay(2024, 3, 31)
)

// Options narrow what random graphs hold.
type Options struct {
	// DaysOnly leaves out partial dates, unknown ones, and whatever is unverified.
	DaysOnly bool
}

// Graph draws a small graph of documents, rules and components with all that a
// closure has to decide: partial and unknown dates, circles, splits, merges, records that were
// never in force, closers of every confidence, rules that are reopened.
func Graph(t *rapid.T, o Options) bdgraph.Graph {
	r := &random{t: t, o: o}
	var f bdgraph.Fragment
	for i := range rapid.IntRange(1, 5).Draw(t, "documents") {
		f.Nodes = append(f.Nodes, r.document(i))
	}
	rules := rapid.IntRange(1, 3).Draw(t, "rules")
	for i := range rules {
		f.Nodes = append(f.Nodes, bdgraph.Node{NodeRef: ruleRef(i), Attributes: map[string]any{"kind": "decision"}})
	}
	f.Nodes = append(f.Nodes, bdgraph.Node{NodeRef: Component})
	docs := f.Nodes[:len(f.Nodes)-rules-1]
	for range rapid.IntRange(0, 10).Draw(t, "edges") {
		if e, ok := r.edge(docs, rules); ok {
			f.Edges = append(f.Edges, e)
		}
	}
	g := bdgraph.Merge(bdgraph.Fragment{}, f)
	g.Findings = nil
	return g
}

// Component is what the rules of random graphs govern.
var Component = bdgraph.NodeRef{Label: bdgraph.ComponentLabel, Key: "c"}

type random struct {
	t *rapid.T
	o Options
}

func ruleRef(i int) bdgraph.NodeRef {
	return bdgraph.NodeRef{Label: bdgraph.RuleLabel, Key: fmt.Sprintf("r%d", i)}
}

func (r *random) document(i int) bdgraph.Node {
	n := bdgraph.Node{NodeRef: bdgraph.NodeRef{Label: bdgraph.ADRLabel, Key: fmt.Sprintf("d%d", i)}, Life: &bdgraph.Life{}}
	n.Life.Stated.From = r.endpoint("start", bdgraph.BasisHeader)
	kinds := 7
	if r.o.DaysOnly {
		kinds = 5
	}
	switch rapid.IntRange(0, kinds).Draw(r.t, "kind") {
	case 0:
		n.Life.NeverInForce = "proposed"
	case 1:
		n.Life.Stated.To = bdgraph.At(bdgraph.DateOfDay(r.day("end")), bdgraph.BasisHeader)
	case 2: // an issue that was closed
		n.Label = bdgraph.IssueLabel
		n.Life.Closed = r.day("closed")
	case 6: // superseded, nothing says when
		n.Life.Ended = "superseded"
		n.Life.Stated.To = bdgraph.Endpoint{Earliest: min(n.Life.Stated.From.Earliest, Last), Latest: Last, Basis: bdgraph.BasisUnknown}
	case 7:
		n.Life.Stated.From = bdgraph.StartBy(r.day("seen"), bdgraph.BasisFirstSeen)
	}
	return n
}

func (r *random) day(name string) bdgraph.Day {
	return bdgraph.Day(rapid.Int32Range(int32(First), int32(Last)).Draw(r.t, name))
}

// endpoint draws a day, or sometimes a month.
func (r *random) endpoint(name string, basis bdgraph.Basis) bdgraph.Endpoint {
	d := r.day(name)
	if !r.o.DaysOnly && rapid.IntRange(0, 4).Draw(r.t, name+" as a month") == 0 {
		at := d.Time()
		month := bdgraph.NewDay(at.Year(), at.Month(), 1)
		return bdgraph.At(bdgraph.DateBetween(month, bdgraph.NewDay(at.Year(), at.Month()+1, 0)), basis)
	}
	return bdgraph.At(bdgraph.DateOfDay(d), basis)
}

// edge draws a relation between documents, or one of a document with a rule.
func (r *random) edge(docs []bdgraph.Node, rules int) (bdgraph.Edge, bool) {
	doc := func(name string) bdgraph.NodeRef { return rapid.SampledFrom(docs).Draw(r.t, name).NodeRef }
	rule := func(name string) bdgraph.NodeRef { return ruleRef(rapid.IntRange(0, rules-1).Draw(r.t, name)) }
	by := doc("source")
	e := bdgraph.Edge{Source: by.Key, From: by, Confidence: bdgraph.Structural, Phase: 1, Ordinal: rapid.IntRange(0, 1).Draw(r.t, "ordinal")}
	confidences := []bdgraph.Confidence{bdgraph.Structural, bdgraph.Textual, bdgraph.Supported}
	if !r.o.DaysOnly {
		confidences = append(confidences, bdgraph.Unverified, bdgraph.Unsupported)
	}
	lineDate := func() {
		if rapid.Bool().Draw(r.t, "dated line") {
			e.Stated.From = r.endpoint("line", bdgraph.BasisSupersessionLine)
		}
		e.Confidence = rapid.SampledFrom(confidences).Draw(r.t, "confidence")
	}
	switch rapid.IntRange(0, 6).Draw(r.t, "type") {
	case 0:
		e.Type, e.From, e.To = bdgraph.Supersedes, doc("newer"), doc("older")
		lineDate()
	case 1:
		e.Type, e.To = bdgraph.Invalidates, rule("invalidated")
		lineDate()
	case 2:
		e.Type, e.From, e.To = bdgraph.Supersedes, rule("newer rule"), rule("older rule")
		lineDate()
	case 3:
		e.Type, e.From, e.To = bdgraph.Amends, doc("newer"), doc("older")
	case 4:
		e.Type, e.From, e.To = bdgraph.Governs, rule("governs"), Component
		e.Fact = rapid.SampledFrom([]string{"", "so"}).Draw(r.t, "fact")
		r.claimDates(&e)
	default:
		e.Type, e.To = bdgraph.Establishes, rule("established")
		r.claimDates(&e)
	}
	if e.From == e.To {
		return e, false
	}
	e.ID = e.ComputeID()
	return e, true
}

func (r *random) claimDates(e *bdgraph.Edge) {
	if rapid.IntRange(0, 2).Draw(r.t, "stated start") == 0 {
		e.Stated.From = r.endpoint("from", bdgraph.BasisStated)
	}
	if rapid.IntRange(0, 5).Draw(r.t, "stated end") == 0 {
		e.Stated.To = bdgraph.At(bdgraph.DateOfDay(r.day("to")), bdgraph.BasisStated)
	}
}

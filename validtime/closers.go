package validtime

import (
	"slices"

	"bdgraph"
)

// closer is one thing that ends another.
type closer struct {
	edge int // index of the edge that says so
	by   bdgraph.NodeRef
	on   bdgraph.Endpoint // when
	// soft marks an unverified extraction: it makes its target possible from
	// then on, but ends nothing.
	soft bool
}

// closersOf collects, for every node, what ends it: each SUPERSEDES and
// INVALIDATES edge in force. Edges whose index is in circular close nothing.
func (g *graph) closersOf(circular map[int]bool) [][]closer {
	all := make([][]closer, len(g.nodes))
	for i := range g.edges {
		e := &g.edges[i]
		if !closes(e.Type) || g.to(i) == none || g.from(i) == g.to(i) || e.Confidence == bdgraph.Unsupported || circular[i] || !g.applies(i) {
			continue
		}
		all[g.to(i)] = append(all[g.to(i)], closer{
			edge: i, by: e.From, on: g.closingDate(i), soft: e.Confidence == bdgraph.Unverified,
		})
	}
	return all
}

func closes(t bdgraph.RelType) bool {
	return t == bdgraph.Supersedes || t == bdgraph.Invalidates
}

// applies tells whether the newer end of a relation and the document that
// states it were ever in force: a proposed, rejected or withdrawn record closes nothing.
func (g *graph) applies(edge int) bool {
	from, source := g.from(edge), g.source[edge]
	if from == none || source != none && !g.inForce(source) && source != g.to(edge) {
		return false
	}
	if g.edges[edge].From.Label == bdgraph.RuleLabel {
		return g.ruleInForce(from)
	}
	return g.inForce(from)
}

// closingDate returns when a relation takes effect, by the first that exists:
// the date on its line, the start of the newer end, the creation of the
// dependency, the closing of the older issue, else bounds.
func (g *graph) closingDate(edge int) bdgraph.Endpoint {
	stated := g.edges[edge].Stated.From
	if stated.Basis == bdgraph.BasisSupersessionLine || stated.Basis == bdgraph.BasisStated {
		return stated
	}
	start := g.startOf(edge)
	if dated(start) {
		start.Basis = bdgraph.BasisSuccessorStart
		return start
	}
	// A dependency whose own time cannot be trusted begins when both its ends
	// exist, which is no day of a closing.
	if dated(stated) && stated.Basis != bdgraph.BasisBDCreated {
		return stated
	}
	earliest, latest := bdgraph.MinDay, start.Latest
	if to := g.to(edge); to != none {
		if day := g.closedDay(to); day != 0 {
			return bdgraph.At(bdgraph.DateOfDay(day), bdgraph.BasisBDClosed)
		}
		earliest = g.stated[to].From.Earliest
	}
	if !stated.IsZero() && !dated(stated) {
		latest = min(latest, stated.Latest)
	}
	return bdgraph.Endpoint{Earliest: min(earliest, latest), Latest: latest, Basis: bdgraph.BasisUnknown}
}

// startOf returns the start of a relation's newer end: a document's own, a
// rule's first support, or else that of the document that states the relation.
func (g *graph) startOf(edge int) bdgraph.Endpoint {
	from := g.from(edge)
	if g.edges[edge].From.Label != bdgraph.RuleLabel {
		return g.stated[from].From
	}
	if start, ok := g.starts[from]; ok {
		return start
	}
	if s := g.source[edge]; s != none {
		return g.stated[s].From
	}
	return bdgraph.Endpoint{Earliest: bdgraph.MinDay, Latest: bdgraph.MaxDay, Basis: bdgraph.BasisUnknown}
}

// firstStarts returns for each rule that a document in force establishes the
// start of the first of them, bound by bound.
func (g *graph) firstStarts() map[int]bdgraph.Endpoint {
	starts := make(map[int]bdgraph.Endpoint)
	var all []bdgraph.Endpoint
	for rule, edges := range g.supports {
		all = all[:0]
		for _, i := range edges {
			if s := g.source[i]; s == none || g.inForce(s) {
				all = append(all, g.edgeStart(i))
			}
		}
		slices.SortFunc(all, compareEnds)
		for i, start := range all {
			if i > 0 {
				start = earlier(starts[rule], start)
			}
			starts[rule] = start
		}
	}
	return starts
}

// ruleInForce tells whether any document that establishes a rule ever is in
// force. A rule that no document establishes is judged by the document that states the relation.
func (g *graph) ruleInForce(rule int) bool {
	_, established := g.starts[rule]
	return established || len(g.supports[rule]) == 0
}

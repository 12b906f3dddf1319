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
func (g *graph) closersOf(circular map[int]bool) map[int][]closer {
	all := make(map[int][]closer)
	for i := range g.edges {
		e := &g.edges[i]
		if !closes(e.Type) || e.From == e.To || circular[i] || !g.applies(e) {
			continue
		}
		target, ok := g.byRef[e.To]
		if !ok || e.Confidence == bdgraph.Unsupported {
			continue
		}
		all[target] = append(all[target], closer{
			edge: i, by: e.From, on: g.closingDate(e), soft: e.Confidence == bdgraph.Unverified,
		})
	}
	return all
}

func closes(t bdgraph.RelType) bool {
	return t == bdgraph.SupersedesRel || t == bdgraph.Invalidates
}

// applies tells whether the newer end of a relation and the document that
// states it were ever in force: a proposed, rejected or withdrawn record closes nothing.
func (g *graph) applies(e *bdgraph.Edge) bool {
	if s, ok := g.source[e.Source]; ok && !g.inForce(s) && g.nodes[s].NodeRef != e.To {
		return false
	}
	from, ok := g.byRef[e.From]
	if !ok {
		return false
	}
	if e.From.Label == bdgraph.RuleLabel {
		return g.ruleInForce(from)
	}
	return g.inForce(from)
}

// closingDate returns when a relation takes effect, by the first that exists:
// the date on its line, the start of the newer end, the creation of the
// dependency, the closing of the older issue, else bounds.
func (g *graph) closingDate(e *bdgraph.Edge) bdgraph.Endpoint {
	stated := e.Stated.From
	if stated.Basis == bdgraph.BasisSupersessionLine || stated.Basis == bdgraph.BasisStated {
		return stated
	}
	start := g.startOf(e)
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
	if to, ok := g.byRef[e.To]; ok {
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
func (g *graph) startOf(e *bdgraph.Edge) bdgraph.Endpoint {
	from := g.byRef[e.From]
	if e.From.Label != bdgraph.RuleLabel {
		return g.stated[from].From
	}
	if start, ok := g.starts[from]; ok {
		return start
	}
	if s, ok := g.source[e.Source]; ok {
		return g.stated[s].From
	}
	return bdgraph.Endpoint{Earliest: bdgraph.MinDay, Latest: bdgraph.MaxDay, Basis: bdgraph.BasisUnknown}
}

// firstStarts returns for each rule that a document in force establishes the
// start of the first of them, bound by bound.
func (g *graph) firstStarts() map[int]bdgraph.Endpoint {
	starts := make(map[int]bdgraph.Endpoint, len(g.supports))
	var all []bdgraph.Endpoint
	for rule, edges := range g.supports {
		all = all[:0]
		for _, i := range edges {
			if s, ok := g.source[g.edges[i].Source]; !ok || g.inForce(s) {
				all = append(all, g.edgeStart(&g.edges[i]))
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

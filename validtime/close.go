package validtime

import (
	"cmp"
	"slices"

	"bdgraph"
)

// graph is a graph under closure: its nodes and edges with the look-ups that
// the steps share.
type graph struct {
	*lives
	edges  []bdgraph.Edge
	places []bdgraph.Ends // of each edge's ends
	source []int          // number of the document that states an edge

	supports [][]int                  // by rule, its ESTABLISHES edges
	starts   map[int]bdgraph.Endpoint // rule → start of its first support
	closers  [][]closer               // by node, what ends it
	ends     []ending                 // by node, from all its closers
	findings []bdgraph.Finding
}

// ending is what closes one node: the end that all its closers give together,
// and what softly puts it in doubt.
type ending struct {
	to    bdgraph.Endpoint // zero when nothing closes it
	by    bdgraph.NodeRef
	dated bool             // one of them says when
	doubt bdgraph.Endpoint // zero when no unverified closer speaks
}

// Close gives every document and every edge its effective interval and says
// what ended it. The graph's stated intervals are left as they are, so closing
// twice is closing once. The day, on which the closure is made, decides only
// which findings are about the future. Findings are added to those of the graph.
func Close(in bdgraph.Graph, on bdgraph.Day) bdgraph.Graph {
	return CloseInPlace(bdgraph.Graph{Nodes: slices.Clone(in.Nodes), Edges: slices.Clone(in.Edges), Findings: in.Findings}, on)
}

// CloseInPlace is Close for a graph that is not needed as it was: the nodes and
// edges of the result are its own.
func CloseInPlace(in bdgraph.Graph, on bdgraph.Day) bdgraph.Graph {
	g := &graph{
		lives:    newLives(in.Nodes),
		edges:    in.Edges,
		places:   in.Ends(),
		supports: make([][]int, len(in.Nodes)),
		ends:     make([]ending, len(in.Nodes)),
		source:   make([]int, len(in.Edges)),
	}
	for i := range g.edges {
		e := &g.edges[i]
		if before := i - 1; before >= 0 && g.edges[before].Source == e.Source {
			g.source[i] = g.source[before]
		} else {
			g.source[i] = g.sourceOf(i)
		}
		if rule := g.to(i); e.Type == bdgraph.Establishes && e.Confidence != bdgraph.Unsupported && rule != none {
			g.supports[rule] = append(g.supports[rule], i)
		}
	}
	g.starts = g.firstStarts()
	circular, cycles := g.circularEdges()
	g.closers = g.closersOf(circular)
	for node, cs := range g.closers {
		if len(cs) > 0 {
			g.ends[node] = endOf(cs)
			g.reportSoft(node, cs)
		}
	}
	for i := range g.nodes {
		g.closeNode(i, on)
	}
	for i := range g.edges {
		g.closeEdge(i)
	}
	g.reportCycles(cycles)
	g.reportRelations(circular)
	g.reportScheduled(on)
	g.reportOverdue(on)
	g.reportUnknownStarts()

	in.Findings = withNew(in.Findings, g.findings)
	return in
}

// from returns the number of the node where an edge begins, none where it is not in the graph.
func (g *graph) from(edge int) int { return int(g.places[edge].From) }

// to is from for the node where the edge ends.
func (g *graph) to(edge int) int { return int(g.places[edge].To) }

// sourceOf returns the number of the document that states an edge: mostly it is one of its ends.
func (g *graph) sourceOf(edge int) int {
	source := g.edges[edge].Source
	for _, end := range [...]int{g.from(edge), g.to(edge)} {
		if end != none && g.nodes[end].Key == source && isNamedAlone(&g.nodes[end]) {
			return end
		}
	}
	if g.bySource == nil {
		g.bySource = sources(g.nodes)
	}
	if n, ok := g.bySource[source]; ok {
		return n
	}
	return none
}

// withNew adds the findings that are not there already, as they are in a graph
// that was closed before, and sorts them all.
func withNew(old, found []bdgraph.Finding) []bdgraph.Finding {
	known := make(map[bdgraph.Finding]bool, len(old))
	for _, f := range old {
		known[f] = true
	}
	all := slices.Grow(slices.Clone(old), len(found))
	for _, f := range found {
		if !known[f] {
			all = append(all, f)
		}
	}
	bdgraph.SortFindings(all)
	return all
}

// endOf joins closers of one node: the earliest end, bound by bound. It sorts them.
func endOf(cs []closer) ending {
	slices.SortFunc(cs, func(a, b closer) int {
		return cmp.Or(compareEnds(a.on, b.on), compareRefs(a.by, b.by), cmp.Compare(a.edge, b.edge))
	})
	var end ending
	for _, c := range cs {
		switch {
		case c.soft && end.doubt.IsZero():
			end.doubt = c.on
		case c.soft:
		case end.to.IsZero():
			end.to, end.by, end.dated = c.on, c.by, dated(c.on)
		default:
			end.to, end.dated = earlier(end.to, c.on), end.dated || dated(c.on)
		}
	}
	return end
}

// closeNode sets the effective life of a document.
func (g *graph) closeNode(i int, on bdgraph.Day) {
	n := &g.nodes[i]
	n.Valid, n.ClosedBy = nil, ""
	if n.Life == nil {
		return
	}
	if n.Life.NeverInForce != "" {
		v := never
		n.Valid = &v
		return
	}
	v := g.stated[i]
	end := g.ends[i]
	if !end.to.IsZero() {
		if undatedEnd(v) && end.dated && end.to.Latest <= v.To.Latest {
			// The record says that it ended, a closer says when; but what was
			// seen to be over does not hold until a later day.
			v.To = bdgraph.OpenEnd()
		}
		if !precedes(v.To, end.to) {
			n.ClosedBy = refName(end.by)
		}
	}
	v, code := narrow(v, end)
	g.reportNarrowed(i, code)
	n.Valid = &v
}

// narrow applies an ending to an interval. The code says what is odd about the
// result: empty_interval, inverted, or "".
func narrow(v bdgraph.Interval, end ending) (bdgraph.Interval, string) {
	to := v.To
	if !end.to.IsZero() {
		to = earlier(to, end.to)
	}
	if !end.doubt.IsZero() && end.doubt.Earliest < to.Earliest {
		to = bounded(to, end.doubt.Earliest, to.Latest)
	}
	switch from := v.From; {
	case to.Latest < from.Earliest:
		// It ended before it is said to have begun: the later date is most
		// likely that of the last change. It is over from then on, and
		// before that nobody can say more than that it may have held.
		v.From = bounded(from, bdgraph.MinDay, from.Latest)
		v.To = bounded(to, to.Earliest, from.Earliest)
		return v, "inverted"
	case to.Latest == from.Earliest && to.Latest != bdgraph.MinDay:
		v.To = to
		return v, "empty_interval"
	}
	v.To = to
	return v, ""
}

// closeEdge sets the effective interval of an edge by what its type means.
func (g *graph) closeEdge(i int) {
	e := &g.edges[i]
	e.ClosedBy = ""
	source := g.source[i]
	switch {
	case closes(e.Type) || e.Type == bdgraph.Amends:
		e.Valid = g.eventInterval(i)
	case bound(e) && source != none:
		g.closeClaim(i)
	default:
		e.Valid = bdgraph.Interval{From: e.Stated.From, To: e.Stated.To}
		if e.Valid.From.IsZero() {
			e.Valid.From = timeless.From
			if source != none {
				e.Valid.From = g.stated[source].From
			}
		}
		if e.Valid.To.IsZero() {
			e.Valid.To = bdgraph.OpenEnd()
		}
	}
}

// bound tells the edges that hold only while the document that states them is
// in force: claims, not records of work and not citations.
func bound(e *bdgraph.Edge) bool {
	switch e.Type {
	case bdgraph.Establishes, bdgraph.Governs, bdgraph.Constrains, bdgraph.About, bdgraph.MotivatedBy, bdgraph.Contradicts, bdgraph.PartOf:
		return true
	case bdgraph.DependsOn:
		return e.From.Label == bdgraph.ComponentLabel
	}
	return false
}

// eventInterval is when a relation between records takes effect. It stays true afterwards.
func (g *graph) eventInterval(edge int) bdgraph.Interval {
	if !g.applies(edge) {
		return never
	}
	return bdgraph.Interval{From: g.closingDate(edge), To: bdgraph.OpenEnd()}
}

// closeClaim intersects what a document states with the document's own
// effective life, and then with the closings of the rules it speaks of.
func (g *graph) closeClaim(edge int) {
	e, source := &g.edges[edge], g.source[edge]
	life := timeless
	if v := g.nodes[source].Valid; v != nil {
		life = *v
	}
	if !g.inForce(source) {
		e.Valid = never
		return
	}
	v := bdgraph.Interval{From: claimStart(e.Stated.From, life.From), To: life.To}
	e.ClosedBy = g.nodes[source].ClosedBy
	if to := e.Stated.To; !to.IsZero() {
		if precedes(to, v.To) {
			e.ClosedBy = ""
		}
		v.To = earlier(v.To, to)
	}
	if v.To.Latest < v.From.Earliest { // stated to begin after its document ended
		e.Valid, e.ClosedBy = never, ""
		return
	}
	if end := g.endFor(edge); end != (ending{}) {
		before := v.To
		v, _ = narrow(v, end)
		if !end.to.IsZero() && !precedes(before, end.to) {
			e.ClosedBy = refName(end.by)
		}
	}
	e.Valid = v
}

// claimStart returns the start of a claim: not before the document that states
// it, where that is dated; where the document's own start is only bounded by when
// somebody saw it, a stated day stands.
func claimStart(stated, life bdgraph.Endpoint) bdgraph.Endpoint {
	switch {
	case stated.IsZero():
		return life
	case !dated(life) && dated(stated):
		return stated
	}
	return later(stated, life)
}

// rulesOf returns the rules whose closing ends an edge.
func (g *graph) rulesOf(edge int) (rules [2]int, n int) {
	e := &g.edges[edge]
	if e.From.Label == bdgraph.RuleLabel && g.from(edge) != none {
		rules[n] = g.from(edge)
		n++
	}
	if (e.Type == bdgraph.Establishes || e.Type == bdgraph.Contradicts) && e.To.Label == bdgraph.RuleLabel && g.to(edge) != none {
		rules[n] = g.to(edge)
		n++
	}
	return rules, n
}

// endFor joins what closes the rules that a claim speaks of, as far as it
// concerns the claim. One that begins after a rule was closed reopens it, provided that
// another support did begin before; what closed the rule until then is past.
func (g *graph) endFor(edge int) ending {
	rules, n := g.rulesOf(edge)
	start := g.edgeStart(edge).Earliest
	var cs []closer
	for _, rule := range rules[:n] {
		if len(g.closers[rule]) == 0 {
			continue
		}
		first, established := g.starts[rule]
		past := func(c closer) bool {
			return established && first.Earliest <= c.on.Latest && c.on.Latest < start
		}
		switch {
		case slices.ContainsFunc(g.closers[rule], past):
			cs = append(cs, slices.DeleteFunc(slices.Clone(g.closers[rule]), past)...)
		case n == 1:
			return g.ends[rule]
		default:
			cs = append(cs, g.closers[rule]...)
		}
	}
	return endOf(cs)
}

// edgeStart returns the start of a claim before any closing.
func (g *graph) edgeStart(edge int) bdgraph.Endpoint {
	e, s := &g.edges[edge], g.source[edge]
	if s == none {
		if e.Stated.From.IsZero() {
			return timeless.From
		}
		return e.Stated.From
	}
	return claimStart(e.Stated.From, g.stated[s].From)
}

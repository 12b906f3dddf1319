package validtimetest

import "bdgraph"

// Reference answers for one graph. It reads what records and edges state and
// ignores whatever a closure has computed.
type Reference struct {
	g     bdgraph.Graph
	nodes map[bdgraph.NodeRef]bdgraph.Node
	docs  map[string]bdgraph.Node // by the id that edges name as their source
}

// NewReference returns a reference for a graph.
func NewReference(g bdgraph.Graph) *Reference {
	r := &Reference{g: g, nodes: map[bdgraph.NodeRef]bdgraph.Node{}, docs: map[string]bdgraph.Node{}}
	for _, n := range g.Nodes {
		r.nodes[n.NodeRef] = n
		if n.Life != nil {
			r.docs[n.Key] = n
		}
	}
	return r
}

// truth says for each day whether something has certainly or possibly begun,
// and whether it has certainly or possibly ended.
type truth struct{ begun, mayHaveBegun, ended, mayHaveEnded func(bdgraph.Day) bool }

func (t truth) on(d bdgraph.Day) bdgraph.State {
	switch {
	case !t.mayHaveBegun(d) || t.ended(d):
		return bdgraph.No
	case t.begun(d) && !t.mayHaveEnded(d):
		return bdgraph.Holds
	}
	return bdgraph.Possible
}

// notBefore turns an end's bounds into "it has come", certainly and possibly.
func notBefore(e bdgraph.Endpoint) (certainly, possibly func(bdgraph.Day) bool) {
	return func(d bdgraph.Day) bool { return d >= e.Latest }, func(d bdgraph.Day) bool { return d >= e.Earliest }
}

func never(bdgraph.Day) bool  { return false }
func always(bdgraph.Day) bool { return true }

func either(a, b func(bdgraph.Day) bool) func(bdgraph.Day) bool {
	return func(d bdgraph.Day) bool { return a(d) || b(d) }
}

func both(a, b func(bdgraph.Day) bool) func(bdgraph.Day) bool {
	return func(d bdgraph.Day) bool { return a(d) && b(d) }
}

// firstDay returns the first day of the generator's calendar, or outside it, on which
// something is so.
func firstDay(is func(bdgraph.Day) bool) bdgraph.Day {
	if is(bdgraph.MinDay) {
		return bdgraph.MinDay
	}
	for d := First.Add(-1); d <= Last.Add(1); d++ {
		if is(d) {
			return d
		}
	}
	return bdgraph.MaxDay
}

// Node returns the state of a document on a day.
func (r *Reference) Node(n bdgraph.Node, d bdgraph.Day) bdgraph.State {
	if n.Life.NeverInForce != "" {
		return bdgraph.No
	}
	return r.life(n).on(d)
}

// life is a document's own words and what closes it.
func (r *Reference) life(n bdgraph.Node) truth {
	var t truth
	t.begun, t.mayHaveBegun = notBefore(start(n))
	t.ended, t.mayHaveEnded = never, never
	dated, latest := false, bdgraph.MaxDay
	for _, e := range r.closers(n.NodeRef) {
		t = t.closedBy(e.Confidence, r.closesOn(e))
		if e.Confidence != bdgraph.Unverified {
			dated, latest = dated || isDated(r.closesOn(e)), min(latest, r.closesOn(e).Latest)
		}
	}
	// Of an end without a day the closers say the day, unless it was seen before.
	if to := n.Life.Stated.To; !to.IsZero() && (isDated(to) || !dated || latest > to.Latest) {
		ended, mayHaveEnded := notBefore(to)
		t.ended, t.mayHaveEnded = either(t.ended, ended), either(t.mayHaveEnded, mayHaveEnded)
	}
	return t.inverted()
}

// closedBy adds one closer: an unverified one only casts doubt.
func (t truth) closedBy(c bdgraph.Confidence, on bdgraph.Endpoint) truth {
	ended, mayHaveEnded := notBefore(on)
	if c != bdgraph.Unverified {
		t.ended = either(t.ended, ended)
	}
	t.mayHaveEnded = either(t.mayHaveEnded, mayHaveEnded)
	return t
}

// inverted is what becomes of something that certainly ended before it can have
// begun: it is over from its start on, and before that it may have held.
func (t truth) inverted() truth {
	begins := firstDay(t.mayHaveBegun)
	if firstDay(t.ended) >= begins {
		return t
	}
	t.mayHaveBegun = always
	t.ended = func(d bdgraph.Day) bool { return d >= begins }
	return t
}

// Claim returns the state of an ESTABLISHES, GOVERNS, CONSTRAINS, ABOUT,
// MOTIVATED_BY or CONTRADICTS edge on a day.
func (r *Reference) Claim(e bdgraph.Edge, d bdgraph.Day) bdgraph.State {
	doc := r.docs[e.Source]
	if doc.Life.NeverInForce != "" {
		return bdgraph.No
	}
	t := r.life(doc)
	if from := e.Stated.From; !from.IsZero() {
		begun, mayHaveBegun := notBefore(from)
		if !isDated(start(doc)) && isDated(from) {
			t.begun, t.mayHaveBegun = begun, mayHaveBegun
		} else {
			t.begun, t.mayHaveBegun = both(t.begun, begun), both(t.mayHaveBegun, mayHaveBegun)
		}
	}
	if to := e.Stated.To; !to.IsZero() {
		ended, mayHaveEnded := notBefore(to)
		t.ended, t.mayHaveEnded = either(t.ended, ended), either(t.mayHaveEnded, mayHaveEnded)
	}
	if firstDay(t.ended) < firstDay(t.mayHaveBegun) {
		return bdgraph.No // stated to begin after it was over
	}
	for _, rule := range []bdgraph.NodeRef{e.From, e.To} {
		if rule.Label != bdgraph.RuleLabel || rule == e.To && e.Type != bdgraph.Establishes && e.Type != bdgraph.Contradicts {
			continue
		}
		for _, c := range r.closers(rule) {
			if !r.isPast(c, rule, e) {
				t = t.closedBy(c.Confidence, r.closesOn(c))
			}
		}
	}
	return t.inverted().on(d)
}

// isPast tells that a claim begins after a closer of the rule, whose first
// support began before it: the claim reopens the rule.
func (r *Reference) isPast(c bdgraph.Edge, rule bdgraph.NodeRef, claim bdgraph.Edge) bool {
	on := r.closesOn(c)
	if on.Latest >= r.claimStart(claim).Earliest {
		return false
	}
	for _, e := range r.supports(rule) {
		if r.claimStart(e).Earliest <= on.Latest {
			return true
		}
	}
	return false
}

// supports are the edges of documents in force that establish a rule.
func (r *Reference) supports(rule bdgraph.NodeRef) []bdgraph.Edge {
	var out []bdgraph.Edge
	for _, e := range r.g.Edges {
		if e.Type == bdgraph.Establishes && e.To == rule && e.Confidence != bdgraph.Unsupported && r.docs[e.Source].Life.NeverInForce == "" {
			out = append(out, e)
		}
	}
	return out
}

func (r *Reference) claimStart(e bdgraph.Edge) bdgraph.Endpoint {
	own, stated := start(r.docs[e.Source]), e.Stated.From
	switch {
	case stated.IsZero():
		return own
	case !isDated(own) && isDated(stated):
		return stated
	}
	return bdgraph.Endpoint{Earliest: max(own.Earliest, stated.Earliest), Latest: max(own.Latest, stated.Latest)}
}

// closers are the edges that end a node, those in a circle left out.
func (r *Reference) closers(n bdgraph.NodeRef) []bdgraph.Edge {
	var out []bdgraph.Edge
	for _, e := range r.g.Edges {
		if e.To == n && r.closing(e) && !r.reaches(e.To, e.From, map[bdgraph.NodeRef]bool{}) {
			out = append(out, e)
		}
	}
	return out
}

// closing tells the relations that could end what they lead to.
func (r *Reference) closing(e bdgraph.Edge) bool {
	if e.Type != bdgraph.Supersedes && e.Type != bdgraph.Invalidates || e.Confidence == bdgraph.Unsupported {
		return false
	}
	if doc := r.docs[e.Source]; doc.Life.NeverInForce != "" && doc.NodeRef != e.To {
		return false
	}
	if e.From.Label != bdgraph.RuleLabel {
		return r.nodes[e.From].Life.NeverInForce == ""
	}
	if len(r.supports(e.From)) > 0 {
		return true
	}
	for _, s := range r.g.Edges { // a rule that only records out of force establish closes nothing
		if s.Type == bdgraph.Establishes && s.To == e.From && s.Confidence != bdgraph.Unsupported {
			return false
		}
	}
	return true
}

// reaches follows closing relations from newer to older.
func (r *Reference) reaches(from, to bdgraph.NodeRef, seen map[bdgraph.NodeRef]bool) bool {
	if from == to {
		return true
	}
	seen[from] = true
	for _, e := range r.g.Edges {
		if e.From == from && r.closing(e) && !seen[e.To] && r.reaches(e.To, to, seen) {
			return true
		}
	}
	return false
}

// closesOn is the date of a closing, by the first that exists.
func (r *Reference) closesOn(e bdgraph.Edge) bdgraph.Endpoint {
	switch e.Stated.From.Basis {
	case bdgraph.BasisSupersessionLine, bdgraph.BasisStated:
		return e.Stated.From
	}
	newer := r.newerStart(e)
	if isDated(newer) {
		return newer
	}
	older, isDocument := r.docs[e.To.Key]
	if isDocument && e.To.Label != bdgraph.RuleLabel && older.Life.Closed != 0 {
		return bdgraph.Endpoint{Earliest: older.Life.Closed, Latest: older.Life.Closed, Basis: bdgraph.BasisBDClosed}
	}
	earliest := bdgraph.MinDay
	if isDocument && e.To.Label != bdgraph.RuleLabel {
		earliest = start(older).Earliest
	}
	return bdgraph.Endpoint{Earliest: min(earliest, newer.Latest), Latest: newer.Latest, Basis: bdgraph.BasisUnknown}
}

// newerStart is the start of the newer end of a relation; of a rule, that of its first support.
func (r *Reference) newerStart(e bdgraph.Edge) bdgraph.Endpoint {
	if e.From.Label != bdgraph.RuleLabel {
		return start(r.nodes[e.From])
	}
	supports := r.supports(e.From)
	if len(supports) == 0 {
		return start(r.docs[e.Source])
	}
	first := bdgraph.Endpoint{Earliest: bdgraph.MaxDay, Latest: bdgraph.MaxDay}
	var winner bdgraph.Endpoint
	for _, s := range supports {
		own := r.claimStart(s)
		own.Basis = r.claimBasis(s)
		if winner.IsZero() || own.Earliest < winner.Earliest || own.Earliest == winner.Earliest && own.Latest < winner.Latest {
			winner = own
		}
		first.Earliest, first.Latest = min(first.Earliest, own.Earliest), min(first.Latest, own.Latest)
	}
	first.Basis = winner.Basis
	return first
}

// claimBasis tells whether a claim's start is dated: the later of the two starts decides.
func (r *Reference) claimBasis(e bdgraph.Edge) bdgraph.Basis {
	own, stated := start(r.docs[e.Source]), e.Stated.From
	if stated.IsZero() {
		return own.Basis
	}
	if !isDated(own) && isDated(stated) || stated.Earliest > own.Earliest || stated.Earliest == own.Earliest && stated.Latest >= own.Latest {
		return stated.Basis
	}
	return own.Basis
}

func start(n bdgraph.Node) bdgraph.Endpoint {
	if n.Life.Stated.From.IsZero() {
		return bdgraph.Endpoint{Earliest: bdgraph.MinDay, Latest: bdgraph.MaxDay, Basis: bdgraph.BasisUnknown}
	}
	return n.Life.Stated.From
}

func isDated(e bdgraph.Endpoint) bool {
	return e.Basis != "" && e.Basis != bdgraph.BasisUnknown && e.Basis != bdgraph.BasisGitFirstAdd && e.Basis != bdgraph.BasisFirstSeen
}

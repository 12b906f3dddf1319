package bdgraph

import "fmt"

// Check returns a finding for each invariant that the graph breaks: order and
// distinctness of nodes and edges, ids, ends that exist and fit the type, and days
// that can be. A graph that a stage made has none; one read from a file may.
func (g Graph) Check() []Finding {
	c := checker{nodes: make(map[NodeRef]bool, len(g.Nodes))}
	for i, n := range g.Nodes {
		c.about = n.String()
		c.nodes[n.NodeRef] = true
		if n.Key == "" {
			c.broken("it has no key")
		}
		if i > 0 && g.Nodes[i-1].Compare(n.NodeRef) >= 0 {
			c.broken("it stands after " + g.Nodes[i-1].String())
		}
		if n.Life != nil {
			c.interval("stated life", n.Life.Stated, true)
		}
		if n.Valid != nil {
			c.interval("life", *n.Valid, false)
		}
	}
	for i, e := range g.Edges {
		c.about = fmt.Sprintf("%s from %s to %s by %q", e.Type, e.From, e.To, e.Source)
		if i > 0 && compareEdges(&g.Edges[i-1], &g.Edges[i]) >= 0 {
			c.broken("it stands after an edge that it equals or precedes")
		}
		c.edge(e)
	}
	return c.findings
}

type checker struct {
	nodes    map[NodeRef]bool
	about    string
	findings []Finding
}

func (c *checker) broken(what string) {
	c.findings = append(c.findings, Finding{
		Code: "broken_graph", Severity: Error, Count: 1, Message: c.about + ": " + what,
		Remedy: "build the graph anew: bdgraph regenerate",
	})
}

func (c *checker) edge(e Edge) {
	for _, end := range []NodeRef{e.From, e.To} {
		if !c.nodes[end] {
			c.broken(end.String() + " does not exist")
		}
	}
	if e.From == e.To {
		c.broken("it leads to itself")
	}
	if !e.Type.Allows(e.From.Label, e.To.Label) {
		c.broken("its type does not lead from " + string(e.From.Label) + " to " + string(e.To.Label))
	}
	if e.ID != e.ComputeID() {
		c.broken("its id is not the hash of what it says")
	}
	if e.Source == "" {
		c.broken("it has no source")
	}
	if e.Phase != 1 && e.Phase != 2 {
		c.broken(fmt.Sprintf("it is of phase %d", e.Phase))
	}
	switch e.Confidence {
	case Structural, Textual, Supported, Unverified, Unsupported:
	default:
		c.broken(fmt.Sprintf("its confidence is %q", e.Confidence))
	}
	c.interval("stated interval", e.Stated, true)
	// Before the closure an edge has no effective interval at all.
	c.interval("interval", e.Valid, e.Valid == Interval{})
}

func (c *checker) interval(what string, i Interval, mayBeUnstated bool) {
	c.end(what+"'s start", i.From, mayBeUnstated)
	c.end(what+"'s end", i.To, mayBeUnstated)
}

func (c *checker) end(what string, e Endpoint, mayBeUnstated bool) {
	if e.IsZero() {
		if !mayBeUnstated {
			c.broken(what + " is missing")
		}
		return
	}
	if e.Earliest < MinDay || e.Latest > MaxDay || e.Earliest > e.Latest {
		c.broken(fmt.Sprintf("%s lies between day %d and day %d", what, e.Earliest, e.Latest))
	}
	if e.Text == "" {
		return
	}
	// A text may be coarser than its bounds, never the other way round.
	if d, err := ParseDate(e.Text); err != nil {
		c.broken(what + ": " + err.Error())
	} else if e.Earliest < d.Earliest || e.Latest > d.Latest {
		c.broken(fmt.Sprintf("%s is written %s and lies between %s and %s", what, e.Text, e.Earliest, e.Latest))
	}
}

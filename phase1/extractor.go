package phase1

import "bdgraph"

// extractor holds what is known while the fragment grows.
type extractor struct {
	options
	corpus     bdgraph.Corpus
	vocabulary bdgraph.Vocabulary

	documents map[bdgraph.NodeRef]*bdgraph.Document
	issues    map[string]*bdgraph.Issue
	adrs      map[string]*bdgraph.ADR
	starts    map[bdgraph.NodeRef]bdgraph.Endpoint // when each document began to exist

	nodes    map[bdgraph.NodeRef]int // place in list
	list     []bdgraph.Node
	edges    []bdgraph.Edge
	edgeAt   map[edgeKey]int // index in edges, of those that may be said twice
	findings []bdgraph.Finding

	rules    map[bdgraph.NodeRef]rule // by the document that establishes it
	reported map[reportedAt]string    // codes of the exporter's findings about references

	dates     map[bdgraph.Day]bdgraph.Date // those of instants, of which many fall on one day
	mentioned map[bdgraph.NodeRef]int      // index in edges, of one document's mentions
}

// edgeKey is what identifies an edge before its id is computed.
type edgeKey struct {
	typ      bdgraph.RelType
	from, to bdgraph.NodeRef
	source   string
	ordinal  int
}

func newExtractor(c bdgraph.Corpus, v bdgraph.Vocabulary, o options) *extractor {
	size := len(c.Issues) + len(c.Memories) + len(c.ADRs)
	x := &extractor{
		options: o, corpus: c, vocabulary: v,
		documents: make(map[bdgraph.NodeRef]*bdgraph.Document, size),
		issues:    make(map[string]*bdgraph.Issue, len(c.Issues)),
		adrs:      make(map[string]*bdgraph.ADR, len(c.ADRs)),
		starts:    make(map[bdgraph.NodeRef]bdgraph.Endpoint, size),
		nodes:     make(map[bdgraph.NodeRef]int, size),
		list:      make([]bdgraph.Node, 0, size),
		edges:     make([]bdgraph.Edge, 0, 7*size/2), // more than most stores have
		edgeAt:    make(map[edgeKey]int),
		rules:     make(map[bdgraph.NodeRef]rule),
		reported:  reportedReferences(c.Findings),
		dates:     make(map[bdgraph.Day]bdgraph.Date),
		mentioned: make(map[bdgraph.NodeRef]int),
	}
	for i := range c.Documents {
		x.documents[c.Documents[i].Ref()] = &c.Documents[i]
	}
	for i := range c.Issues {
		x.issues[c.Issues[i].ID] = &c.Issues[i]
	}
	for i := range c.ADRs {
		x.adrs[c.ADRs[i].Path] = &c.ADRs[i]
	}
	return x
}

// addNode adds a node that the corpus or the vocabulary has.
func (x *extractor) addNode(ref bdgraph.NodeRef, attributes map[string]any, life *bdgraph.Life) {
	x.put(bdgraph.Node{NodeRef: ref, Attributes: attributes, Life: life})
}

// put adds a node, in the place of one that has the same reference.
func (x *extractor) put(n bdgraph.Node) {
	if at, known := x.nodes[n.NodeRef]; known {
		x.list[at] = n
		return
	}
	x.nodes[n.NodeRef] = len(x.list)
	x.list = append(x.list, n)
}

// node returns a node, nil where there is none. It stays where it is until the next
// one is added.
func (x *extractor) node(ref bdgraph.NodeRef) *bdgraph.Node {
	if at, known := x.nodes[ref]; known {
		return &x.list[at]
	}
	return nil
}

// need makes sure that the end of an edge exists, as a placeholder if the corpus
// lacks it, and reports whether it is one.
func (x *extractor) need(ref bdgraph.NodeRef) bool {
	n := x.node(ref)
	if n == nil {
		x.put(bdgraph.Node{NodeRef: ref, Placeholder: true})
	}
	return n == nil || n.Placeholder
}

// needReported is need, and says of a placeholder who names it.
func (x *extractor) needReported(ref bdgraph.NodeRef, document string, place bdgraph.Place, remedy string) {
	if x.need(ref) {
		x.find(bdgraph.Dangling(ref, document, place, remedy))
	}
}

// addNewEdge adds an edge of phase 1 of which the caller knows that no other
// says the same.
func (x *extractor) addNewEdge(e bdgraph.Edge) {
	e.Phase = 1
	x.edges = append(x.edges, e)
}

// addEdge adds an edge of phase 1, or joins it to the one that already says
// the same: evidence is kept in order, and what the first leaves unstated is taken
// from the second.
func (x *extractor) addEdge(e bdgraph.Edge) {
	key := edgeKey{e.Type, e.From, e.To, e.Source, e.Ordinal}
	if at, ok := x.edgeAt[key]; ok {
		x.edges[at].Join(e)
		return
	}
	x.edgeAt[key] = len(x.edges)
	x.addNewEdge(e)
}

func (x *extractor) find(f bdgraph.Finding) {
	f.Count = max(f.Count, 1)
	x.findings = append(x.findings, f)
}

// sourceOf returns the id by which edges name the document of a node.
func (x *extractor) sourceOf(ref bdgraph.NodeRef) string {
	if d := x.documents[ref]; d != nil {
		return d.ID
	}
	return ref.Key
}

// fragment puts everything in the one order that a fragment has.
func (x *extractor) fragment() bdgraph.Fragment {
	f := bdgraph.Fragment{Nodes: x.list, Edges: x.edges, Findings: x.findings}
	bdgraph.ComputeIDs(f.Edges)
	bdgraph.SortNodes(f.Nodes)
	bdgraph.SortEdges(f.Edges)
	bdgraph.SortFindings(f.Findings)
	return f
}

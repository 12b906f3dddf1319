package phase1

import (
	"unsafe"

	"bdgraph"
)

// extractor holds what is known while the fragment grows.
type extractor struct {
	options
	corpus     bdgraph.Corpus
	vocabulary bdgraph.Vocabulary

	documents documents

	nodes    map[bdgraph.NodeRef]int32 // place in list
	list     []bdgraph.Node
	records  []record // what the nodes were made from, by place
	issues   []int32  // place of each issue of the corpus
	edges    []bdgraph.Edge
	ends     []bdgraph.Ends  // of edges, in list
	edgeAt   map[edgeKey]int // index in edges, of those that may be said twice
	findings []bdgraph.Finding

	rules    map[bdgraph.NodeRef]rule // by the document that establishes it
	reported map[reportedAt]string    // codes of the exporter's findings about references

	dates     map[bdgraph.Day]bdgraph.Date // those of instants, of which many fall on one day
	mentioned map[bdgraph.NodeRef]int      // index in edges, of one document's mentions
}

// record is what a node was made from: all zero for what no record is about.
type record struct {
	document *bdgraph.Document
	issue    *bdgraph.Issue
	start    bdgraph.Endpoint // when the document began to exist
}

// sourceOr returns the id by which edges name the record's document, or another where it has none.
func (r record) sourceOr(other string) string {
	if r.document != nil {
		return r.document.ID
	}
	return other
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
	dependencies := 0
	for i := range c.Issues {
		dependencies += len(c.Issues[i].Dependencies)
	}
	edges := dependencies + 2*size // so many mentions few stores have
	return &extractor{
		options: o, corpus: c, vocabulary: v,
		documents: documentsOf(c.Documents),
		nodes:     make(map[bdgraph.NodeRef]int32, size),
		list:      make([]bdgraph.Node, 0, size),
		records:   make([]record, 0, size),
		issues:    make([]int32, 0, len(c.Issues)),
		edges:     roomForEdges(edges, dependencies+size),
		ends:      make([]bdgraph.Ends, 0, edges),
		edgeAt:    make(map[edgeKey]int),
		rules:     make(map[bdgraph.NodeRef]rule),
		reported:  reportedReferences(c.Findings),
		dates:     make(map[bdgraph.Day]bdgraph.Date),
		mentioned: make(map[bdgraph.NodeRef]int),
	}
}

// roomForEdges returns room for n edges, and writes into the pages of as many as there will
// be for certain. Pages that nobody has written are all the same one to the system: a garbage
// collection that reads them has them mapped to it, and the first edge in each has that
// undone on every core.
func roomForEdges(n, certain int) []bdgraph.Edge {
	room := make([]bdgraph.Edge, n)
	const page = 4096
	for i := 0; i < certain; i += page / int(unsafe.Sizeof(room[0])) {
		room[i].Phase = 1 // as they all have
	}
	return room[:0]
}

// addNode adds a node that the corpus or the vocabulary has, in the place of one that has
// the same reference, and returns its place.
func (x *extractor) addNode(ref bdgraph.NodeRef, attributes map[string]any, life *bdgraph.Life, of record) int32 {
	n := bdgraph.Node{NodeRef: ref, Attributes: attributes, Life: life}
	if at, known := x.nodes[ref]; known {
		x.list[at], x.records[at] = n, of
		return at
	}
	return x.put(n, of)
}

// put adds a node whose reference is new.
func (x *extractor) put(n bdgraph.Node, of record) int32 {
	at := int32(len(x.list))
	x.nodes[n.NodeRef] = at
	x.list, x.records = append(x.list, n), append(x.records, of)
	return at
}

// node returns a node, nil where there is none. It stays where it is until the next
// one is added.
func (x *extractor) node(ref bdgraph.NodeRef) *bdgraph.Node {
	if at, known := x.nodes[ref]; known {
		return &x.list[at]
	}
	return nil
}

// recordOf returns what a node was made from.
func (x *extractor) recordOf(ref bdgraph.NodeRef) record {
	if at, known := x.nodes[ref]; known {
		return x.records[at]
	}
	return record{}
}

// need makes sure that the end of an edge exists, as a placeholder if the corpus
// lacks it, and returns its place.
func (x *extractor) need(ref bdgraph.NodeRef) int32 {
	if at, known := x.nodes[ref]; known {
		return at
	}
	return x.put(bdgraph.Node{NodeRef: ref, Placeholder: true}, record{})
}

// needNamed is need for the end of an edge that a document states, and reports what nobody
// has asked for before: a corpus made by hand may hold documents without their records.
func (x *extractor) needNamed(ref bdgraph.NodeRef, document string) int32 {
	if at, known := x.nodes[ref]; known {
		return at
	}
	x.find(bdgraph.Dangling(ref, document, bdgraph.Place{}, "correct the reference where it is made"))
	return x.need(ref)
}

// needReported is need, and says of a placeholder who names it.
func (x *extractor) needReported(ref bdgraph.NodeRef, document string, place bdgraph.Place, remedy string) {
	if x.list[x.need(ref)].Placeholder {
		x.find(bdgraph.Dangling(ref, document, place, remedy))
	}
}

// addNewEdge adds an edge of phase 1, between the nodes at two places, of which the
// caller knows that no other says the same.
func (x *extractor) addNewEdge(e bdgraph.Edge, from, to int32) {
	e.Phase = 1
	x.edges, x.ends = append(x.edges, e), append(x.ends, bdgraph.Ends{From: from, To: to})
}

// addEdge adds an edge of phase 1, or joins it to the one that already says
// the same: evidence is kept in order, and what the first leaves unstated is taken
// from the second. An end that no node has yet becomes a placeholder, which is reported.
func (x *extractor) addEdge(e bdgraph.Edge) {
	key := edgeKey{e.Type, e.From, e.To, e.Source, e.Ordinal}
	if at, ok := x.edgeAt[key]; ok {
		x.edges[at].Join(e)
		return
	}
	x.edgeAt[key] = len(x.edges)
	x.addNewEdge(e, x.needNamed(e.From, e.Source), x.needNamed(e.To, e.Source))
}

func (x *extractor) find(f bdgraph.Finding) {
	f.Count = max(f.Count, 1)
	x.findings = append(x.findings, f)
}

// sourceOf returns the id by which edges name the document of a node.
func (x *extractor) sourceOf(ref bdgraph.NodeRef) string {
	return x.recordOf(ref).sourceOr(ref.Key)
}

// fragment puts everything in the one order that a fragment has.
func (x *extractor) fragment() bdgraph.Fragment {
	return bdgraph.Arrange(x.list, x.edges, x.ends, x.findings)
}

package parity

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"bdgraph"
	"bdgraph/store"
)

// The codes of the findings.
const (
	CodeUnread       = "parity_unread"       // the store could not be asked
	CodeMeta         = "parity_meta"         // Meta does not describe the graph
	CodeCount        = "parity_count"        // not as many nodes of a label as the corpus has records
	CodeMissing      = "parity_missing"      // a node or edge is not stored
	CodeSurplus      = "parity_surplus"      // a node or edge is stored that the graph lacks
	CodeChanged      = "parity_changed"      // a stored node or edge is not what the graph says
	CodeDuplicate    = "parity_duplicate"    // two nodes of one key, or edges of one id
	CodeSelfLoop     = "parity_self_loop"    // an edge leads from a node to itself
	CodeDates        = "parity_dates"        // bounds that are missing or out of order
	CodeDependency   = "parity_dependency"   // a dependency record has no edge and no finding
	CodeSupersession = "parity_supersession" // a supersession line has no edge and no finding
	CodeProbe        = "parity_probe"        // a probe returned something else
)

// shown is the most findings of one code; a last one counts the others.
const shown = 20

// Check compares what r's store holds with the graph and with the corpus it
// was made from, and runs the probes. It returns findings of severity Error, in
// the order of [bdgraph.SortFindings]; a store that cannot be asked is one.
func Check(ctx context.Context, r store.Reader, corpus bdgraph.Corpus, g bdgraph.Graph, probes []Probe) []bdgraph.Finding {
	c := &checker{reader: r, corpus: corpus, graph: g, codes: map[string]int{}}
	c.meta(ctx)
	if c.read(ctx) {
		c.records()
		c.elements()
		c.dates()
		c.dependencies()
		c.supersessions()
	}
	for _, p := range probes {
		c.probe(ctx, p)
	}
	for _, code := range slices.Sorted(maps.Keys(c.codes)) {
		if more := c.codes[code] - shown; more > 0 {
			c.findings = append(c.findings, bdgraph.Finding{
				Code: code, Severity: bdgraph.Error, Count: more, Message: fmt.Sprintf("and %d more", more),
			})
		}
	}
	bdgraph.SortFindings(c.findings)
	return c.findings
}

type checker struct {
	reader   store.Reader
	corpus   bdgraph.Corpus
	graph    bdgraph.Graph
	nodes    []storedNode
	edges    []storedEdge
	codes    map[string]int
	findings []bdgraph.Finding
}

// find adds a finding about a document, "" when it is about none.
func (c *checker) find(code, document, format string, args ...any) {
	c.add(bdgraph.Finding{
		Code: code, Document: document, Message: fmt.Sprintf(format, args...),
		Remedy: "Run bdgraph regenerate; if it stays, report it.",
	})
}

func (c *checker) add(f bdgraph.Finding) {
	c.codes[f.Code]++
	if c.codes[f.Code] > shown {
		return
	}
	f.Severity, f.Count = bdgraph.Error, 1
	c.findings = append(c.findings, f)
}

// meta compares the counts and the generation that Meta states.
func (c *checker) meta(ctx context.Context) {
	got, err := c.reader.Meta(ctx)
	if err != nil {
		c.find(CodeUnread, "", "read Meta: %v", err)
		return
	}
	want := bdgraph.NewMeta(c.graph, c.corpus.Manifest, got.GeneratedAt, got.ClosedOn)
	if got.Generation != want.Generation {
		c.find(CodeMeta, "", "generation is %s, the graph's is %s", got.Generation, want.Generation)
	}
	for _, count := range []struct {
		name      string
		got, want int
	}{
		{"issues", got.Issues, want.Issues},
		{"memories", got.Memories, want.Memories},
		{"adrs", got.ADRs, want.ADRs},
		{"prs", got.PRs, want.PRs},
		{"rules", got.Rules, want.Rules},
		{"components", got.Components, want.Components},
		{"placeholders", got.Placeholders, want.Placeholders},
		{"nodes", got.Nodes, want.Nodes},
		{"edges", got.Edges, want.Edges},
	} {
		if count.got != count.want {
			c.find(CodeMeta, "", "%s: Meta says %d, the graph has %d", count.name, count.got, count.want)
		}
	}
	if got.CorpusHash != c.corpus.Manifest.CorpusHash {
		c.find(CodeMeta, "", "corpus_hash is %s, the corpus has %s", got.CorpusHash, c.corpus.Manifest.CorpusHash)
	}
}

// records compares the corpus with the stored nodes that are no placeholders.
func (c *checker) records() {
	stored := map[bdgraph.Label]int{}
	for _, n := range c.nodes {
		if !n.placeholder {
			stored[n.ref.Label]++
		}
	}
	for _, count := range []struct {
		label bdgraph.Label
		want  int
	}{
		{bdgraph.IssueLabel, len(c.corpus.Issues)},
		{bdgraph.MemoryLabel, len(c.corpus.Memories)},
		{bdgraph.ADRLabel, len(c.corpus.ADRs)},
	} {
		if got := stored[count.label]; got != count.want {
			c.find(CodeCount, "", "the corpus has %d records that become %s, the store holds %d", count.want, count.label, got)
		}
	}
}

// elements compares every node and every edge by the hash of its properties.
func (c *checker) elements() {
	nodes := make(map[bdgraph.NodeRef]string, len(c.nodes))
	for _, n := range c.nodes {
		if _, twice := nodes[n.ref]; twice {
			c.find(CodeDuplicate, "", "%s is stored twice", n.ref)
		}
		nodes[n.ref] = n.hash
	}
	for _, n := range c.graph.Nodes {
		compare(c, n.String(), "", nodes, n.NodeRef, n.Properties())
	}
	for _, ref := range slices.SortedFunc(maps.Keys(nodes), bdgraph.NodeRef.Compare) {
		c.find(CodeSurplus, "", "%s is stored and the graph lacks it", ref)
	}

	edges := make(map[edgeKey]string, len(c.edges))
	for _, e := range c.edges {
		if e.key.from == e.key.to {
			c.find(CodeSelfLoop, e.source, "%s leads from %s to itself", e.key.rel, e.key.from)
		}
		if _, twice := edges[e.key]; twice {
			c.find(CodeDuplicate, e.source, "%s is stored twice", e.key)
		}
		edges[e.key] = e.hash
	}
	for _, e := range c.graph.Edges {
		key := edgeKey{e.ID, e.Type, e.From, e.To}
		compare(c, key.String(), e.Source, edges, key, e.Properties())
	}
	surplus := slices.Collect(maps.Keys(edges))
	slices.SortFunc(surplus, edgeKey.compare)
	for _, key := range surplus {
		c.find(CodeSurplus, "", "%s is stored and the graph lacks it", key)
	}
}

// compare looks an element up among the stored hashes and takes it from them.
func compare[K comparable](c *checker, name, document string, stored map[K]string, key K, properties map[string]any) {
	switch hash, ok := stored[key]; {
	case !ok:
		c.find(CodeMissing, document, "%s is not stored", name)
	case hash != properties[bdgraph.HashProperty]:
		c.find(CodeChanged, document, "%s is stored with other properties", name)
	}
	delete(stored, key)
}

// dates looks at the bounds of every interval.
func (c *checker) dates() {
	for _, n := range c.nodes {
		if n.bounds.given() {
			c.bounds(n.ref.String(), "", n.bounds)
		}
	}
	for _, e := range c.edges {
		c.bounds(e.key.String(), e.source, e.bounds)
	}
}

func (c *checker) bounds(name, document string, b bounds) {
	for _, reason := range b.wrong() {
		c.find(CodeDates, document, "%s: %s", name, reason)
	}
}

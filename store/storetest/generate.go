package storetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"bdgraph"
)

// Generate returns a graph of about the given numbers of nodes and edges in the
// proportions of a real project: most nodes are issues with a text of a few lines, most edges
// dependencies and mentions. Equal arguments give equal graphs.
func Generate(nodes, edges int, seed uint64) bdgraph.Graph {
	g := generator{random: rand.New(rand.NewPCG(seed, 0)), seen: map[string]bool{}}
	g.nodes(nodes)
	for _, share := range []struct {
		percent int
		rel     bdgraph.RelType
		from    bdgraph.Label
		to      bdgraph.Label
	}{
		{35, bdgraph.DependsOn, bdgraph.IssueLabel, bdgraph.IssueLabel},
		{10, bdgraph.ChildOf, bdgraph.IssueLabel, bdgraph.IssueLabel},
		{25, bdgraph.Mentions, bdgraph.IssueLabel, bdgraph.IssueLabel},
		{5, bdgraph.Mentions, bdgraph.MemoryLabel, bdgraph.IssueLabel},
		{10, bdgraph.Governs, bdgraph.RuleLabel, bdgraph.ComponentLabel},
		{10, bdgraph.Establishes, bdgraph.IssueLabel, bdgraph.RuleLabel},
		{5, bdgraph.Establishes, bdgraph.ADRLabel, bdgraph.RuleLabel},
	} {
		for range edges * share.percent / 100 {
			g.edge(share.rel, share.from, share.to)
		}
	}
	bdgraph.SortNodes(g.graph.Nodes)
	bdgraph.SortEdges(g.graph.Edges)
	return g.graph
}

type generator struct {
	random *rand.Rand
	graph  bdgraph.Graph
	keys   map[bdgraph.Label][]string
	seen   map[string]bool // ids of edges
}

var words = strings.Fields("store reader index query token cache retry limit parser merge window schema backup session worker queue page lock ledger invoice export import signal metric")

func (g *generator) text(n int) string {
	b := make([]string, n)
	for i := range b {
		b[i] = words[g.random.IntN(len(words))]
	}
	return strings.Join(b, " ")
}

func (g *generator) day() bdgraph.Day {
	return bdgraph.NewDay(2023, 1, 1).Add(g.random.IntN(1000))
}

func (g *generator) nodes(n int) {
	g.keys = map[bdgraph.Label][]string{}
	add := func(count int, label bdgraph.Label, key func(int) string, attributes func(int) map[string]any) {
		for i := range count {
			ref := bdgraph.NodeRef{Label: label, Key: key(i)}
			g.keys[label] = append(g.keys[label], ref.Key)
			g.graph.Nodes = append(g.graph.Nodes, bdgraph.Node{NodeRef: ref, Attributes: attributes(i)})
		}
	}
	rules, components, adrs, memories := n/10, n/50+1, n/50+1, n/10
	numbered := func(format string) func(int) string {
		return func(i int) string { return fmt.Sprintf(format, i) }
	}
	add(rules, bdgraph.RuleLabel, numbered("rule %d"), func(i int) map[string]any {
		return map[string]any{"id": fmt.Sprintf("rule-%d", i), "kind": string(bdgraph.Decision), "rationale": g.text(20), "aliases": []string{g.text(2), g.text(2)}}
	})
	add(components, bdgraph.ComponentLabel, numbered("component %d"), func(i int) map[string]any {
		return map[string]any{"paths": []string{fmt.Sprintf("src/c%d/**", i)}}
	})
	add(adrs, bdgraph.ADRLabel, numbered("docs/adr/%04d-record.md"), func(i int) map[string]any {
		return map[string]any{"id": fmt.Sprintf("ADR-%04d", i), "number": fmt.Sprintf("%04d", i), "title": g.text(6), "status": string(bdgraph.StatusAccepted), "date": g.day().String(), "text": g.text(150)}
	})
	add(memories, bdgraph.MemoryLabel, numbered("memory-%d"), func(int) map[string]any {
		return map[string]any{"text": g.text(25)}
	})
	add(n-rules-components-adrs-memories, bdgraph.IssueLabel, numbered("gen-%d"), func(int) map[string]any {
		created := g.day().Time().Add(time.Duration(g.random.IntN(86400)) * time.Second)
		a := map[string]any{"title": g.text(6), "status": "open", "type": "task", "priority": int64(g.random.IntN(5)), "created_at": created, "description": g.text(30)}
		if g.random.IntN(3) > 0 {
			a["status"], a["closed_at"], a["close_reason"] = "closed", created.AddDate(0, 0, g.random.IntN(90)), g.text(8)
		}
		return a
	})
}

func (g *generator) edge(rel bdgraph.RelType, from, to bdgraph.Label) {
	pick := func(l bdgraph.Label) bdgraph.NodeRef {
		return bdgraph.NodeRef{Label: l, Key: g.keys[l][g.random.IntN(len(g.keys[l]))]}
	}
	e := bdgraph.Edge{Type: rel, From: pick(from), To: pick(to), Phase: 1, Confidence: bdgraph.Structural}
	e.Source = e.From.Key
	e.Valid = bdgraph.Interval{From: bdgraph.At(bdgraph.DateOfDay(g.day()), bdgraph.BasisDepCreated), To: bdgraph.OpenEnd()}
	e.Stated = e.Valid
	if rel == bdgraph.Establishes || rel == bdgraph.Governs || rel == bdgraph.Mentions {
		e.Phase, e.Confidence, e.Fact = 2, bdgraph.Supported, g.text(12)
		e.Evidence = []bdgraph.Quote{{Text: g.text(10), Line: 1 + g.random.IntN(40)}}
	}
	e.ID = e.ComputeID()
	if e.From == e.To || g.seen[e.ID] {
		return
	}
	g.seen[e.ID] = true
	g.graph.Edges = append(g.graph.Edges, e)
}

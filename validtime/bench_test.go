package validtime_test

import (
	"fmt"
	"testing"

	"bdgraph"
	"bdgraph/validtime"
)

// chains returns a graph of rules in chains of ten: each is established by a
// record of its own, and each record but the first of a chain supersedes the one before.
func chains(rules int) bdgraph.Graph {
	var f bdgraph.Fragment
	first := bdgraph.NewDay(2010, 1, 1)
	for i := range rules {
		doc := bdgraph.NodeRef{Label: bdgraph.ADRLabel, Key: fmt.Sprintf("docs/%06d.md", i)}
		rule := bdgraph.NodeRef{Label: bdgraph.RuleLabel, Key: fmt.Sprintf("rule %06d", i)}
		component := bdgraph.NodeRef{Label: bdgraph.ComponentLabel, Key: fmt.Sprintf("component %02d", i%50)}
		life := &bdgraph.Life{Stated: bdgraph.Interval{From: bdgraph.At(bdgraph.DateOfDay(first.Add(i%5000)), bdgraph.BasisHeader)}}
		f.Nodes = append(f.Nodes, bdgraph.Node{NodeRef: doc, Life: life}, bdgraph.Node{NodeRef: rule}, bdgraph.Node{NodeRef: component})
		f.Edges = append(f.Edges,
			bdgraph.Edge{Type: bdgraph.Establishes, From: doc, To: rule, Source: doc.Key, Phase: 1, Confidence: bdgraph.Structural},
			bdgraph.Edge{Type: bdgraph.Governs, From: rule, To: component, Source: doc.Key, Phase: 1, Confidence: bdgraph.Textual})
		if i%10 > 0 {
			older := bdgraph.NodeRef{Label: bdgraph.ADRLabel, Key: fmt.Sprintf("docs/%06d.md", i-1)}
			f.Edges = append(f.Edges, bdgraph.Edge{Type: bdgraph.Supersedes, From: doc, To: older, Source: doc.Key, Phase: 1, Confidence: bdgraph.Structural})
		}
	}
	return bdgraph.Merge(bdgraph.Fragment{}, f)
}

// BenchmarkClose closes a hundred thousand rules with chains; and one record
// that replaces all the others, or is replaced by them, to see that no shape is slower than linear.
func BenchmarkClose(b *testing.B) {
	star := func(reversed bool) bdgraph.Graph {
		g := chains(10_000)
		hub := bdgraph.NodeRef{Label: bdgraph.ADRLabel, Key: "docs/hub.md"}
		g.Nodes = append(g.Nodes, bdgraph.Node{NodeRef: hub, Life: &bdgraph.Life{Stated: bdgraph.Interval{From: bdgraph.At(bdgraph.DateOfDay(bdgraph.NewDay(2030, 1, 1)), bdgraph.BasisHeader)}}})
		for _, n := range g.Nodes {
			if n.Label == bdgraph.ADRLabel && n.NodeRef != hub {
				e := bdgraph.Edge{Type: bdgraph.Supersedes, From: hub, To: n.NodeRef, Source: hub.Key, Phase: 1, Confidence: bdgraph.Structural}
				if reversed {
					e.From, e.To = e.To, e.From
				}
				g.Edges = append(g.Edges, e)
			}
		}
		bdgraph.SortNodes(g.Nodes)
		bdgraph.SortEdges(g.Edges)
		return g
	}
	for name, g := range map[string]bdgraph.Graph{"chains/100000": chains(100_000), "one for all/10000": star(false), "all for one/10000": star(true)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				validtime.Close(g, closedOn)
			}
		})
	}
}

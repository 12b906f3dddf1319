package ask_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/validtime"
)

// large returns a closed graph of so many issues, and rules that records in
// chains of ten establish, spread over fifty components.
func large(issues, rules int) (bdgraph.Graph, bdgraph.Meta) {
	var f bdgraph.Fragment
	first := bdgraph.NewDay(2010, 1, 1)
	life := func(i int) *bdgraph.Life {
		return &bdgraph.Life{Stated: bdgraph.Interval{From: bdgraph.At(bdgraph.DateOfDay(first.Add(i%5000)), bdgraph.BasisHeader)}}
	}
	ref := func(l bdgraph.Label, format string, i int) bdgraph.NodeRef {
		return bdgraph.NodeRef{Label: l, Key: fmt.Sprintf(format, i)}
	}
	for i := range issues {
		issue := ref(bdgraph.IssueLabel, "x-%d", i)
		f.Nodes = append(f.Nodes, bdgraph.Node{NodeRef: issue, Life: life(i), Attributes: map[string]any{"title": fmt.Sprintf("Work item %d", i), "status": "open", "type": "task"}})
		f.Edges = append(f.Edges, bdgraph.Edge{Type: bdgraph.About, From: issue, To: ref(bdgraph.ComponentLabel, "component %d", i%50), Source: issue.Key, Phase: 1, Confidence: bdgraph.Textual})
	}
	for i := range 50 {
		c := ref(bdgraph.ComponentLabel, "component %d", i)
		f.Nodes = append(f.Nodes, bdgraph.Node{NodeRef: c, Attributes: map[string]any{"paths": []string{fmt.Sprintf("src/c%d/**", i)}}})
	}
	for i := range rules {
		doc, rule := ref(bdgraph.ADRLabel, "docs/%06d.md", i), ref(bdgraph.RuleLabel, "rule %06d", i)
		f.Nodes = append(f.Nodes,
			bdgraph.Node{NodeRef: doc, Life: life(i), Attributes: map[string]any{"id": fmt.Sprintf("ADR-%06d", i), "title": rule.Key, "status": "accepted"}},
			bdgraph.Node{NodeRef: rule, Attributes: map[string]any{"kind": "decision", "rationale": "It was asked."}})
		quote := []bdgraph.Quote{{Text: "It is decided.", Line: 12}}
		f.Edges = append(f.Edges,
			bdgraph.Edge{Type: bdgraph.Establishes, From: doc, To: rule, Source: doc.Key, Phase: 1, Confidence: bdgraph.Structural, Evidence: quote},
			bdgraph.Edge{Type: bdgraph.Governs, From: rule, To: ref(bdgraph.ComponentLabel, "component %d", i/10%50), Source: doc.Key, Phase: 1, Confidence: bdgraph.Textual, Evidence: quote})
		if i%10 > 0 {
			f.Edges = append(f.Edges, bdgraph.Edge{Type: bdgraph.Supersedes, From: doc, To: ref(bdgraph.ADRLabel, "docs/%06d.md", i-1), Source: doc.Key, Phase: 1, Confidence: bdgraph.Structural, Evidence: quote})
		}
	}
	on := bdgraph.NewDay(2026, 1, 15)
	g := validtime.Close(bdgraph.Merge(bdgraph.Fragment{}, f), on)
	return g, bdgraph.NewMeta(g, bdgraph.Manifest{}, time.Unix(0, 0), on)
}

// BenchmarkGoverns asks what governs a component of a graph of 100,000 issues
// and 5,000 rules: 100 rules of the component, of which 10 hold.
func BenchmarkGoverns(b *testing.B) {
	g, meta := large(100_000, 5_000)
	a := askerOf(b, g, meta)
	for _, word := range []string{"component 7", "src/c7/main.go", "x-7"} {
		b.Run(word, func(b *testing.B) {
			for b.Loop() {
				answer, err := a.Governs(context.Background(), word, 0)
				if err != nil || len(answer.Rules) != 10 || len(answer.NoLonger) != 90 {
					b.Fatalf("%d rules, %d no longer: %v", len(answer.Rules), len(answer.NoLonger), err)
				}
			}
		})
	}
}

// BenchmarkContext gathers a briefing from the same graph.
func BenchmarkContext(b *testing.B) {
	g, meta := large(100_000, 5_000)
	a := askerOf(b, g, meta)
	for b.Loop() {
		if _, err := a.Context(context.Background(), ask.ContextQuery{Words: []string{"change component 7 and its rule"}}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUnknownName asks about a name that nothing bears, of the same graph.
func BenchmarkUnknownName(b *testing.B) {
	g, meta := large(100_000, 5_000)
	a := askerOf(b, g, meta)
	for b.Loop() {
		answer, err := a.Governs(context.Background(), "componet 7", 0)
		if err != nil || answer.Empty != ask.UnknownComponent || len(answer.Suggestions) == 0 {
			b.Fatalf("%s, suggestions %v: %v", answer.Empty, answer.Suggestions, err)
		}
	}
}

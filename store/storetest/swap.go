package storetest

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"bdgraph"
	"bdgraph/store"
)

// testSwap loads two graphs in turn while readers ask. Each answer has to be
// that of one graph, and of the graph whose generation it names.
func testSwap(t *testing.T, f *fixture) {
	graphs := []bdgraph.Graph{swapped("a"), swapped("b")}
	want := map[string]string{} // generation -> the graph's mark
	for i, g := range graphs {
		want[g.Generation()] = []string{"a", "b"}[i]
	}
	f.load(graphs[0])

	// Everything that the query touches differs between the graphs: a property
	// of each node, which nodes there are, and which edges.
	const query = `
		MATCH (i:Issue) WITH collect(DISTINCT i.mark) AS marks, count(i) AS issues
		MATCH (x:Issue)-[r:DEPENDS_ON]->(y:Issue)
		RETURN marks, issues, collect(DISTINCT r.scope), count(r), collect(DISTINCT x.mark), collect(DISTINCT y.mark), collect(DISTINCT x.only), collect(DISTINCT y.only)`
	answer := func(mark string) string {
		return fmt.Sprintf("['%s'] | %d | ['%s'] | %d | ['%s'] | ['%s'] | ['%s'] | ['%s']", mark, swapNodes, mark, swapNodes/2, mark, mark, mark, mark)
	}

	var done atomic.Bool
	var answers [2]atomic.Int64
	var readers sync.WaitGroup
	for range 3 {
		readers.Go(func() {
			for !done.Load() && !t.Failed() {
				result, err := f.r.Query(t.Context(), store.Query{Text: query})
				if err != nil {
					t.Errorf("query: %v", err)
					return
				}
				mark, known := want[result.Generation]
				if !known {
					t.Errorf("unknown generation %q", result.Generation)
					return
				}
				if got := printed(result); len(got) != 1 || got[0] != answer(mark) {
					t.Errorf("generation %s answered %q, want %q", mark, got, answer(mark))
				}
				answers[mark[0]-'a'].Add(1)
			}
		})
	}
	for i := range 50 {
		g := graphs[(i+1)%2]
		if _, err := f.w.Load(t.Context(), g, MetaOf(g, f.now)); err != nil {
			t.Errorf("load %d: %v", i, err)
			break
		}
	}
	done.Store(true)
	readers.Wait()
	if answers[0].Load()+answers[1].Load() == 0 {
		t.Error("no reader got an answer")
	}
	t.Logf("%d answers of one generation, %d of the other", answers[0].Load(), answers[1].Load())
}

const swapNodes = 400

// swapped returns a graph in which every node and edge bears a mark. Half of
// the nodes, and all edges, exist under one mark only.
func swapped(mark string) bdgraph.Graph {
	var g bdgraph.Graph
	for i := range swapNodes {
		key := fmt.Sprintf("both-%d", i)
		if i%2 == 1 {
			key = fmt.Sprintf("%s-%d", mark, i)
		}
		attributes := map[string]any{"mark": mark, "only": mark}
		g.Nodes = append(g.Nodes, bdgraph.Node{NodeRef: bdgraph.NodeRef{Label: bdgraph.IssueLabel, Key: key}, Attributes: attributes})
	}
	for i := 0; i < swapNodes; i += 2 {
		from, to := g.Nodes[i].NodeRef, g.Nodes[i+1].NodeRef
		e := bdgraph.Edge{
			Type: bdgraph.DependsOn, From: from, To: to, Source: from.Key, Phase: 1, Confidence: bdgraph.Structural,
			Scope: mark, BDType: "blocks",
			Valid: bdgraph.Interval{From: bdgraph.StartBy(bdgraph.MaxDay, bdgraph.BasisUnknown), To: bdgraph.OpenEnd()},
		}
		e.ID = e.ComputeID()
		g.Edges = append(g.Edges, e)
	}
	bdgraph.SortNodes(g.Nodes)
	bdgraph.SortEdges(g.Edges)
	return g
}

package bdgraph

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// pieces is what a stage derives, with the ends of its edges, in any order.
func pieces(t *rapid.T) (nodes []Node, edges []Edge, ends []Ends) {
	names := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-c]{1,3}`), 2, 8, rapid.ID[string]).Draw(t, "names")
	for i, name := range names {
		n := issueNode(name)
		if rapid.Bool().Draw(t, "rule") {
			n = ruleNode(name, rapid.SliceOfN(rapid.SampledFrom(names), 0, 2).Draw(t, "aliases")...)
		}
		n.ClosedBy = names[len(names)-1-i] // so that nodes can be told apart
		nodes = append(nodes, n)
	}
	said := map[string]bool{}
	for range rapid.IntRange(0, 20).Draw(t, "edges") {
		from, to := rapid.IntRange(0, len(nodes)-1).Draw(t, "from"), rapid.IntRange(0, len(nodes)-1).Draw(t, "to")
		e := testEdge(1, rapid.SampledFrom([]RelType{Mentions, DependsOn, Establishes}).Draw(t, "type"), nodes[from].NodeRef, nodes[to].NodeRef, rapid.SampledFrom(names).Draw(t, "source"))
		e.Ordinal = rapid.IntRange(0, 2).Draw(t, "ordinal")
		if id := e.ComputeID(); from != to && !said[id] {
			said[id], e.ID = true, ""
			edges, ends = append(edges, e), append(ends, Ends{int32(from), int32(to)})
		}
	}
	return nodes, edges, ends
}

func TestArrangedIsSorted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes, edges, ends := pieces(t)
		want := Fragment{Nodes: slices.Clone(nodes), Edges: slices.Clone(edges)}
		computeIDs(want.Edges)
		SortNodes(want.Nodes)
		SortEdges(want.Edges)
		got := Arrange(nodes, edges, ends, nil)
		if !reflect.DeepEqual(got.Nodes, want.Nodes) || !reflect.DeepEqual(got.Edges, want.Edges) {
			t.Fatalf("got %v %v, want %v %v", got.Nodes, got.Edges, want.Nodes, want.Edges)
		}
		if !got.isArranged() {
			t.Fatalf("not arranged: %v, %v", got.Nodes, got.ends)
		}
		// What nobody arranged goes the long way to the same graph.
		short, long := Merge(got, Fragment{}), Merge(want, Fragment{})
		if !reflect.DeepEqual(short.Ends(), long.Ends()) {
			t.Fatalf("ends are %v and %v", short.Ends(), long.Ends())
		}
		if !reflect.DeepEqual(short.Nodes, long.Nodes) || !slices.EqualFunc(short.Edges, long.Edges, func(a, b Edge) bool { return reflect.DeepEqual(a, b) }) ||
			!slices.Equal(short.Findings, long.Findings) {
			t.Fatalf("got %v, want %v", short, long)
		}
	})
}

func TestEndsAreCountedAgainWhereTheGraphWasChanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes, edges, ends := pieces(t)
		g := Merge(Arrange(nodes, edges, ends, nil), Fragment{})
		g.Ends()
		if len(g.Nodes) > 0 {
			at := rapid.IntRange(0, len(g.Nodes)-1).Draw(t, "node left out")
			g.Nodes = slices.Delete(slices.Clone(g.Nodes), at, at+1)
		}
		if len(g.Edges) > 0 {
			at := rapid.IntRange(0, len(g.Edges)-1).Draw(t, "edge left out")
			g.Edges = slices.Delete(slices.Clone(g.Edges), at, at+1)
		}
		for i, ends := range g.Ends() {
			want := Ends{NoNode, NoNode}
			for at, n := range g.Nodes {
				if n.NodeRef == g.Edges[i].From {
					want.From = int32(at)
				}
				if n.NodeRef == g.Edges[i].To {
					want.To = int32(at)
				}
			}
			if ends != want {
				t.Fatalf("%v>%v lie at %v, not %v", g.Edges[i].From, g.Edges[i].To, want, ends)
			}
		}
	})
}

package memgraph_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/memgraph"
	"bdgraph/cypher/value"
)

type edge struct {
	typ      string
	from, to memgraph.Node
}

// TestGraphKeepsItsPromises builds random graphs and holds them to every promise of package graph.
func TestGraphKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b memgraph.Builder
		labels := rapid.SliceOfN(rapid.SampledFrom([][]string{nil, {"A"}, {"B"}, {"B", "A"}, {"C", "A", "C"}}), 1, 12).Draw(t, "labels")
		for i, l := range labels {
			b.AddNode(l, map[string]value.Value{"i": value.Int(int64(i)), "none": value.Null, "v": value.Int(int64(i % 3))})
		}
		node := rapid.IntRange(0, len(labels)-1)
		edges := make([]edge, rapid.IntRange(0, 20).Draw(t, "edges"))
		for i := range edges {
			edges[i] = edge{rapid.SampledFrom([]string{"R", "S", "T"}).Draw(t, "type"), memgraph.Node(node.Draw(t, "from")), memgraph.Node(node.Draw(t, "to"))}
			b.AddRelationship(edges[i].typ, edges[i].from, edges[i].to, map[string]value.Value{"i": value.Int(int64(i))})
		}
		removed := memgraph.Node(-1)
		if rapid.Bool().Draw(t, "remove") {
			removed = memgraph.Node(node.Draw(t, "removed"))
			b.RemoveNode(removed)
		}
		b.AddIndex("A", "v", false)
		g := b.Build()

		checkNodes(t, g, labels, removed)
		checkRelationships(t, g, edges, removed)
		checkCounts(t, g)
		checkIndex(t, g)
	})
}

func checkNodes(t *rapid.T, g *memgraph.Graph, labels [][]string, removed memgraph.Node) {
	want := len(labels)
	if removed >= 0 {
		want--
	}
	if g.NodeCount() != want {
		t.Fatalf("%d nodes, want %d", g.NodeCount(), want)
	}
	next := graph.NodeID(0)
	for _, set := range g.LabelSets() {
		if set.Nodes.First != next || set.Nodes.Len() <= 0 || !slices.IsSorted(set.Labels) {
			t.Fatalf("label sets %v", g.LabelSets())
		}
		next = set.Nodes.End
	}
	if int(next) != want {
		t.Fatalf("the label sets end at %d", next)
	}
	key, _ := g.KeyID("i")
	for n := range graph.NodeID(want) {
		origin := g.NodeOrigin(n)
		if v := g.NodeProperty(n, key); v.Int() != int64(origin) {
			t.Fatalf("node %d is %d and has i = %v", n, origin, v)
		}
		for _, name := range []string{"A", "B", "C"} {
			has := slices.Contains(labels[origin], name)
			l, ok := g.LabelID(name)
			if !ok {
				if has {
					t.Fatalf("label %s is not known", name)
				}
				continue
			}
			inRange := slices.ContainsFunc(g.NodesWithLabel(l), func(r graph.NodeRange) bool { return r.Contains(n) })
			if g.HasLabel(n, l) != has || inRange != has || slices.Contains(g.Labels(n), l) != has {
				t.Fatalf("node %d and label %s: %v %v, want %v", n, name, g.HasLabel(n, l), inRange, has)
			}
		}
		if keys := g.NodeKeys(n, nil); len(keys) != 2 || !slices.IsSorted(keys) {
			t.Fatalf("keys %v", keys)
		}
		if back, ok := g.NodeByElementID(g.NodeElementID(n)); !ok || back != n {
			t.Fatalf("element id %s", g.NodeElementID(n))
		}
	}
	for _, text := range []string{"", "4", g.RelElementID(0), g.NodeElementID(graph.NodeID(want)), "4:00000000-0000-4000-8000-000000000000:+0"} {
		if n, ok := g.NodeByElementID(text); ok {
			t.Fatalf("%q names node %d", text, n)
		}
	}
}

func checkRelationships(t *rapid.T, g *memgraph.Graph, edges []edge, removed memgraph.Node) {
	var want []int
	for i, e := range edges {
		if e.from != removed && e.to != removed {
			want = append(want, i)
		}
	}
	var got []int
	sources, targets := g.Sources(), g.Targets()
	key, _ := g.KeyID("i")
	for r := range graph.RelID(g.RelCount()) {
		i := int(g.RelOrigin(r))
		got = append(got, i)
		e := edges[i]
		if g.TypeName(g.RelType(r)) != e.typ || g.NodeOrigin(sources[r]) != e.from || g.NodeOrigin(targets[r]) != e.to || g.RelProperty(r, key).Int() != int64(i) {
			t.Fatalf("relationship %d does not fit %v", r, e)
		}
		if !g.RelsOfType(g.RelType(r)).Contains(r) || !g.Out(sources[r], g.RelType(r)).Contains(r) || !slices.Contains(g.In(targets[r], g.RelType(r)), r) {
			t.Fatalf("relationship %d is missing from a range or a list", r)
		}
		if back, ok := g.RelByElementID(g.RelElementID(r)); !ok || back != r {
			t.Fatalf("element id %s", g.RelElementID(r))
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Fatalf("relationships %v, want %v", got, want)
	}
	total := 0
	for typ := range graph.TypeID(g.TypeCount()) {
		for n := range graph.NodeID(g.NodeCount()) {
			out, in := g.Out(n, typ), g.In(n, typ)
			total += out.Len() + len(in)
			if !slices.IsSorted(targets[out.First:out.End]) || !slices.IsSorted(in) {
				t.Fatalf("out %v in %v of node %d are not in order", out, in, n)
			}
		}
	}
	if total != 2*g.RelCount() {
		t.Fatalf("the nodes have %d ends of %d relationships", total, g.RelCount())
	}
}

func checkCounts(t *rapid.T, g *memgraph.Graph) {
	labels := []graph.LabelID{graph.AnyLabel}
	for l := range graph.LabelID(g.LabelCount()) {
		labels = append(labels, l)
	}
	types := []graph.TypeID{graph.AnyType}
	for typ := range graph.TypeID(g.TypeCount()) {
		types = append(types, typ)
	}
	has := func(n graph.NodeID, l graph.LabelID) bool { return l == graph.AnyLabel || g.HasLabel(n, l) }
	for _, from := range labels {
		for _, typ := range types {
			for _, to := range labels {
				n := 0
				for r := range graph.RelID(g.RelCount()) {
					if has(g.Sources()[r], from) && has(g.Targets()[r], to) && (typ == graph.AnyType || g.RelType(r) == typ) {
						n++
					}
				}
				if got := g.PatternCount(from, typ, to); got != n {
					t.Fatalf("PatternCount(%d, %d, %d) = %d, want %d", from, typ, to, got, n)
				}
			}
		}
	}
}

func checkIndex(t *rapid.T, g *memgraph.Graph) {
	a, ok := g.LabelID("A")
	if !ok {
		return
	}
	k, _ := g.KeyID("v")
	index := g.Index(a, k)
	find := func(keep func(int64) bool) []graph.NodeID {
		var out []graph.NodeID
		for n := range graph.NodeID(g.NodeCount()) {
			if g.HasLabel(n, a) && keep(g.NodeProperty(n, k).Int()) {
				out = append(out, n)
			}
		}
		return out
	}
	for _, c := range []struct {
		got  []graph.NodeID
		want []graph.NodeID
	}{
		{index.All(), find(func(int64) bool { return true })},
		{index.Equal(value.Float(1)), find(func(v int64) bool { return v == 1 })},
		{index.Equal(value.Null), nil},
		{index.Equal(value.String("1")), nil},
		{index.Range(graph.Bound{Set: true, Inclusive: true, Value: value.Int(1)}, graph.Bound{}), find(func(v int64) bool { return v >= 1 })},
		{index.Range(graph.Bound{}, graph.Bound{Set: true, Inclusive: true, Value: value.Int(0)}), find(func(v int64) bool { return v <= 0 })},
		{index.Prefix("1"), nil},
	} {
		got := slices.Clone(c.got)
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Fatalf("the index gives %v, want %v", got, c.want)
		}
	}
	if g.Index(a, k+1000) != nil || len(g.Indexes()) != 1 {
		t.Fatal("there is one index")
	}
}

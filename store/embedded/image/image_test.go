package image_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/memgraph"
	"bdgraph/cypher/value"
	"bdgraph/cypher/valuetest"
	"bdgraph/store/embedded/image"
)

// aligned copies bytes to an address that is a multiple of 8.
func aligned(b []byte) []byte {
	words := make([]uint64, len(b)/8+1)
	out := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), len(b))
	copy(out, b)
	return out
}

// build is [image.Build] in one piece.
func build(in image.Input) ([]byte, error) {
	parts, err := image.Build(in)
	return bytes.Join(parts, nil), err
}

func drawInput(t *rapid.T) image.Input {
	var in image.Input
	for i := range rapid.IntRange(0, 30).Draw(t, "nodes") {
		in.Nodes = append(in.Nodes, image.Node{
			Labels: rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"A", "B", "C"}), 0, 3, rapid.ID).Draw(t, "labels"),
			Key:    fmt.Sprintf("%06d", i), Properties: valuetest.Properties(t, "p", "q", "r"),
		})
	}
	if len(in.Nodes) > 0 {
		end := rapid.IntRange(0, len(in.Nodes)-1)
		for range rapid.IntRange(0, 60).Draw(t, "rels") {
			in.Relationships = append(in.Relationships, image.Relationship{
				Type: rapid.SampledFrom([]string{"R", "S", "T"}).Draw(t, "type"),
				From: end.Draw(t, "from"), To: end.Draw(t, "to"), Properties: valuetest.Properties(t, "p", "q", "r"),
			})
		}
	}
	in.Indexes = []image.IndexSpec{{Label: "A", Key: "p"}, {Label: "B", Key: "q", Unique: true}, {Label: "none", Key: "p"}}
	return in
}

// inMemory builds the same graph in the plainest way.
func inMemory(in image.Input) *memgraph.Graph {
	var b memgraph.Builder
	properties := func(ps []image.Property) map[string]value.Value {
		m := map[string]value.Value{}
		for _, p := range ps {
			m[p.Key] = p.Value
		}
		return m
	}
	nodes := make([]memgraph.Node, len(in.Nodes))
	for i, n := range in.Nodes {
		nodes[i] = b.AddNode(n.Labels, properties(n.Properties))
	}
	for _, r := range in.Relationships {
		b.AddRelationship(r.Type, nodes[r.From], nodes[r.To], properties(r.Properties))
	}
	for _, s := range in.Indexes {
		b.AddIndex(s.Label, s.Key, s.Unique)
	}
	return b.Build()
}

// dump writes everything that a graph says, by names and keys, so that graphs
// that number differently can be compared.
func dump(g graph.Graph) []string {
	var lines []string
	key := make([]string, g.NodeCount())
	for n := range graph.NodeID(g.NodeCount()) {
		s := ""
		var labels []string
		for _, l := range g.Labels(n) {
			labels = append(labels, g.LabelName(l))
			if !g.HasLabel(n, l) {
				labels = append(labels, "but not by HasLabel")
			}
		}
		slices.Sort(labels)
		var props []string
		for _, k := range g.NodeKeys(n, nil) {
			props = append(props, g.KeyName(k)+"="+g.NodeProperty(n, k).String())
		}
		slices.Sort(props)
		s = fmt.Sprint(labels, props)
		key[n] = s
		lines = append(lines, "node "+s)
		if back, ok := g.NodeByElementID(g.NodeElementID(n)); !ok || back != n {
			lines = append(lines, "element id of a node does not lead back")
		}
		for t := range graph.TypeID(g.TypeCount()) {
			out := g.Out(n, t)
			in := g.In(n, t)
			lines = append(lines, fmt.Sprintf("degree %s %s %d %d", s, g.TypeName(t), out.Len(), len(in)))
			if !slices.IsSorted(in) || out.Len() > 0 && !slices.IsSorted(g.Targets()[out.First:out.End]) {
				lines = append(lines, "adjacency is not sorted")
			}
			for r := out.First; r < out.End; r++ {
				if g.Sources()[r] != n || g.RelType(r) != t {
					lines = append(lines, "Out leads astray")
				}
			}
			for _, r := range in {
				if g.Targets()[r] != n || g.RelType(r) != t {
					lines = append(lines, "In leads astray")
				}
			}
		}
	}
	for r := range graph.RelID(g.RelCount()) {
		var props []string
		for _, k := range g.RelKeys(r, nil) {
			props = append(props, g.KeyName(k)+"="+g.RelProperty(r, k).String())
		}
		slices.Sort(props)
		lines = append(lines, fmt.Sprint("rel ", key[g.Sources()[r]], g.TypeName(g.RelType(r)), key[g.Targets()[r]], props))
	}
	for l := range graph.LabelID(g.LabelCount()) {
		n := 0
		for _, r := range g.NodesWithLabel(l) {
			n += r.Len()
		}
		lines = append(lines, fmt.Sprintf("label %s %d", g.LabelName(l), n))
		for t := range graph.TypeID(g.TypeCount()) {
			lines = append(lines, fmt.Sprintf("pattern %s %s %d %d", g.LabelName(l), g.TypeName(t),
				g.PatternCount(l, t, graph.AnyLabel), g.PatternCount(graph.AnyLabel, t, l)))
		}
	}
	for _, info := range g.Indexes() {
		ix := g.Index(info.Label, info.Key)
		lines = append(lines, fmt.Sprintf("index %s %s %v %d", g.LabelName(info.Label), g.KeyName(info.Key), info.Unique, len(ix.All())))
		for _, n := range ix.All() {
			v := g.NodeProperty(n, info.Key)
			lines = append(lines, fmt.Sprintf("  %s equal %d from %d", v, len(ix.Equal(v)), len(ix.Range(graph.Bound{Set: true, Inclusive: true, Value: v}, graph.Bound{}))))
			if v.Kind() == value.KindString {
				lines = append(lines, fmt.Sprintf("  prefix %d", len(ix.Prefix(v.Str()))))
			}
		}
	}
	slices.Sort(lines)
	return lines
}

func TestImageSaysWhatWasBuilt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInput(t)
		data, err := build(in)
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := build(in); !bytes.Equal(again, data) {
			t.Fatal("the same input gives other bytes")
		}
		im, err := image.Open(aligned(data))
		if err != nil {
			t.Fatal(err)
		}
		if err := im.Verify(); err != nil {
			t.Fatal(err)
		}
		got, want := dump(im), dump(inMemory(in))
		for i := range max(len(got), len(want)) {
			if i >= len(got) || i >= len(want) || got[i] != want[i] {
				t.Fatalf("line %d\n got %q\nwant %q", i, got[min(i, len(got)-1)], want[min(i, len(want)-1)])
			}
		}
	})
}

func small() image.Input {
	p := func(k string, v value.Value) image.Property { return image.Property{Key: k, Value: v} }
	return image.Input{
		Nodes: []image.Node{
			{Labels: []string{"A"}, Key: "1", Properties: []image.Property{p("id", value.String("x")), p("n", value.Int(1))}},
			{Labels: []string{"A", "B"}, Key: "2", Properties: []image.Property{p("id", value.String("y")), p("n", value.Float(2))}},
		},
		Relationships: []image.Relationship{{Type: "R", From: 0, To: 1, Properties: []image.Property{p("since", value.True)}}},
		Indexes:       []image.IndexSpec{{Label: "A", Key: "id", Unique: true}},
		FullText:      []image.FullTextSpec{{Name: "words", Labels: []string{"A"}, Properties: []string{"id"}}},
	}
}

// read looks at everything in a damaged image and returns what it met.
func read(data []byte) (lines []string, err error) {
	im, err := image.Open(aligned(data))
	if err != nil {
		return nil, err
	}
	if err := im.Verify(); err != nil {
		return nil, err
	}
	return dump(im), nil
}

func TestEveryFlippedByteIsNoticed(t *testing.T) {
	data, err := build(small())
	if err != nil {
		t.Fatal(err)
	}
	want, _ := read(data)
	for i := range data {
		bad := bytes.Clone(data)
		bad[i] ^= 0x41
		got, err := read(bad)
		switch {
		case err != nil && !errors.Is(err, image.ErrDamaged):
			t.Errorf("byte %d: %v", i, err)
		case err == nil && !slices.Equal(got, want): // padding may change
			t.Errorf("byte %d: another answer and no error", i)
		}
	}
}

func TestEveryTruncationIsNoticed(t *testing.T) {
	data, err := build(small())
	if err != nil {
		t.Fatal(err)
	}
	for n := range data {
		if _, err := read(data[:n]); !errors.Is(err, image.ErrDamaged) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
	}
}

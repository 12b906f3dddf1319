package embedded

import (
	"context"
	"slices"

	"bdgraph"
	"bdgraph/cypher/value"
	"bdgraph/store/embedded/image"
	"bdgraph/store/exchange"
)

// Import stores a graph of any labels, types and properties. Nodes with one
// label are indexed by the properties that commonly hold keys (id, key, name, path, number). The generation
// is that of the Meta node, where there is one. Errors are as those of Load.
func (w *Writer) Import(ctx context.Context, g exchange.Graph) error {
	in := image.Input{
		Nodes:         make([]image.Node, len(g.Nodes)),
		Relationships: make([]image.Relationship, len(g.Relationships)),
	}
	for i, n := range g.Nodes {
		in.Nodes[i] = image.Node{Labels: n.Labels, Key: n.ID, Properties: n.Properties}
	}
	for i, r := range g.Relationships {
		in.Relationships[i] = image.Relationship{Type: r.Type, From: r.From, To: r.To, Properties: r.Properties}
	}
	in.Indexes = keyIndexes(g.Nodes)
	in.FullText = fullText()
	in.Generation = generationOf(g.Nodes)
	held, err := w.lock(ctx)
	if err != nil {
		return err
	}
	defer held.Release()
	parts, err := image.Build(in)
	if err != nil {
		return w.cannotHold(err)
	}
	return w.replace(ctx, parts, in.Generation)
}

// keyIndexes proposes an index for each label and each key property whose
// values differ on all nodes that have it.
func keyIndexes(nodes []exchange.Node) []image.IndexSpec {
	type spec struct{ label, key string }
	distinct := map[spec]map[string]bool{}
	repeats := map[spec]bool{}
	for i := range nodes {
		if len(nodes[i].Labels) != 1 {
			continue
		}
		for _, key := range []string{"id", "key", "name", "path", "number"} {
			v, ok := nodes[i].Properties.Get(key)
			s := spec{nodes[i].Labels[0], key}
			if !ok || repeats[s] {
				continue
			}
			if distinct[s] == nil {
				distinct[s] = map[string]bool{}
			}
			text := v.String()
			repeats[s] = distinct[s][text]
			distinct[s][text] = true
		}
	}
	var specs []image.IndexSpec
	for s := range distinct {
		if !repeats[s] {
			specs = append(specs, image.IndexSpec{Label: s.label, Key: s.key})
		}
	}
	return specs
}

// generationOf takes the generation from the Meta node; zero where there is none.
func generationOf(nodes []exchange.Node) (generation [32]byte) {
	for i := range nodes {
		if slices.Equal(nodes[i].Labels, []string{string(bdgraph.MetaLabel)}) {
			v, _ := nodes[i].Properties.Get("generation")
			if v.Kind() != value.KindString {
				continue
			}
			if err := decodeHash(generation[:], v.Str()); err == nil {
				return generation
			}
		}
	}
	return [32]byte{}
}

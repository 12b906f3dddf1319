package embedded

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"bdgraph"
	"bdgraph/cypher/value"
	"bdgraph/store/embedded/image"
	"bdgraph/store/exchange"
)

// Import stores a graph of any labels, types and properties. Nodes with one
// label are indexed by the properties that commonly hold keys (id, key, name, path, number). A graph
// without a Meta node gets the hash of its lines as generation. Errors are as those of Load.
func (w *Writer) Import(ctx context.Context, g exchange.Graph) error {
	in := image.Input{
		Nodes:         make([]image.Node, len(g.Nodes)),
		Relationships: make([]image.Relationship, len(g.Relationships)),
	}
	for i, n := range g.Nodes {
		in.Nodes[i] = image.Node{Labels: n.Labels, Key: n.ID, Properties: propertiesOf(n.Properties)}
	}
	for i, r := range g.Relationships {
		in.Relationships[i] = image.Relationship{Type: r.Type, From: r.From, To: r.To, Properties: propertiesOf(r.Properties)}
	}
	in.Indexes = keyIndexes(g.Nodes)
	if err := generationOf(&in, g); err != nil {
		return w.failed("build", err)
	}
	held, err := w.lock(ctx)
	if err != nil {
		return err
	}
	defer held.Release()
	return w.replace(ctx, in)
}

func propertiesOf(m value.Map) []image.Property {
	ps := make([]image.Property, len(m))
	for i, e := range m {
		ps[i] = image.Property{Key: e.Key, Value: e.Value}
	}
	return ps
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

// generationOf takes the generation from the Meta node, where there is one,
// else it is a hash over the lines of the graph.
func generationOf(in *image.Input, g exchange.Graph) error {
	for i := range g.Nodes {
		if slices.Equal(g.Nodes[i].Labels, []string{string(bdgraph.MetaLabel)}) {
			v, _ := g.Nodes[i].Properties.Get("generation")
			if b, err := hex.DecodeString(textOf(v)); err == nil && len(b) == len(in.Generation) {
				copy(in.Generation[:], b)
				return nil
			}
		}
	}
	h := sha256.New()
	if err := exchange.WriteJSONL(h, g); err != nil {
		return err
	}
	h.Sum(in.Generation[:0])
	return nil
}

func textOf(v value.Value) string {
	if v.Kind() != value.KindString {
		return ""
	}
	return v.Str()
}

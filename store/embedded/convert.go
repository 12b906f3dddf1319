package embedded

import (
	"encoding/hex"
	"fmt"
	"strings"

	"bdgraph"
	"bdgraph/cypher/temporal"
	"bdgraph/cypher/value"
	"bdgraph/store"
	"bdgraph/store/embedded/image"
)

// imageInput turns a graph and its description into what an image is built
// from: the nodes, then Meta; the relationships.
func imageInput(g bdgraph.Graph, meta bdgraph.Meta) (image.Input, error) {
	in := image.Input{
		Nodes:         make([]image.Node, 0, len(g.Nodes)+1),
		Relationships: make([]image.Relationship, 0, len(g.Edges)),
		FullText:      fullText(),
	}
	if err := decodeHash(in.Generation[:], meta.Generation); err != nil {
		return in, err
	}
	labels := map[bdgraph.Label][]string{} // one slice for all nodes of a label
	for i := range g.Nodes {
		ref := g.Nodes[i].NodeRef
		if labels[ref.Label] == nil {
			labels[ref.Label] = []string{string(ref.Label)}
			in.Indexes = append(in.Indexes, image.IndexSpec{Label: string(ref.Label), Key: ref.Label.KeyProperty(), Unique: true})
		}
		in.Nodes = append(in.Nodes, image.Node{Labels: labels[ref.Label], Key: ref.Key})
	}
	in.Nodes = append(in.Nodes, image.Node{Labels: []string{string(bdgraph.MetaLabel)}, Key: bdgraph.MetaKey})
	for i, ends := range g.Ends() {
		e := &g.Edges[i]
		if ends.From == bdgraph.NoNode || ends.To == bdgraph.NoNode {
			return in, fmt.Errorf("the relationship %s from %s to %s has an end that is no node", e.Type, e.From, e.To)
		}
		in.Relationships = append(in.Relationships, image.Relationship{Type: string(e.Type), From: int(ends.From), To: int(ends.To)})
	}
	var room []bdgraph.Property
	in.NodeProperties = func(i int, to []image.Property) ([]image.Property, error) {
		if i == len(g.Nodes) {
			room = append(room[:0], meta.PropertyList()...)
		} else {
			room = g.Nodes[i].AppendProperties(room[:0])
		}
		return appendProperties(to, room)
	}
	in.RelationshipProperties = func(i int, to []image.Property) ([]image.Property, error) {
		room = g.Edges[i].AppendProperties(room[:0])
		return appendProperties(to, room)
	}
	return in, nil
}

// fullText lists the full-text indexes, which Neo4j has too.
func fullText() []image.FullTextSpec {
	texts := image.FullTextSpec{Name: store.TextIndex, Properties: store.TextProperties}
	for _, l := range store.TextLabels {
		texts.Labels = append(texts.Labels, string(l))
	}
	facts := image.FullTextSpec{Name: store.FactsIndex, Properties: store.FactProperties}
	for _, t := range store.FactTypes {
		facts.Types = append(facts.Types, string(t))
	}
	return []image.FullTextSpec{texts, facts}
}

// decodeHash reads 64 hex digits; an empty text is a zero hash.
func decodeHash(to []byte, text string) error {
	if text == "" {
		return nil
	}
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(to) {
		return fmt.Errorf("%q is no SHA-256 in hex", text)
	}
	copy(to, b)
	return nil
}

func appendProperties(to []image.Property, list []bdgraph.Property) ([]image.Property, error) {
	for _, p := range list {
		v, err := propertyValue(p.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		to = append(to, image.Property{Key: p.Name, Value: v})
	}
	return to, nil
}

// propertyValue writes a property as a value of the query language.
func propertyValue(v bdgraph.PropertyValue) (value.Value, error) {
	if s, ok := v.Text(); ok {
		return value.String(s), nil
	}
	if n, ok := v.Int(); ok {
		return value.Int(n), nil
	}
	if d, ok := v.Day(); ok {
		date, err := temporal.DateOfEpochDay(d.SinceEpoch())
		return value.Date(date), err
	}
	return value.Of(v.Any())
}

// stringOf returns a string that does not share the image's memory, "" for other values.
func stringOf(v value.Value) string {
	if v.Kind() != value.KindString {
		return ""
	}
	return strings.Clone(v.Str())
}

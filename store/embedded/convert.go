package embedded

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"bdgraph"
	"bdgraph/cypher/temporal"
	"bdgraph/cypher/value"
	"bdgraph/store/embedded/image"
)

// imageInput turns a graph and its description into what an image is built
// from: the nodes, then Meta; the relationships.
func imageInput(g bdgraph.Graph, meta bdgraph.Meta) (image.Input, error) {
	in := image.Input{
		Nodes:         make([]image.Node, 0, len(g.Nodes)+1),
		Relationships: make([]image.Relationship, 0, len(g.Edges)),
	}
	if err := decodeHash(in.Generation[:], meta.Generation); err != nil {
		return in, err
	}
	in.Hash = sha256.Sum256([]byte(meta.CorpusHash))
	places := make(map[bdgraph.NodeRef]int, len(g.Nodes))
	add := func(label bdgraph.Label, key string, properties []bdgraph.Property) error {
		ps, err := imageProperties(properties)
		if err != nil {
			return fmt.Errorf("%s(%s): %w", label, key, err)
		}
		in.Nodes = append(in.Nodes, image.Node{Labels: []string{string(label)}, Key: key, Properties: ps})
		return nil
	}
	for _, n := range g.Nodes {
		places[n.NodeRef] = len(in.Nodes)
		if err := add(n.Label, n.Key, n.PropertyList()); err != nil {
			return in, err
		}
		in.Indexes = append(in.Indexes, image.IndexSpec{Label: string(n.Label), Key: n.Label.KeyProperty(), Unique: true})
	}
	in.Indexes = slices.Compact(in.Indexes) // nodes are sorted by label
	if err := add(bdgraph.MetaLabel, bdgraph.MetaKey, meta.PropertyList()); err != nil {
		return in, err
	}
	for _, e := range g.Edges {
		from, ok := places[e.From]
		to, known := places[e.To]
		if !ok || !known {
			return in, fmt.Errorf("the relationship %s from %s to %s has an end that is no node", e.Type, e.From, e.To)
		}
		ps, err := imageProperties(e.PropertyList())
		if err != nil {
			return in, fmt.Errorf("%s from %s to %s: %w", e.Type, e.From, e.To, err)
		}
		in.Relationships = append(in.Relationships, image.Relationship{Type: string(e.Type), From: from, To: to, Properties: ps})
	}
	return in, nil
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

func imageProperties(list []bdgraph.Property) ([]image.Property, error) {
	ps := make([]image.Property, len(list))
	for i, p := range list {
		v, err := propertyValue(p.Value)
		if err != nil {
			return nil, fmt.Errorf("property %s: %w", p.Name, err)
		}
		ps[i] = image.Property{Key: p.Name, Value: v}
	}
	return ps, nil
}

// propertyValue converts the types that [bdgraph.Node.Properties] names.
func propertyValue(v any) (value.Value, error) {
	switch v := v.(type) {
	case bdgraph.Day:
		return value.Date(temporal.DateOf(v.Time())), nil
	case time.Time:
		return value.DateTime(temporal.DateTimeOf(v)), nil
	default:
		return value.Of(v)
	}
}

// stringOf returns a string that does not share the image's memory, "" for other values.
func stringOf(v value.Value) string {
	if v.Kind() != value.KindString {
		return ""
	}
	return strings.Clone(v.Str())
}

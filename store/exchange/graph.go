package exchange

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"bdgraph"
	"bdgraph/cypher/value"
	"bdgraph/store"
)

// Graph is a whole graph.
//
// Invariant: nodes are sorted by ID and have different ones; relationships are
// sorted by type, ends and properties; labels and properties by name.
type Graph struct {
	Nodes         []Node
	Relationships []Relationship
}

// Node is a node. ID names it inside of one text: LABEL:KEY where the node has
// one label and a key that no other such node has, else #NUMBER.
type Node struct {
	ID         string
	Labels     []string
	Properties value.Map
}

// Relationship is a relationship; From and To are places in Graph.Nodes.
type Relationship struct {
	Type       string
	From, To   int
	Properties value.Map
}

// Read takes the whole graph of a store, Meta included.
func Read(ctx context.Context, r store.Reader) (Graph, error) {
	all := store.Limits{Rows: -1, Bytes: -1, Timeout: -1}
	result, err := r.Query(ctx, store.Query{Text: "MATCH (n) RETURN n", Limits: all})
	if err != nil {
		return Graph{}, fmt.Errorf("read nodes: %w", err)
	}
	var g Graph
	elements := make([]string, 0, len(result.Rows))
	for _, row := range result.Rows {
		n := row[0].Node()
		g.Nodes = append(g.Nodes, Node{Labels: slices.Sorted(slices.Values(n.Labels)), Properties: n.Properties})
		elements = append(elements, n.ElementID)
	}
	places := g.order(elements)
	again, err := r.Query(ctx, store.Query{Text: "MATCH ()-[r]->() RETURN r", Limits: all})
	if err != nil {
		return Graph{}, fmt.Errorf("read relationships: %w", err)
	}
	if again.Generation != result.Generation {
		return Graph{}, &store.Error{Kind: store.ErrConflict, Message: "the graph was replaced while it was read", Remedy: "try again"}
	}
	for _, row := range again.Rows {
		rel := row[0].Relationship()
		from, ok := places[rel.StartElementID]
		to, known := places[rel.EndElementID]
		if !ok || !known {
			return Graph{}, fmt.Errorf("read relationships: an end of %s is no node", rel.Type)
		}
		g.Relationships = append(g.Relationships, Relationship{Type: rel.Type, From: from, To: to, Properties: rel.Properties})
	}
	g.sortRelationships()
	return g, nil
}

// order gives the nodes their ids, sorts them, and returns the place of each element.
func (g *Graph) order(elements []string) map[string]int {
	count := make(map[string]int, len(g.Nodes))
	for i := range g.Nodes {
		g.Nodes[i].ID = keyOf(g.Nodes[i])
		count[g.Nodes[i].ID]++
	}
	perm := make([]int, len(g.Nodes))
	for i := range perm {
		perm[i] = i
	}
	slices.SortFunc(perm, func(a, b int) int {
		x, y := &g.Nodes[a], &g.Nodes[b]
		return cmp.Or(cmp.Compare(x.ID, y.ID), slices.Compare(x.Labels, y.Labels), compareMaps(x.Properties, y.Properties), cmp.Compare(a, b))
	})
	number := 0
	for _, i := range perm {
		if n := &g.Nodes[i]; n.ID == "" || count[n.ID] > 1 {
			n.ID = fmt.Sprintf("#%08d", number)
			number++
		}
	}
	if number > 0 { // numbers stand among the ids wherever nodes of one key stood
		slices.SortFunc(perm, func(a, b int) int { return cmp.Compare(g.Nodes[a].ID, g.Nodes[b].ID) })
	}
	nodes, places := make([]Node, len(perm)), make(map[string]int, len(perm))
	for place, i := range perm {
		nodes[place] = g.Nodes[i]
		places[elements[i]] = place
	}
	g.Nodes = nodes
	return places
}

// keyOf returns LABEL:KEY, or "" where a node has none. A label that could be
// taken for a number is no name.
func keyOf(n Node) string {
	if len(n.Labels) != 1 || strings.HasPrefix(n.Labels[0], "#") {
		return ""
	}
	for _, name := range []string{bdgraph.Label(n.Labels[0]).KeyProperty(), "id", "key", "name", "number"} {
		switch v, _ := n.Properties.Get(name); v.Kind() {
		case value.KindString:
			return n.Labels[0] + ":" + v.Str()
		case value.KindInt:
			return n.Labels[0] + ":" + strconv.FormatInt(v.Int(), 10)
		}
	}
	return ""
}

// sortRelationships sorts by numbers first, since texts are slow to compare and
// relationships large to move.
func (g *Graph) sortRelationships() {
	types := map[string]uint32{}
	for i := range g.Relationships {
		types[g.Relationships[i].Type] = 0
	}
	for i, t := range slices.Sorted(maps.Keys(types)) {
		types[t] = uint32(i)
	}
	type place struct {
		typ  uint32
		ends uint64
		at   int
	}
	order := make([]place, len(g.Relationships))
	for i := range order {
		r := &g.Relationships[i]
		order[i] = place{types[r.Type], uint64(r.From)<<32 | uint64(r.To), i}
	}
	compare := func(a, b place) int {
		if c := cmp.Or(cmp.Compare(a.typ, b.typ), cmp.Compare(a.ends, b.ends)); c != 0 {
			return c
		}
		return cmp.Or(compareMaps(g.Relationships[a.at].Properties, g.Relationships[b.at].Properties), cmp.Compare(a.at, b.at))
	}
	if slices.IsSortedFunc(order, compare) {
		return
	}
	slices.SortFunc(order, compare)
	sorted := make([]Relationship, len(order))
	for i, p := range order {
		sorted[i] = g.Relationships[p.at]
	}
	g.Relationships = sorted
}

// compareMaps orders sorted maps by their names, then by their values.
func compareMaps(a, b value.Map) int {
	return slices.CompareFunc(a, b, func(x, y value.Entry) int {
		return cmp.Or(cmp.Compare(x.Key, y.Key), value.Compare(x.Value, y.Value))
	})
}

package memgraph

import (
	"cmp"
	"encoding/binary"
	"slices"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// Node and Relationship name what a [Builder] holds. They are not the numbers
// that the built graph gives, which follow label sets and types.
type (
	Node         int
	Relationship int
)

// Builder collects nodes and relationships. The zero Builder is empty and ready.
type Builder struct {
	nodes []nodeRecord
	rels  []relRecord
	specs []indexSpec
}

type nodeRecord struct {
	labels  []string
	props   map[string]value.Value
	removed bool
}

type relRecord struct {
	typ     string
	from    Node
	to      Node
	props   map[string]value.Value
	removed bool
}

type indexSpec struct {
	label, key string
	unique     bool
}

// AddNode adds a node. Labels given twice count once; null properties are left out.
func (b *Builder) AddNode(labels []string, props map[string]value.Value) Node {
	b.nodes = append(b.nodes, nodeRecord{labels: slices.Clone(labels), props: withoutNulls(props)})
	return Node(len(b.nodes) - 1)
}

// AddRelationship adds a relationship. Null properties are left out.
// It panics if an end was not added before.
func (b *Builder) AddRelationship(typ string, from, to Node, props map[string]value.Value) Relationship {
	_, _ = b.nodes[from], b.nodes[to]
	b.rels = append(b.rels, relRecord{typ: typ, from: from, to: to, props: withoutNulls(props)})
	return Relationship(len(b.rels) - 1)
}

// RemoveNode removes a node and the relationships that start or end at it.
func (b *Builder) RemoveNode(n Node) {
	b.nodes[n].removed = true
	for i := range b.rels {
		if r := &b.rels[i]; r.from == n || r.to == n {
			r.removed = true
		}
	}
}

// RemoveRelationship removes a relationship.
func (b *Builder) RemoveRelationship(r Relationship) { b.rels[r].removed = true }

// AddIndex asks for an index on a property of the nodes with a label. A unique
// one is also listed as a constraint; that values differ is not checked.
func (b *Builder) AddIndex(label, key string, unique bool) {
	b.specs = append(b.specs, indexSpec{label, key, unique})
}

func withoutNulls(props map[string]value.Value) map[string]value.Value {
	if len(props) == 0 {
		return nil
	}
	kept := make(map[string]value.Value, len(props))
	for k, v := range props {
		if !v.IsNull() {
			kept[k] = v
		}
	}
	return kept
}

// Build returns the graph as it stands. The builder can be used further;
// the graph does not change with it.
func (b *Builder) Build() *Graph {
	g := &Graph{labels: newNames(), types: newNames(), keys: newNames()}
	numbers := b.numberNodes(g)
	b.numberRelationships(g, numbers)
	for _, s := range b.specs {
		g.addIndex(s)
	}
	slices.SortFunc(g.indexInfo, func(x, y graph.IndexInfo) int {
		return cmp.Or(cmp.Compare(x.Label, y.Label), cmp.Compare(x.Key, y.Key))
	})
	return g
}

// numberNodes numbers the nodes by label set, the sets in order of first
// appearance, and within a set in the order in which they were added.
func (b *Builder) numberNodes(g *Graph) []graph.NodeID {
	type group struct {
		labels  []graph.LabelID
		members []Node
	}
	var groups []*group
	byLabels := make(map[string]*group)
	for i, n := range b.nodes {
		if n.removed {
			continue
		}
		ids := make([]graph.LabelID, 0, len(n.labels))
		for _, l := range n.labels {
			ids = append(ids, graph.LabelID(g.labels.add(l)))
		}
		slices.Sort(ids)
		ids = slices.Compact(ids)
		var text []byte
		for _, id := range ids {
			text = binary.AppendUvarint(text, uint64(id))
		}
		gr := byLabels[string(text)]
		if gr == nil {
			gr = &group{labels: ids}
			byLabels[string(text)] = gr
			groups = append(groups, gr)
		}
		gr.members = append(gr.members, Node(i))
		g.keys.addAll(n.props)
	}

	numbers := make([]graph.NodeID, len(b.nodes)) // by Node
	for set, gr := range groups {
		first := graph.NodeID(len(g.nodeSet))
		var columns columns
		for row, n := range gr.members {
			numbers[n] = graph.NodeID(len(g.nodeSet))
			g.nodeSet = append(g.nodeSet, uint32(set))
			g.nodeOrigin = append(g.nodeOrigin, n)
			for k, v := range b.nodes[n].props {
				id, _ := g.keys.id(k)
				columns.set(graph.KeyID(id), row, len(gr.members), v)
			}
		}
		g.nodeColumns = append(g.nodeColumns, columns)
		g.labelSets = append(g.labelSets, graph.LabelSet{
			Labels: gr.labels,
			Nodes:  graph.NodeRange{First: first, End: graph.NodeID(len(g.nodeSet))},
		})
	}
	g.nodesWithLabel = make([][]graph.NodeRange, g.labels.count())
	for _, set := range g.labelSets {
		for _, l := range set.Labels {
			g.nodesWithLabel[l] = graph.AppendRange(g.nodesWithLabel[l], set.Nodes)
		}
	}
	return numbers
}

// numberRelationships numbers the relationships by type, source, target and
// age, and builds both directions of the adjacency.
func (b *Builder) numberRelationships(g *Graph, numbers []graph.NodeID) {
	type row struct {
		typ    graph.TypeID
		source graph.NodeID
		target graph.NodeID
		origin Relationship
	}
	rows := make([]row, 0, len(b.rels))
	for i, r := range b.rels {
		if r.removed {
			continue
		}
		rows = append(rows, row{graph.TypeID(g.types.add(r.typ)), numbers[r.from], numbers[r.to], Relationship(i)})
		g.keys.addAll(r.props)
	}
	slices.SortFunc(rows, func(x, y row) int {
		switch {
		case x.typ != y.typ:
			return cmp.Compare(x.typ, y.typ)
		case x.source != y.source:
			return cmp.Compare(x.source, y.source)
		case x.target != y.target:
			return cmp.Compare(x.target, y.target)
		}
		return cmp.Compare(x.origin, y.origin)
	})

	g.sources = make([]graph.NodeID, len(rows))
	g.targets = make([]graph.NodeID, len(rows))
	g.relType = make([]graph.TypeID, len(rows))
	g.relOrigin = make([]Relationship, len(rows))
	g.byType = make([]adjacency, g.types.count())
	for i, r := range rows {
		g.sources[i], g.targets[i], g.relType[i], g.relOrigin[i] = r.source, r.target, r.typ, r.origin
	}
	for start := 0; start < len(rows); {
		t := rows[start].typ
		end := start
		for end < len(rows) && rows[end].typ == t {
			end++
		}
		var columns columns
		for i := start; i < end; i++ {
			for k, v := range b.rels[rows[i].origin].props {
				id, _ := g.keys.id(k)
				columns.set(graph.KeyID(id), i-start, end-start, v)
			}
		}
		rels := graph.RelRange{First: graph.RelID(start), End: graph.RelID(end)}
		g.byType[t] = newAdjacency(rels, g.sources, g.targets, len(g.nodeSet), columns)
		start = end
	}
	g.countPatterns()
}

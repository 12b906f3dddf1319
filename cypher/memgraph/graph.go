// Package memgraph is a property graph in memory: for tests, for small graphs,
// and as the plainest implementation of the interface in package graph.
//
// A [Builder] takes nodes and relationships in any order; [Builder.Build] numbers
// them as package graph wants and returns an immutable [Graph]. Files and
// updates are left to real stores.
package memgraph

import (
	"slices"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// Graph implements [graph.Graph].
type Graph struct {
	labels, types, keys *names

	labelSets      []graph.LabelSet
	nodeSet        []uint32  // per node: index into labelSets
	nodeColumns    []columns // per label set
	nodesWithLabel [][]graph.NodeRange
	nodeOrigin     []Node

	sources, targets []graph.NodeID
	relType          []graph.TypeID
	byType           []adjacency
	patterns         map[pattern]int
	relOrigin        []Relationship

	indexes   map[labelKey]*graph.SortedIndex
	indexInfo []graph.IndexInfo
}

var _ graph.Graph = (*Graph)(nil)

type labelKey struct {
	label graph.LabelID
	key   graph.KeyID
}

// NodeOrigin returns what the builder called a node.
func (g *Graph) NodeOrigin(n graph.NodeID) Node { return g.nodeOrigin[n] }

// RelOrigin returns what the builder called a relationship.
func (g *Graph) RelOrigin(r graph.RelID) Relationship { return g.relOrigin[r] }

// names numbers texts in order of first appearance.
type names struct {
	ids   map[string]uint32
	texts []string
}

func newNames() *names { return &names{ids: make(map[string]uint32)} }

func (n *names) add(text string) uint32 {
	id, ok := n.ids[text]
	if !ok {
		id = uint32(len(n.texts))
		n.ids[text] = id
		n.texts = append(n.texts, text)
	}
	return id
}

// addAll adds the keys of a map that are new, by the alphabet.
func (n *names) addAll(props map[string]value.Value) {
	var fresh []string
	for k := range props {
		if _, ok := n.ids[k]; !ok {
			fresh = append(fresh, k)
		}
	}
	slices.Sort(fresh)
	for _, k := range fresh {
		n.add(k)
	}
}

func (n *names) id(text string) (uint32, bool) {
	id, ok := n.ids[text]
	return id, ok
}

func (n *names) count() int { return len(n.texts) }

// columns holds the properties of one label set or relationship type: by key, by row.
type columns [][]value.Value

func (c *columns) set(k graph.KeyID, row, rows int, v value.Value) {
	for len(*c) <= int(k) {
		*c = append(*c, nil)
	}
	if (*c)[k] == nil {
		(*c)[k] = make([]value.Value, rows)
	}
	(*c)[k][row] = v
}

func (c columns) get(k graph.KeyID, row int) value.Value {
	if int(k) >= len(c) || c[k] == nil {
		return value.Value{}
	}
	return c[k][row]
}

func (c columns) appendKeys(row int, buf []graph.KeyID) []graph.KeyID {
	for k, column := range c {
		if column != nil && !column[row].IsNull() {
			buf = append(buf, graph.KeyID(k))
		}
	}
	return buf
}

// LabelID finds a label by its name.
func (g *Graph) LabelID(name string) (graph.LabelID, bool) {
	id, ok := g.labels.id(name)
	return graph.LabelID(id), ok
}

// TypeID finds a relationship type by its name.
func (g *Graph) TypeID(name string) (graph.TypeID, bool) {
	id, ok := g.types.id(name)
	return graph.TypeID(id), ok
}

// KeyID finds a property key by its name.
func (g *Graph) KeyID(name string) (graph.KeyID, bool) {
	id, ok := g.keys.id(name)
	return graph.KeyID(id), ok
}

// LabelName returns the name of a label.
func (g *Graph) LabelName(l graph.LabelID) string { return g.labels.texts[l] }

// TypeName returns the name of a relationship type.
func (g *Graph) TypeName(t graph.TypeID) string { return g.types.texts[t] }

// KeyName returns the name of a property key.
func (g *Graph) KeyName(k graph.KeyID) string { return g.keys.texts[k] }

// LabelCount returns how many labels there are.
func (g *Graph) LabelCount() int { return g.labels.count() }

// TypeCount returns how many relationship types there are.
func (g *Graph) TypeCount() int { return g.types.count() }

// KeyCount returns how many property keys there are.
func (g *Graph) KeyCount() int { return g.keys.count() }

// NodeCount returns how many nodes there are.
func (g *Graph) NodeCount() int { return len(g.nodeSet) }

// LabelSets lists the label sets in the order of their nodes.
func (g *Graph) LabelSets() []graph.LabelSet { return g.labelSets }

// NodesWithLabel returns the ranges of nodes that have a label.
func (g *Graph) NodesWithLabel(l graph.LabelID) []graph.NodeRange { return g.nodesWithLabel[l] }

// Labels returns the labels of a node.
func (g *Graph) Labels(n graph.NodeID) []graph.LabelID { return g.labelSets[g.nodeSet[n]].Labels }

// HasLabel reports whether a node has a label.
func (g *Graph) HasLabel(n graph.NodeID, l graph.LabelID) bool {
	return slices.Contains(g.Labels(n), l)
}

// NodeProperty returns a property of a node, or null.
func (g *Graph) NodeProperty(n graph.NodeID, k graph.KeyID) value.Value {
	set := g.nodeSet[n]
	return g.nodeColumns[set].get(k, int(n-g.labelSets[set].Nodes.First))
}

// NodeKeys appends the keys of a node to buf.
func (g *Graph) NodeKeys(n graph.NodeID, buf []graph.KeyID) []graph.KeyID {
	set := g.nodeSet[n]
	return g.nodeColumns[set].appendKeys(int(n-g.labelSets[set].Nodes.First), buf)
}

// RelCount returns how many relationships there are.
func (g *Graph) RelCount() int { return len(g.relType) }

// RelsOfType returns the relationships of a type.
func (g *Graph) RelsOfType(t graph.TypeID) graph.RelRange { return g.byType[t].rels }

// RelType returns the type of a relationship.
func (g *Graph) RelType(r graph.RelID) graph.TypeID { return g.relType[r] }

// Sources returns the column of nodes at which relationships start.
func (g *Graph) Sources() []graph.NodeID { return g.sources }

// Targets returns the column of nodes at which relationships end.
func (g *Graph) Targets() []graph.NodeID { return g.targets }

// Out returns the relationships of a type that start at a node.
func (g *Graph) Out(n graph.NodeID, t graph.TypeID) graph.RelRange { return g.byType[t].out(n) }

// In returns the relationships of a type that end at a node.
func (g *Graph) In(n graph.NodeID, t graph.TypeID) []graph.RelID { return g.byType[t].in(n) }

// RelProperty returns a property of a relationship, or null.
func (g *Graph) RelProperty(r graph.RelID, k graph.KeyID) value.Value {
	a := &g.byType[g.relType[r]]
	return a.columns.get(k, int(r-a.rels.First))
}

// RelKeys appends the keys of a relationship to buf.
func (g *Graph) RelKeys(r graph.RelID, buf []graph.KeyID) []graph.KeyID {
	a := &g.byType[g.relType[r]]
	return a.columns.appendKeys(int(r-a.rels.First), buf)
}

// graphUUID stands in element ids where a database has its own.
const graphUUID = "00000000-0000-4000-8000-000000000000"

const (
	nodePrefix = "4:" + graphUUID + ":"
	relPrefix  = "5:" + graphUUID + ":"
)

// NodeElementID returns the text that names a node.
func (g *Graph) NodeElementID(n graph.NodeID) string { return graph.ElementID(nodePrefix, n) }

// RelElementID returns the text that names a relationship.
func (g *Graph) RelElementID(r graph.RelID) string { return graph.ElementID(relPrefix, r) }

// NodeByElementID finds the node that a text names.
func (g *Graph) NodeByElementID(text string) (graph.NodeID, bool) {
	return graph.ParseElementID[graph.NodeID](text, nodePrefix, g.NodeCount())
}

// RelByElementID finds the relationship that a text names.
func (g *Graph) RelByElementID(text string) (graph.RelID, bool) {
	return graph.ParseElementID[graph.RelID](text, relPrefix, g.RelCount())
}

// Indexes lists the indexes.
func (g *Graph) Indexes() []graph.IndexInfo { return slices.Clone(g.indexInfo) }

// Constraints lists the constraints.
func (g *Graph) Constraints() []graph.Constraint { return graph.UniqueConstraints(g.indexInfo) }

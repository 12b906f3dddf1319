// Package graph declares the read-only property graph that queries run on.
//
// What goes in: a store implements [Graph] (package memgraph holds one in
// memory). What comes out: the planner reads its counts, the executor its ranges,
// columns and lists. The package leaves building, files and locking to the store.
//
// The interface is shaped by one idea: a graph that never changes may number
// its nodes and relationships so that most indexes are ranges of numbers.
//
//   - Nodes are numbered by label set: all nodes with exactly the same labels
//     stand together. A label is therefore a few ranges of nodes.
//   - Relationships are numbered by type, then by source, then by target. A type
//     is therefore one range, and the outgoing relationships of a node of one
//     type are a range in which the targets ascend.
//   - The incoming relationships of a node of one type are a list of
//     relationship numbers in ascending order, so their sources ascend.
//
// Slices that a graph returns are shared: callers must not write to them, and
// they are valid as long as the graph is. No method but those that say so allocates.
// A Graph is safe for concurrent use.
package graph

import "bdgraph/cypher/value"

// NodeID numbers the nodes of one graph from 0, without gaps.
type NodeID uint32

// RelID numbers the relationships of one graph from 0, without gaps.
type RelID uint32

// LabelID, TypeID and KeyID number label, relationship type and property key
// names from 0, without gaps, in the order in which labels() and keys() list them.
type (
	LabelID uint32
	TypeID  uint32
	KeyID   uint32
)

// AnyLabel and AnyType stand for "whatever the label" and "whatever the type" in [Graph.PatternCount].
const (
	AnyLabel = ^LabelID(0)
	AnyType  = ^TypeID(0)
)

// NodeRange is the nodes First <= n < End.
type NodeRange struct{ First, End NodeID }

// Len returns the number of nodes in the range.
func (r NodeRange) Len() int { return int(r.End - r.First) }

// Contains reports whether the range holds n.
func (r NodeRange) Contains(n NodeID) bool { return r.First <= n && n < r.End }

// AppendRange adds a range that begins at or after the end of the last one.
func AppendRange(ranges []NodeRange, r NodeRange) []NodeRange {
	if last := len(ranges) - 1; last >= 0 && ranges[last].End == r.First {
		ranges[last].End = r.End
		return ranges
	}
	return append(ranges, r)
}

// RelRange is the relationships First <= r < End.
type RelRange struct{ First, End RelID }

// Len returns the number of relationships in the range.
func (r RelRange) Len() int { return int(r.End - r.First) }

// Contains reports whether the range holds rel.
func (r RelRange) Contains(rel RelID) bool { return r.First <= rel && rel < r.End }

// LabelSet is the nodes that have exactly these labels.
type LabelSet struct {
	Labels []LabelID // ascending; empty for nodes without a label
	Nodes  NodeRange // never empty
}

// Graph is an immutable property graph.
type Graph interface {
	Names
	Nodes
	Relationships

	// Index returns the index on a property of the nodes with a label, or nil if there is none.
	Index(LabelID, KeyID) Index
	// Indexes lists the indexes by label, then key. It may allocate.
	Indexes() []IndexInfo
	// Constraints lists what holds of every node with a label. It may allocate.
	Constraints() []Constraint
}

// Names translates names to numbers and back. A name that no node or
// relationship bears may be unknown.
type Names interface {
	LabelID(name string) (LabelID, bool)
	TypeID(name string) (TypeID, bool)
	KeyID(name string) (KeyID, bool)
	LabelName(LabelID) string
	TypeName(TypeID) string
	KeyName(KeyID) string
	LabelCount() int // how many label names there are: LabelID(0) to LabelID(LabelCount()-1)
	TypeCount() int  // likewise
	KeyCount() int   // likewise
}

// Nodes reads nodes. All methods panic if the node is not of this graph.
type Nodes interface {
	// NodeCount returns the number of nodes: NodeID(0) to NodeID(NodeCount()-1).
	NodeCount() int
	// LabelSets lists the label sets in the order of their ranges, which
	// follow each other without gaps and cover all nodes.
	LabelSets() []LabelSet
	// NodesWithLabel returns the ranges of nodes that have the label, ascending.
	NodesWithLabel(LabelID) []NodeRange
	// Labels returns the labels of a node, ascending.
	Labels(NodeID) []LabelID
	// HasLabel reports whether a node has a label.
	HasLabel(NodeID, LabelID) bool
	// NodeProperty returns a property of a node, null if it has none of that key.
	NodeProperty(NodeID, KeyID) value.Value
	// NodeKeys appends the keys of a node's properties to buf, ascending.
	NodeKeys(n NodeID, buf []KeyID) []KeyID
	// NodeElementID returns the text that names the node for as long as the
	// graph is stored: 4:UUID:NUMBER. It allocates.
	NodeElementID(NodeID) string
	// NodeByElementID finds the node that a text names.
	NodeByElementID(string) (NodeID, bool)
}

// Relationships reads relationships. All methods panic if node or
// relationship are not of this graph.
type Relationships interface {
	// RelCount returns the number of relationships: RelID(0) to RelID(RelCount()-1).
	RelCount() int
	// RelsOfType returns the relationships of a type.
	RelsOfType(TypeID) RelRange
	// RelType returns the type of a relationship.
	RelType(RelID) TypeID
	// Sources and Targets are the columns of ends: Sources()[r] is the node where r starts.
	Sources() []NodeID
	Targets() []NodeID
	// Out returns the relationships of a type that start at a node; their targets ascend.
	Out(NodeID, TypeID) RelRange
	// In returns the relationships of a type that end at a node, ascending, and so by source.
	In(NodeID, TypeID) []RelID
	// RelProperty returns a property of a relationship, null if it has none of that key.
	RelProperty(RelID, KeyID) value.Value
	// RelKeys appends the keys of a relationship's properties to buf, ascending.
	RelKeys(r RelID, buf []KeyID) []KeyID
	// RelElementID returns the text that names the relationship: 5:UUID:NUMBER. It allocates.
	RelElementID(RelID) string
	// RelByElementID finds the relationship that a text names.
	RelByElementID(string) (RelID, bool)
	// PatternCount returns how many relationships of a type lead from a node with the first
	// label to a node with the second; AnyLabel and AnyType are allowed. It is exact.
	PatternCount(from LabelID, t TypeID, to LabelID) int
}

// Columns is implemented by graphs that keep the values of a property side by
// side, so that reading many of them need not look for their place each time. All
// methods panic if the node or relationship is not of this graph.
type Columns interface {
	// NodeColumn returns the nodes around one whose values of a property are
	// kept together, and the values; nil if none of these nodes has the property.
	NodeColumn(NodeID, KeyID) (NodeRange, Column)
	// RelColumn is the same for relationships.
	RelColumn(RelID, KeyID) (RelRange, Column)
}

// Column is the values of a property of a range of nodes or relationships.
type Column interface {
	// Value returns the value of the node or relationship at a place of the range, from
	// 0; null if it has none.
	Value(i int) value.Value
}

// Kinds is implemented by graphs that know the kinds of the values under a
// property key, of nodes and relationships alike, without looking at each value.
type Kinds interface {
	// PropertyKinds returns every kind that occurs; none when it is not known.
	PropertyKinds(KeyID) []value.Kind
}

// Index finds nodes of one label by the value of one property. A lookup
// returns every node that satisfies the condition, sorted by value in the order of ORDER BY,
// then by number. It may return others too: callers test the condition again.
type Index interface {
	// Equal returns the nodes whose value may be equal to v; none for null.
	Equal(v value.Value) []NodeID
	// Range returns the nodes whose value may lie between two bounds.
	// At least one is set; both are of one kind that has an order.
	Range(lower, upper Bound) []NodeID
	// Prefix returns the nodes whose value is a string that starts with prefix.
	Prefix(prefix string) []NodeID
	// All returns all nodes of the label that have the property.
	All() []NodeID
}

// Bound is one end of a range of values. The zero Bound is no bound.
type Bound struct {
	Set       bool
	Inclusive bool
	Value     value.Value
}

// IndexInfo describes an index for SHOW INDEXES.
type IndexInfo struct {
	Name  string
	Label LabelID
	Key   KeyID
	// Unique says that no two nodes share a value.
	Unique bool
}

// Constraint describes a constraint for SHOW CONSTRAINTS.
type Constraint struct {
	Name  string
	Kind  string // as Neo4j names it, such as UNIQUENESS
	Label LabelID
	Key   KeyID
}

// Package value holds what a Cypher expression can evaluate to, and the rules
// that do not depend on a graph: three-valued logic, the three relations
// (equality, equivalence, order), arithmetic, and the two ways to write a value
// out, as text and as JSON.
//
// A [Value] is 24 bytes and immutable. Null, booleans, integers, floats, dates,
// local times and references to nodes and relationships never allocate; strings,
// lists and maps share the memory that they were made from, which therefore must
// not be changed afterwards.
//
// Inside a query a node or relationship is a reference: its number in the graph
// that the query runs on. Results hold detached entities instead, [Node] and
// [Relationship], which carry their labels and properties and outlive the graph.
// Both have the same [Kind]; [Value.Detached] tells them apart.
//
// Functions live in package lib, the types that the checker reasons with in
// package check, time's arithmetic in package temporal.
package value

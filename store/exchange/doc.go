// Package exchange turns a stored graph into text and back, so that nobody's
// data is locked in: JSON Lines, one node or relationship a line, and a Cypher
// script for any Neo4j. It takes a graph from any [store.Reader] or from text, with
// whatever labels, types and properties it has; making a store of it is left to the caller.
// docs/formats/graph-jsonl.md describes the lines.
//
// The same graph gives the same bytes whichever store it comes from.
package exchange

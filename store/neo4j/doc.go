// Package neo4j keeps a graph on a Neo4j 5 server: a container on a laptop,
// Aura or a cluster, whatever a Bolt URI reaches.
//
// What goes in: a [Config]; graphs through [Writer]. What comes out: values of
// package value through [Reader]. Nothing of the driver shows outside this package.
//
// The database belongs to bdgraph. Every node and relationship of it carries
// [bdgraph.HashProperty]; a load reads those hashes, and writes what differs.
//
// Neo4j lets a reader see a commit while it is applied. Yet no reader may get rows
// of two generations, so both sides follow a protocol on the Meta node, in the manner of
// a sequence lock: see state.go, and docs/decisions for the reasons.
package neo4j

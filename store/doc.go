// Package store says how a built graph is kept and asked.
//
// What goes in: a [bdgraph.Graph] with its [bdgraph.Meta], through a [Writer].
// What comes out: rows of openCypher values, through a [Reader]. The two are apart,
// so that a process that only answers questions cannot hold anything that writes.
// Package storetest is the contract in running form; embedded and neo4j are the
// two stores that keep it.
//
// A store keeps one graph, and replaces it as a whole: whatever happens during a
// load, a reader gets the rows of one generation or an error, never a mixture.
//
// Deriving the graph is left to the stages before, typed questions to package ask.
package store

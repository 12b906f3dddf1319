// Package parity holds a stored graph against what it was made from.
//
// What goes in: a reader of the store, the corpus, the graph as it was loaded,
// and probes, which are queries with the answers that somebody expects. What comes out:
// one finding for each difference, none when all is well. doctor runs it for
// users, and the suite of package storetest after every test.
//
// Whether the graph itself is well formed is [bdgraph.Graph.Check]'s business.
package parity

// Package cypher answers Cypher queries on a graph.
package cypher

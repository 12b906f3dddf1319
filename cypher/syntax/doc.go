// Package syntax turns the text of a Cypher query into a tree and back.
package syntax

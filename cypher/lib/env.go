package lib

import (
	"math/rand/v2"
	"time"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// Env is what a call may use besides its arguments. One Env serves one query at
// a time. The zero Env has no graph, starts its clock in 1970 and counts no
// memory.
type Env struct {
	// Graph resolves references to nodes and relationships. Without one, calls
	// that meet a reference fail.
	Graph graph.Graph
	// Now is the time of the statement and of its transaction, in whole milliseconds as in Neo4j.
	Now time.Time
	// Clock is the time of the moment, for realtime functions; nil: Now.
	Clock func() time.Time
	// Rand feeds rand and randomUUID; nil: the process's own source.
	Rand *rand.Rand
	// Grow accounts for memory that a value kept across rows takes, in bytes, and
	// returns an error when the query may keep no more; nil counts nothing.
	Grow func(bytes int64) error
	// Step accounts for work besides evaluating expressions, such as a procedure's
	// look at n nodes, and returns an error when the query has to end; nil counts
	// nothing.
	Step func(n int) error
	// Version is the product's, for dbms.components.
	Version string
	// FullText answers db.index.fulltext.queryNodes and queryRelationships; nil: there is no such index.
	FullText FullText

	patterns map[string]*Pattern
}

// FullText is implemented by graphs that have full-text indexes.
type FullText interface {
	// QueryNodes yields the nodes that match, best first, until yield returns
	// false. It fails for an unknown index and for a query it does not understand.
	QueryNodes(index, query string, yield func(node graph.NodeID, score float64) bool) error
	// QueryRelationships is the same for an index on relationships.
	QueryRelationships(index, query string, yield func(rel graph.RelID, score float64) bool) error
}

func (e *Env) grow(bytes int64) error {
	if e.Grow == nil {
		return nil
	}
	return e.Grow(bytes)
}

func (e *Env) step(n int) error {
	if e.Step == nil {
		return nil
	}
	return e.Step(n)
}

func (e *Env) realtime() time.Time {
	if e.Clock == nil {
		return e.Now
	}
	return e.Clock()
}

func (e *Env) float() float64 {
	if e.Rand == nil {
		return rand.Float64()
	}
	return e.Rand.Float64()
}

func (e *Env) bits() uint64 {
	if e.Rand == nil {
		return rand.Uint64()
	}
	return e.Rand.Uint64()
}

func (e *Env) graphOf(v value.Value) (graph.Graph, error) {
	if e.Graph == nil {
		return nil, value.Errorf(value.EntityNotFound, "", "%s belongs to a graph, and there is none here", v)
	}
	return e.Graph, nil
}

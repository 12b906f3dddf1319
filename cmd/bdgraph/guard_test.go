package main

import (
	"errors"
	"testing"

	"bdgraph/store"
)

func TestOnlyReadingQueriesReachAServer(t *testing.T) {
	for text, want := range map[string]error{
		"MATCH (n) RETURN n":                                  nil,
		"MATCH (a:ADR)-[:SUPERSEDES]->(b) RETURN a, b":        nil,
		"CALL db.labels()":                                    nil,
		"MATCH (n) DELETE n":                                  store.ErrReadOnly,
		"MATCH (n) SET n.x = 1":                               store.ErrReadOnly,
		"MERGE (n:Issue) RETURN n":                            store.ErrReadOnly,
		"LOAD CSV FROM 'file:///etc/passwd' AS x RETURN x":    store.ErrReadOnly,
		"CALL { CREATE (n) } RETURN 1":                        store.ErrReadOnly,
		"MATCH (n) CALL (n) { SET n.x = 1 } RETURN n":         store.ErrReadOnly,
		"TERMINATE TRANSACTIONS 'neo4j-transaction-1'":        store.ErrReadOnly,
		"CREATE INDEX FOR (n:Issue) ON (n.title)":             store.ErrReadOnly,
		"CALL db.clearQueryCaches()":                          store.ErrQuery,
		"CALL apoc.load.json('file:///etc/passwd')":           store.ErrQuery,
		"RETURN apoc.util.sleep(1)":                           store.ErrQuery,
		"MATCH (n) RETURN count(*), toUpper(n.title)":         nil,
		"MATCH (n RETURN n":                                   store.ErrQuery,
		"MATCH (n) RETURN n; MATCH (n) DETACH DELETE n":       store.ErrQuery,
		"EXPLAIN MATCH (n) DETACH DELETE n":                   store.ErrReadOnly,
		"MATCH (n) FOREACH (x IN [1] | CREATE (:A)) RETURN n": store.ErrReadOnly,
	} {
		err := onlyRead(store.Query{Text: text})
		if !errors.Is(err, want) || (want == nil) != (err == nil) {
			t.Errorf("%s: got %v, want %v", text, err, want)
		}
		var e *store.Error
		if err != nil && (!errors.As(err, &e) || e.Message == "") {
			t.Errorf("%s: the error says nothing: %+v", text, err)
		}
	}
}

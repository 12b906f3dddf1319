package neo4j_test

import (
	"errors"
	"testing"

	"bdgraph/store"
	"bdgraph/store/neo4j"
)

func TestAGuardSeesQueriesBeforeTheServer(t *testing.T) {
	refusal := &store.Error{Kind: store.ErrReadOnly, Message: "LOAD CSV reaches beyond the graph"}
	var seen []string
	// Nothing listens there, so that a query which went on would be unavailable.
	r, err := neo4j.NewReader(neo4j.Config{URI: "bolt://127.0.0.1:1"}, neo4j.ReaderOptions{Guard: func(q store.Query) error {
		seen = append(seen, q.Text)
		if q.Text == "RETURN 1" {
			return nil
		}
		return refusal
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close(t.Context())
	if _, err := r.Query(t.Context(), store.Query{Text: "LOAD CSV FROM 'file:///x' AS x RETURN x"}); !errors.Is(err, store.ErrReadOnly) || err != error(refusal) {
		t.Errorf("error %v, want the guard's", err)
	}
	if _, err := r.Query(t.Context(), store.Query{Text: "RETURN 1"}); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("error %v, want the kind unavailable", err)
	}
	if len(seen) != 2 {
		t.Errorf("the guard saw %q, want both queries", seen)
	}
}

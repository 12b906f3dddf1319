package neo4j

import (
	"errors"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"bdgraph/internal/testenv"
	"bdgraph/store"
)

// A server that executes the CREATE of the self-test is refused, and keeps nothing of it.
func TestAServerThatWritesInReadModeIsRefused(t *testing.T) {
	s := testenv.Neo4j(t)
	r, err := NewReader(Config{URI: s.URI, User: s.User, Password: Secret(s.Password)}, ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close(t.Context())
	if err := r.proveReadOnly(t.Context(), neo4j.AccessModeRead); err != nil {
		t.Errorf("in READ mode: %v", err)
	}
	err = r.proveReadOnly(t.Context(), neo4j.AccessModeWrite) // as if a proxy had dropped the mode
	var e *store.Error
	if !errors.As(err, &e) || e.Kind != store.ErrConfig || !strings.Contains(e.Message, "executed a CREATE") || !strings.Contains(e.Remedy, "Do not let agents ask this server") {
		t.Errorf("in WRITE mode: %v", err)
	}
	session := r.session(t.Context(), neo4j.AccessModeRead)
	defer session.Close(t.Context())
	err = exec(t.Context(), autocommit{session}, "MATCH (n:BdgraphSelfTest) RETURN count(n) AS n", nil, func(row *neo4j.Record) {
		if row.Values[0] != int64(0) {
			t.Errorf("%v nodes of the self-test are left", row.Values[0])
		}
	})
	if err != nil {
		t.Error(err)
	}
}

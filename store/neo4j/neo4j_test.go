package neo4j_test

import (
	"context"
	"testing"

	"bdgraph/internal/testenv"
	"bdgraph/store"
	"bdgraph/store/neo4j"
	"bdgraph/store/storetest"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) (store.Writer, store.Reader) {
		c := emptyDatabase(t)
		return newWriter(t, c, neo4j.WriterOptions{}), newReader(t, c)
	})
}

// emptyDatabase returns the test server's database without a node in it.
func emptyDatabase(t testing.TB) neo4j.Config {
	t.Helper()
	server := testenv.Neo4j(t)
	c := neo4j.Config{URI: server.URI, User: server.User, Password: neo4j.Secret(server.Password)}
	wipe(t, c)
	return c
}

func wipe(t testing.TB, c neo4j.Config) {
	t.Helper()
	run(t, c, "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS", nil)
}

// run runs a statement behind the store's back and returns its records.
func run(t testing.TB, c neo4j.Config, cypher string, params map[string]any) []*driver.Record {
	t.Helper()
	ctx := context.WithoutCancel(t.Context()) // cleaning up runs statements too
	auth := driver.NoAuth()
	if c.User != "" {
		auth = driver.BasicAuth(c.User, string(c.Password), "")
	}
	d, err := driver.NewDriverWithContext(c.URI, auth)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close(ctx)
	s := d.NewSession(ctx, driver.SessionConfig{})
	defer s.Close(ctx)
	result, err := s.Run(ctx, cypher, params)
	if err != nil {
		t.Fatalf("%s: %v", cypher, err)
	}
	records, err := result.Collect(ctx)
	if err != nil {
		t.Fatalf("%s: %v", cypher, err)
	}
	return records
}

func newWriter(t testing.TB, c neo4j.Config, options neo4j.WriterOptions) *neo4j.Writer {
	t.Helper()
	w, err := neo4j.NewWriter(c, options)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func newReader(t testing.TB, c neo4j.Config) *neo4j.Reader {
	t.Helper()
	r, err := neo4j.NewReader(c, neo4j.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

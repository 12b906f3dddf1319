package exchange_test

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"bdgraph"
	"bdgraph/internal/testenv"
	"bdgraph/store/embedded"
	"bdgraph/store/exchange"
	"bdgraph/store/neo4j"
	"bdgraph/store/storetest"
)

// A graph goes from the embedded store as a script into Neo4j, and is then the
// same, to the byte of its lines, whichever of the two is asked.
func TestScriptMakesTheSameGraphOnNeo4j(t *testing.T) {
	ctx := context.Background()
	server := testenv.Neo4j(t)
	g := storetest.Small()
	path := filepath.Join(t.TempDir(), "graph.bdg")
	meta := bdgraph.NewMeta(g, bdgraph.Manifest{BDGraphVersion: "test"}, time.Unix(1700000000, 0), 1)
	if _, err := embedded.NewWriter(path, embedded.Options{}).Load(ctx, g, meta); err != nil {
		t.Fatal(err)
	}
	reader := embedded.NewReader(path, embedded.Options{})
	defer reader.Close(ctx)
	out, err := exchange.Read(ctx, reader)
	if err != nil {
		t.Fatal(err)
	}
	var script bytes.Buffer
	if err := exchange.WriteCypher(&script, out); err != nil {
		t.Fatal(err)
	}
	runScript(t, server, "MATCH (n) DETACH DELETE n;\n"+script.String())

	other, err := neo4j.NewReader(neo4j.Config{URI: server.URI, User: server.User, Password: neo4j.Secret(server.Password)}, neo4j.ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(ctx)
	back, err := exchange.Read(ctx, other)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := lines(t, back), lines(t, out); got != want {
		t.Errorf("from Neo4j\n%s\nfrom the file\n%s", got, want)
	}
	runScript(t, server, "MATCH (n) DETACH DELETE n;\n")
}

func runScript(t *testing.T, server testenv.Server, script string) {
	t.Helper()
	ctx := context.Background()
	auth := driver.NoAuth()
	if server.User != "" {
		auth = driver.BasicAuth(server.User, server.Password, "")
	}
	d, err := driver.NewDriverWithContext(server.URI, auth)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close(ctx)
	s := d.NewSession(ctx, driver.SessionConfig{})
	defer s.Close(ctx)
	for statement := range strings.SplitSeq(script, ";\n") {
		if statement == "" {
			continue
		}
		if _, err := s.Run(ctx, statement, nil); err != nil {
			t.Fatalf("%v\n%.300s", err, statement)
		}
	}
}

package exchange_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
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
	text := lines(t, out)
	for i, name := range oddNames {
		quoted := string(must(json.Marshal(name)))
		text += fmt.Sprintf(`{"id":"odd%d","labels":[%s],"properties":{%s:%s}}`+"\n", i, quoted, quoted, quoted)
		text += fmt.Sprintf(`{"type":%s,"from":"odd%d","to":"odd0","properties":{%s:1}}`+"\n", quoted, i, quoted)
	}
	read, err := exchange.ReadJSONL(exchange.Text{Name: "odd", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "odd.bdg")
	if err := embedded.NewWriter(path, embedded.Options{}).Import(ctx, read); err != nil {
		t.Fatal(err)
	}
	odd := embedded.NewReader(path, embedded.Options{})
	defer odd.Close(ctx)
	if out, err = exchange.Read(ctx, odd); err != nil {
		t.Fatal(err)
	}
	var script bytes.Buffer
	if err := exchange.WriteCypher(&script, out); err != nil {
		t.Fatal(err)
	}
	empty := func() { runScript(t, server, "MATCH (n) DETACH DELETE n;\nDROP INDEX bdgraph_import IF EXISTS;\n") }
	defer empty() // whatever happens: others want the database
	empty()
	runScript(t, server, script.String())

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
}

// oddNames are names and texts that a script has to write with care: what would end a name, what a
// query's escapes would make something else of, and what stands in no name without backticks.
var oddNames = []string{
	"a b", "a`b", `a\u0041b`, `a\\u0041b`, `a\u0060) DETACH DELETE n //`, `\`, "a\nb", "a\u00a0b", "a\u202eb", "a—b", "状态", "é", "😀", "a\u0301",
	"null", "true", "a'b", "\u2028", "1a", "²", "٠a", "\ufeffx", "//", "/*",
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
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

package neo4j_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bdgraph/store"
	"bdgraph/store/neo4j"
)

func TestURIsThatCannotBe(t *testing.T) {
	const secret = "hunter2"
	for _, uri := range []string{
		"", "localhost", "localhost:7687", "http://localhost:7474", "bolt+tls://localhost", "bolt://", "bolt://:7687",
		"bolt://neo4j:" + secret + "@localhost:7687", "neo4j+s://neo4j:" + secret + "@host", "bolt://a b:" + secret + "@c", "neo4j://x:%zz" + secret,
	} {
		_, err := neo4j.NewReader(neo4j.Config{URI: uri, User: "neo4j", Password: secret}, neo4j.ReaderOptions{})
		var e *store.Error
		if !errors.As(err, &e) || e.Kind != store.ErrConfig || e.Remedy == "" {
			t.Errorf("%q: error %v, want the kind config with a remedy", uri, err)
			continue
		}
		if text := fmt.Sprintf("%v %+v %v", err, err, e.Err); strings.Contains(text, secret) {
			t.Errorf("%q: the error shows the password: %s", uri, text)
		}
	}
}

func TestURIsThatCanBe(t *testing.T) {
	for _, uri := range []string{
		"bolt://localhost", "bolt://localhost:7687", "bolt+s://db.example.org", "bolt+ssc://10.0.0.1:7687", "neo4j://localhost",
		"neo4j+s://0123abcd.databases.neo4j.io", "neo4j+ssc://host:1", "bolt://[::1]:7687",
	} {
		r, err := neo4j.NewReader(neo4j.Config{URI: uri}, neo4j.ReaderOptions{})
		if err != nil {
			t.Errorf("%q: %v", uri, err)
			continue
		}
		r.Close(t.Context())
	}
}

func TestSecretsAreNotPrinted(t *testing.T) {
	c := neo4j.Config{URI: "bolt://localhost", User: "neo4j", Password: "hunter2"}
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{fmt.Sprint(c), fmt.Sprintf("%+v", c), fmt.Sprintf("%#v", c), fmt.Sprintf("%s %q", c.Password, c.Password), string(data)} {
		if strings.Contains(text, "hunter2") {
			t.Errorf("the password is in %s", text)
		}
	}
}

func TestReadPassword(t *testing.T) {
	t.Setenv("BDGRAPH_NEO4J_PASSWORD", "")
	t.Setenv("NEO4J_PASSWORD", "")
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("from file \r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	read := func(file, want string) {
		t.Helper()
		if got, err := neo4j.ReadPassword(file); err != nil || string(got) != want {
			t.Errorf("got %q, %v, want %q", string(got), err, want)
		}
	}
	read("", "")
	read(file, "from file ")
	t.Setenv("NEO4J_PASSWORD", "from Neo4j's variable")
	read(file, "from Neo4j's variable")
	t.Setenv("BDGRAPH_NEO4J_PASSWORD", "from our variable")
	read(file, "from our variable")

	t.Setenv("BDGRAPH_NEO4J_PASSWORD", "")
	t.Setenv("NEO4J_PASSWORD", "")
	_, err := neo4j.ReadPassword(file + ".missing")
	if !errors.Is(err, store.ErrConfig) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v, want the kind config and the file's error", err)
	}
}

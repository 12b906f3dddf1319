package exchange_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bdgraph/cypher/valuetest"
	"bdgraph/store/embedded"
	"bdgraph/store/exchange"
)

func lines(t interface{ Fatal(...any) }, g exchange.Graph) string {
	var b bytes.Buffer
	if err := exchange.WriteJSONL(&b, g); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A graph that has been in a store is in order; what was drawn is not.
func drawStored(t *rapid.T, path string) exchange.Graph {
	var b strings.Builder
	var g exchange.Graph
	for i := range rapid.IntRange(0, 12).Draw(t, "nodes") {
		g.Nodes = append(g.Nodes, exchange.Node{
			ID: string(rune('a' + i)), Labels: rapid.SampledFrom([][]string{{"A"}, {"B"}, {"A", "B"}, {}}).Draw(t, "labels"), Properties: valuetest.Properties(t, "name", "p", "q 2"),
		})
	}
	for range rapid.IntRange(0, 12).Draw(t, "rels") {
		if len(g.Nodes) > 0 {
			end := rapid.IntRange(0, len(g.Nodes)-1)
			g.Relationships = append(g.Relationships, exchange.Relationship{
				Type: rapid.SampledFrom([]string{"R", "a b"}).Draw(t, "type"), From: end.Draw(t, "from"), To: end.Draw(t, "to"), Properties: valuetest.Properties(t, "name", "p", "q 2"),
			})
		}
	}
	b.WriteString(lines(t, g))
	read, err := exchange.ReadJSONL(exchange.Text{Name: "drawn", Data: []byte(b.String())})
	if err != nil {
		t.Fatal(err)
	}
	return stored(t, path, read)
}

// stored puts a graph into an embedded store and takes it out again.
func stored(t *rapid.T, path string, g exchange.Graph) exchange.Graph {
	w := embedded.NewWriter(path, embedded.Options{})
	if err := w.Import(context.Background(), g); err != nil {
		t.Fatal(err)
	}
	r := embedded.NewReader(path, embedded.Options{})
	defer r.Close(context.Background())
	out, err := exchange.Read(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestGraphComesBackAsItWent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.bdg")
	rapid.Check(t, func(t *rapid.T) {
		g := drawStored(t, path)
		text := lines(t, g)
		back, err := exchange.ReadJSONL(exchange.Text{Name: "graph.jsonl", Data: []byte(text)})
		if err != nil {
			t.Fatal(err)
		}
		if again := lines(t, stored(t, path, back)); again != text {
			t.Fatalf("went\n%s\ncame\n%s", text, again)
		}
	})
}

// Nodes that no key tells apart are numbered, and stand in the order of their ids all the same.
func TestNodesAreSortedByTheirIDs(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for i := range rapid.IntRange(0, 12).Draw(t, "nodes") {
			label := rapid.SampledFrom([]string{"A", "!", "#0", "Zz"}).Draw(t, "label")
			fmt.Fprintf(&b, `{"id":"%d","labels":[%q],"properties":{"name":%q}}`+"\n", i, label, rapid.SampledFrom([]string{"a", "b", "c", "#00000001"}).Draw(t, "name"))
			fmt.Fprintf(&b, `{"type":"R","from":"%d","to":"0"}`+"\n", i)
		}
		read, err := exchange.ReadJSONL(exchange.Text{Name: "drawn", Data: []byte(b.String())})
		if err != nil {
			t.Fatal(err)
		}
		g := stored(t, filepath.Join(dir, "graph.bdg"), read)
		if !slices.IsSortedFunc(g.Nodes, func(a, b exchange.Node) int { return cmp.Compare(a.ID, b.ID) }) {
			t.Fatalf("%s", lines(t, g))
		}
	})
}

func TestOtherSpellingsAndTypedValues(t *testing.T) {
	const text = `{"label":"Issue","key":"ab-1","props":{"id":"ab-1","day":{"date":"2024-03-01"},"f":1.0,"n":1}}
{"type":"DEPENDS_ON","from":["Issue","ab-1"],"to":"PR:7","props":{}}

{"label":"PR","key":7,"props":{"number":7,"gone":null,"at":{"point":[7203,1,2.5,0]},"nan":{"float":"NaN"}}}
`
	g, err := exchange.ReadJSONL(exchange.Text{Name: "x.jsonl", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"id":"Issue:ab-1","labels":["Issue"],"properties":{"day":{"date":"2024-03-01"},"f":1.0,"id":"ab-1","n":1}}
{"id":"PR:7","labels":["PR"],"properties":{"at":{"point":[7203,1.0,2.5,0.0]},"nan":{"float":"NaN"},"number":7}}
{"type":"DEPENDS_ON","from":"Issue:ab-1","to":"PR:7","properties":{}}
`
	if got := lines(t, g); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A script that would end half-way is not written.
func TestScriptsHoldWhatNeo4jCan(t *testing.T) {
	for list, want := range map[string]string{
		`[1,2]`: "", `[]`: "", `["a","b"]`: "", `[1,1.5]`: "both INTEGER and FLOAT", `[1,"a"]`: "both INTEGER and STRING", `[null]`: "NULL in it", `[[1]]`: "LIST in it",
		`[{"point":[7203,1,2,0]},{"point":[4326,1,2,0]}]`: "reference systems",
	} {
		g, err := exchange.ReadJSONL(exchange.Text{Name: "f", Data: []byte(`{"id":"n","labels":["A"],"properties":{"p":` + list + `}}`)})
		if err != nil {
			t.Fatal(err)
		}
		err = exchange.WriteCypher(io.Discard, g)
		if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), "node n: property p: Neo4j holds no list") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", list, err, want)
		}
	}
}

func TestWrongLinesSayWhereAndWhy(t *testing.T) {
	for text, want := range map[string]string{
		`{"id":"a","labels":["A"]}` + "\n" + `{"id":"b","lables":[]}`: `f:2:19: unknown member "lables"`,
		`{"id":"a"`:                             "f:1:",
		`[]`:                                    "f:1:2: [ in place of an object",
		`{"id":"a","properties":{"p":{"x":1}}}`: `property p`,
		`{"id":"a","properties":{"p":{"date":"2024-13-01"}}}`:    `property p`,
		`{"id":"a","properties":{"p":99999999999999999999}}`:     `does not fit into 64 bits`,
		`{"id":"a","properties":{"p":[1e400]}}`:                  `1e400 is larger than any float`,
		`{"id":"a","properties":{"":1}}`:                         `f:1:27: a property without a name`,
		`{"id":"a","labels":["A",""]}`:                           `a label without a name`,
		`{"id":"a","labels":["A\u0000"]}`:                        `a label with U+0000 in its name`,
		`{"label":"","key":1}`:                                   `a label without a name`,
		`{"type":"","from":"a","to":"a"}`:                        `a relationship type without a name`,
		`{"id":"a"}{"id":"b"}`:                                   `more than one object`,
		`{"type":"R","from":"a"}`:                                `needs from and to`,
		`{"labels":["A"]}`:                                       `neither a node`,
		`{"id":"a"}` + "\n" + `{"id":"a"}`:                       `two nodes are called "a"`,
		`{"id":"a"}` + "\n" + `{"type":"R","from":"a","to":"b"}`: `f:2: an end of this R is no node: "b"`,
	} {
		_, err := exchange.ReadJSONL(exchange.Text{Name: "f", Data: []byte(text)})
		if !errors.Is(err, exchange.ErrText) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n  gives %v, want %q", text, err, want)
		}
	}
}

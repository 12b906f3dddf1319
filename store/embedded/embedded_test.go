package embedded_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/cypher/value"
	"bdgraph/store"
	"bdgraph/store/embedded"
	"bdgraph/store/embedded/image"
	"bdgraph/store/exchange"
	"bdgraph/store/storetest"
)

func TestEmbeddedIsAStore(t *testing.T) {
	for name, opt := range map[string]embedded.Options{"mapped": {}, "in memory": {InMemory: true}} {
		t.Run(name, func(t *testing.T) {
			storetest.Run(t, func(t *testing.T) (store.Writer, store.Reader) {
				path := filepath.Join(t.TempDir(), "graph.bdg")
				return embedded.NewWriter(path, opt), embedded.NewReader(path, opt)
			})
		})
	}
}

// load stores a graph of one issue with this title.
func load(t *testing.T, path, title string, opt embedded.Options) bdgraph.Meta {
	t.Helper()
	g := bdgraph.Graph{Nodes: []bdgraph.Node{{
		NodeRef: bdgraph.NodeRef{Label: bdgraph.IssueLabel, Key: "ab-1"}, Attributes: map[string]any{"title": title},
	}}}
	meta := bdgraph.NewMeta(g, bdgraph.Manifest{}, time.Unix(0, 0), 1)
	if _, err := embedded.NewWriter(path, opt).Load(context.Background(), g, meta); err != nil {
		t.Fatal(err)
	}
	return meta
}

func title(t *testing.T, r *embedded.Reader) (string, store.Result) {
	t.Helper()
	res, err := r.Query(context.Background(), store.Query{Text: "MATCH (i:Issue) RETURN i.title"})
	if err != nil {
		t.Fatal(err)
	}
	return res.Rows[0][0].Str(), res
}

func TestSameGraphSameBytes(t *testing.T) {
	dir := t.TempDir()
	one, two := filepath.Join(dir, "1"), filepath.Join(dir, "2")
	load(t, one, "Queue", embedded.Options{})
	load(t, two, "Queue", embedded.Options{})
	a, _ := os.ReadFile(one)
	b, _ := os.ReadFile(two)
	if len(a) == 0 || !bytes.Equal(a, b) {
		t.Error("the same graph and description give other bytes")
	}
}

func TestDamagedNewFileLeavesTheOldServing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.bdg")
	load(t, path, "Old", embedded.Options{})
	r := embedded.NewReader(path, embedded.Options{})
	defer r.Close(context.Background())
	title(t, r)

	load(t, path, "New", embedded.Options{})
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-1] ^= 1
	next := path + ".bad"
	if err := os.WriteFile(next, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(next, path); err != nil {
		t.Fatal(err)
	}
	got, res := title(t, r)
	if got != "Old" || len(res.Warnings) != 1 || res.Warnings[0].Code != "StaleGeneration" {
		t.Errorf("beside a damaged file: %s, %+v", got, res.Warnings)
	}
	load(t, path, "Newer", embedded.Options{})
	if got, res = title(t, r); got != "Newer" || len(res.Warnings) != 0 {
		t.Errorf("after mending: %s, %+v", got, res.Warnings)
	}
}

func TestNoFileAndDamagedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.bdg")
	r := embedded.NewReader(path, embedded.Options{})
	_, err := r.Meta(context.Background())
	if !errors.Is(err, store.ErrNoGraph) {
		t.Errorf("no file: %v", err)
	}
	var e *store.Error
	_, err = embedded.NewReader(path, embedded.Options{Remedy: "name another"}).Meta(context.Background())
	if !errors.As(err, &e) || e.Remedy != "name another" {
		t.Errorf("no file of a remedy of its own: %v", err)
	}
	if err := os.WriteFile(path, []byte("not a graph"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = r.Meta(context.Background())
	if !errors.As(err, &e) || e.Kind != store.ErrFailed || e.Remedy == "" {
		t.Errorf("damaged file: %v", err)
	}
}

// A graph that no file can hold is not told of as if the disk were full.
func TestWhatAFileCannotHold(t *testing.T) {
	deep := value.Int(1)
	for range 102 {
		deep = value.ListOf(deep)
	}
	g := exchange.Graph{Nodes: []exchange.Node{{ID: "a", Properties: value.NewMap(value.Entry{Key: "deep", Value: deep})}}}
	err := embedded.NewWriter(filepath.Join(t.TempDir(), "graph.bdg"), embedded.Options{}).Import(context.Background(), g)
	var e *store.Error
	if !errors.As(err, &e) || !strings.Contains(e.Message, "property deep") || !strings.Contains(e.Remedy, "what it names") {
		t.Errorf("%v, remedy %q", err, e.Remedy)
	}
}

// A process that asks once reads what its question is about, and nothing as large beside it.
func TestWhatIsNotAskedAboutIsNotRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.bdg")
	g := storetest.Small()
	meta := bdgraph.NewMeta(g, bdgraph.Manifest{}, time.Unix(0, 0), 1)
	if _, err := embedded.NewWriter(path, embedded.Options{}).Load(context.Background(), g, meta); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := 0
	for entry := range binary.LittleEndian.Uint32(data[12:]) { // docs/formats/graph.md: the section table
		section := data[128+32*entry:]
		kind, offset, length := binary.LittleEndian.Uint32(section), binary.LittleEndian.Uint64(section[16:]), binary.LittleEndian.Uint64(section[24:])
		if kind == 6 || kind == 7 || kind == 14 { // ends and properties of relationships
			data[offset+length-1] ^= 0xff
			damaged++
		}
	}
	if damaged < 3 {
		t.Fatalf("found %d sections about relationships", damaged)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	r := embedded.NewReader(path, embedded.Options{})
	defer r.Close(context.Background())
	ctx := context.Background()
	if _, err := r.Query(ctx, store.Query{Text: "MATCH (i:Issue {id: 'none'}) WHERE i.source = 'x' RETURN i.title"}); err != nil {
		t.Errorf("a question about nodes: %v", err)
	}
	for _, text := range []string{"MATCH (a)-->(b) RETURN a, b", "MATCH ()-[r]->() RETURN r.source"} {
		if _, err := r.Query(ctx, store.Query{Text: text}); !errors.Is(err, image.ErrDamaged) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestEarlierGenerationsAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.bdg")
	opt := embedded.Options{Keep: 2}
	for _, title := range []string{"1", "2", "3", "4", "4"} {
		load(t, path, title, opt)
	}
	names, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "generations", "*.bdg"))
	if len(names) != 2 {
		t.Fatalf("kept %v", names)
	}
	for i, want := range []string{"2", "3"} {
		if got, _ := title(t, embedded.NewReader(names[i], embedded.Options{})); got != want {
			t.Errorf("generation %d says %s, want %s", i, got, want)
		}
	}
}

func TestComparingTextWithADateIsWarnedOf(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.bdg")
	g := storetest.Small()
	meta := bdgraph.NewMeta(g, bdgraph.Manifest{}, time.Unix(0, 0), 1)
	if _, err := embedded.NewWriter(path, embedded.Options{}).Load(context.Background(), g, meta); err != nil {
		t.Fatal(err)
	}
	r := embedded.NewReader(path, embedded.Options{})
	defer r.Close(context.Background())
	for text, want := range map[string]bool{
		"MATCH ()-[g:GOVERNS]->() WHERE g.valid_from <= date('2024-01-01') RETURN g":          true,
		"MATCH ()-[g:GOVERNS]->() WHERE g.from_latest <= date('2024-01-01') RETURN g":         false,
		"MATCH ()-[g:GOVERNS]->() WHERE date(g.valid_from) <= date('2024-01-01') RETURN g.id": false,
	} {
		res, err := r.Query(context.Background(), store.Query{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		got := false
		for _, w := range res.Warnings {
			got = got || w.Code == "IncomparableTypes"
		}
		if got != want {
			t.Errorf("%s: warned %v, want %v (%+v)", text, got, want, res.Warnings)
		}
	}
}

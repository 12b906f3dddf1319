package embedded_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
	"unsafe"

	"bdgraph"
	"bdgraph/store"
	"bdgraph/store/embedded"
	"bdgraph/store/embedded/image"
	"bdgraph/store/storetest"
)

// asked are queries that between them need every section of a graph file.
var asked = []string{
	"RETURN 1",
	"MATCH (n) RETURN n",
	"MATCH (i:Issue) RETURN count(i)",
	"MATCH (n) RETURN labels(n), keys(n), properties(n)",
	"MATCH (i:Issue) WHERE i.id STARTS WITH 'a' OR i.id = 'b' RETURN i.title",
	"MATCH (a:ADR) WHERE a.path > '' RETURN a.path ORDER BY a.path",
	"UNWIND ['Issue', 'ADR', 'Memory', 'Rule', 'Component', 'PR'] AS l MATCH (n) WHERE l IN labels(n) RETURN l, count(n)",
	"MATCH (n:PR {key: 'x'}) RETURN n", "MATCH (n:Memory {key: 'x'}) RETURN n", "MATCH (n:Rule {name: 'x'}) RETURN n",
	"MATCH (n:Component {name: 'x'}) RETURN n", "MATCH (n:ADR {path: 'x'}) RETURN n", "MATCH (n:Issue {id: 'x'}) RETURN n",
	"MATCH ()-->() RETURN count(*)",
	"MATCH (a)-[r]->(b) RETURN type(r), a, b",
	"MATCH ()-[r]->() RETURN r",
	"MATCH (a:Issue)<-[r]-(b) RETURN r.source, b",
	"MATCH (n) RETURN COUNT { (n)--() } AS degree",
	"MATCH (n) WHERE EXISTS { (n)<--() } RETURN n",
	"MATCH p = (a:Rule)-[*1..2]-(b) RETURN length(p)",
	"MATCH p = shortestPath((a:Rule)-[*]-(b:Component)) RETURN p",
	"CALL db.index.fulltext.queryNodes('bdgraph_text', 'the OR a OR store OR rule') YIELD node, score RETURN node, score",
	"CALL db.index.fulltext.queryRelationships('bdgraph_facts', 'the OR a OR store OR rule') YIELD relationship, score RETURN relationship, score",
	"CALL db.index.fulltext.queryNodes('bdgraph_text', '\"the store\"') YIELD node RETURN node",
	"SHOW INDEXES", "SHOW CONSTRAINTS", "CALL db.labels()", "CALL db.schema.visualization()",
}

// Whatever section of a file is damaged, a question gets the answer of the whole file or an
// error that names a section; there is a question for each that gets the error, and a check of the whole
// finds it.
func TestADamagedSectionIsNamedWhereItIsNeeded(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "graph.bdg")
	g := storetest.Small()
	meta := bdgraph.NewMeta(g, bdgraph.Manifest{}, time.Unix(0, 0), 1)
	ctx := context.Background()
	if _, err := embedded.NewWriter(path, embedded.Options{}).Load(ctx, g, meta); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(path, text string) (string, error) {
		r := embedded.NewReader(path, embedded.Options{InMemory: true})
		defer r.Close(ctx)
		result, err := r.Query(ctx, store.Query{Text: text})
		return fmt.Sprint(result.Rows), err
	}
	want := map[string]string{}
	for _, text := range asked {
		if want[text], err = ask(path, text); err != nil {
			t.Logf("%s: %v", text, err)
		}
	}
	for entry := range binary.LittleEndian.Uint32(good[12:]) { // docs/formats/graph.md: the section table
		section := good[128+32*entry:]
		kind, a, b := binary.LittleEndian.Uint32(section), binary.LittleEndian.Uint32(section[4:]), binary.LittleEndian.Uint32(section[8:])
		offset, length := binary.LittleEndian.Uint64(section[16:]), binary.LittleEndian.Uint64(section[24:])
		if length == 0 {
			continue
		}
		for _, at := range []uint64{0, length / 2, length - 1} {
			bad := append([]byte(nil), good...)
			bad[offset+at] ^= 0x41
			file := filepath.Join(dir, fmt.Sprintf("%d-%d-%d-%d.bdg", kind, a, b, at))
			if err := os.WriteFile(file, bad, 0o644); err != nil {
				t.Fatal(err)
			}
			named := ""
			for _, text := range asked {
				got, err := ask(file, text)
				var damage *image.Damage
				switch {
				case errors.As(err, &damage):
					named = damage.Section
				case err != nil || got != want[text]:
					t.Errorf("section %d %d/%d, %s: %v, %s", kind, a, b, text, err, got)
				}
			}
			if named == "" {
				t.Errorf("section %d %d/%d: no question needs it", kind, a, b)
			}
			im, err := image.Open(aligned(bad))
			if err == nil {
				err = im.Verify()
			}
			if !errors.Is(err, image.ErrDamaged) {
				t.Errorf("section %d %d/%d: the check says %v", kind, a, b, err)
			}
			os.Remove(file)
		}
	}
}

func aligned(b []byte) []byte {
	words := make([]uint64, len(b)/8+1)
	out := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), len(b))
	copy(out, b)
	return out
}

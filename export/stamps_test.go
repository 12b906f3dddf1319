package export_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"bdgraph"
	"bdgraph/export"
)

func TestStampsAreThoseOfTheManifest(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "corpus")
	if _, err := export.LoadStamps(dir); !errors.Is(err, export.ErrNoCorpus) {
		t.Errorf("without a corpus: %v", err)
	}
	for _, stamps := range [][]bdgraph.SourceStamp{nil, {{Path: ".beads/issues.jsonl", Kind: "beads-file", Size: 7}, {Path: "docs/adr", Kind: "adr-folder"}}} {
		if err := export.Write(dir, bdgraph.Corpus{Manifest: bdgraph.Manifest{Version: 1, Sources: stamps, Counts: map[string]int{}}}); err != nil {
			t.Fatal(err)
		}
		got, err := export.LoadStamps(dir)
		if err != nil || !reflect.DeepEqual(got, stamps) {
			t.Errorf("got %v, %v, want %v", got, err, stamps)
		}
	}
	for _, text := range []string{"", "{", `{"version": 99, "sources": []}`, `{"version": 1, "sources": {}}`, "[]"} {
		if err := os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := export.LoadStamps(dir); !errors.Is(err, export.ErrDamagedCorpus) {
			t.Errorf("%q: got %v, %v", text, got, err)
		}
	}
}

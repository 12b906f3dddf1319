package pipeline_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bdgraph/internal/pipeline"
	"bdgraph/store"
)

func TestReportAddsUp(t *testing.T) {
	in := shop(t)
	corpus, err := pipeline.ReadCorpus(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	built := pipeline.Derive(corpus, in)
	r := pipeline.NewReport(built, store.Loaded{}, "embedded", "the default")
	sum := func(counts ...map[string]int) (n int) {
		for _, m := range counts {
			for _, v := range m {
				n += v
			}
		}
		return n
	}
	if got := sum(r.Graph.Labels, r.Graph.Placeholders); got != r.Graph.Nodes || got != len(built.Graph.Nodes) {
		t.Errorf("labels add up to %d of %d nodes", got, r.Graph.Nodes)
	}
	for name, counts := range map[string]map[string]int{"types": r.Graph.Types, "confidence": r.Graph.Confidence, "states": r.Graph.EdgeStates} {
		if got := sum(counts); got != r.Graph.Edges || got == 0 {
			t.Errorf("%s add up to %d of %d edges", name, got, r.Graph.Edges)
		}
	}
	path := filepath.Join(t.TempDir(), "report.json")
	if _, err := pipeline.ReadReport(path); !errors.Is(err, pipeline.ErrNoReport) {
		t.Errorf("no report: %v", err)
	}
	if err := pipeline.WriteReport(path, r); err != nil {
		t.Fatal(err)
	}
	got, err := pipeline.ReadReport(path)
	if err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(t.TempDir(), "report.json")
	if err := pipeline.WriteReport(again, got); err != nil {
		t.Fatal(err)
	}
	if first, second := read(t, path), read(t, again); first != second {
		t.Errorf("wrote\n%s, and after reading it back\n%s", first, second)
	}
	if err := os.WriteFile(path, []byte(`{"version":99}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := pipeline.ReadReport(path); err == nil {
		t.Error("a report of another version was read")
	}
}

func TestNowIsSourceDateEpoch(t *testing.T) {
	clock := func() time.Time { return time.Unix(5, 0) }
	for _, c := range []struct {
		environ []string
		want    int64
	}{{nil, 5}, {[]string{"SOURCE_DATE_EPOCH="}, 5}, {[]string{"SOURCE_DATE_EPOCH=1700000000"}, 1700000000}} {
		got, err := pipeline.Now(c.environ, clock)
		if err != nil || got.Unix() != c.want {
			t.Errorf("%q: %v, %v", c.environ, got, err)
		}
	}
	for _, bad := range []string{"soon", "1.5", " 5", "-99999999999", "-62135596800", "-62135596799", "253402300800", "253370764800", "9999999999999999999999"} {
		if _, err := pipeline.Now([]string{"SOURCE_DATE_EPOCH=" + bad}, clock); err == nil || !strings.Contains(err.Error(), "SOURCE_DATE_EPOCH") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// A corpus that was damaged is made anew, and the days it knew are said to be lost.
func TestDamagedCorpusIsReplacedAndReported(t *testing.T) {
	in := shop(t)
	if err := os.MkdirAll(in.CorpusDir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(in.CorpusDir, "manifest.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	corpus, err := pipeline.ReadCorpus(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, f := range corpus.Findings {
		found = found || f.Code == "corpus_history_lost"
	}
	if !found {
		t.Errorf("findings: %v", corpus.Findings)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

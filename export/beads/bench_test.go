package beads_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"bdgraph/export/beads"
	"bdgraph/internal/testenv"
)

// BenchmarkReframe2 reads a real store of 4 MB; BenchmarkPlainDecoding is the
// yardstick: each of its lines decoded once into a map.
func BenchmarkReframe2(b *testing.B) {
	b.SetBytes(int64(len(reframe2(b))))
	b.ReportAllocs()
	for b.Loop() {
		readCorpus(b, "reframe2")
	}
}

func BenchmarkPlainDecoding(b *testing.B) {
	data := reframe2(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		lines := bufio.NewScanner(bytes.NewReader(data))
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			var record map[string]any
			if err := json.Unmarshal(lines.Bytes(), &record); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func reframe2(b *testing.B) []byte {
	data, err := os.ReadFile(testenv.Shared(b, "corpora", "reframe2", ".beads", "issues.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	return data
}

// BenchmarkStores shows the cost per issue for stores of growing size.
func BenchmarkStores(b *testing.B) {
	for _, size := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			root := testenv.Project(b, map[string]string{".beads/issues.jsonl": generated(size)})
			for b.Loop() {
				r, err := beads.Read(context.Background(), beads.Options{Root: root, Mode: beads.ModeFiles, Environ: []string{}, Now: today})
				if err != nil || len(r.Issues) != size {
					b.Fatal(len(r.Issues), err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size), "ns/issue")
		})
	}
}

// generated writes a store in which every issue has a text, a parent and a blocker.
func generated(size int) string {
	text := strings.Repeat(`The quick brown fox \"jumps\" over the lazy dog.\n`, 20)
	var out strings.Builder
	for i := range size {
		fmt.Fprintf(&out, `{"_type":"issue","id":"gen-%d","title":"Issue %d","description":"%s","status":"open","priority":2,"issue_type":"task","created_at":"2026-01-01T00:00:%02dZ","updated_at":"2026-01-02T00:00:00Z","dependencies":[`+
			`{"issue_id":"gen-%[1]d","depends_on_id":"gen-%[5]d","type":"blocks","created_at":"2026-01-03T00:00:00Z","metadata":"{}"},`+
			`{"issue_id":"gen-%[1]d","depends_on_id":"gen-%[6]d","type":"parent-child","created_at":"2026-01-03T00:00:00Z","metadata":"{}"}],"comment_count":0}`+"\n",
			i, i, text, i%60, (i*7+1)%size, i/10)
	}
	return out.String()
}

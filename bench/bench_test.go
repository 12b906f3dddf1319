package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bdgraph/store"
	"bdgraph/store/embedded"
	"bdgraph/store/exchange"
)

const (
	nodes         = 20_000
	relationships = 200_000
)

// dataset is the graph that is asked: the built-in one, or in the folder
// that BDGRAPH_BENCH_DATA names: all .jsonl files as a graph, and params.json.
var dataset = sync.OnceValues(func() (*Tracker, error) {
	dir := os.Getenv("BDGRAPH_BENCH_DATA")
	if dir == "" {
		return NewTracker(nodes, relationships, 1), nil
	}
	t := &Tracker{}
	var texts []exchange.Text
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		texts = append(texts, exchange.Text{Name: name, Data: data})
	}
	if t.Graph, err = exchange.ReadJSONL(texts...); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(filepath.Join(dir, "params.json"))
	if err != nil {
		return nil, err
	}
	return t, json.Unmarshal(data, &t.Params)
})

// open stores the graph in a file and opens that.
func open(b *testing.B) (*Tracker, *embedded.Reader) {
	b.Helper()
	t, err := dataset()
	if err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "graph.bdg")
	if err := embedded.NewWriter(path, embedded.Options{}).Import(b.Context(), t.Graph); err != nil {
		b.Fatal(err)
	}
	r := embedded.NewReader(path, embedded.Options{})
	b.Cleanup(func() { r.Close(context.Background()) })
	return t, r
}

func (t *Tracker) query(q Question, i int) store.Query {
	params := make(map[string]any, len(q.Params))
	for _, name := range q.Params {
		params[name] = t.Params[name][i%len(t.Params[name])]
	}
	return store.Query{Text: q.Text, Params: params}
}

// BenchmarkQuestion measures from text to rows, in process, with texts that
// were seen before. median-ms is the median over all runs.
func BenchmarkQuestion(b *testing.B) {
	t, r := open(b)
	for _, q := range Questions {
		b.Run(q.Name, func(b *testing.B) {
			measure(b, r, func(i int) store.Query { return t.query(q, i) })
			b.ReportMetric(q.Target, "target-ms")
		})
	}
}

// BenchmarkNewText measures texts that were never seen before: the value stands in
// the text, and each is asked once, so that parsing and planning are part of it.
func BenchmarkNewText(b *testing.B) {
	t, r := open(b)
	for _, q := range Questions[:4] {
		b.Run(q.Name, func(b *testing.B) {
			n := 0
			measure(b, r, func(i int) store.Query {
				n++
				id := t.Params["fresh"][i%len(t.Params["fresh"])]
				return store.Query{Text: strings.ReplaceAll(q.Text, "$issue", "'"+id+"'") + fmt.Sprintf(" // %d", n)}
			})
		})
	}
}

// BenchmarkPlanning measures what a new text costs beyond one that was seen: each is
// parsed, checked and planned, its values in it, but not run. Describing the plan, which EXPLAIN does
// besides, is part of it.
func BenchmarkPlanning(b *testing.B) {
	t, r := open(b)
	for _, q := range Questions {
		b.Run(q.Name, func(b *testing.B) {
			n := 0
			measure(b, r, func(i int) store.Query {
				n++
				text := q.Text
				for _, name := range q.Params {
					text = strings.ReplaceAll(text, "$"+name, "'"+t.Params[name][i%len(t.Params[name])]+"'")
				}
				return store.Query{Text: fmt.Sprintf("EXPLAIN %s // %d", text, n)}
			})
		})
	}
}

func measure(b *testing.B, r store.Reader, query func(i int) store.Query) {
	b.ReportAllocs()
	ask := func(i int) int {
		result, err := r.Query(b.Context(), query(i))
		if err != nil {
			b.Fatal(err)
		}
		return len(result.Rows)
	}
	rows := 0
	for i := range 10 {
		rows += ask(i)
	}
	var took []time.Duration
	i := 0
	for b.Loop() {
		start := time.Now()
		ask(i)
		took = append(took, time.Since(start))
		i++
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1e6, "median-ms")
	b.ReportMetric(float64(rows), "rows")
}

// BenchmarkFirstAnswer measures opening a file of 100,000 nodes, and asking once besides:
// what a process that answers one question does between its start and its end.
func BenchmarkFirstAnswer(b *testing.B) {
	t := NewTracker(100_000, 500_000, 1)
	path := filepath.Join(b.TempDir(), "graph.bdg")
	if err := embedded.NewWriter(path, embedded.Options{}).Import(b.Context(), t.Graph); err != nil {
		b.Fatal(err)
	}
	for name, first := range map[string]func(r *embedded.Reader, i int) error{
		"open": func(r *embedded.Reader, _ int) error {
			_, err := r.Meta(b.Context())
			return err
		},
		"answer": func(r *embedded.Reader, i int) error {
			_, err := r.Query(b.Context(), t.query(Questions[1], i))
			return err
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				r := embedded.NewReader(path, embedded.Options{})
				if err := first(r, i); err != nil {
					b.Fatal(err)
				}
				r.Close(b.Context())
			}
		})
	}
}

// BenchmarkImport measures from lines to a readable file.
func BenchmarkImport(b *testing.B) {
	t, err := dataset()
	if err != nil {
		b.Fatal(err)
	}
	var lines strings.Builder
	if err := exchange.WriteJSONL(&lines, t.Graph); err != nil {
		b.Fatal(err)
	}
	text := exchange.Text{Name: "graph.jsonl", Data: []byte(lines.String())}
	path := filepath.Join(b.TempDir(), "graph.bdg")
	w := embedded.NewWriter(path, embedded.Options{})
	b.ReportAllocs()
	b.SetBytes(int64(lines.Len()))
	for b.Loop() {
		g, err := exchange.ReadJSONL(text)
		if err != nil {
			b.Fatal(err)
		}
		if err := w.Import(b.Context(), g); err != nil {
			b.Fatal(err)
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(info.Size())/1e6, "file-MB")
}

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"bdgraph/store"
	"bdgraph/store/embedded"
	"bdgraph/store/exchange"
)

// figures are what the scripts keep about a system; a load and the questions give
// different parts of it.
type figures struct {
	System    string            `json:"system"`
	Load      *loadFigures      `json:"load,omitempty"`
	OpenMS    float64           `json:"open_ms,omitempty"`
	RSSMB     int               `json:"rss_mb,omitempty"`
	MappedMB  int               `json:"mapped_mb,omitempty"` // of RSSMB: pages of the graph file, and of the program
	Questions map[string]answer `json:"questions,omitempty"`
}

type loadFigures struct {
	How       string  `json:"how"`
	Seconds   float64 `json:"seconds"`
	RSSPeakMB int     `json:"rss_peak_mb"`
}

type answer struct {
	spread
	FirstMS float64 `json:"first_ms"`
	Rows    int     `json:"rows"`
	Digest  string  `json:"digest"`
	Fresh   *spread `json:"fresh,omitempty"`
}

// spread is median and 95th percentile of so many runs, in milliseconds.
type spread struct {
	Median float64 `json:"median_ms"`
	P95    float64 `json:"p95_ms"`
	Runs   int     `json:"runs"`
}

var system = "bdgraph, in process, " + runtime.Version()

func load(ctx context.Context, dir, file string) (*figures, error) {
	start := time.Now()
	name := filepath.Join(dir, "graph.jsonl")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	g, err := exchange.ReadJSONL(exchange.Text{Name: name, Data: data})
	if err != nil {
		return nil, err
	}
	if err := embedded.NewWriter(file, embedded.Options{}).Import(ctx, g); err != nil {
		return nil, err
	}
	seconds := time.Since(start).Seconds()
	return &figures{System: system, Load: &loadFigures{How: "JSON Lines to a file", Seconds: seconds, RSSPeakMB: memory("VmHWM")}}, nil
}

func ask(ctx context.Context, dir, file string) (*figures, error) {
	var questions []question
	var params map[string][]string
	for name, to := range map[string]any{"questions.json": &questions, "params.json": &params} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, to); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	r := embedded.NewReader(file, embedded.Options{})
	defer r.Close(ctx)
	start := time.Now()
	if _, err := r.Meta(ctx); err != nil {
		return nil, err
	}
	f := &figures{System: system, OpenMS: milliseconds(time.Since(start)), Questions: map[string]answer{}}
	for _, q := range questions {
		a, err := measure(ctx, r, q, params)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", q.Name, err)
		}
		f.Questions[q.Name] = a
	}
	for _, q := range questions {
		if slices.Equal(q.Params, []string{"issue"}) {
			fresh, err := measureNewTexts(ctx, r, q, params["fresh"])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", q.Name, err)
			}
			a := f.Questions[q.Name]
			a.Fresh = fresh
			f.Questions[q.Name] = a
		}
	}
	f.RSSMB, f.MappedMB = memory("VmRSS"), memory("RssFile")
	return f, nil
}

// measure takes the figures of a question as measure in common.py does.
func measure(ctx context.Context, r *embedded.Reader, q question, params map[string][]string) (answer, error) {
	sets := 1
	if len(q.Params) > 0 {
		sets = 10
	}
	query := func(i int) store.Query {
		values := map[string]any{}
		for _, p := range q.Params {
			values[p] = params[p][i%sets]
		}
		return store.Query{Text: q.Cypher, Params: values}
	}
	var a answer
	var once []time.Duration
	var answers []store.Result
	for i := range sets {
		start := time.Now()
		result, err := rows(ctx, r, query(i))
		if err != nil {
			return a, err
		}
		once = append(once, time.Since(start))
		answers = append(answers, result)
		a.Rows += len(result.Rows)
	}
	a.FirstMS, a.Digest = milliseconds(once[0]), digest(answers)
	runs := 100
	if spreadOf(once).Median > 500 {
		runs = 5
	} else {
		for i, until := 0, time.Now().Add(1500*time.Millisecond); i < 300 && time.Now().Before(until); i++ {
			if _, err := rows(ctx, r, query(i)); err != nil {
				return a, err
			}
		}
	}
	var took []time.Duration
	for total := time.Duration(0); len(took) < runs && (total < 3*time.Second || len(took) < 30); {
		start := time.Now()
		if _, err := rows(ctx, r, query(len(took))); err != nil {
			return a, err
		}
		took = append(took, time.Since(start))
		total += took[len(took)-1]
	}
	a.spread = spreadOf(took)
	return a, nil
}

// measureNewTexts asks about each issue once, its id in the text.
func measureNewTexts(ctx context.Context, r *embedded.Reader, q question, issues []string) (*spread, error) {
	var took []time.Duration
	for _, issue := range issues {
		text := strings.ReplaceAll(q.Cypher, "$issue", "'"+issue+"'")
		start := time.Now()
		if _, err := rows(ctx, r, store.Query{Text: text}); err != nil {
			return nil, err
		}
		took = append(took, time.Since(start))
	}
	s := spreadOf(took)
	return &s, nil
}

func rows(ctx context.Context, r *embedded.Reader, q store.Query) (store.Result, error) {
	result, err := r.Query(ctx, q)
	if err == nil && result.Truncated {
		err = fmt.Errorf("the limit of %s cut the answer off", result.LimitHit)
	}
	return result, err
}

func spreadOf(took []time.Duration) spread {
	t := slices.Sorted(slices.Values(took))
	return spread{milliseconds(t[len(t)/2]), milliseconds(t[min(len(t)-1, len(t)*95/100)]), len(t)}
}

func milliseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

// memory is a line of what the system knows about this process, in MB; 0 where it tells nothing.
func memory(name string) int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	m := regexp.MustCompile(name + `:\s+(\d+) kB`).FindSubmatch(status)
	if m == nil {
		return 0
	}
	kb, err := strconv.Atoi(string(m[1]))
	if err != nil {
		return 0
	}
	return kb / 1024
}

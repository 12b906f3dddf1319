package ask

import (
	"context"
	"errors"
	"slices"
	"testing"

	"bdgraph"
	"bdgraph/cypher/value"
	"bdgraph/store"
)

// replaced is a reader whose graph is replaced between its description and the
// first query, so many times.
type replaced struct {
	times   int
	queries int
}

func (r *replaced) Meta(context.Context) (bdgraph.Meta, error) {
	if r.times == 0 {
		return bdgraph.Meta{Generation: "new"}, nil
	}
	r.times--
	return bdgraph.Meta{Generation: "old"}, nil
}

func (r *replaced) Query(context.Context, store.Query) (store.Result, error) {
	r.queries++
	return store.Result{Columns: []string{"name"}, Rows: [][]value.Value{{value.String("a rule")}}, Generation: "new"}, nil
}

func (r *replaced) Close(context.Context) error { return nil }

// An answer never mixes two generations: the question starts again, and gives
// up when the graph is replaced every time.
func TestAnswersComeFromOneGeneration(t *testing.T) {
	question := func(s *session) (Header, error) {
		_, err := query[struct {
			Name string `col:"name"`
		}](s, "lint_rules", nil)
		return s.header, err
	}
	r := &replaced{times: 2}
	h, err := answer(context.Background(), New(r, Options{}), 0, question)
	if err != nil || h.Generation != "new" || r.queries != 3 {
		t.Errorf("generation %q after %d queries: %v", h.Generation, r.queries, err)
	}
	_, err = answer(context.Background(), New(&replaced{times: 100}, Options{}), 0, question)
	if !errors.Is(err, store.ErrGraphLoading) {
		t.Errorf("replaced for ever: %v", err)
	}
}

func TestNamesLikeAWrongOneAreSuggested(t *testing.T) {
	names := []string{"Worker", "Works council", "Api", "docs/adr/0001-worker.md"}
	for word, want := range map[string]string{"Wroker": "Worker", "worker": "Worker", "Apl": "Api", "zzz": ""} {
		got := near(word, names)
		if want == "" && len(got) > 0 || want != "" && (len(got) == 0 || got[0] != want) {
			t.Errorf("%s: %q, want %q first", word, got, want)
		}
	}
}

// Every issue id that one change makes of a wrong one is looked up.
func TestWordsOneChangeAway(t *testing.T) {
	near := oneChange("demo-bgu7")
	for _, id := range []string{"demo-bug7", "demo-bgu", "demo-bgu72", "demo-bgu.7", "emo-bgu7", "demo-bgu8"} {
		if !slices.Contains(near, id) {
			t.Errorf("%s is missing", id)
		}
	}
	if slices.Contains(near, "demo-bu77") || len(near) > 1000 {
		t.Errorf("%d words", len(near))
	}
}

package ask_test

import (
	"context"
	"slices"
	"testing"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/demo"
)

func governs(t testing.TB, a *ask.Asker, word string, on bdgraph.Day) ask.Governing {
	t.Helper()
	g, err := a.Governs(context.Background(), word, on)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// ruleNames lists the rules of an answer that hold, those that are possible with a question mark.
func ruleNames(g ask.Governing) []string {
	var names []string
	for _, r := range g.Rules {
		name := r.Rule
		if r.State != bdgraph.Holds {
			name += "?"
		}
		names = append(names, name)
	}
	return names
}

func endedNames(g ask.Governing) []string {
	var names []string
	for _, r := range g.NoLonger {
		name := r.Rule
		if r.Ended != nil {
			name += " " + *r.Ended
		}
		if r.EndedBy != nil {
			name += " by " + *r.EndedBy
		}
		names = append(names, name)
	}
	return names
}

// The demo's question has another answer on each of three days.
func TestGovernsTellsThreeLives(t *testing.T) {
	b := demoGraph(t)
	a := askerOf(t, b.Graph, b.Meta)
	memory, postgres, tokens := "Keep sessions in the memory of the API", "Keep sessions in Postgres", "Use signed tokens instead of sessions"
	for i, want := range []struct {
		holds string
		ended []string
	}{
		{memory, nil},
		{postgres, []string{memory + " 2024-09-16 by ADR-0003"}},
		{tokens, []string{postgres + " 2025-05-12 by ADR-0004", memory + " 2024-09-16 by ADR-0003"}},
	} {
		g := governs(t, a, "Api", demo.Days[i])
		for _, rule := range []string{memory, postgres, tokens} {
			if got := slices.Contains(ruleNames(g), rule); got != (rule == want.holds) {
				t.Errorf("%s: %q holds: %t", demo.Days[i], rule, got)
			}
		}
		if got := endedNames(g); !slices.Equal(got, want.ended) {
			t.Errorf("%s: no longer %q, want %q", demo.Days[i], got, want.ended)
		}
	}
}

func TestGovernsFindsComponentsByAnyWord(t *testing.T) {
	b := demoGraph(t)
	a := askerOf(t, b.Graph, b.Meta)
	for word, want := range map[string]ask.Subject{
		"Api":                 {Component: "Api", By: "name"},
		"the api":             {Component: "Api", By: "alias", Via: "the api"},
		"cmd/api/main.go":     {Component: "Api", By: "path", Via: "cmd/api/main.go"},
		"./cmd/worker/a/b.go": {Component: "Worker", By: "path", Via: "cmd/worker/a/b.go"},
		`internal\store\x.go`: {Component: "Store", By: "path", Via: "internal/store/x.go"},
		"cmd/api":             {Component: "Api", By: "path", Via: "cmd/api"},
		"cmd/api/v2/":         {Component: "Api", By: "path", Via: "cmd/api/v2/"},
		"ADR-0001":            {Component: "Api", By: "about"},
	} {
		g := governs(t, a, word, 0)
		if len(g.Subjects) == 0 || g.Subjects[0] != want || g.Component != want.Component {
			t.Errorf("%s: %+v, want %+v", word, g.Subjects, want)
		}
		if g.AsOf != b.Meta.ClosedOn || g.Generation != b.Meta.Generation || g.Stale != "unknown" {
			t.Errorf("%s: header %+v", word, g.Header)
		}
	}
}

func TestGovernsSaysWhyItIsEmpty(t *testing.T) {
	b := demoGraph(t)
	a := askerOf(t, b.Graph, b.Meta)
	if g := governs(t, a, "Wroker", 0); g.Empty != ask.UnknownComponent || !slices.Equal(g.Suggestions, []string{"Worker"}) {
		t.Errorf("unknown: %s %q", g.Empty, g.Suggestions)
	}
	if g := governs(t, a, "Shop", 0); g.Empty != ask.NoRules {
		t.Errorf("without rules: %q", g.Empty)
	}
	if g := governs(t, a, "Worker", 0); g.Empty != ask.OnlyEnded || len(g.NoLonger) != 1 || g.NoLonger[0].EndedBy == nil || *g.NoLonger[0].EndedBy != "mail-retries-off" {
		t.Errorf("only ended: %q %q", g.Empty, endedNames(g))
	}
	if g := governs(t, a, "Worker", day(t, "2024-01-01")); g.Empty != ask.OnlyFuture {
		t.Errorf("only future: %q", g.Empty)
	}
	if g := governs(t, a, "demo-11", 0); g.Empty != ask.NoComponent || g.Thing == nil || g.Thing.Key != "demo-11" {
		t.Errorf("no component: %q", g.Empty)
	}
}

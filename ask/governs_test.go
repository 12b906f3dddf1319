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
		if r.Until != nil {
			name += " " + *r.Until
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

// What a later rule says in the same words still binds: no answer says not to follow it.
func TestRestatedIsNotNoLongerSo(t *testing.T) {
	record := func(title, header, decision string) string {
		return "# " + title + "\n\n" + header + "\n\n## Decision\n\n" + decision + "\n"
	}
	b := project{
		files: map[string]string{
			"docs/adr/0001-a.md": record("ADR-0001: Waiting in the Store", "- Status: Accepted\n- Date: 2024-01-10", "The store waits."),
			"docs/adr/0002-b.md": record("ADR-0002: Budgets in the Store", "- Status: Accepted\n- Date: 2024-05-10\n- Supersedes: [ADR-0001](0001-a.md)", "The store waits."),
		},
		vocabulary: bdgraph.Vocabulary{Components: []bdgraph.Component{{Name: "Store"}}},
	}.build(t)
	on := day(t, "2024-06-01")
	avoid := func(older, newer string) (governing, briefing int) {
		t.Helper()
		g := b.Graph
		g.Edges = slices.Clone(g.Edges)
		for i := range g.Edges {
			if e := &g.Edges[i]; e.Type == bdgraph.Governs {
				e.Fact = map[string]string{"docs/adr/0001-a.md": older, "docs/adr/0002-b.md": newer}[e.Source]
			}
		}
		a := askerOf(t, g, b.Meta)
		context, err := a.Context(context.Background(), ask.ContextQuery{Words: []string{"waiting and budgets in the store"}, Day: on})
		if err != nil {
			t.Fatal(err)
		}
		return len(governs(t, a, "Store", on).NoLonger), len(context.Superseded)
	}
	for _, c := range []struct {
		older, newer string
		avoided      int
	}{
		{"The store must not lose data.", "the store  must not lose data", 0},
		{"The store must not lose data.", "The store may lose data.", 1},
		{"", "", 1}, // nobody worded them: records may share a sentence
	} {
		if g, b := avoid(c.older, c.newer); g != c.avoided || b != c.avoided {
			t.Errorf("%q and then %q: governs avoids %d, context %d, want %d", c.older, c.newer, g, b, c.avoided)
		}
	}
}

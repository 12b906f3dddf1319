package ask_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/internal/testenv"
	"bdgraph/store/embedded"
	"bdgraph/store/exchange"
)

// questions asks one of everything and returns the answers as JSON, by what was asked.
func questions(t *testing.T, a *ask.Asker, words []string, days []bdgraph.Day) map[string]string {
	t.Helper()
	ctx := context.Background()
	answers := map[string]string{}
	note := func(name string, v any, err error) {
		if err != nil {
			answers[name] = "error: " + err.Error()
			return
		}
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		answers[name] = string(data)
	}
	for _, day := range days {
		for _, word := range words {
			name := word + " on " + day.String()
			g, err := a.Governs(ctx, word, day)
			note("governs "+name, g, err)
			l, err := a.Why(ctx, word, day)
			note("why "+name, l, err)
			tl, err := a.Timeline(ctx, word, day)
			note("timeline "+name, tl, err)
			im, err := a.Impact(ctx, word, day, 0)
			note("impact "+name, im, err)
			sh, err := a.Show(ctx, word, day)
			note("show "+name, sh, err)
			f, err := a.Search(ctx, ask.SearchQuery{Text: word, Day: day})
			note("search "+name, f, err)
			r, err := a.Rollup(ctx, word, day)
			note("rollup "+name, r, err)
			c, err := a.Context(ctx, ask.ContextQuery{Words: []string{word}, Day: day})
			note("context "+name, c, err)
			ch, err := a.Changes(ctx, ask.ChangesQuery{From: day.Add(-400), To: day, Component: word})
			note("changes of "+name, ch, err)
		}
		ch, err := a.Changes(ctx, ask.ChangesQuery{From: day.Add(-400), To: day})
		note("changes to "+day.String(), ch, err)
		li, err := a.Lint(ctx, day)
		note("lint on "+day.String(), li, err)
	}
	return answers
}

var shopWords = []string{
	"Api", "Store", "Shop", "the worker", "cmd/api/main.go", "demo-ep1", "demo-10", "demo-5", "adr-3", "docs/adr/0004-signed-tokens.md",
	"Keep sessions in Postgres", "Never cache personal data", "profile-cache", "sessions tokens", "Wroker", "é Straße 会话", "#42",
}

// Both stores give the same answers, byte for byte.
func TestBothStoresAnswerAlike(t *testing.T) {
	b := demoGraph(t)
	words, days := shopWords, []bdgraph.Day{day(t, "2025-01-15"), b.Meta.ClosedOn}
	if !testenv.IsLong() { // a server takes its time over thousands of small queries
		words, days = []string{"Api", "demo-ep1", "ADR-0003", "Keep sessions in Postgres", "profile-cache", "é Straße 会话"}, days[:1]
	}
	want := questions(t, askerOf(t, b.Graph, b.Meta), words, days)
	got := questions(t, ask.New(neo4jReader(t, b.Graph, b.Meta), ask.Options{}), words, days)
	for name, answer := range want {
		if got[name] != answer {
			t.Errorf("%s:\nembedded %s\nneo4j    %s", name, answer, got[name])
		}
	}
}

// Nodes may bear labels of others, in a shared database or an imported graph.
func TestFurtherLabelsChangeNoAnswer(t *testing.T) {
	b := demoGraph(t)
	ctx := context.Background()
	g, err := exchange.Read(ctx, readerOf(t, b.Graph, b.Meta))
	if err != nil {
		t.Fatal(err)
	}
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Labels[0] != string(bdgraph.MetaLabel) {
			n.Labels = []string{"Aside", n.Labels[0], "Zeta"}
		}
	}
	path := filepath.Join(t.TempDir(), "graph.bdg")
	if err := embedded.NewWriter(path, embedded.Options{}).Import(ctx, g); err != nil {
		t.Fatal(err)
	}
	r := embedded.NewReader(path, embedded.Options{})
	defer r.Close(ctx)
	days := []bdgraph.Day{b.Meta.ClosedOn}
	want := questions(t, askerOf(t, b.Graph, b.Meta), shopWords, days)
	got := questions(t, ask.New(r, ask.Options{Today: func() bdgraph.Day { return b.Meta.ClosedOn }}), shopWords, days)
	for name, answer := range want {
		if got[name] != answer {
			t.Errorf("%s:\nwithout %s\nwith    %s", name, answer, got[name])
		}
	}
}

// Every answer but those about unknown names succeeds, and equal questions get
// equal answers whatever was asked before.
func TestAnswersAreDeterministic(t *testing.T) {
	b := demoGraph(t)
	days := []bdgraph.Day{b.Meta.ClosedOn}
	one := questions(t, askerOf(t, b.Graph, b.Meta), shopWords, days)
	reversed := slices.Clone(shopWords)
	slices.Reverse(reversed)
	two := questions(t, askerOf(t, b.Graph, b.Meta), reversed, days)
	errors := 0
	for name, answer := range one {
		if two[name] != answer {
			t.Errorf("%s: %s, then %s", name, answer, two[name])
		}
		if strings.HasPrefix(answer, "error") {
			errors++
			if !strings.Contains(answer, "is named") {
				t.Errorf("%s: %s", name, answer)
			}
		}
	}
	if errors == 0 || errors > len(one)/2 {
		t.Errorf("%d of %d questions fail", errors, len(one))
	}
}

// The shapes of the answers are a promise: every key of an example answer is
// described in docs/formats/answers.md.
func TestAnswersAreDescribed(t *testing.T) {
	text, err := os.ReadFile("../docs/formats/answers.md")
	if err != nil {
		t.Fatal(err)
	}
	b := demoGraph(t)
	var keys []string
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, inner := range v {
				keys = append(keys, key)
				walk(inner)
			}
		case []any:
			for _, inner := range v {
				walk(inner)
			}
		}
	}
	for name, answer := range questions(t, askerOf(t, b.Graph, b.Meta), shopWords, []bdgraph.Day{b.Meta.ClosedOn}) {
		var v any
		if strings.HasPrefix(answer, "error") || json.Unmarshal([]byte(answer), &v) != nil {
			continue
		}
		if m, ok := v.(map[string]any); ok { // these hold labels and sections as keys
			delete(m, "counts")
			delete(m, "dropped")
		}
		before := len(keys)
		walk(v)
		if len(keys) == before {
			t.Errorf("%s has no keys", name)
		}
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		if !strings.Contains(string(text), "`"+key+"`") && !strings.Contains(string(text), "`"+key+"[]`") {
			t.Errorf("docs/formats/answers.md does not explain %q", key)
		}
	}
}

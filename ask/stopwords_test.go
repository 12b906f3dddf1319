package ask_test

import (
	"context"
	"slices"
	"testing"

	"bdgraph/ask"
)

func TestStopWordsAndIdsBringNoRules(t *testing.T) {
	a := desk(t)
	for _, words := range []string{"for", "the of and a", "und der die für", "pour le et la", "para los", "não para os", "的 了", ""} {
		p, err := a.Context(context.Background(), ask.ContextQuery{Words: []string{words}})
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Rules) > 0 || len(p.Superseded) > 0 || !slices.Equal(p.Warnings, []string{"the task has no word to look for"}) {
			t.Errorf("%q: %d rules, %q", words, len(p.Rules), p.Warnings)
		}
		f, err := a.Search(context.Background(), ask.SearchQuery{Text: words})
		if err != nil || len(f.Terms) > 0 || f.Total > 0 {
			t.Errorf("search %q: %q, %d hits, %v", words, f.Terms, f.Total, err)
		}
	}
	p, err := a.Context(context.Background(), ask.ContextQuery{Words: []string{"x-1"}})
	if err != nil || len(p.Rules) > 0 {
		t.Errorf("a button for redaction has to do with %+v, %v", p.Rules, err)
	}
	if f, err := a.Search(context.Background(), ask.SearchQuery{Text: "use"}); err != nil || !slices.Equal(f.Terms, []string{"use"}) {
		t.Errorf("a weak word alone is looked for: %q, %v", f.Terms, err)
	}
}

// The name of a component says nothing of which of its rules a task needs, so of these the latest are told first.
func TestRulesOfTheComponentAloneAreToldFromTheLatestOn(t *testing.T) {
	b := demoGraph(t)
	p, err := askerOf(t, b.Graph, b.Meta).Context(context.Background(), ask.ContextQuery{Words: []string{"let the API remember who is logged in"}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range p.Rules[:2] {
		got = append(got, r.Rule)
	}
	if want := []string{"Tokens live one hour at most", "Use signed tokens instead of sessions"}; !slices.Equal(got, want) {
		t.Errorf("first %q, want %q", got, want)
	}
}

// A memory without a rule is no rule, but what it is called may be what the task asks for.
func TestContextNamesDocumentsWithoutRules(t *testing.T) {
	b := project{files: map[string]string{
		".beads/issues.jsonl": `{"_type":"memory","key":"remember-logged-users","value":"The login page has a cookie."}` + "\n" + issue("x-1", "Other", ""),
	}}.build(t)
	p, err := askerOf(t, b.Graph, b.Meta).Context(context.Background(), ask.ContextQuery{Words: []string{"remember logged"}})
	if err != nil {
		t.Fatal(err)
	}
	if want := "its words stand in documents that establish no rule: remember-logged-users"; len(p.Rules) != 0 || !slices.Contains(p.Warnings, want) {
		t.Errorf("%d rules, warnings %q", len(p.Rules), p.Warnings)
	}
}

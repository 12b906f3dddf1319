package phase2

import (
	"reflect"
	"testing"

	"bdgraph"
)

func TestSuggest(t *testing.T) {
	c := bdgraph.Corpus{
		Issues: []bdgraph.Issue{{ID: "a", Labels: []string{"billing"}}, {ID: "b", Labels: []string{"billing", "bug"}}, {ID: "c"}},
		ADRs:   []bdgraph.ADR{{Path: "docs/adr/payments/0001-x.md"}},
		Documents: []bdgraph.Document{
			{ID: "a", Title: "Mailr: send", Text: "See src/billing/invoice.go and src/billing/tax.go."},
			{ID: "b", Title: "fix(mailer): resend", Text: "In src/mailer/queue.go"},
			{ID: "c", Title: "[Payments] Refund: later", Text: "https://example.com/billing/x.html"},
			{ID: "docs/adr/payments/0001-x.md", Title: "Take cards", Text: "In internal/payments/card.go"},
		},
	}
	v := bdgraph.Vocabulary{Components: []bdgraph.Component{{Name: "Mailer"}}}
	want := []Suggestion{
		{Name: "Payments", Count: 2, From: map[string]int{"folder": 1, "title": 1, "path": 1}, Paths: []string{"internal/payments/**"}},
		{Name: "billing", Count: 2, From: map[string]int{"label": 2, "path": 1}, Paths: []string{"src/billing/**"}},
		{Name: "Mailr", Count: 1, From: map[string]int{"title": 1}, Near: "Mailer"},
	}
	if got := Suggest(c, v, nil, 1); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if got := Suggest(c, v, nil, 2); len(got) != 2 || got[1].Name != "billing" {
		t.Errorf("%+v", got)
	}
	if got := Suggest(bdgraph.Corpus{}, v, nil, 1); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestSuggestFoldersThatTitlesName(t *testing.T) {
	c := bdgraph.Corpus{Documents: []bdgraph.Document{
		{ID: "a", Title: "Valves are normally closed"},
		{ID: "b", Title: "A Valve stays open"},
		{ID: "never-write-to-a-valve", Title: "never-write-to-a-valve"},
		{ID: "c", Title: "Poll the sensors, and test the mailer's s"},
		{ID: "d", Title: "A sensor"},
	}}
	v := bdgraph.Vocabulary{Components: []bdgraph.Component{{Name: "Mailer"}, {Name: "Probe", Aliases: []string{"sensors"}}}}
	want := []Suggestion{
		{Name: "valves", Aliases: []string{"valve"}, Count: 3, From: map[string]int{"title": 3}},
		{Name: "Sensor", Count: 1, From: map[string]int{"title": 1}},
	}
	if got := Suggest(c, v, []string{"src/valves", "src/Sensor", "src/mailer", "test", "src/pump", "s"}, 1); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

// Names and aliases are distinct in a vocabulary, which suggestions become as they stand.
func TestSuggestNoNameTwice(t *testing.T) {
	c := bdgraph.Corpus{
		Issues:    []bdgraph.Issue{{ID: "a", Labels: []string{"Sessions"}}, {ID: "b", Labels: []string{"Sessions"}}},
		Documents: []bdgraph.Document{{ID: "a", Title: "Keep the sessions"}, {ID: "c", Title: "Sessions end"}, {ID: "d", Title: "One session"}},
	}
	want := []Suggestion{
		{Name: "session", Count: 3, From: map[string]int{"title": 3}},
		{Name: "Sessions", Count: 2, From: map[string]int{"label": 2}},
	}
	if got := Suggest(c, bdgraph.Vocabulary{}, []string{"session"}, 2); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	want[0].Aliases = []string{"sessions"}
	if got := Suggest(c, bdgraph.Vocabulary{}, []string{"session"}, 3); !reflect.DeepEqual(got, want[:1]) {
		t.Errorf("what is left out takes no name: %+v", got)
	}
}

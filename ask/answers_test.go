package ask_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"bdgraph"
	"bdgraph/ask"
)

// desk is a project whose rules follow from patterns alone.
func desk(t *testing.T) *ask.Asker {
	b := project{
		files: map[string]string{
			"docs/adr/0001-x.md": adrText("ADR-0001: Store keeps rows", "**Status**: Accepted", "**Date**: 2024-01-10", "**Amended by**: [ADR-0003](0003-x.md)"),
			"docs/adr/0002-x.md": adrText("ADR-0002: Store keeps columns", "**Status**: Accepted", "**Date**: 2027-03-01", "**Supersedes**: [ADR-0001](0001-x.md)"),
			"docs/adr/0003-x.md": adrText("ADR-0003: Use a queue for the mailer", "**Status**: Accepted", "**Date**: 2024-05-10", "**Amends**: [ADR-0001](0001-x.md)"),
			".beads/issues.jsonl": issue("x-1", "Button for redaction", "x-2") + issue("x-2", "Redaction", "") +
				`{"id":"x-9","title":"Store answers in a second","status":"closed","priority":1,"issue_type":"decision","created_at":"2024-02-01T00:00:00Z","closed_at":"2024-06-01T00:00:00Z","updated_at":"2024-06-01T00:00:00Z","description":"See x-1."}` + "\n" +
				`{"_type":"memory","key":"mailer-timeouts","value":"Calls hung twice.\n\nThe mailer must always set a timeout."}` + "\n",
		},
		vocabulary: bdgraph.Vocabulary{Components: []bdgraph.Component{{Name: "Store"}, {Name: "Mailer", Aliases: []string{"mailer"}}}},
	}.build(t)
	return askerOf(t, b.Graph, b.Meta)
}

func TestGovernsSaysWhatARuleDemandsAndWhatWillEndIt(t *testing.T) {
	a := desk(t)
	g := governs(t, a, "Mailer", 0)
	i := slices.IndexFunc(g.Rules, func(r ask.GoverningRule) bool { return r.Rule == "mailer-timeouts" })
	if i < 0 {
		t.Fatalf("rules %q", ruleNames(g))
	}
	const sentence = "The mailer must always set a timeout."
	if r := g.Rules[i]; r.Fact != sentence || r.Support[0].Quote != sentence || r.Support[0].Line != 5 || r.EndedBy != nil {
		t.Errorf("the memory's rule: %q, %+v", r.Fact, r.Support)
	}
	g = governs(t, a, "Store", 0)
	i = slices.IndexFunc(g.Rules, func(r ask.GoverningRule) bool { return r.Rule == "Store keeps rows" })
	if i < 0 {
		t.Fatalf("rules %q", ruleNames(g))
	}
	if r := g.Rules[i]; r.Until == nil || *r.Until != "2027-03-01" || r.EndedBy == nil || *r.EndedBy != "ADR-0002" {
		t.Errorf("until %v by %v", r.Until, r.EndedBy)
	}
	held := g.Rules[i]
	g = governs(t, a, "Store", day(t, "2027-04-01"))
	i = slices.IndexFunc(g.NoLonger, func(r ask.EndedRule) bool { return r.Rule == held.Rule })
	if i < 0 || held.Fact == held.Rule {
		t.Fatalf("it demanded %q; no longer: %+v", held.Fact, g.NoLonger)
	}
	if r := g.NoLonger[i]; r.Fact != held.Fact || r.Support[0].Quote != held.Support[0].Quote || r.Support[0].Line != held.Support[0].Line {
		t.Errorf("once it is over it demanded %q, %+v", r.Fact, r.Support)
	}
}

func TestNothingChangesInAnEmptyPeriod(t *testing.T) {
	b := demoGraph(t)
	a := askerOf(t, b.Graph, b.Meta)
	for _, text := range []string{"2024-01-01", "2025-03-15", "2025-05-12"} {
		on := day(t, text)
		c, err := a.Changes(context.Background(), ask.ChangesQuery{From: on, To: on})
		if err != nil || len(c.Events) != 0 || c.Held != c.Hold {
			t.Errorf("%s: %+v, %v", on, c.Events, err)
		}
	}
}

func TestAnAmendmentOfWhichBothRecordsTellIsOneChange(t *testing.T) {
	a := desk(t)
	c, err := a.Changes(context.Background(), ask.ChangesQuery{From: day(t, "2024-05-01"), To: day(t, "2024-05-31")})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range c.Events {
		if e.Kind == ask.RuleAmended {
			got = append(got, fmt.Sprintf("%s %s by %s in %s", e.Day, e.Rule, e.Cause.By, e.Cause.Document))
		}
	}
	if want := "2024-05-10 Store keeps rows by ADR-0003 in docs/adr/0003-x.md"; strings.Join(got, "; ") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestWhyNamesTheStatementWhoseDatesItTells(t *testing.T) {
	a := desk(t)
	l, err := a.Why(context.Background(), "Rule:Store keeps rows", 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Dates) != 2 || l.Dates[0].Of != "ADR-0001 ESTABLISHES Store keeps rows" {
		t.Errorf("%+v", l.Dates)
	}
	l, err = a.Why(context.Background(), "x-9", 0)
	if err != nil || l.Kind != "decision" || l.State != bdgraph.Holds {
		t.Errorf("a closed decision: %q %s, %v", l.Kind, l.State, err)
	}
}

package ask_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/validtime"
)

// parts is a project whose components hang together over three hops, in a circle too.
func parts(t *testing.T) *ask.Asker {
	b := project{
		files: map[string]string{
			"docs/adr/0001-x.md":  adrText("ADR-0001: Core keeps no state", "**Status**: Accepted", "**Date**: 2024-01-10"),
			"docs/adr/0002-x.md":  adrText("ADR-0002: System is written in one language", "**Status**: Accepted", "**Date**: 2024-01-10"),
			".beads/issues.jsonl": issue("x-1", "Change Core", "") + issue("x-2", "Waits", "x-1") + issue("x-3", "Waits more", "x-2") + issue("x-4", "Last", "x-3"),
		},
		vocabulary: bdgraph.Vocabulary{Components: []bdgraph.Component{
			{Name: "System"},
			{Name: "Core", Parent: "System", DependsOn: []string{"Shell"}}, // closes the circle
			{Name: "Middle", DependsOn: []string{"Core"}},
			{Name: "Outer", DependsOn: []string{"Middle"}},
			{Name: "Shell", DependsOn: []string{"Outer"}},
			{Name: "Kernel", Parent: "Core"},
			{Name: "Loop", Parent: "Pool"},
			{Name: "Pool", Parent: "Loop"},
		}},
	}.build(t)
	return askerOf(t, b.Graph, b.Meta)
}

func issue(id, title, waitsFor string) string {
	dependencies := ""
	if waitsFor != "" {
		dependencies = fmt.Sprintf(`,"dependencies":[{"issue_id":%q,"depends_on_id":%q,"type":"blocks","created_at":"2024-02-01T00:00:00Z"}]`, id, waitsFor)
	}
	return fmt.Sprintf(`{"id":%q,"title":%q,"status":"open","priority":1,"issue_type":"task","created_at":"2024-02-01T00:00:00Z","updated_at":"2024-02-01T00:00:00Z"%s}`+"\n", id, title, dependencies)
}

func TestImpactGoesThreeHopsAndEndsInACircle(t *testing.T) {
	a := parts(t)
	i, err := a.Impact(context.Background(), "Core", 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	distances := map[string]int{}
	for _, d := range i.Dependents {
		distances[d.Label+" "+d.Name] = d.Distance
	}
	for name, want := range map[string]int{
		"Component Middle": 1, "Component Kernel": 1, "Component Outer": 2, "Component Shell": 3, "Rule Core keeps no state": 1, "Issue x-1": 1, "Issue x-4": 4,
	} {
		if distances[name] != want {
			t.Errorf("%s at distance %d, want %d", name, distances[name], want)
		}
	}
	if _, self := distances["Component Core"]; self {
		t.Error("Core depends on itself")
	}
	if _, up := distances["Component System"]; up {
		t.Error("System depends on its part")
	}
	for _, d := range i.Dependents {
		if d.Name == "Shell" {
			var way []string
			for _, s := range d.Path {
				way = append(way, string(s.Type)+" "+s.Name)
			}
			if got := strings.Join(way, ", "); got != "DEPENDS_ON Middle, DEPENDS_ON Outer, DEPENDS_ON Shell" {
				t.Errorf("the way to Shell: %s", got)
			}
		}
	}
	cut, err := a.Impact(context.Background(), "Core", 0, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(cut.Dependents) != 2 || !cut.Truncated || cut.Counts["Component"] != i.Counts["Component"] {
		t.Errorf("cut to 2: %d dependents, truncated %t, counts %v", len(cut.Dependents), cut.Truncated, cut.Counts)
	}
}

func TestWhatAmendsAThingDependsOnIt(t *testing.T) {
	on := bdgraph.NewDay(2026, 1, 15)
	life := &bdgraph.Life{Stated: bdgraph.Interval{From: bdgraph.At(bdgraph.DateOfDay(on), bdgraph.BasisHeader)}}
	newer := bdgraph.NodeRef{Label: bdgraph.ADRLabel, Key: "docs/adr/0002.md"}
	f := bdgraph.Fragment{Nodes: []bdgraph.Node{{NodeRef: newer, Life: life}}}
	older := []bdgraph.NodeRef{{Label: bdgraph.IssueLabel, Key: "x-1"}, {Label: bdgraph.MemoryLabel, Key: "m"}, {Label: bdgraph.ADRLabel, Key: "docs/adr/0001.md"}, {Label: bdgraph.RuleLabel, Key: "One store"}}
	for _, n := range older {
		f.Nodes = append(f.Nodes, bdgraph.Node{NodeRef: n, Life: life})
		f.Edges = append(f.Edges, bdgraph.Edge{Type: bdgraph.Amends, From: newer, To: n, Source: newer.Key, Phase: 1, Confidence: bdgraph.Structural})
	}
	g := validtime.Close(bdgraph.Merge(bdgraph.Fragment{}, f), on)
	a := askerOf(t, g, bdgraph.NewMeta(g, bdgraph.Manifest{}, time.Unix(0, 0), on))
	for _, n := range older {
		i, err := a.Impact(context.Background(), n.Key, on, 0)
		if err != nil || len(i.Dependents) != 1 || i.Dependents[0].Key != newer.Key {
			t.Errorf("on %s depend %+v: %v", n, i.Dependents, err)
		}
	}
}

func TestRulesAreInheritedFromWhatAComponentIsPartOf(t *testing.T) {
	a := parts(t)
	for _, c := range []struct{ component, want string }{
		{"Kernel", "Core keeps no state from Core, System is written in one language from System"},
		{"Core", "Core keeps no state, System is written in one language from System"},
		{"System", "System is written in one language"},
		{"Loop", ""},
	} {
		var got []string
		for _, r := range governs(t, a, c.component, 0).Rules {
			text := r.Rule
			if r.InheritedFrom != nil {
				text += " from " + *r.InheritedFrom
			}
			got = append(got, text)
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q, want %q", c.component, got, c.want)
		}
	}
}

// A component that holds every file is not what a mistyped name means.
func TestATypoIsNoPath(t *testing.T) {
	b := project{
		files:      map[string]string{"docs/adr/0001-x.md": adrText("ADR-0001: Worker retries", "**Status**: Accepted", "**Date**: 2024-01-10")},
		vocabulary: bdgraph.Vocabulary{Components: []bdgraph.Component{{Name: "All", Paths: []string{"**"}}, {Name: "Worker"}}},
	}.build(t)
	a := askerOf(t, b.Graph, b.Meta)
	if g := governs(t, a, "Wroker", 0); g.Empty != ask.UnknownComponent || !slices.Equal(g.Suggestions, []string{"Worker"}) {
		t.Errorf("Wroker: %q %q, subjects %+v", g.Empty, g.Suggestions, g.Subjects)
	}
	for _, path := range []string{"Makefile", "cmd/x.go"} {
		if g := governs(t, a, path, 0); g.Component != "All" {
			t.Errorf("%s: %+v", path, g.Subjects)
		}
	}
}

func TestChangesAreThoseBetweenTwoDays(t *testing.T) {
	b := demoGraph(t)
	a := askerOf(t, b.Graph, b.Meta)
	ask1 := func(q ask.ChangesQuery) string {
		c, err := a.Changes(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range c.Events {
			if e.Certain {
				got = append(got, e.Day+" "+e.Kind+" "+e.Rule+" by "+e.Cause.By)
			}
		}
		return strings.Join(got, "; ")
	}
	from, to := day(t, "2025-05-11"), day(t, "2025-05-12")
	want := "2025-05-12 began Tokens live one hour at most by ADR-0004; 2025-05-12 began Use signed tokens instead of sessions by ADR-0004; 2025-05-12 replaced Keep sessions in Postgres by ADR-0004"
	if got := ask1(ask.ChangesQuery{From: from, To: to}); got != want {
		t.Errorf("up to the day: %s", got)
	}
	if got := ask1(ask.ChangesQuery{From: to, To: to.Add(100)}); got != "" {
		t.Errorf("after the day: %s", got)
	}
	if got := ask1(ask.ChangesQuery{From: from, To: to, Component: "Worker"}); got != "" {
		t.Errorf("of another component: %s", got)
	}
	if got := ask1(ask.ChangesQuery{From: from, To: to, Epic: "demo-ep1"}); got != want {
		t.Errorf("of the epic: %s", got)
	}
	if _, err := a.Changes(context.Background(), ask.ChangesQuery{From: to, To: from}); !errors.Is(err, ask.ErrRange) {
		t.Errorf("backwards: %v", err)
	}
}

func TestWhyOfARecordTellsTheReasonsOfItsRules(t *testing.T) {
	b := demoGraph(t)
	a := askerOf(t, b.Graph, b.Meta)
	l, err := a.Why(context.Background(), "ADR-0002", 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range l.Because {
		got = append(got, r.Rule+" <- "+cmp.Or(r.Names, r.Text))
	}
	want := []string{
		"Handlers do not check fields <- Validate input at the boundary",
		"Validate input at the boundary <- Five handlers check the same fields and disagree about what is valid.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("because %q", got)
	}
	if want := []string{"Checks in the database"}; !slices.Equal(l.Rejected, want) {
		t.Errorf("rejected %q", l.Rejected)
	}
	if l, err := a.Why(context.Background(), "demo-1", 0); err != nil || len(l.Because)+len(l.Rejected) > 0 {
		t.Errorf("of an issue that sets no rule: because %v, rejected %v, %v", l.Because, l.Rejected, err)
	}
}

func TestWhyTellsNoReasonOfAnotherRecord(t *testing.T) {
	b := project{files: map[string]string{
		"docs/adr/0001-keep-b.md": "# 1. Keep B\n\nDate: 2024-01-01\n\nStatus: Superseded by [2](0002-keep-b.md)\n\n## Context\n\nOld reasons.\n\n## Decision\n\nB stays.\n\n## Alternatives\n\n- C\n",
		"docs/adr/0002-keep-b.md": "# 2. Keep B\n\nDate: 2025-01-01\n\nStatus: Accepted\n\nSupersedes: [1](0001-keep-b.md)\n\n## Context\n\nNew reasons.\n\n## Decision\n\nB stays.\n",
	}}.build(t)
	a := askerOf(t, b.Graph, b.Meta)
	for _, record := range []string{"ADR-0001", "ADR-0002"} {
		l, err := a.Why(context.Background(), record, 0)
		if err != nil || len(l.Because)+len(l.Rejected) > 0 {
			t.Errorf("%s: because %v, rejected %v, %v: both establish the rule", record, l.Because, l.Rejected, err)
		}
	}
	l, err := a.Why(context.Background(), "Keep B", 0)
	if err != nil || len(l.Because) == 0 {
		t.Errorf("the rule's own life: because %v, %v", l.Because, err)
	}
}

func TestWhyTellsAWholeLife(t *testing.T) {
	b := demoGraph(t)
	a := askerOf(t, b.Graph, b.Meta)
	l, err := a.Why(context.Background(), "Retry failed calls to the mail service three times", 0)
	if err != nil {
		t.Fatal(err)
	}
	if l.State != bdgraph.No || l.Until == nil || *l.Until != "2025-03-03" || len(l.StatedBy) != 1 || l.StatedBy[0].Document != "demo-4" {
		t.Errorf("%s until %v, stated by %+v", l.State, l.Until, l.StatedBy)
	}
	if len(l.Because) == 0 || !slices.Contains(l.Rejected, "A dead letter queue") || len(l.ReplacedBy) != 1 || l.ReplacedBy[0].Thing.Key != "mail-retries-off" {
		t.Errorf("because %v, rejected %v, replaced by %+v", l.Because, l.Rejected, l.ReplacedBy)
	}
	steps := ""
	for _, d := range l.Dates {
		steps += d.End + ": " + strings.Join(d.Steps, "; ") + "\n"
	}
	for _, want := range []string{"start: written as 2024-05-13; basis bd_closed", "ended by mail-retries-off", "written as 2025-03-03"} {
		if !strings.Contains(steps, want) {
			t.Errorf("the dates do not tell %q:\n%s", want, steps)
		}
	}
	edge, err := a.Why(context.Background(), l.StatedBy[0].Edge, 0)
	if err != nil || edge.Label != "ESTABLISHES" || edge.From == nil || edge.From.Key != "demo-4" || edge.To.Key != l.Key {
		t.Errorf("its relationship: %+v, %v", edge.Thing, err)
	}
}

func TestTimelineHasALaneForEachLife(t *testing.T) {
	b := demoGraph(t)
	a := askerOf(t, b.Graph, b.Meta)
	tl, err := a.Timeline(context.Background(), "ADR-0003", 0)
	if err != nil {
		t.Fatal(err)
	}
	var lanes []string
	for _, l := range tl.Lanes {
		for _, v := range l.Intervals {
			lanes = append(lanes, fmt.Sprintf("%s %s %s-%s %s", l.Is, l.Name, v.FromEarliest, v.ToEarliest, v.EndedBy))
		}
	}
	for _, want := range []string{
		"ADR ADR-0003 2024-09-16-2025-05-12 ADR-0004", "replaced by it ADR-0001 2024-02-05-2024-09-16 ADR-0003",
		"replaced it ADR-0004 2025-05-12-9999-12-31 ", "ESTABLISHES Keep sessions in Postgres 2024-09-16-2025-05-12 ADR-0004",
	} {
		if !slices.Contains(lanes, want) {
			t.Errorf("no lane %q among %q", want, lanes)
		}
	}
}

func TestSearchTellsWhatHoldsFirst(t *testing.T) {
	b := demoGraph(t)
	a := askerOf(t, b.Graph, b.Meta)
	f, err := a.Search(context.Background(), ask.SearchQuery{Text: "sessions in Postgres", Kind: "decision"})
	if err != nil {
		t.Fatal(err)
	}
	over := false
	for _, h := range f.Hits {
		if h.Kind != "decision" {
			t.Errorf("%s is a %s", h.Name, h.Kind)
		}
		if over && h.State != bdgraph.No {
			t.Errorf("%s stands after what is over", h.Name)
		}
		over = over || h.State == bdgraph.No
		if h.State == bdgraph.No && (h.Until == nil || h.EndedBy == "") {
			t.Errorf("%s is over, without its window or successor", h.Name)
		}
	}
	if !over || f.Total != len(f.Hits) {
		t.Errorf("%d of %d hits, one over: %t", len(f.Hits), f.Total, over)
	}
}

// A rule may bear the name of the component that it is about. Who asks what governs it means
// the component; other questions tell how to name each of the two.
func TestAComponentGoesBeforeItsRule(t *testing.T) {
	b := project{
		files:      map[string]string{"docs/adr/0001-x.md": adrText("ADR-0001: Größe \"XL\"", "**Status**: Accepted", "**Date**: 2024-01-10")},
		vocabulary: bdgraph.Vocabulary{Components: []bdgraph.Component{{Name: `Größe "XL"`}}},
	}.build(t)
	a := askerOf(t, b.Graph, b.Meta)
	for _, word := range []string{`Größe "XL"`, `größe "xl"`, `Component:Größe "XL"`} {
		g, err := a.Governs(context.Background(), word, 0)
		if err != nil || len(g.Rules) != 1 || g.Thing != nil {
			t.Errorf("governs %s: %d rules, thing %v, %v", word, len(g.Rules), g.Thing, err)
		}
	}
	_, err := a.Why(context.Background(), `Größe "XL"`, 0)
	var ambiguous *ask.AmbiguousError
	if !errors.As(err, &ambiguous) {
		t.Fatalf("why: %v", err)
	}
	for i, label := range []string{"Component", "Rule"} {
		life, err := a.Why(context.Background(), ambiguous.Names()[i], 0)
		if err != nil || life.Label != label {
			t.Errorf("why %s: %s, %v", ambiguous.Names()[i], life.Label, err)
		}
	}
}

// A closed issue stays on record, but no answer says that it holds; an open one, and a decision, do.
func TestAClosedIssueIsNotSaidToHold(t *testing.T) {
	closed := func(id, kind string) string {
		return fmt.Sprintf(`{"id":%q,"title":"Sort the mail","status":"closed","issue_type":%q,"created_at":"2024-02-01T00:00:00Z","closed_at":"2024-03-01T00:00:00Z"}`+"\n", id, kind)
	}
	b := project{files: map[string]string{
		".beads/issues.jsonl": closed("x-1", "task") + closed("x-2", "decision") + issue("x-3", "Sort the mail", ""),
	}}.build(t)
	a := askerOf(t, b.Graph, b.Meta)
	want := map[string]bdgraph.State{"x-1": "", "x-2": bdgraph.Holds, "x-3": bdgraph.Holds}
	f, err := a.Search(context.Background(), ask.SearchQuery{Text: "mail", Kind: "issue"})
	if err != nil || len(f.Hits) != len(want) {
		t.Fatalf("%d hits, %v", len(f.Hits), err)
	}
	for _, h := range f.Hits {
		life, err := a.Why(context.Background(), h.Key, 0)
		if err != nil {
			t.Fatal(err)
		}
		shown, err := a.Show(context.Background(), h.Key, 0)
		if err != nil {
			t.Fatal(err)
		}
		if h.State != want[h.Key] || life.State != want[h.Key] || shown.State != want[h.Key] {
			t.Errorf("%s: search %q, why %q, show %q, want %q", h.Key, h.State, life.State, shown.State, want[h.Key])
		}
		if before, err := a.Why(context.Background(), h.Key, day(t, "2024-01-31")); err != nil || before.State != bdgraph.No {
			t.Errorf("%s before it was created: %q, %v", h.Key, before.State, err)
		}
	}
}

// Whoever reads that a rule is over sees since when, and how exactly that is known.
func TestTheEndOfWhatIsOverIsTold(t *testing.T) {
	const day = bdgraph.PrecisionDay
	for _, c := range []struct {
		header, words string
		precision     bdgraph.Precision
	}{
		{"Status: Superseded by [ADR-0099](0099-gone.md) (2024-05-10); Date: 2024-01-10", "2024-05-10", day},
		{"Status: Superseded by [ADR-0099](0099-gone.md) (2024-05); Date: 2024-01-10", "2024-05", bdgraph.PrecisionMonth},
		{"Status: Superseded by [ADR-0099](0099-gone.md) (2024); Date: 2024-01-10", "2024", bdgraph.PrecisionYear},
		{"Status: Superseded; Date: 2024-01-10", "some day between 2024-01-10 and 2026-01-15", ask.PrecisionBounds},
		{"Status: Superseded", "2026-01-15 at the latest", ask.PrecisionBounds},
	} {
		b := edgeCase{records: "1 Store A; " + c.header}.project().build(t)
		a := askerOf(t, b.Graph, b.Meta)
		g := governs(t, a, "Store", 0)
		if len(g.NoLonger) != 1 || g.NoLonger[0].Ended != c.words || g.NoLonger[0].UntilPrecision != c.precision {
			t.Errorf("%s: %+v, want %q and precision %q", c.header, g.NoLonger, c.words, c.precision)
		}
		brief, err := a.Context(t.Context(), ask.ContextQuery{Words: []string{"Store"}})
		if err != nil || len(brief.Superseded) != 1 || brief.Superseded[0].Ended != c.words || !strings.Contains(brief.Text(), "over since "+c.words) {
			t.Errorf("%s: %s: %v", c.header, brief.Text(), err)
		}
	}
}

// Whatever the word: where the build takes an issue for closed, so do the answers.
func TestClosedIssuesAreKnownByAnyWord(t *testing.T) {
	for status, open := range map[string]bool{"closed": false, "Done": false, "won't fix": false, "abandoned": false, "shipped": false, "open": true, "in_progress": true} {
		below := fmt.Sprintf(`{"id":"x-2","title":"Sort the mail","status":%q,"issue_type":"task","created_at":"2024-02-01T00:00:00Z","closed_at":"2024-03-01T00:00:00Z",
			"dependencies":[{"issue_id":"x-2","depends_on_id":"x-1","type":"parent-child"}]}`, status)
		b := project{files: map[string]string{
			".beads/issues.jsonl": issue("x-1", "Mail", "") + strings.ReplaceAll(below, "\n", "") + "\n" + issue("x-3", "Send it", "x-2"),
		}}.build(t)
		a := askerOf(t, b.Graph, b.Meta)
		r, err := a.Rollup(context.Background(), "x-1", 0)
		if err != nil || r.Issues != 1 || (r.Open == 1) != open {
			t.Errorf("%s: %d of %d issues below are open: %v", status, r.Open, r.Issues, err)
		}
		c, err := a.Context(context.Background(), ask.ContextQuery{Words: []string{"x-3"}})
		if err != nil || (len(c.Blockers) == 1) != open {
			t.Errorf("%s: blockers %+v: %v", status, c.Blockers, err)
		}
		h, err := a.Show(context.Background(), "x-2", 0)
		if err != nil || (h.State == bdgraph.Holds) != open {
			t.Errorf("%s: state %q: %v", status, h.State, err)
		}
	}
}

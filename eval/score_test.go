package eval

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"bdgraph"
)

func ref(l bdgraph.Label, key string) bdgraph.NodeRef { return bdgraph.NodeRef{Label: l, Key: key} }

var (
	doc     = bdgraph.Document{ID: "d", SHA256: "h"}
	adr     = ref(bdgraph.ADRLabel, "d")
	mailer  = ref(bdgraph.ComponentLabel, "Mailer")
	store   = ref(bdgraph.ComponentLabel, "Store")
	goldOne = Gold{Version: 1, Documents: []GoldDocument{{ID: "d", SHA256: "h", Edges: []GoldEdge{
		{Type: bdgraph.Establishes, From: adr, To: ref(bdgraph.RuleLabel, "queue"), Quotes: []string{"queues all mail"}, ValidFrom: "2024-03-05"},
		{Type: bdgraph.Governs, From: ref(bdgraph.RuleLabel, "queue"), To: mailer, Quotes: []string{"queues all mail"}, ValidFrom: "2024-03-05", InvalidAt: "2025-01-01"},
		{Type: bdgraph.Establishes, From: adr, To: ref(bdgraph.RuleLabel, "keep"), Quotes: []string{"seven days"}},
		{Type: bdgraph.About, From: adr, To: store, Quotes: []string{"keeps mail"}, Optional: true},
	}}}}
)

func edge(t bdgraph.RelType, from, to bdgraph.NodeRef, since, until string, quotes ...string) bdgraph.Edge {
	e := bdgraph.Edge{Type: t, From: from, To: to, Source: "d", Phase: 2}
	for _, q := range quotes {
		e.Evidence = append(e.Evidence, bdgraph.Quote{Text: q})
	}
	e.Valid.From.Text, e.Valid.To.Text = since, until
	return e
}

func TestScore(t *testing.T) {
	rule := ref(bdgraph.RuleLabel, "some other name")
	const queues = "The mailer **queues**  all mail."
	for name, c := range map[string]struct {
		edges                     []bdgraph.Edge
		precision, recall         float64
		dates, components         Share
		wrong, missed, wrongDates int
	}{
		"nothing": {nil, 1, 0, Share{0, 0, 1}, Share{0, 0, 1}, 0, 3, 0},
		"all right": {
			[]bdgraph.Edge{
				edge(bdgraph.Establishes, adr, rule, "2024-03-05", "", queues), edge(bdgraph.Governs, rule, mailer, "2024-03-05", "2025-01-01", queues),
				edge(bdgraph.Establishes, adr, ref(bdgraph.RuleLabel, "x"), "", "", "for seven days"), edge(bdgraph.About, adr, store, "", "", "The store keeps mail"),
			},
			1, 1,
			Share{8, 8, 1},
			Share{1, 1, 1},
			0, 0, 0,
		},
		"a wrong component and a wrong date": {
			[]bdgraph.Edge{edge(bdgraph.Establishes, adr, rule, "2024-03", "", queues), edge(bdgraph.Governs, rule, store, "", "", queues)},
			0.5, 1.0 / 3,
			Share{1, 2, 0.5},
			Share{0, 1, 0},
			1, 2, 1,
		},
		"another type for the same link": {
			[]bdgraph.Edge{edge(bdgraph.Constrains, rule, mailer, "", "", queues)},
			0, 0,
			Share{0, 0, 1},
			Share{1, 1, 1},
			1, 3, 0,
		},
		"a quote of nothing in the gold": {
			[]bdgraph.Edge{edge(bdgraph.Establishes, adr, rule, "", "", "It never sleeps."), edge(bdgraph.Governs, rule, mailer, "", "", "It never sleeps.")},
			0, 0,
			Share{0, 0, 1},
			Share{0, 0, 1},
			2, 3, 0,
		},
		"the same claim twice": {
			[]bdgraph.Edge{edge(bdgraph.Establishes, adr, rule, "2024-03-05", "", queues), edge(bdgraph.Establishes, adr, ref(bdgraph.RuleLabel, "again"), "2024-03-05", "", queues)},
			0.5, 1.0 / 3,
			Share{2, 2, 1},
			Share{0, 0, 1},
			1, 2, 0,
		},
		"the other way round": {
			[]bdgraph.Edge{edge(bdgraph.About, store, adr, "", "", "The store keeps mail")},
			0, 0,
			Share{0, 0, 1},
			Share{0, 0, 1},
			1, 3, 0,
		},
	} {
		s := NewScore(bdgraph.Graph{Edges: c.edges}, []bdgraph.Document{doc}, goldOne)
		if math.Abs(s.Total.Precision-c.precision) > 1e-9 || math.Abs(s.Total.Recall-c.recall) > 1e-9 {
			t.Errorf("%s: precision %g, recall %g, want %g, %g", name, s.Total.Precision, s.Total.Recall, c.precision, c.recall)
		}
		if s.Dates != c.dates || s.Components != c.components {
			t.Errorf("%s: dates %+v, components %+v, want %+v, %+v", name, s.Dates, s.Components, c.dates, c.components)
		}
		if len(s.Wrong) != c.wrong || len(s.Missed) != c.missed || len(s.WrongDates) != c.wrongDates {
			t.Errorf("%s: wrong %v, missed %v, wrong dates %v", name, s.Wrong, s.Missed, s.WrongDates)
		}
		if p, r := s.Total.Precision, s.Total.Recall; p+r > 0 && math.Abs(s.Total.F1-2*p*r/(p+r)) > 1e-9 {
			t.Errorf("%s: F1 %g", name, s.Total.F1)
		}
	}
	// What phase 1 found counts for recall alone, and a changed document not at all.
	structural := edge(bdgraph.Establishes, adr, rule, "", "", queues)
	structural.Phase = 1
	if s := NewScore(bdgraph.Graph{Edges: []bdgraph.Edge{structural}}, []bdgraph.Document{doc}, goldOne); s.Total.Found != 0 || s.Total.Hit != 1 {
		t.Errorf("%+v", s.Total)
	}
	if s := NewScore(bdgraph.Graph{Edges: []bdgraph.Edge{structural}}, []bdgraph.Document{{ID: "d", SHA256: "other"}}, goldOne); !slices.Equal(s.Stale, []string{"d"}) || s.Documents != 0 || s.Total.Expected != 0 {
		t.Errorf("%+v", s)
	}
}

func TestReadGold(t *testing.T) {
	for _, path := range []string{"../demo/gold.json", "testdata/neomagi.gold.json"} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		g, err := ReadGold(data)
		if err != nil || len(g.Documents) < 11 {
			t.Errorf("%s: %d documents, %v", path, len(g.Documents), err)
		}
	}
	good := `{"version":1,"documents":[{"id":"d","sha256":"h","edges":[{"type":"ABOUT","from":{"label":"ADR","key":"d"},"to":{"label":"Component","key":"c"},"quotes":["q"],"valid_from":"2024"}]}]}`
	if _, err := ReadGold([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for change, says := range map[[2]string]string{
		{`"version":1`, `"version":2`}:     "version 2",
		{`["q"]`, `[]`}:                    "d, edge 0: it has no quote",
		{`"2024"`, `"May 2024"`}:           "not a date",
		{`"ABOUT"`, `"GOVERNS"`}:           "does not lead from ADR to Component",
		{`"documents":[`, `"documents":{`}: "read gold",
	} {
		if _, err := ReadGold([]byte(strings.Replace(good, change[0], change[1], 1))); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: %v, want %q", change, err, says)
		}
	}
}

func TestCoverage(t *testing.T) {
	day := bdgraph.NewDay(2026, 1, 1)
	old, lone := ref(bdgraph.ADRLabel, "old"), ref(bdgraph.RuleLabel, "lone")
	rule := ref(bdgraph.RuleLabel, "queue")
	g := bdgraph.Graph{Nodes: []bdgraph.Node{{NodeRef: adr}, {NodeRef: old}, {NodeRef: mailer}, {NodeRef: store}, {NodeRef: rule}, {NodeRef: lone}}}
	governs, mentions := edge(bdgraph.Governs, rule, mailer, "2024-03-05", "", "q"), edge(bdgraph.Mentions, adr, old, "2024", "")
	governs.Confidence, mentions.Phase = bdgraph.Supported, 1
	unknown := edge(bdgraph.Establishes, adr, lone, "", "", "q")
	unknown.Confidence = bdgraph.Unverified
	unknown.Valid.From = bdgraph.StartBy(day, bdgraph.BasisFirstSeen)
	g.Edges = []bdgraph.Edge{governs, mentions, unknown}
	c := NewCoverage(CoverageInput{
		Graph: g, Generation: "g", Day: day, Documents: map[string]int{"accepted": 1, "empty": 1}, Accepted: []string{"d", "e"},
		Findings: []bdgraph.Finding{{Code: "tombstone", Count: 1}, {Code: "unsupported_edge", Count: 1}, {Code: "dangling", Count: 3}, {Code: "long_line", Count: 1}},
		Citing:   []string{"d → old"},
	})
	if len(c.Edges["MENTIONS"]) != 0 || !slices.Equal(c.RulesWithoutComponents, []string{"lone"}) || c.Figures()["records citing ended ones"] != 1 {
		t.Errorf("%+v", c)
	}
	if c.TurnedDown != 2 || c.Findings["dangling"] != 3 || c.Findings["long_line"] != 0 || c.WithEdges != (Share{1, 2, 0.5}) ||
		c.Edges["GOVERNS"]["supported"] != 1 || c.UnknownStarts["first_seen"] != 1 {
		t.Errorf("%+v", c)
	}
	earlier := NewCoverage(CoverageInput{Day: day, Documents: map[string]int{"pending": 2}})
	changes := c.Trend(earlier)
	if !slices.Contains(changes, Change{"documents pending", 2, 0}) || !slices.Contains(changes, Change{"turned down", 0, 2}) || len(c.Trend(c)) != 0 {
		t.Errorf("%+v", changes)
	}
}

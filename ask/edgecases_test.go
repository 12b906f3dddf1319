package ask_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/internal/pipeline"
)

// edgeCase is one row of the table of edge cases: a tiny corpus, what governs
// the component Store on days, and the findings that the row promises.
type edgeCase struct {
	name string
	// records are decision records, a line each: number, title, then header lines after semicolons.
	records string
	// other files, such as issues.
	files     map[string]string
	zone      *time.Location
	dateOrder string
	// want gives for a day what holds, what is possible (with ?), and after a bar
	// what is no longer so, with its day and who ended it.
	want map[string]string
	// caveats gives a rule's caveats today: kind and by.
	caveats map[string]string
	codes   []string // must be among the findings
	not     []string // must not be
}

const tokyo = 9 * 3600

var edgeCases = []edgeCase{
	{
		name: "one side only says it",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10
			2 Store B; Status: Accepted; Date: 2024-05-10; Supersedes: [ADR-0001](0001-x.md)`,
		want:  map[string]string{"2024-05-09": "Store A", "2024-05-10": "Store B | Store A 2024-05-10 by ADR-0002"},
		codes: []string{"not_reciprocal"},
	},
	{
		name:    "status superseded, no target",
		records: `1 Store A; Status: Superseded; Date: 2024-01-10`,
		want:    map[string]string{"2024-01-09": "", "2024-06-01": "Store A?", "2026-01-15": " | Store A"},
		codes:   []string{"missing_successor"},
	},
	{
		name:    "target not in corpus",
		records: `1 Store A; Status: Superseded by [ADR-0099](0099-gone.md) (2024-05-10); Date: 2024-01-10`,
		want:    map[string]string{"2024-05-09": "Store A", "2024-05-10": " | Store A 2024-05-10 by ADR-0099"},
		codes:   []string{"dangling"},
	},
	{
		name: "chain",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10
			2 Store B; Status: Accepted; Date: 2024-03-10; Supersedes: [ADR-0001](0001-x.md)
			3 Store C; Status: Accepted; Date: 2024-05-10; Supersedes: [ADR-0002](0002-x.md)`,
		want: map[string]string{
			"2024-04-01": "Store B | Store A 2024-03-10 by ADR-0002",
			"2024-06-01": "Store C | Store A 2024-03-10 by ADR-0002, Store B 2024-05-10 by ADR-0003",
		},
		not: []string{"redundant", "cycle"},
	},
	{
		name: "diamond",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10
			2 Store B; Status: Accepted; Date: 2024-03-10; Supersedes: [ADR-0001](0001-x.md)
			3 Store C; Status: Accepted; Date: 2024-05-10; Supersedes: [ADR-0001](0001-x.md); Supersedes: [ADR-0002](0002-x.md)`,
		want:  map[string]string{"2024-06-01": "Store C | Store A 2024-03-10 by ADR-0002, Store B 2024-05-10 by ADR-0003"},
		codes: []string{"redundant"},
	},
	{
		name: "split",
		records: `1 Store A; Status: Superseded by [ADR-0002](0002-x.md), [ADR-0003](0003-x.md); Date: 2024-01-10
			2 Store B; Status: Accepted; Date: 2024-05-10
			3 Store C; Status: Accepted; Date: 2024-03-10`,
		want: map[string]string{"2024-03-10": "Store C | Store A 2024-03-10 by ADR-0003", "2024-06-01": "Store B, Store C | Store A 2024-03-10 by ADR-0003"},
	},
	{
		name: "merge",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10
			2 Store B; Status: Accepted; Date: 2024-01-11
			3 Store C; Status: Accepted; Date: 2024-03-10; Supersedes: [ADR-0001](0001-x.md), [ADR-0002](0002-x.md)`,
		want: map[string]string{"2024-06-01": "Store C | Store A 2024-03-10 by ADR-0003, Store B 2024-03-10 by ADR-0003"},
	},
	{
		name: "cycle",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10; Supersedes: [ADR-0002](0002-x.md)
			2 Store B; Status: Accepted; Date: 2024-03-10; Supersedes: [ADR-0001](0001-x.md)`,
		want:    map[string]string{"2024-06-01": "Store A, Store B"},
		caveats: map[string]string{"Store A": "conflict ADR-0002", "Store B": "conflict ADR-0001"},
		codes:   []string{"cycle"},
	},
	{
		name: "same day",
		records: `1 Store A; Status: Accepted; Date: 2024-03-10
			2 Store B; Status: Accepted; Date: 2024-03-10; Supersedes: [ADR-0001](0001-x.md)`,
		want:  map[string]string{"2024-03-09": "", "2024-03-10": "Store B | Store A 2024-03-10 by ADR-0002"},
		codes: []string{"empty_interval"},
	},
	{
		name: "closer earlier than the start",
		records: `1 Store A; Status: Accepted; Date: 2024-08-10
			2 Store B; Status: Accepted; Date: 2024-03-10; Supersedes: [ADR-0001](0001-x.md)`,
		want:  map[string]string{"2024-02-01": "Store A?", "2024-04-01": "Store B, Store A?", "2024-08-10": "Store B | Store A 2024 by ADR-0002"},
		codes: []string{"inverted"},
	},
	{
		name: "a year that ends on its first day",
		records: `1 Store A; Status: Superseded by [ADR-0002](0002-x.md) (2024-01-01); Date: 2024
			2 Store B; Status: Accepted; Date: 2024-01-01`,
		want:  map[string]string{"2023-12-31": "", "2024-01-01": "Store B | Store A 2024-01-01 by ADR-0002", "2024-07-01": "Store B | Store A 2024-01-01 by ADR-0002"},
		codes: []string{"empty_interval"},
	},
	{
		name: "successor with the lower number",
		records: `9 Store A; Status: Accepted; Date: 2024-01-10
			2 Store B; Status: Accepted; Date: 2024-05-10; Supersedes: [ADR-0009](0009-x.md)`,
		want: map[string]string{"2024-06-01": "Store B | Store A 2024-05-10 by ADR-0002"},
		not:  []string{"inverted", "conflict"},
	},
	{
		name: "future start and sunset",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10; Valid until: 2027-01-01
			2 Store B; Status: Accepted; Date: 2026-06-01`,
		want:  map[string]string{"2026-01-15": "Store A", "2026-06-01": "Store A, Store B", "2027-01-01": "Store B, Store A?", "2027-01-02": "Store B | Store A 2027-01"},
		codes: []string{"scheduled"},
	},
	{
		name:    "provisional window passed",
		records: `1 Store A; Status: Provisional until 2025-03-01; Date: 2024-01-10`,
		want:    map[string]string{"2026-01-15": "Store A"},
		codes:   []string{"review_overdue"},
	},
	{
		name:    "deprecated, no successor",
		records: `1 Store A; Status: Deprecated (2024-05-10); Date: 2024-01-10`,
		want:    map[string]string{"2024-05-09": "Store A", "2024-05-10": " | Store A 2024-05-10"},
		not:     []string{"missing_successor"},
	},
	{
		name: "successor withdrawn",
		records: `1 Store A; Status: Superseded by [ADR-0002](0002-x.md); Date: 2024-01-10
			2 Store B; Status: Withdrawn; Date: 2024-05-10`,
		want:  map[string]string{"2024-06-01": "Store A?", "2026-01-15": " | Store A"},
		codes: []string{"conflict"},
	},
	{
		name: "proposed successor closes nothing",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10
			2 Store B; Status: Proposed; Date: 2024-05-10; Supersedes: [ADR-0001](0001-x.md)`,
		want:  map[string]string{"2026-01-15": "Store A"},
		codes: []string{"overlap"},
	},
	{
		name: "rule reopened",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10
			2 Store B; Status: Accepted; Date: 2024-03-10; Supersedes: [ADR-0001](0001-x.md)
			3 Store A; Status: Accepted; Date: 2024-05-10; Supersedes: [ADR-0002](0002-x.md)`,
		want: map[string]string{
			"2024-02-01": "Store A", "2024-04-01": "Store B | Store A 2024-03-10 by ADR-0002",
			"2024-06-01": "Store A | Store B 2024-05-10 by ADR-0003",
		},
	},
	{
		name:  "instants with offsets are days of the zone",
		files: map[string]string{".beads/issues.jsonl": decisionIssue("x-1", "Store A", "2024-03-01T22:30:00-05:00")},
		zone:  time.FixedZone("Tokyo", tokyo),
		want:  map[string]string{"2024-03-01": "", "2024-03-02": "Store A"},
	},
	{
		name:  "the same instant in UTC",
		files: map[string]string{".beads/issues.jsonl": decisionIssue("x-1", "Store A", "2024-03-01T16:30:00Z")},
		want:  map[string]string{"2024-02-29": "", "2024-03-01": "Store A"},
	},
	{
		name:    "ambiguous date",
		records: `1 Store A; Status: Accepted; Date: 03/04/2024`,
		want:    map[string]string{"2024-03-03": "", "2024-03-04": "Store A?", "2024-04-02": "Store A?", "2024-04-03": "Store A"},
		codes:   []string{"ambiguous_date"},
	},
	{
		name:      "the same date with an order",
		records:   `1 Store A; Status: Accepted; Date: 03/04/2024`,
		dateOrder: "dmy",
		want:      map[string]string{"2024-04-02": "", "2024-04-03": "Store A"},
		not:       []string{"ambiguous_date"},
	},
	{
		name: "memory without a date",
		files: map[string]string{
			".beads/issues.jsonl": `{"_type":"memory","key":"store-rows","value":"Never keep rows of deleted users in the store."}` + "\n",
		},
		want:  map[string]string{"2024-06-01": "store-rows?", "2026-01-15": "store-rows"},
		codes: []string{"unknown_start"},
	},
	{
		name: "bd stores a supersession from the old issue to the new",
		files: map[string]string{
			".beads/issues.jsonl": strings.Replace(decisionIssue("x-1", "Store A", "2024-03-01T12:00:00Z"), `"labels":[]`,
				`"dependencies":[{"issue_id":"x-1","depends_on_id":"x-2","type":"supersedes","created_at":"2024-05-10T12:00:00Z"}]`, 1) +
				decisionIssue("x-2", "Store B", "2024-05-10T12:00:00Z"),
		},
		want: map[string]string{"2024-04-01": "Store A", "2024-06-01": "Store B | Store A 2024-05-10 by x-2"},
	},
	{
		name: "history in parentheses",
		records: `1 Store A; Status: Accepted (was: superseded by ADR-0002); Date: 2024-01-10
			2 Store B; Status: Accepted; Date: 2024-05-10`,
		want: map[string]string{"2026-01-15": "Store A, Store B"},
	},
	{
		name: "nothing superseded, one amended",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10
			2 Store B; Status: Accepted; Date: 2024-05-10; Supersedes: n/a (amends [ADR-0001](0001-x.md))`,
		want:    map[string]string{"2026-01-15": "Store A, Store B"},
		caveats: map[string]string{"Store A": "amended ADR-0002"},
	},
	{
		name: "a part is superseded",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10
			2 Store B; Status: Accepted; Date: 2024-05-10; Supersedes: the backup section of [ADR-0001](0001-x.md)`,
		want:    map[string]string{"2026-01-15": "Store A, Store B"},
		caveats: map[string]string{"Store A": "amended ADR-0002"},
	},
	{
		name: "a superseded successor revives nothing",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10
			2 Store B; Status: Deprecated (2024-05-10); Date: 2024-03-10; Supersedes: [ADR-0001](0001-x.md)`,
		want: map[string]string{"2024-06-01": " | Store A 2024-03-10 by ADR-0002, Store B 2024-05-10"},
	},
}

func decisionIssue(id, title, closed string) string {
	return fmt.Sprintf(`{"id":%q,"title":%q,"status":"closed","priority":1,"issue_type":"decision","created_at":"2024-01-02T00:00:00Z","updated_at":"2024-01-02T00:00:00Z","closed_at":%q,"labels":[]}`+"\n", id, title, closed)
}

func (c edgeCase) project() project {
	p := project{
		files: map[string]string{}, zone: c.zone, dateOrder: c.dateOrder,
		vocabulary: bdgraph.Vocabulary{Components: []bdgraph.Component{{Name: "Store"}}},
	}
	maps.Copy(p.files, c.files)
	for line := range strings.Lines(c.records) {
		parts := strings.Split(strings.TrimSpace(line), "; ")
		number, title, _ := strings.Cut(parts[0], " ")
		for i, header := range parts {
			key, value, _ := strings.Cut(header, ": ")
			parts[i] = "**" + key + "**: " + value
		}
		p.files["docs/adr/000"+number+"-x.md"] = adrText("ADR-000"+number+": "+title, parts[1:]...)
	}
	return p
}

func TestEdgeCases(t *testing.T) {
	for _, c := range edgeCases {
		t.Run(c.name, func(t *testing.T) {
			b := c.project().build(t)
			c.check(t, b, askerOf(t, b.Graph, b.Meta))
		})
	}
}

// check compares answers and findings with what the case says.
func (c edgeCase) check(t *testing.T, b pipeline.Built, a *ask.Asker) {
	t.Helper()
	for on, want := range c.want {
		g := governs(t, a, "Store", day(t, on))
		ended := endedNames(g)
		slices.Sort(ended)
		got := strings.Join(ruleNames(g), ", ")
		if len(ended) > 0 {
			got += " | " + strings.Join(ended, ", ")
		}
		if got != want {
			t.Errorf("%s: %q, want %q", on, got, want)
		}
	}
	today := governs(t, a, "Store", 0)
	for _, r := range today.Rules {
		var caveats []string
		for _, v := range r.Caveats {
			caveats = append(caveats, v.Kind+" "+v.By)
		}
		if got := strings.Join(caveats, ", "); got != c.caveats[r.Rule] {
			t.Errorf("caveats of %s: %q, want %q", r.Rule, got, c.caveats[r.Rule])
		}
	}
	var codes []string
	for _, f := range b.Findings() {
		codes = append(codes, f.Code)
	}
	for _, code := range c.codes {
		if !slices.Contains(codes, code) {
			t.Errorf("no finding %s among %q", code, codes)
		}
	}
	for _, code := range c.not {
		if slices.Contains(codes, code) {
			t.Errorf("a finding %s", code)
		}
	}
}

// Two rules that contradict each other are both told, with nobody taken to win.
func TestContradictionsAreBothTold(t *testing.T) {
	b := demoGraph(t)
	g := governs(t, askerOf(t, b.Graph, b.Meta), "Api", 0)
	for rule, other := range map[string]string{
		"Cache profiles for one minute": "Never cache personal data", "Never cache personal data": "Cache profiles for one minute",
	} {
		i := slices.IndexFunc(g.Rules, func(r ask.GoverningRule) bool { return r.Rule == rule })
		if i < 0 || len(g.Rules[i].Caveats) != 1 || g.Rules[i].Caveats[0].Kind != ask.Contradicted || g.Rules[i].Caveats[0].By != other {
			t.Errorf("%s is not told as contradicted by %s", rule, other)
		}
	}
}

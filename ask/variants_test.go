package ask_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/internal/testenv"
)

// variants are edge cases again, with other dates, in longer chains and in other languages.
var variants = []edgeCase{
	{
		name: "years only",
		records: `1 Store A; Status: Accepted; Date: 2023
			2 Store B; Status: Accepted; Date: 2024; Supersedes: ADR-0001`,
		want: map[string]string{
			"2022-12-31": "", "2023-06-01": "Store A?", "2023-12-31": "Store A", "2024-01-01": "Store A?, Store B?",
			"2024-12-31": "Store B | Store A 2024 by ADR-0002",
		},
	},
	{
		name: "ended within the month in which it began",
		records: `1 Store A; Status: Accepted; Date: 2024-05
			2 Store B; Status: Accepted; Date: 2024-05-20; Supersedes: ADR-0001`,
		want: map[string]string{"2024-04-30": "", "2024-05-19": "Store A?", "2024-05-20": "Store B | Store A 2024-05-20 by ADR-0002"},
		not:  []string{"empty_interval", "inverted"},
	},
	{
		name: "chain of five",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10
			2 Store B; Status: Accepted; Date: 2024-02-10; Supersedes: ADR-0001
			3 Store C; Status: Accepted; Date: 2024-03-10; Supersedes: ADR-0002
			4 Store D; Status: Accepted; Date: 2024-04-10; Supersedes: ADR-0003
			5 Store E; Status: Accepted; Date: 2024-05-10; Supersedes: ADR-0004`,
		want: map[string]string{
			"2024-03-15": "Store C | Store A 2024-02-10 by ADR-0002, Store B 2024-03-10 by ADR-0003",
			"2025-01-01": "Store E | Store A 2024-02-10 by ADR-0002, Store B 2024-03-10 by ADR-0003, Store C 2024-04-10 by ADR-0004, Store D 2024-05-10 by ADR-0005",
		},
		not: []string{"redundant", "cycle"},
	},
	{
		name: "three merged, each on a day of its own",
		records: `1 Store A; Status: Superseded by ADR-0004; Date: 2024-01-10
			2 Store B; Status: Accepted; Date: 2024-01-10
			3 Store C; Status: Superseded by ADR-0004 (2024-02-01); Date: 2024-01-10
			4 Store D; Status: Accepted; Date: 2024-05-10; Supersedes: ADR-0001, ADR-0002 (2024-06-01)`,
		want: map[string]string{
			"2024-04-01": "Store A, Store B | Store C 2024-02-01 by ADR-0004",
			"2024-07-01": "Store D | Store A 2024-05-10 by ADR-0004, Store B 2024-06-01 by ADR-0004, Store C 2024-02-01 by ADR-0004",
		},
	},
	{
		name: "cycle of three, with one that hangs on it",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10; Supersedes: ADR-0003
			2 Store B; Status: Accepted; Date: 2024-02-10; Supersedes: ADR-0001
			3 Store C; Status: Accepted; Date: 2024-03-10; Supersedes: ADR-0002; Supersedes: ADR-0004
			4 Store D; Status: Accepted; Date: 2023-03-10`,
		want:    map[string]string{"2024-06-01": "Store A, Store B, Store C | Store D 2024-03-10 by ADR-0003"},
		caveats: map[string]string{"Store A": "conflict ADR-0002", "Store B": "conflict ADR-0003", "Store C": "conflict ADR-0001"},
		codes:   []string{"cycle"},
	},
	{
		name:    "supersedes itself",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10; Supersedes: [ADR-0001](0001-x.md)`,
		want:    map[string]string{"2024-06-01": "Store A"},
	},
	{
		name: "accepted again",
		records: `1 Store A; Status: Accepted (2024-06-01); Date: 2024-01-10; Supersedes: ADR-0002
			2 Store B; Status: Superseded by ADR-0001; Date: 2024-03-10; Supersedes: ADR-0001`,
		want:    map[string]string{"2024-07-01": "Store A, Store B?"},
		caveats: map[string]string{"Store A": "conflict ADR-0002"},
		codes:   []string{"cycle"},
	},
	{
		name:    "superseded on a day, by nobody",
		records: `1 Store A; Status: Superseded (2024-05-10); Date: 2024-01-10`,
		want:    map[string]string{"2024-05-09": "Store A", "2024-05-10": " | Store A 2024-05-10"},
		codes:   []string{"missing_successor"},
	},
	{
		name: "a sunset before the successor",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10; Valid until: 2024-05-10
			2 Store B; Status: Accepted; Date: 2024-08-10; Supersedes: ADR-0001`,
		want: map[string]string{"2024-05-09": "Store A", "2024-05-10": "Store A?", "2024-05-11": " | Store A 2024-05", "2024-09-01": "Store B | Store A 2024-05"},
	},
	{
		name: "a successor before the sunset",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10; Valid until: 2025-05-10
			2 Store B; Status: Accepted; Date: 2024-08-10; Supersedes: ADR-0001`,
		want: map[string]string{"2024-08-09": "Store A", "2024-08-10": "Store B | Store A 2024-08-10 by ADR-0002"},
	},
	{
		name: "a successor that begins in the future",
		records: `1 Store A; Status: Superseded by ADR-0002; Date: 2024-01-10
			2 Store B; Status: Accepted; Date: 2026-06-01`,
		want:  map[string]string{"2024-06-01": "Store A?", "2026-01-15": " | Store A", "2026-06-01": "Store B | Store A"},
		codes: []string{"scheduled"},
	},
	{
		name: "one accepted that a future one supersedes",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10
			2 Store B; Status: Accepted; Date: 2026-06-01; Supersedes: ADR-0001`,
		want:  map[string]string{"2026-01-15": "Store A", "2026-06-01": "Store B | Store A 2026-06-01 by ADR-0002"},
		codes: []string{"scheduled"},
	},
	{
		name: "the first and the last day there are",
		records: `1 Store A; Status: Accepted; Date: 0001-01-01
			2 Store B; Status: Accepted; Date: 9999-12-31`,
		want: map[string]string{"0001-01-01": "Store A", "2024-01-01": "Store A", "9999-12-30": "Store A"},
	},
	{
		name: "parts, in French",
		records: `1 Store A; Statut: Accepté; Date: 2024-01-10
			2 Store B; Statut: Accepté; Date: 2024-05-10; Remplace: la section 2 de l'ADR-0001`,
		want:    map[string]string{"2026-01-15": "Store A, Store B"},
		caveats: map[string]string{"Store A": "amended ADR-0002"},
	},
	{
		name: "parts, in German",
		records: `1 Store A; Status: Teilweise ersetzt durch ADR-0002; Datum: 2024-01-10
			2 Store B; Status: Angenommen; Datum: 2024-05-10; Ersetzt: Teile von ADR-0001`,
		want:    map[string]string{"2026-01-15": "Store A, Store B"},
		caveats: map[string]string{"Store A": "amended ADR-0002"},
	},
	{
		name: "parts, in Spanish",
		records: `1 Store A; Estado: Aceptado; Fecha: 2024-01-10
			2 Store B; Estado: Aceptado; Fecha: 2024-05-10; Reemplaza: solo la sección 3 de ADR-0001`,
		want:    map[string]string{"2026-01-15": "Store A, Store B"},
		caveats: map[string]string{"Store A": "amended ADR-0002"},
	},
	{
		name: "parts, in Portuguese",
		records: `1 Store A; Situação: Parcialmente substituída por ADR-0002; Data: 2024-01-10
			2 Store B; Situação: Aceita; Data: 2024-05-10`,
		want:    map[string]string{"2026-01-15": "Store A, Store B"},
		caveats: map[string]string{"Store A": "amended ADR-0002"},
	},
	{
		name: "parts, in Chinese",
		records: `1 Store A; 状态: 部分被 ADR-0002 取代; 日期: 2024-01-10
			2 Store B; 状态: 已接受; 日期: 2024-05-10`,
		want:    map[string]string{"2026-01-15": "Store A, Store B"},
		caveats: map[string]string{"Store A": "amended ADR-0002"},
	},
	{
		name: "parts, in Japanese",
		records: `1 Store A; ステータス: ADR-0002 により一部置き換え; 日付: 2024-01-10
			2 Store B; ステータス: 承認; 日付: 2024-05-10`,
		want:    map[string]string{"2026-01-15": "Store A, Store B"},
		caveats: map[string]string{"Store A": "amended ADR-0002"},
	},
	{
		name: "wholly, in Japanese",
		records: `1 Store A; ステータス: ADR-0002 により置き換え; 日付: 2024-01-10
			2 Store B; ステータス: 承認; 日付: 2024-05-10`,
		want: map[string]string{"2024-05-09": "Store A", "2026-01-15": "Store B | Store A 2024-05-10 by ADR-0002"},
	},
	{
		name: "one that amends, later superseded itself",
		records: `1 Store A; Status: Accepted; Date: 2024-01-10
			2 Store B; Status: Accepted; Date: 2024-03-10; Amends: ADR-0001
			3 Store C; Status: Accepted; Date: 2024-05-10; Supersedes: ADR-0002`,
		want:    map[string]string{"2026-01-15": "Store A, Store C | Store B 2024-05-10 by ADR-0003"},
		caveats: map[string]string{"Store A": "amended ADR-0002"},
	},
	{
		name: "a decision closed as a duplicate, and an open one",
		files: map[string]string{
			".beads/issues.jsonl": strings.Replace(decisionIssue("x-1", "Store A", "2024-03-01T12:00:00Z"), `"labels":[]`, `"close_reason":"Duplicate of x-2"`, 1) +
				decisionIssue("x-2", "Store B", "2024-03-01T12:00:00Z") +
				strings.Replace(strings.Replace(decisionIssue("x-3", "Store C", ""), `"closed_at":"",`, "", 1), `"status":"closed"`, `"status":"open"`, 1),
		},
		want: map[string]string{"2024-02-29": "", "2026-01-15": "Store B"},
	},
	{
		name: "a bd supersession without a time of its own",
		files: map[string]string{
			".beads/issues.jsonl": strings.Replace(decisionIssue("x-1", "Store A", "2024-03-01T12:00:00Z"), `"labels":[]`,
				`"dependencies":[{"issue_id":"x-1","depends_on_id":"x-2","type":"supersedes"}]`, 1) +
				decisionIssue("x-2", "Store B", "2024-05-10T12:00:00Z"),
		},
		want: map[string]string{"2024-04-01": "Store A", "2024-06-01": "Store B | Store A 2024-05-10 by x-2"},
	},
}

func TestVariantsOfEdgeCases(t *testing.T) {
	for _, c := range variants {
		t.Run(c.name, func(t *testing.T) {
			b := c.project().build(t)
			c.check(t, b, askerOf(t, b.Graph, b.Meta))
		})
	}
}

// Nothing can be said of the day that stands for an open end.
func TestTheDayOfAnOpenEndIsRefused(t *testing.T) {
	b := variants[0].project().build(t)
	a := askerOf(t, b.Graph, b.Meta)
	if _, err := a.Governs(context.Background(), "Store", bdgraph.MaxDay); !errors.Is(err, ask.ErrDay) {
		t.Errorf("governs: %v", err)
	}
	if _, err := a.Changes(context.Background(), ask.ChangesQuery{From: 1, To: bdgraph.MaxDay}); !errors.Is(err, ask.ErrDay) {
		t.Errorf("changes: %v", err)
	}
}

func TestVariantsOnNeo4j(t *testing.T) {
	testenv.Neo4j(t)
	for _, i := range []int{0, 3, 4, 6, 12, 20} {
		c := variants[i]
		t.Run(c.name, func(t *testing.T) {
			b := c.project().build(t)
			c.check(t, b, ask.New(neo4jReader(t, b.Graph, b.Meta), ask.Options{Today: func() bdgraph.Day { return b.Meta.ClosedOn }}))
		})
	}
}

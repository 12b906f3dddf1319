package phase1

import (
	"testing"
	"time"

	"bdgraph"
)

func TestIssueLives(t *testing.T) {
	decision := func(i bdgraph.Issue) bdgraph.Issue { i.Type = "decision"; return i }
	reason := func(i bdgraph.Issue, r string) bdgraph.Issue { i.CloseReason = r; return i }
	status := func(i bdgraph.Issue, s string) bdgraph.Issue { i.Status = s; return i }
	const made, done = "2026-01-01", "2026-02-02"
	for name, c := range map[string]struct {
		issue       bdgraph.Issue
		from, never string
	}{
		"open":             {issue("a", made, ""), made, ""},
		"closed":           {issue("a", made, done), made, ""},
		"open decision":    {decision(issue("a", made, "")), made, "open decision"},
		"decision":         {decision(issue("a", made, done)), done, ""},
		"cancelled":        {reason(issue("a", made, done), "Cancelled: nobody needs it"), made, "cancelled"},
		"status":           {status(issue("a", made, ""), "cancelled"), made, "cancelled"},
		"rejected":         {reason(issue("a", made, done), "rejected"), made, "rejected"},
		"won't fix":        {reason(issue("a", made, done), "Won’t fix, by design"), made, "won't fix"},
		"won't-ship":       {decision(reason(issue("a", made, done), "won't-ship per audit")), made, "won't fix"},
		"duplicate":        {reason(issue("a", made, done), "Duplicate of bd-7"), made, "duplicate"},
		"by a dependency":  {issue("a", made, done, dep("duplicates", "b")), made, "duplicate"},
		"rejected a draft": {reason(issue("a", made, done), "Rejected the first draft, shipped the second"), made, ""},
		"duplicated code":  {reason(issue("a", made, done), "Duplicated code removed"), made, ""},
		"open, closed_at":  {decision(status(issue("a", made, done), "in_progress")), made, "open decision"},
		"own word":         {decision(status(issue("a", made, done), "shipped")), done, ""},
		"reopened":         {reason(issue("a", made, ""), "rejected"), made, ""},
	} {
		n := nodeOf(t, Extract(corpus(c.issue), bdgraph.Vocabulary{}), "a")
		if got := n.Life; got.Stated.From.Text != c.from || got.NeverInForce != c.never || !got.Stated.To.IsZero() {
			t.Errorf("%s: from %s, never %q", name, got.Stated.From.Text, got.NeverInForce)
		}
	}
	f := Extract(corpus(decision(status(issue("a", made, done), "open"))), bdgraph.Vocabulary{})
	equal(t, "findings", codes(f), []string{"open_but_closed"})
	late := issue("a", made, "")
	late.CreatedAt = time.Date(2026, 1, 1, 23, 30, 0, 0, time.UTC)
	n := nodeOf(t, Extract(corpus(late), bdgraph.Vocabulary{}, InZone(time.FixedZone("", 3600))), "a")
	if n.Life.Stated.From.Text != "2026-01-02" {
		t.Errorf("in another zone it is %s", n.Life.Stated.From.Text)
	}
}

func TestADRLives(t *testing.T) {
	for name, c := range map[string]struct {
		adr          bdgraph.ADR
		added        string
		want         bdgraph.Interval
		never, ended string
	}{
		"accepted": {
			adr:  bdgraph.ADR{Status: bdgraph.StatusAccepted, Date: date("2024-03")},
			want: bdgraph.Interval{From: bdgraph.At(date("2024-03"), bdgraph.BasisHeader)},
		},
		"dated status": {
			adr:  bdgraph.ADR{Status: bdgraph.StatusAccepted, Date: date("2024-03-01"), StatusDate: date("2024-04-02")},
			want: bdgraph.Interval{From: bdgraph.At(date("2024-04-02"), bdgraph.BasisHeader)},
		},
		"no date": {
			added: "2024-05-05",
			want:  bdgraph.Interval{From: bdgraph.StartBy(day("2024-05-05"), bdgraph.BasisGitFirstAdd)},
		},
		"no date, no git": {
			want: bdgraph.Interval{From: bdgraph.StartBy(day("2026-06-01"), bdgraph.BasisFirstSeen)},
		},
		"proposed": {
			adr:   bdgraph.ADR{Status: bdgraph.StatusProposed, Date: date("2024-03-01")},
			want:  bdgraph.Interval{From: bdgraph.At(date("2024-03-01"), bdgraph.BasisHeader)},
			never: "proposed",
		},
		"superseded, nobody says when": {
			adr: bdgraph.ADR{Status: bdgraph.StatusSuperseded, Date: date("2024-03-01")},
			want: bdgraph.Interval{
				From: bdgraph.At(date("2024-03-01"), bdgraph.BasisHeader),
				To:   bdgraph.Endpoint{Earliest: day("2024-03-01"), Latest: day("2026-06-01"), Basis: bdgraph.BasisUnknown},
			},
			ended: "superseded",
		},
		"superseded on a line": {
			adr: bdgraph.ADR{
				Status: bdgraph.StatusSuperseded, Date: date("2024-03-01"),
				Relations: []bdgraph.ADRRelation{{Kind: bdgraph.ADRSupersededBy, Written: "ADR-9", Date: date("2025-01-01")}},
			},
			want: bdgraph.Interval{
				From: bdgraph.At(date("2024-03-01"), bdgraph.BasisHeader),
				To:   bdgraph.At(date("2025-01-01"), bdgraph.BasisSupersessionLine),
			},
			ended: "superseded",
		},
		"deprecated on a day": {
			adr: bdgraph.ADR{Status: bdgraph.StatusDeprecated, Date: date("2024-03-01"), StatusDate: date("2024-09")},
			want: bdgraph.Interval{
				From: bdgraph.At(date("2024-03-01"), bdgraph.BasisHeader),
				To:   bdgraph.At(date("2024-09"), bdgraph.BasisHeader),
			},
			ended: "deprecated",
		},
		"withdrawn after its acceptance": {
			adr: bdgraph.ADR{Status: bdgraph.StatusWithdrawn, Date: date("2024-03-01"), Accepted: date("2024-04-01"), StatusDate: date("2024-09-01")},
			want: bdgraph.Interval{
				From: bdgraph.At(date("2024-04-01"), bdgraph.BasisHeader),
				To:   bdgraph.At(date("2024-09-01"), bdgraph.BasisHeader),
			},
			ended: "withdrawn",
		},
		"sunset": {
			adr: bdgraph.ADR{Status: bdgraph.StatusAccepted, Date: date("2024-03-01"), Sunset: date("2030-01-01")},
			want: bdgraph.Interval{
				From: bdgraph.At(date("2024-03-01"), bdgraph.BasisHeader),
				To:   bdgraph.Endpoint{Text: "2030-01", Written: "2030-01-01", Earliest: date("2030-01-01").Earliest, Latest: date("2030-01-02").Earliest, Basis: bdgraph.BasisStated},
			},
		},
		"sunset in a month": {
			adr: bdgraph.ADR{Status: bdgraph.StatusAccepted, Date: date("2024-03-01"), Sunset: date("2030-06")},
			want: bdgraph.Interval{
				From: bdgraph.At(date("2024-03-01"), bdgraph.BasisHeader),
				To:   bdgraph.Endpoint{Text: "2030", Written: "2030-06", Earliest: date("2030-06-01").Earliest, Latest: date("2030-07-01").Earliest, Basis: bdgraph.BasisStated},
			},
		},
	} {
		c.adr.Path = "adr/1.md"
		f := Extract(withADR(bdgraph.Corpus{}, c.adr, "# T\n", c.added, "2026-06-01"), bdgraph.Vocabulary{})
		got := nodeOf(t, f, "adr/1.md").Life
		if got.Stated != c.want || got.NeverInForce != c.never || got.Ended != c.ended {
			t.Errorf("%s:\n got %+v\nwant %+v", name, *got, c)
		}
	}
}

func TestMemoryStartIsUnknown(t *testing.T) {
	c := bdgraph.Corpus{
		Memories:  []bdgraph.Memory{{Key: "k", Text: "x"}},
		Documents: []bdgraph.Document{{ID: "k", Key: "k", Kind: bdgraph.MemoryDocument, Text: "# k\n\nx\n", FirstSeen: day("2026-06-01")}},
	}
	n := nodeOf(t, Extract(c, bdgraph.Vocabulary{}), "k")
	if want := bdgraph.StartBy(day("2026-06-01"), bdgraph.BasisFirstSeen); n.Life.Stated.From != want || n.Attributes["text"] != "x" {
		t.Errorf("%+v %v", n.Life, n.Attributes)
	}
}

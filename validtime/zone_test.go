package validtime_test

import (
	"testing"
	"time"

	"bdgraph"
	"bdgraph/phase1"
	"bdgraph/validtime"
)

// A superseded issue without other dates ends on the day on which it was
// closed, in the project's zone, as everything else that is counted in days.
func TestClosedAtCountsInTheProjectsZone(t *testing.T) {
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	late := time.Date(2024, 3, 1, 23, 30, 0, 0, time.UTC) // 2 March in Tokyo
	documents := []bdgraph.Document{
		{ID: "x-new", Key: "x-new", Kind: bdgraph.IssueDocument, Title: "New", Text: "New", FirstSeen: bdgraph.NewDay(2025, 1, 1)},
		{ID: "x-old", Key: "x-old", Kind: bdgraph.IssueDocument, Title: "Old", Text: "Old", FirstSeen: bdgraph.NewDay(2025, 1, 1)},
	}
	corpus := bdgraph.Corpus{
		Documents: documents,
		Issues: []bdgraph.Issue{
			{ID: "x-new", Title: "New", Status: "open"}, // no created_at: its start is unknown
			{
				ID: "x-old", Title: "Old", Status: "closed", CreatedAt: late.Add(-48 * time.Hour), ClosedAt: late,
				Dependencies: []bdgraph.Dependency{{Target: "x-new", Type: "supersedes"}},
			},
		},
	}
	for _, c := range []struct {
		zone *time.Location
		want string
	}{{time.UTC, "2024-03-01"}, {tokyo, "2024-03-02"}} {
		f := phase1.Extract(corpus, bdgraph.Vocabulary{}, phase1.InZone(c.zone))
		g := validtime.Close(bdgraph.Merge(f, bdgraph.Fragment{}), bdgraph.NewDay(2025, 1, 1))
		for _, n := range g.Nodes {
			if n.Key == "x-old" && n.Valid.To.Text != c.want {
				t.Errorf("in %s it ends %q (%+v), want %s", c.zone, n.Valid.To.Text, n.Valid.To, c.want)
			}
		}
	}
}

package bdgraph_test

import (
	"testing"

	"bdgraph"
)

func TestEndsAreToldAsExactlyAsTheyAreKnown(t *testing.T) {
	from, to := bdgraph.NewDay(2025, 3, 4), bdgraph.NewDay(2025, 4, 3)
	for _, c := range []struct {
		text             string
		earliest, latest bdgraph.Day
		want             string
	}{
		{"2025-03-04", from, from, "2025-03-04"},
		{"2025", bdgraph.NewDay(2025, 1, 1), bdgraph.NewDay(2025, 12, 31), "2025"},
		{"2025", from, to, "some day between 2025-03-04 and 2025-04-03"},
		{"2025", from, from, "2025-03-04"},
		{"2025", from, bdgraph.MaxDay, "2025-03-04 at the earliest, if at all"},
		{"", from, to, "some day between 2025-03-04 and 2025-04-03"},
		{"", bdgraph.MinDay, to, "2025-04-03 at the latest"},
		{"", from, bdgraph.MaxDay, "2025-03-04 at the earliest, if at all"},
		{"", bdgraph.MinDay, bdgraph.MaxDay, "an unknown day"},
		{"", bdgraph.MinDay, bdgraph.MinDay, "ever"},
	} {
		if got := (bdgraph.Endpoint{Text: c.text, Earliest: c.earliest, Latest: c.latest}).Words(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

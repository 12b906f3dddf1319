package main

import (
	"testing"

	"bdgraph"
)

func TestEndsAreToldAsExactlyAsTheyAreKnown(t *testing.T) {
	year, day := "2025", "2025-03-04"
	from, to := bdgraph.NewDay(2025, 3, 4), bdgraph.NewDay(2025, 4, 3)
	for _, c := range []struct {
		text             *string
		earliest, latest bdgraph.Day
		want             string
	}{
		{&day, 0, 0, "2025-03-04"},
		{&year, bdgraph.NewDay(2025, 1, 1), bdgraph.NewDay(2025, 12, 31), "2025"},
		{&year, from, to, "between 2025-03-04 and 2025-04-03"},
		{&year, from, from, "2025-03-04"},
		{nil, from, to, "between 2025-03-04 and 2025-04-03"},
		{nil, 0, to, "2025-04-03 at the latest"},
		{nil, from, 0, "2025-03-04 at the earliest, if at all"},
		{nil, 0, 0, "an unknown day"},
	} {
		if got := endText(c.text, c.earliest, c.latest); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

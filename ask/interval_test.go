package ask

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bdgraph"
	"bdgraph/internal/datetext"
)

// Each property is tried on ten thousand inputs unless the command line says
// otherwise; those that load a graph say how many themselves.
func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given && !testing.Short() {
		flag.Set("rapid.checks", "10000")
	}
	os.Exit(m.Run())
}

func anInterval(t *rapid.T) bdgraph.Interval {
	day := rapid.Int32Range(10, 30)
	end := func(name string) bdgraph.Endpoint {
		a, b := bdgraph.Day(day.Draw(t, name)), bdgraph.Day(day.Draw(t, name))
		if rapid.Bool().Draw(t, "exact") {
			b = a
		}
		return bdgraph.Endpoint{Earliest: min(a, b), Latest: max(a, b)}
	}
	return bdgraph.Interval{From: end("from"), To: end("to")}
}

// On every day the best state of the coalesced intervals is that of the given
// ones, each given interval supports exactly one, and no two that are left could be joined.
func TestCoalescingChangesNoState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		given := rapid.SliceOfN(rapid.Custom(anInterval), 0, 5).Draw(t, "intervals")
		joined := coalesce(given)
		var supports []int
		for _, c := range joined {
			supports = append(supports, c.supports...)
			for day := bdgraph.Day(9); day <= 31; day++ {
				state := bdgraph.No
				for _, i := range c.supports {
					state = best(state, given[i].StateOn(day))
				}
				if got := c.interval.StateOn(day); got != state {
					t.Fatalf("day %d: %s, its supports %s: %+v", day, got, state, c)
				}
			}
		}
		slices.Sort(supports)
		for i := range given {
			if i >= len(supports) || supports[i] != i {
				t.Fatalf("%d intervals have supports %v", len(given), supports)
			}
		}
		for i := range joined {
			for k := range joined[:i] {
				if _, exact := union(joined[i].interval, joined[k].interval); exact {
					t.Fatalf("%+v and %+v are left apart", joined[k], joined[i])
				}
			}
		}
	})
}

func TestMeetingIntervalsAreOne(t *testing.T) {
	on := func(from, to bdgraph.Day) bdgraph.Interval {
		return bdgraph.Interval{From: bdgraph.At(bdgraph.DateOfDay(from), ""), To: bdgraph.At(bdgraph.DateOfDay(to), "")}
	}
	got := coalesce([]bdgraph.Interval{on(20, 30), on(10, 20), on(40, 50)})
	if len(got) != 2 || got[0].interval != on(10, 30) || !slices.Equal(got[0].supports, []int{0, 1}) || got[1].interval != on(40, 50) {
		t.Errorf("got %+v", got)
	}
}

// TestWrittenDatesStayAsWritten takes a date that no partial date says to the graph and back.
func TestWrittenDatesStayAsWritten(t *testing.T) {
	for written, want := range map[string]string{
		"03/04/2025": "between 2025-03-04 and 2025-04-03", "Q2 2025": "between 2025-04-01 and 2025-06-30", "5 March 2025": "", "March 2025": "between 2025-03-01 and 2025-03-31",
	} {
		found := datetext.Find(written, "")[0].Date
		n := bdgraph.Node{NodeRef: bdgraph.NodeRef{Label: bdgraph.ADRLabel, Key: "a"}, Valid: &bdgraph.Interval{From: bdgraph.At(found, bdgraph.BasisHeader), To: bdgraph.OpenEnd()}}
		p := n.Properties()
		b := bounds{ValidFrom: p["valid_from"].(string), FromEarliest: p["from_earliest"].(bdgraph.Day), FromLatest: p["from_latest"].(bdgraph.Day), ToLatest: bdgraph.MaxDay}
		b.FromWritten, _ = p["from_written"].(string)
		steps := strings.Join(endSteps(b.interval().From, "began"), "; ")
		said := written
		if found.Written == "" {
			said = found.Text
		}
		if !strings.HasPrefix(steps, "written as "+said) || !strings.Contains(steps, want) {
			t.Errorf("%s: %s", written, steps)
		}
	}
}

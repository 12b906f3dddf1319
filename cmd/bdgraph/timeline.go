package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/internal/term"
)

func (a *app) newTimeline() *cobra.Command {
	return a.asks(&cobra.Command{
		Use:     "timeline RULE|ADR|COMPONENT",
		Short:   "Draw when a rule, a record, or the rules about a component were in force",
		Example: "  bdgraph timeline Api\n  bdgraph timeline ADR-0003",
		Args:    notBlank(cobra.ExactArgs(1)),
	}, asking.timeline)
}

func (q asking) timeline() (reply, error) {
	t, err := q.Timeline(q.ctx, q.name(), q.day)
	return answered(t, drawTimeline), err
}

// barWidth is how many characters a bar takes.
const barWidth = 48

// drawTimeline draws a bar for each lane: █ it holds, ░ it may hold, · it does not.
func drawTimeline(w io.Writer, t ask.Timeline) {
	if len(t.Lanes) == 0 {
		fmt.Fprintf(w, "%s %s%s: the graph has no interval of it\n", t.Label, term.Line(t.Name), titleText(t.Title))
		return
	}
	first, last := window(t)
	fmt.Fprintf(w, "%s %s%s, %s to %s (█ holds, ░ possible, · not)\n\n",
		t.Label, term.Line(t.Name), titleText(t.Title), first, last)
	rows := [][]string{{"", "", strings.Repeat(" ", column(t.AsOf, first, last)) + "▼", "▼ " + t.AsOf.String()}}
	for _, l := range t.Lanes {
		var spans []string
		for _, v := range l.Intervals {
			spans = append(spans, lasting("", v.Span, v.EndedBy))
		}
		if len(spans) == 0 {
			spans = []string{"never in force"}
		}
		rows = append(rows, []string{l.Name, strings.ToLower(strings.ReplaceAll(l.Is, "_", " ")), bar(l, first, last), strings.Join(spans, ", ")})
	}
	term.Table(w, []string{"what", "is", first.String() + strings.Repeat(" ", barWidth-20) + last.String(), "when"}, rows)
}

// window returns the days between which the timeline's bars lie: from the first
// known day to the day asked about, or the last known day if that is later.
func window(t ask.Timeline) (first, last bdgraph.Day) {
	first, last = t.AsOf, t.AsOf
	for _, l := range t.Lanes {
		for _, v := range l.Intervals {
			for _, d := range []bdgraph.Day{v.FromEarliest, v.FromLatest, v.ToEarliest, v.ToLatest} {
				if d != bdgraph.MinDay && d != bdgraph.MaxDay {
					first, last = min(first, d), max(last, d)
				}
			}
		}
	}
	if last-first < barWidth {
		first = last - barWidth
	}
	return max(first, bdgraph.MinDay), last
}

// column returns which character of a bar shows a day.
func column(day, first, last bdgraph.Day) int {
	return int(day-first) * barWidth / int(last-first+1)
}

// bar draws the states of a lane; each character shows the day in its middle.
func bar(l ask.Lane, first, last bdgraph.Day) string {
	var b strings.Builder
	for i := range barWidth {
		day := first.Add(int(last-first+1) * (2*i + 1) / (2 * barWidth))
		mark := "·"
		for _, v := range l.Intervals {
			switch v.StateOn(day) {
			case bdgraph.Holds:
				mark = "█"
			case bdgraph.Possible:
				if mark == "·" {
					mark = "░"
				}
			}
		}
		b.WriteString(mark)
	}
	return b.String()
}

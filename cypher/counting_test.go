package cypher

import (
	"testing"

	"pgregory.net/rapid"
)

// TestCountsAgreeWithRows compares what the graph's own counts answer with
// counting the rows of the naive plan.
func TestCountsAgreeWithRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t).build(false)
		label := rapid.SampledFrom([]string{"", ":A", ":B", ":A&B", ":!A", ":Nobody"})
		from, to := label.Draw(t, "from"), label.Draw(t, "to")
		typ := rapid.SampledFrom([]string{"", ":R", ":R|S", ":!R", ":Never"}).Draw(t, "type")
		hop := rapid.SampledFrom([][2]string{{"-", "->"}, {"<-", "-"}, {"-", "-"}}).Draw(t, "direction")
		pattern := "(a" + from + ")" + hop[0] + "[r" + typ + "]" + hop[1] + "(b" + to + ")"
		if rapid.IntRange(0, 3).Draw(t, "same end") == 0 {
			pattern = "(a" + from + ")" + hop[0] + "[r" + typ + "]" + hop[1] + "(a" + to + ")"
		}
		for _, returned := range []string{
			"count(*)", "count(r)", "count(a)", "count(DISTINCT r)", "count(DISTINCT a)",
			"type(r), count(*)", "type(r), count(r), count(a)", "type(r), count(DISTINCT a)", "type(r) AS t, count(*) + 1",
			"type(r), a.k, count(*)", "type(r), sum(a.k)", "a.k, count(*)", "a.k, count(r)",
		} {
			text := "MATCH " + pattern + " RETURN " + returned
			compareRows(t, g, rowsOf(t, g, text, true), rowsOf(t, g, text, false), text)
		}
		text := "MATCH (a" + from + ") RETURN count(*)"
		compareRows(t, g, rowsOf(t, g, text, true), rowsOf(t, g, text, false), text)
	})
}

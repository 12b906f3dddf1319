package ask

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bdgraph"
)

// addBlockers follows what the task's issues wait for, as long as it is open.
func (c *contextBuilder) addBlockers() error {
	seen := map[string]bool{}
	level := c.issues()
	for _, key := range level {
		seen[key] = true
	}
	for len(level) > 0 {
		rows, err := query[struct {
			Of   string `col:"of"`
			Edge edge   `col:"edge"`
			Node node   `col:"node"`
		}](c.session, "blockers", params{"issues": anyList(level)})
		if err != nil {
			return err
		}
		var found []Blocker
		for _, r := range rows {
			if !r.Node.closed() && r.Edge.interval().StateOn(c.day) != bdgraph.No {
				found = append(found, Blocker{Thing: r.Node.thing(), Status: cmp.Or(r.Node.Status, "unknown"), Blocks: r.Of})
			}
		}
		slices.SortFunc(found, func(a, b Blocker) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Blocks, b.Blocks)) })
		level = nil
		for _, b := range found {
			if !seen[b.Key] {
				seen[b.Key] = true
				level = append(level, b.Key)
				c.briefing.Blockers = append(c.briefing.Blockers, b)
			}
		}
	}
	return nil
}

// recent is how many days back changes count as recent.
const recent = 90

// addChanges adds what has happened lately to the rules that score.
func (c *contextBuilder) addChanges() error {
	all, err := c.changes(ChangesQuery{From: c.day.Add(-recent), To: c.day})
	if err != nil {
		return err
	}
	for _, e := range slices.Backward(all.Events) { // the latest first
		if _, scores := c.scores[e.Rule]; scores && e.Certain {
			c.briefing.Changes = append(c.briefing.Changes, e)
		}
	}
	return nil
}

// addWarnings says what to be careful with.
func (c *contextBuilder) addWarnings() {
	b := &c.briefing
	warn := func(format string, args ...any) { b.Warnings = append(b.Warnings, fmt.Sprintf(format, args...)) }
	if b.Stale == "yes" {
		warn("the graph is stale: %s", b.Reason)
	}
	switch {
	case c.wordless:
		warn("the task has no word to look for")
	case len(b.Rules) == 0:
		warn("no rule was found for this task; that none is written down does not mean that none exists")
		if len(c.silent) > 0 {
			warn("its words stand in documents that establish no rule: %s", strings.Join(c.silent[:min(len(c.silent), suggestions)], ", "))
		}
	}
	for _, n := range c.things {
		if v := n.interval(); isDocument(n.Label) && n.Label != string(bdgraph.IssueLabel) && endedBy(v, b.AsOf) {
			text := n.name() + " is no longer in force"
			if n.ClosedBy != "" {
				text += ", see " + c.docs.name(n.ClosedBy)
			}
			warn("%s", text)
		}
	}
}

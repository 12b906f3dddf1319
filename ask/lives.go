package ask

import (
	"cmp"
	"maps"
	"slices"

	"bdgraph"
)

// ruleLife is when a rule was in force, over all documents that establish it.
type ruleLife struct {
	rule, kind string
	edges      []edge
	intervals  []supported // supports are indices into edges
}

func newRuleLife(rule, kind string, edges []edge) ruleLife {
	slices.SortFunc(edges, compareEdges)
	l := ruleLife{rule: rule, kind: kind, edges: edges}
	intervals := make([]bdgraph.Interval, len(edges))
	for i, e := range edges {
		intervals[i] = e.interval()
	}
	l.intervals = slices.DeleteFunc(coalesce(intervals), func(c supported) bool { return neverHeld(c.interval) })
	return l
}

// state is the best state of the rule's intervals on a day.
func (l ruleLife) state(day bdgraph.Day) bdgraph.State {
	state := bdgraph.No
	for _, c := range l.intervals {
		state = best(state, c.interval.StateOn(day))
	}
	return state
}

// window returns the interval that says most about a day; false if the rule
// never was in force.
func (l ruleLife) window(day bdgraph.Day) (supported, bool) {
	if c := nearest(l.intervals, day); c != nil {
		return *c, true
	}
	return supported{}, false
}

// last returns the support of an interval that lasted longest: what ended it
// ended the interval.
func (l ruleLife) last(c supported) edge {
	last := l.edges[c.supports[0]]
	for _, i := range c.supports {
		e := l.edges[i]
		if cmp.Or(cmp.Compare(e.ToLatest, last.ToLatest), cmp.Compare(e.ToEarliest, last.ToEarliest)) > 0 {
			last = e
		}
	}
	return last
}

// first returns the support of an interval that began first.
func (l ruleLife) first(c supported) edge {
	first := l.edges[c.supports[0]]
	for _, i := range c.supports {
		e := l.edges[i]
		if cmp.Or(cmp.Compare(e.FromLatest, first.FromLatest), cmp.Compare(e.FromEarliest, first.FromEarliest)) < 0 {
			first = e
		}
	}
	return first
}

// ruleLives returns the life of every rule that a document establishes, by name. It reads
// them once.
func (s *session) ruleLives() (map[string]ruleLife, error) {
	if s.lives != nil {
		return maps.Clone(s.lives), nil
	}
	rows, err := query[struct {
		Rule string `col:"rule"`
		Kind string `col:"kind"`
		Edge edge   `col:"edge"`
	}](s, "rule_lives", nil)
	if err != nil {
		return nil, err
	}
	edges, kinds := map[string][]edge{}, map[string]string{}
	for _, r := range rows {
		edges[r.Rule] = append(edges[r.Rule], r.Edge)
		kinds[r.Rule] = r.Kind
	}
	lives := make(map[string]ruleLife, len(edges))
	for rule, list := range edges {
		lives[rule] = newRuleLife(rule, kinds[rule], list)
	}
	s.lives = lives
	return maps.Clone(lives), nil
}

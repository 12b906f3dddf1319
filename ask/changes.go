package ask

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"bdgraph"
)

// ErrRange is returned when the second of two days is before the first.
var ErrRange = errors.New("the second day is before the first")

// ChangesQuery narrows the question what changed. Component and Epic may be empty.
type ChangesQuery struct {
	From, To  bdgraph.Day // To zero: today; From zero: 30 days before To
	Component string      // only rules about it, or about what it is a part of
	Epic      string      // only rules that came out of it
}

// Changes is the answer to "what changed": what is otherwise on day To than on day From.
type Changes struct {
	Header
	From      bdgraph.Day `json:"from"`
	To        bdgraph.Day `json:"to"`
	Component string      `json:"component,omitempty"`
	Epic      string      `json:"epic,omitempty"`
	Events    []Change    `json:"events"` // in order of days
	// Held and Hold count the rules in force on From and on To.
	Held int `json:"held"`
	Hold int `json:"hold"`
}

// The kinds of changes.
const (
	RuleBegan    = "began"
	RuleEnded    = "ended"
	RuleReplaced = "replaced"
	RuleAmended  = "amended"
)

// Change is one event in the life of a rule. It happened on Day; where that is
// not known, between Earliest and Latest, both included.
type Change struct {
	Kind     string      `json:"kind"`
	Day      string      `json:"day,omitempty"` // as written
	Earliest bdgraph.Day `json:"earliest,omitzero"`
	Latest   bdgraph.Day `json:"latest,omitzero"`
	// Certain is false when the event may lie outside the days asked about.
	Certain bool          `json:"certain"`
	Basis   bdgraph.Basis `json:"basis,omitempty"`
	Rule    string        `json:"rule"`
	Cause   Cause         `json:"cause"`

	at bdgraph.Endpoint
}

// When tells the day as exactly as it is known.
func (c Change) When() string { return c.at.Words() }

// Cause is who brought a change about, in whose words.
type Cause struct {
	By       string `json:"by,omitempty"` // record or rule
	Document string `json:"document,omitempty"`
	Line     int    `json:"line,omitempty"`
	Quote    string `json:"quote,omitempty"`
	Scope    string `json:"scope,omitempty"` // of an amendment
}

// Changes tells which rules began, ended, were replaced or amended after day
// From, up to and including day To.
func (a *Asker) Changes(ctx context.Context, q ChangesQuery) (Changes, error) {
	if q.To == 0 {
		q.To = a.today()
	}
	if q.From == 0 {
		q.From = q.To.Add(-30)
	}
	if q.To < q.From {
		return Changes{}, ErrRange
	}
	return answer(ctx, a, q.To, func(s *session) (Changes, error) { return s.changes(q) })
}

func (s *session) changes(q ChangesQuery) (Changes, error) {
	out := Changes{Header: s.header, From: q.From, To: q.To, Component: q.Component, Epic: q.Epic, Events: []Change{}}
	lives, err := s.ruleLives()
	if err != nil {
		return out, err
	}
	if err := s.narrow(lives, &out); err != nil {
		return out, err
	}
	closings, err := query[eventRow](s, "closings", params{"rules": anyList(endingIn(lives, q))})
	if err != nil {
		return out, err
	}
	byRule := map[string][]eventRow{}
	for _, c := range closings {
		byRule[c.Rule] = append(byRule[c.Rule], c)
	}
	for _, rows := range byRule { // stores give them in orders of their own
		slices.SortFunc(rows, func(a, b eventRow) int { return cmp.Or(cmp.Compare(a.By, b.By), compareEdges(a.Edge, b.Edge)) })
	}
	amendments, err := query[eventRow](s, "amendments", nil)
	if err != nil {
		return out, err
	}
	for _, rule := range slices.Sorted(maps.Keys(lives)) {
		l := lives[rule]
		if l.state(q.From) == bdgraph.Holds {
			out.Held++
		}
		if l.state(q.To) == bdgraph.Holds {
			out.Hold++
		}
		out.addLife(l, byRule[rule])
	}
	for _, m := range toldOnce(amendments) {
		if _, in := lives[m.Rule]; in && !neverHeld(m.Edge.interval()) {
			out.add(Change{
				Kind: RuleAmended, Rule: m.Rule,
				Cause: Cause{By: m.By, Document: m.Edge.Source, Line: m.Edge.Line, Quote: m.Edge.Quote, Scope: m.Edge.Scope},
			}, m.Edge.interval().From)
		}
	}
	return out, s.nameCauses(&out)
}

// endingIn returns the rules that may end between two days.
func endingIn(lives map[string]ruleLife, q ChangesQuery) []string {
	var rules []string
	for rule, l := range lives {
		if slices.ContainsFunc(l.intervals, func(c supported) bool {
			to := c.interval.To
			return to.Latest > q.From && to.Earliest <= q.To
		}) {
			rules = append(rules, rule)
		}
	}
	return distinct(rules)
}

// narrow leaves only the lives of rules of the component or epic, and writes
// both as they are called.
func (s *session) narrow(lives map[string]ruleLife, out *Changes) error {
	if out.Component != "" {
		subjects, _, err := s.subjects(out.Component)
		if err != nil {
			return err
		}
		_, set, err := s.claimsAbout(componentsOf(subjects))
		if err != nil {
			return err
		}
		about := map[string]bool{}
		for _, c := range set.all {
			about[c.Rule] = true
		}
		maps.DeleteFunc(lives, func(rule string, _ ruleLife) bool { return !about[rule] })
	}
	if out.Epic != "" {
		n, err := s.find(out.Epic, bdgraph.IssueLabel)
		if err != nil {
			return err
		}
		out.Epic = n.Key
		r, err := s.rollup(n)
		if err != nil {
			return err
		}
		of := map[string]bool{}
		for _, rule := range r.Rules {
			of[rule.Rule] = true
		}
		maps.DeleteFunc(lives, func(rule string, _ ruleLife) bool { return !of[rule] })
	}
	return nil
}

// addLife adds the beginnings and ends of a rule.
func (c *Changes) addLife(l ruleLife, closings []eventRow) {
	for _, i := range l.intervals {
		first := l.first(i)
		c.add(Change{
			Kind: RuleBegan, Rule: l.rule, Cause: Cause{By: first.Source, Document: first.Source, Line: first.Line, Quote: first.Quote},
		}, i.interval.From)
		if i.interval.To.Earliest == bdgraph.MaxDay {
			continue
		}
		last := l.last(i)
		e := Change{Kind: RuleEnded, Rule: l.rule, Cause: Cause{By: last.ClosedBy}}
		for _, r := range closings {
			if r.By == last.ClosedBy {
				if r.Type == string(bdgraph.Supersedes) {
					e.Kind = RuleReplaced
				}
				e.Cause.Document, e.Cause.Line, e.Cause.Quote = r.Edge.Source, r.Edge.Line, r.Edge.Quote
				break
			}
		}
		if e.Cause.Document == "" { // its own document says that it is over
			e.Cause.Document = last.Source
		}
		c.add(e, i.interval.To)
	}
}

// add adds an event if it can lie after From and up to To.
func (c *Changes) add(e Change, at bdgraph.Endpoint) {
	if c.From == c.To || at.Latest <= c.From || at.Earliest > c.To {
		return
	}
	e.Day, e.Basis, e.at = at.Text, at.Basis, bdgraph.Endpoint{Text: at.Text, Earliest: at.Earliest, Latest: at.Latest}
	e.Certain = at.Earliest > c.From && at.Latest <= c.To
	if at.Earliest != at.Latest {
		e.Earliest, e.Latest = finite(at)
	}
	c.Events = append(c.Events, e)
}

// nameCauses writes what people call the causes, and puts events in order.
func (s *session) nameCauses(c *Changes) error {
	var ids []string
	for _, e := range c.Events {
		ids = append(ids, e.Cause.By)
	}
	docs, err := s.documents(ids)
	if err != nil {
		return err
	}
	for i := range c.Events {
		c.Events[i].Cause.By = docs.name(c.Events[i].Cause.By)
	}
	when := func(e Change) string { // the day, else the last that it can be
		if e.Latest != 0 {
			return e.Latest.String()
		}
		return e.Day
	}
	slices.SortStableFunc(c.Events, func(a, b Change) int {
		return cmp.Or(cmp.Compare(when(a), when(b)), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Cause.By, b.Cause.By), cmp.Compare(a.Cause.Document, b.Cause.Document), cmp.Compare(a.Cause.Line, b.Cause.Line))
	})
	c.Events = slices.Compact(c.Events)
	return nil
}

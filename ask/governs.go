package ask

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"bdgraph"
)

// Governing is the answer to "what governs this?".
type Governing struct {
	Asked string `json:"asked"` // the word of the question
	// Component is the first of Subjects, "" when there is none.
	Component string    `json:"component"`
	Subjects  []Subject `json:"subjects"`
	Thing     *Thing    `json:"thing,omitempty"` // the document or rule that was asked about
	Header
	// Rules hold or are possible on the day; NoLonger did and are over; NotYet begin later.
	Rules    []GoverningRule `json:"rules"`
	NoLonger []EndedRule     `json:"no_longer"`
	NotYet   []GoverningRule `json:"not_yet"`
	// Empty says why there are no Rules: [UnknownComponent], [NoComponent], [NoRules],
	// [OnlyEnded], [OnlyFuture]; "" when there are some.
	Empty       string   `json:"empty,omitempty"`
	Suggestions []string `json:"suggestions,omitempty"` // names like an unknown one
}

// The reasons for an answer without rules.
const (
	UnknownComponent = "unknown_component" // nothing has this name
	NoComponent      = "no_component"      // it is known, but leads to no component
	NoRules          = "no_rules"          // no rule ever spoke of it
	OnlyEnded        = "only_ended"        // all rules are over
	OnlyFuture       = "only_future"       // all rules are yet to begin
)

// GoverningRule is a claim of a rule about a component, on the day of the question.
type GoverningRule struct {
	Rule      string          `json:"rule"`
	Kind      string          `json:"kind"`
	Type      bdgraph.RelType `json:"type"` // GOVERNS or CONSTRAINS
	Component string          `json:"component"`
	Fact      string          `json:"fact"` // where no extraction words it the sentence that establishes the rule, else its name
	State     bdgraph.State   `json:"state"`
	Span                      // since, until
	// EndedBy names the record or rule that ends it, or will; null when no other does.
	EndedBy *string   `json:"ended_by"`
	Support []Support `json:"support"`
	Because []Reason  `json:"because"`
	Caveats []Caveat  `json:"caveats"`
	// Confidence is the best among the supports.
	Confidence bdgraph.Confidence `json:"confidence"`
	// InheritedFrom is the component that the rule speaks of, when Component is a part of it.
	InheritedFrom *string `json:"inherited_from"`
	worded        bool    // Fact is an extraction's
}

// EndedRule is a claim that is over.
type EndedRule struct {
	GoverningRule
	// Ended says since when in words, as exactly as it is known: a year, month or day, "some day between …",
	// "… at the latest", "an unknown day".
	Ended string `json:"ended"`
	// EndedAs says how: replaced, or the source's own word: superseded, deprecated, stated.
	EndedAs string `json:"ended_as"`
}

// Governs answers which rules govern or constrain a component, or the
// components that a path, issue, memory, decision record or rule leads to, with
// what they inherit by PART_OF. A word that names nothing gives an answer whose Empty says so.
func (a *Asker) Governs(ctx context.Context, word string, day bdgraph.Day) (Governing, error) {
	return answer(ctx, a, day, func(s *session) (Governing, error) { return s.governs(word) })
}

func (s *session) governs(word string) (Governing, error) {
	g := Governing{
		Asked: word, Header: s.header, Subjects: []Subject{},
		Rules: []GoverningRule{}, NoLonger: []EndedRule{}, NotYet: []GoverningRule{},
	}
	subjects, thing, err := s.subjects(word)
	var unknown *UnknownError
	if errors.As(err, &unknown) {
		g.Empty, g.Suggestions = UnknownComponent, unknown.Suggestions
		return g, nil
	}
	if err != nil {
		return g, err
	}
	g.Thing = thing
	if len(subjects) == 0 {
		g.Empty = NoComponent
		return g, nil
	}
	g.Subjects, g.Component = subjects, subjects[0].Component
	if err := s.addRules(&g); err != nil {
		return g, err
	}
	switch {
	case len(g.Rules) > 0:
	case len(g.NoLonger) > 0:
		g.Empty = OnlyEnded
	case len(g.NotYet) > 0:
		g.Empty = OnlyFuture
	default:
		g.Empty = NoRules
	}
	return g, nil
}

// addRules fills in the rules of the answer's subjects: first their own, then what they are a part of.
func (s *session) addRules(g *Governing) error {
	names := componentsOf(g.Subjects)
	ancestors, claims, err := s.claimsAbout(names)
	if err != nil {
		return err
	}
	facts, docs, err := s.factsOf(claims.all)
	if err != nil {
		return err
	}
	told := map[string]bool{} // components whose rules are told already
	tell := func(component, of string, way bdgraph.State) {
		if told[of] {
			return
		}
		told[of] = true
		for _, key := range claims.keys[of] {
			g.add(telling{key, claims.byKey[key], component, way, facts[key.rule], docs, s.day})
		}
	}
	for _, name := range names {
		tell(name, name, bdgraph.Holds)
	}
	for _, name := range names {
		for _, a := range ancestors[name] {
			tell(name, a.name, a.state)
		}
	}
	g.NoLonger = withoutRestated(g.NoLonger, g.Rules)
	slices.SortStableFunc(g.Rules, compareRules)
	slices.SortStableFunc(g.NotYet, compareRules)
	slices.SortStableFunc(g.NoLonger, func(a, b EndedRule) int { return compareRules(a.GoverningRule, b.GoverningRule) })
	return nil
}

// telling is a claim as it is told of a component on a day.
type telling struct {
	claimKey
	edges     []edge        // that make the claim
	component string        // what it is told of: what the claim is about, or a part of that
	way       bdgraph.State // how sure it is that it is a part
	facts     *ruleFacts
	docs      documents
	day       bdgraph.Day
}

// add adds a claim to the list that its state belongs to.
func (g *Governing) add(t telling) {
	intervals := make([]bdgraph.Interval, len(t.edges))
	for i, e := range t.edges {
		intervals[i] = e.interval()
	}
	var over, future *supported
	current := false
	for _, c := range coalesce(intervals) {
		switch state := c.interval.StateOn(t.day); {
		case neverHeld(c.interval):
		case state != bdgraph.No:
			current = true
			g.Rules = append(g.Rules, t.rule(c, worst(state, t.way)))
		case endedBy(c.interval, t.day):
			over = &c
		case future == nil:
			future = &c
		}
	}
	if future != nil && !current {
		g.NotYet = append(g.NotYet, t.rule(*future, bdgraph.No))
	}
	if over != nil && !current {
		out := EndedRule{GoverningRule: t.rule(*over, bdgraph.No)}
		out.Ended = out.UntilWords()
		out.EndedAs, _ = t.end(*over)
		g.NoLonger = append(g.NoLonger, out)
	}
}

// rule describes one interval of the claim.
func (t telling) rule(c supported, state bdgraph.State) GoverningRule {
	r := GoverningRule{
		Rule: t.claimKey.rule, Kind: t.facts.Kind, Type: bdgraph.RelType(t.relation), Component: t.component, State: state,
		Fact: t.fact, Span: spanOf(c.interval), Because: notNil(t.facts.because(t.docs)), worded: t.fact != "",
	}
	if c.interval.To.Earliest != bdgraph.MaxDay {
		_, r.EndedBy = t.end(c)
	}
	if t.component != t.claimKey.component {
		r.InheritedFrom = &t.claimKey.component
	}
	var sources []string
	for _, i := range c.supports {
		support := supportOf(t.edges[i], r.Type, t.day, t.docs)
		if e, ok := t.facts.wording(t.edges[i].Source); ok {
			r.Fact = cmp.Or(r.Fact, e.Quote)
			if isHeading(support.Quote) {
				support.Line, support.Quote = e.Line, e.Quote
			}
		}
		r.Support = append(r.Support, support)
		sources = append(sources, t.edges[i].Source)
	}
	r.Fact = cmp.Or(r.Fact, r.Rule)
	r.Confidence = mostTrusted(r.Support)
	// Whoever else establishes the rule at that time supports it too, unless this is over.
	for _, e := range t.facts.establishing {
		if v := e.interval(); !endedBy(c.interval, t.day) && !slices.Contains(sources, e.Source) && v.StateOn(t.day) != bdgraph.No {
			r.Support = append(r.Support, supportOf(e, bdgraph.Establishes, t.day, t.docs))
			sources = append(sources, e.Source)
		}
	}
	r.Caveats = notNil(t.facts.caveats(c.interval, sources, t.day, t.docs))
	return r
}

// end says how an interval of the claim ended, and by whom (nil: by no other record): as the
// support that lasts longest did.
func (t telling) end(c supported) (as string, by *string) {
	last := t.edges[c.supports[0]]
	for _, i := range c.supports {
		if t.edges[i].ToLatest > last.ToLatest {
			last = t.edges[i]
		}
	}
	if last.ClosedBy != "" {
		name := t.docs.name(last.ClosedBy)
		return "replaced", &name
	}
	if status := t.docs[last.Source].Status; last.StatedEnd == "" && (status == "deprecated" || status == "superseded") {
		return status, nil
	}
	return "stated", nil
}

// withoutRestated leaves out the ended claims that still hold on the component: those of
// rules that do, and those that another rule makes in the same words. Nobody is to be told not
// to follow what binds. Sentences that no extraction worded may be anybody's, such as "We do it."
func withoutRestated(ended []EndedRule, current []GoverningRule) []EndedRule {
	holds, said := map[[2]string]bool{}, map[[2]string]bool{}
	for _, r := range current {
		holds[[2]string{r.Component, r.Rule}] = true
		if r.worded {
			said[[2]string{r.Component, sameWords(r.Fact)}] = true
		}
	}
	return slices.DeleteFunc(ended, func(r EndedRule) bool {
		return holds[[2]string{r.Component, r.Rule}] || r.worded && said[[2]string{r.Component, sameWords(r.Fact)}]
	})
}

// sameWords is equal for sentences that differ in case, blanks and the point at their end alone.
func sameWords(fact string) string {
	return strings.TrimRight(strings.ToLower(strings.Join(strings.Fields(fact), " ")), ".!。")
}

// compareRules puts what holds first, then the component's own, then by name.
func compareRules(a, b GoverningRule) int {
	inherited := func(r GoverningRule) int {
		if r.InheritedFrom != nil {
			return 1
		}
		return 0
	}
	return cmp.Or(
		cmp.Compare(strength(b.State), strength(a.State)), cmp.Compare(inherited(a), inherited(b)),
		cmp.Compare(a.Component, b.Component), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Type, b.Type), cmp.Compare(a.Fact, b.Fact),
	)
}

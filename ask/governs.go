package ask

import (
	"cmp"
	"context"
	"errors"
	"slices"

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
}

// EndedRule is a claim that is over.
type EndedRule struct {
	GoverningRule
	// Ended is Until: null where only bounds are known (until_earliest, until_latest).
	Ended *string `json:"ended"`
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

// claim is one GOVERNS or CONSTRAINS relationship.
type claim struct {
	Component string `col:"component"`
	Rule      string `col:"rule"`
	Type      string `col:"type"`
	Edge      edge   `col:"edge"`
}

// claimKey is what relationships that say the same have in common.
type claimKey struct{ component, rule, relation, fact string }

func compareKeys(a, b claimKey) int {
	return cmp.Or(cmp.Compare(a.component, b.component), cmp.Compare(a.rule, b.rule),
		cmp.Compare(a.relation, b.relation), cmp.Compare(a.fact, b.fact))
}

// addRules fills in the rules of the answer's subjects.
func (s *session) addRules(g *Governing) error {
	names := make([]string, len(g.Subjects))
	for i, sub := range g.Subjects {
		names[i] = sub.Component
	}
	ancestors, err := s.ancestors(names)
	if err != nil {
		return err
	}
	all := slices.Clone(names)
	for _, list := range ancestors {
		for _, a := range list {
			all = append(all, a.name)
		}
	}
	claims, err := s.claims(all)
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
			s.addClaim(g, component, key, claims.byKey[key], way, facts[key.rule], docs)
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

// claimSet holds claims by what they say.
type claimSet struct {
	all   []claim
	keys  map[string][]claimKey // by component, sorted
	byKey map[claimKey][]edge   // sorted
}

func (s *session) claims(components []string) (claimSet, error) {
	set := claimSet{keys: map[string][]claimKey{}, byKey: map[claimKey][]edge{}}
	rows, err := query[claim](s, "governing", params{"names": anyList(distinct(components))})
	if err != nil {
		return set, err
	}
	set.all = rows
	for _, r := range rows {
		key := claimKey{r.Component, r.Rule, r.Type, r.Edge.Fact}
		if set.byKey[key] == nil {
			set.keys[key.component] = append(set.keys[key.component], key)
		}
		set.byKey[key] = append(set.byKey[key], r.Edge)
	}
	for key := range set.byKey {
		slices.SortFunc(set.byKey[key], compareEdges)
	}
	for component := range set.keys {
		slices.SortFunc(set.keys[component], compareKeys)
	}
	return set, nil
}

// factsOf gathers what is known of the rules of claims, and the documents that
// claims and rules name.
func (s *session) factsOf(claims []claim) (map[string]*ruleFacts, map[string]node, error) {
	var live, over, ids []string
	for _, c := range claims {
		if endedBy(c.Edge.interval(), s.day) {
			over = append(over, c.Rule)
		} else {
			live = append(live, c.Rule)
		}
		ids = append(ids, c.Edge.Source, c.Edge.ClosedBy)
	}
	facts, err := s.ruleFacts(live, over)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range facts {
		ids = append(ids, f.sources()...)
	}
	docs, err := s.documents(ids)
	return facts, docs, err
}

// addClaim adds one claim to the list that its state belongs to. The way is
// how sure it is that the component is a part of the one that the claim is about.
func (s *session) addClaim(g *Governing, component string, key claimKey, edges []edge, way bdgraph.State, facts *ruleFacts, docs map[string]node) {
	intervals := make([]bdgraph.Interval, len(edges))
	for i, e := range edges {
		intervals[i] = e.interval()
	}
	var over, future *supported
	current := false
	for _, c := range coalesce(intervals) {
		switch state := c.interval.StateOn(s.day); {
		case neverHeld(c.interval):
		case state != bdgraph.No:
			current = true
			rule := s.describe(component, key, c, edges, facts, docs)
			rule.State = worst(state, way)
			g.Rules = append(g.Rules, rule)
		case endedBy(c.interval, s.day):
			over = &c
		case future == nil:
			future = &c
		}
	}
	if future != nil && !current {
		rule := s.describe(component, key, *future, edges, facts, docs)
		rule.State = bdgraph.No
		g.NotYet = append(g.NotYet, rule)
	}
	if over != nil && !current {
		g.NoLonger = append(g.NoLonger, ended(s.describe(component, key, *over, edges, facts, docs), longest(edges, *over), docs))
	}
}

func (s *session) describe(component string, key claimKey, c supported, edges []edge, facts *ruleFacts, docs map[string]node) GoverningRule {
	r := GoverningRule{
		Rule: key.rule, Kind: facts.Kind, Type: bdgraph.RelType(key.relation), Component: component, State: bdgraph.No,
		Fact: key.fact, Span: spanOf(c.interval), Because: facts.because(docs),
	}
	if c.interval.To.Earliest != bdgraph.MaxDay {
		_, r.EndedBy = endOf(longest(edges, c), docs)
	}
	if component != key.component {
		r.InheritedFrom = &key.component
	}
	var sources []string
	for _, i := range c.supports {
		support := supportOf(edges[i], r.Type, s.day, docs)
		if e, ok := facts.wording(edges[i].Source); ok {
			r.Fact = cmp.Or(r.Fact, e.Quote)
			if isHeading(support.Quote) {
				support.Line, support.Quote = e.Line, e.Quote
			}
		}
		r.Support = append(r.Support, support)
		sources = append(sources, edges[i].Source)
	}
	r.Fact = cmp.Or(r.Fact, key.rule)
	r.Confidence = mostTrusted(r.Support)
	// Whoever else establishes the rule at that time supports it too.
	for _, e := range facts.establishing {
		if v := e.interval(); !slices.Contains(sources, e.Source) && v.StateOn(s.day) != bdgraph.No {
			r.Support = append(r.Support, supportOf(e, bdgraph.Establishes, s.day, docs))
			sources = append(sources, e.Source)
		}
	}
	r.Caveats = facts.caveats(c.interval, sources, s.day, docs)
	if r.Because == nil {
		r.Because = []Reason{}
	}
	if r.Caveats == nil {
		r.Caveats = []Caveat{}
	}
	return r
}

// longest returns the support of an interval that lasts longest: what ends it ends the interval.
func longest(edges []edge, c supported) edge {
	last := edges[c.supports[0]]
	for _, i := range c.supports {
		if edges[i].ToLatest > last.ToLatest {
			last = edges[i]
		}
	}
	return last
}

// ended says what ended a claim.
func ended(r GoverningRule, last edge, docs map[string]node) EndedRule {
	out := EndedRule{GoverningRule: r, Ended: r.Until}
	out.EndedAs, _ = endOf(last, docs)
	return out
}

// endOf says how a relationship ended, and by whom (nil: by no other record).
func endOf(e edge, docs map[string]node) (as string, by *string) {
	if e.ClosedBy != "" {
		name := nameOf(docs, e.ClosedBy)
		return "replaced", &name
	}
	if status := docs[e.Source].Status; e.StatedEnd == "" && (status == "deprecated" || status == "superseded") {
		return status, nil
	}
	return "stated", nil
}

// withoutRestated leaves out the ended claims of rules that still hold on the component.
func withoutRestated(ended []EndedRule, current []GoverningRule) []EndedRule {
	holds := map[[2]string]bool{}
	for _, r := range current {
		holds[[2]string{r.Component, r.Rule}] = true
	}
	return slices.DeleteFunc(ended, func(r EndedRule) bool { return holds[[2]string{r.Component, r.Rule}] })
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

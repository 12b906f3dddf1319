package ask

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"bdgraph"
	"bdgraph/internal/names"
)

// leastShare is how good a rule must be, compared with the best, to be told.
const leastShare = 0.15

// gather loads what is known of the rules that score, as far as the budget can hold them.
func (c *contextBuilder) gather() error {
	top := 0.0
	for _, score := range c.scores {
		top = max(top, score)
	}
	for rule := range c.scores { // sums in floating point are told to three places
		c.scores[rule] = math.Round(c.scores[rule]*1000) / 1000
	}
	maps.DeleteFunc(c.scores, func(_ string, score float64) bool { return score < leastShare*top })
	c.claims = map[string][]claim{}
	if err := c.addClaims(keep(c.scored(), func(rule string) bool { return len(c.lives[rule].edges) == 0 })); err != nil {
		return err
	}
	c.choose()
	told := slices.Concat(c.current, c.over)
	if err := c.addClaims(keep(told, func(rule string) bool { return c.claims[rule] == nil })); err != nil {
		return err
	}
	var claims []claim
	for _, rule := range told {
		claims = append(append(claims, claim{Rule: rule}), c.claims[rule]...) // of some rules nothing is said but who establishes them
	}
	var err error
	c.facts, c.docs, err = c.factsOf(claims)
	return err
}

// addClaims loads what rules say of components.
func (c *contextBuilder) addClaims(rules []string) error {
	claims, err := query[claim](c.session, "claims_of_rules", params{"rules": anyList(distinct(rules))})
	for _, cl := range claims {
		c.claims[cl.Rule] = append(c.claims[cl.Rule], cl)
	}
	return err
}

// choose parts the rules that score into those that are current and those that are over,
// the best first. What is behind those that fill the whole budget by their names alone is only counted.
func (c *contextBuilder) choose() {
	room := map[string]int{"rules": c.briefing.Budget, "superseded": c.briefing.Budget}
	add := func(to *[]string, section, rule string) {
		if room[section] < 0 {
			c.briefing.beyond[section]++
			return
		}
		*to = append(*to, rule)
		room[section] -= names.Tokens("- " + bdgraph.OneLine(rule) + ": over\n") // shorter than any entry
	}
	for _, rule := range c.scored() {
		life := c.lifeOf(rule)
		window, began := life.window(c.day)
		switch {
		case life.state(c.day) != bdgraph.No:
			add(&c.current, "rules", rule)
		case began && endedBy(window.interval, c.day):
			add(&c.over, "superseded", rule)
		}
	}
}

// lifeOf is a rule's life by who establishes it, or else by its claims.
func (c *contextBuilder) lifeOf(rule string) ruleLife {
	if l, ok := c.lives[rule]; ok {
		return l
	}
	var edges []edge
	for _, cl := range c.claims[rule] {
		edges = append(edges, cl.Edge)
	}
	return newRuleLife(rule, "", edges)
}

// addRules tells the rules in force.
func (c *contextBuilder) addRules() error {
	for _, rule := range c.current {
		c.briefing.Rules = append(c.briefing.Rules, c.rule(rule))
	}
	return nil
}

func (c *contextBuilder) rule(name string) ContextRule {
	life, f := c.lifeOf(name), c.facts[name]
	window, _ := life.window(c.day)
	r := ContextRule{
		Rule: name, Kind: f.Kind, State: life.state(c.day), Span: spanOf(window.interval), Facts: []string{}, Components: []string{},
		Because: notNil(f.because(c.docs)), Why: c.why[name], Score: c.scores[name],
	}
	slices.SortFunc(c.claims[name], func(a, b claim) int {
		return cmp.Or(cmp.Compare(a.Component, b.Component), compareEdges(a.Edge, b.Edge))
	})
	for _, cl := range c.claims[name] {
		if cl.Edge.interval().StateOn(c.day) == bdgraph.No {
			continue
		}
		if fact := cl.Edge.Fact; fact != "" && !slices.Contains(r.Facts, fact) {
			r.Facts = append(r.Facts, fact)
		}
		if !slices.Contains(r.Components, cl.Component) {
			r.Components = append(r.Components, cl.Component)
		}
	}
	var sources []string
	for _, e := range life.edges {
		if e.interval().StateOn(c.day) != bdgraph.No {
			r.Support = append(r.Support, supportOf(e, bdgraph.Establishes, c.day, c.docs))
			sources = append(sources, e.Source)
		}
	}
	r.Confidence = mostTrusted(r.Support)
	r.Caveats = notNil(f.caveats(window.interval, sources, c.day, c.docs))
	return r
}

// addSuperseded tells which guidance is over, and what holds instead.
func (c *contextBuilder) addSuperseded() error {
	instead := map[string][]string{} // by what ended something
	for name, l := range c.lives {
		if l.state(c.day) == bdgraph.No {
			continue
		}
		instead[name] = append(instead[name], name)
		for _, e := range l.edges {
			instead[e.Source] = append(instead[e.Source], name)
		}
	}
	said := c.saidNow()
	for _, rule := range c.over {
		restated := func(cl claim) bool { return said[[2]string{cl.Component, sameWords(cl.Edge.Fact)}] }
		if claims := c.claims[rule]; len(claims) > 0 && !slices.ContainsFunc(claims, func(cl claim) bool { return !restated(cl) }) {
			continue // nobody is to be told not to follow what binds
		}
		life := c.lifeOf(rule)
		window, _ := life.window(c.day)
		last := life.last(window)
		o := Outdated{
			Rule: rule, Ended: window.interval.To.Words(), EndedBy: c.docs.name(last.ClosedBy), Score: c.scores[rule],
			Instead: notNil(distinct(instead[last.ClosedBy])), FoundIn: []Support{},
		}
		for _, e := range life.edges {
			o.FoundIn = append(o.FoundIn, supportOf(e, bdgraph.Establishes, c.day, c.docs))
		}
		c.briefing.Superseded = append(c.briefing.Superseded, o)
	}
	return nil
}

// saidNow holds what extractions word for the rules in force, by component and [sameWords].
func (c *contextBuilder) saidNow() map[[2]string]bool {
	said := map[[2]string]bool{}
	for _, rule := range c.current {
		for _, cl := range c.claims[rule] {
			if cl.Edge.Fact != "" && cl.Edge.interval().StateOn(c.day) != bdgraph.No {
				said[[2]string{cl.Component, sameWords(cl.Edge.Fact)}] = true
			}
		}
	}
	return said
}

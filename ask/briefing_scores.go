package ask

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"bdgraph"
)

// byComponent is what a rule about a component of the task scores at least.
const byComponent = 4

// scoreByComponent scores the rules about the task's components, and those of the
// records that it names.
func (c *contextBuilder) scoreByComponent() error {
	lives, err := c.ruleLives()
	if err != nil {
		return err
	}
	for _, n := range c.things {
		if n.Label == string(bdgraph.RuleLabel) {
			c.raise(n.Key, 2*byComponent, "named in the task")
		}
		for name, l := range lives {
			if slices.ContainsFunc(l.edges, func(e edge) bool { return isSource(e.Source, n) }) {
				c.raise(name, 2*byComponent, "established by "+n.name())
			}
		}
	}
	names := componentsOf(c.briefing.Subjects)
	ancestors, set, err := c.claimsAbout(names)
	if err != nil {
		return err
	}
	share := map[string]float64{}
	for _, name := range names {
		share[name] = 1
	}
	for _, name := range names {
		for i, a := range ancestors[name] {
			share[a.name] = max(share[a.name], 1/float64(i+2))
		}
	}
	for _, cl := range set.all {
		c.raise(cl.Rule, byComponent*share[cl.Component], "about "+cl.Component)
	}
	return nil
}

// isSource tells whether an edge's source is the document that a node was made from.
func isSource(source string, n node) bool {
	return isDocument(n.Label) && (source == n.Key || n.Label == string(bdgraph.MemoryLabel) && source == bdgraph.MemoryPrefix+n.Key)
}

// raise gives a rule at least a score; why is that of the highest one.
func (c *contextBuilder) raise(rule string, score float64, why string) {
	if score > c.scores[rule] || score == c.scores[rule] && why < c.why[rule] {
		c.scores[rule], c.why[rule] = score, why
	}
}

// documentShare is how much the words of a document count for its rules.
const documentShare = 0.6

// terms are the words to look for: those of the task and of what it names, without the names of
// components, since the rules about those have their score for it, however often they name them.
func (c *contextBuilder) terms() ([]string, error) {
	text := strings.Join(c.task, "\n")
	for _, n := range c.things {
		if n.Label != string(bdgraph.IssueLabel) {
			text += "\n" + n.Title
		}
	}
	issues := c.issues()
	if len(issues) > 0 {
		rows, err := query[struct {
			Text string `col:"text"`
		}](c.session, "issue_texts", params{"issues": anyList(issues)})
		if err != nil {
			return nil, err
		}
		for _, r := range rows { // the order of the texts is none of their terms
			text += "\n" + r.Text
		}
	}
	named := queryTerms(c.namesOfSubjects())
	return keep(queryTerms(withoutIDs(text, issues)), func(t string) bool { return !slices.Contains(named, t) }), nil
}

// scoreByWords adds to the scores of rules that share the task's words, or whose documents do.
func (c *contextBuilder) scoreByWords() error {
	terms, err := c.terms()
	if err != nil {
		return err
	}
	if len(terms) == 0 {
		c.wordless = len(c.scores) == 0
		return nil
	}
	rules, err := c.holding(terms, "rule")
	if err != nil {
		return err
	}
	documents, err := c.holding(terms, "adr", "memory", "decision")
	if err != nil {
		return err
	}
	bySource := map[string][]string{}
	for name, l := range c.lives {
		for _, e := range l.edges {
			bySource[e.Source] = append(bySource[e.Source], name)
		}
	}
	byWords := map[string]float64{}
	for i, score := range c.rank(terms, rules) {
		byWords[rules[i].Key] += score
	}
	silent := map[string]float64{}
	for i, score := range c.rank(terms, documents) {
		ruled := distinct(slices.Concat(bySource[documents[i].Key], bySource[bdgraph.MemoryPrefix+documents[i].Key]))
		if len(ruled) == 0 && score > 0 {
			silent[documents[i].Key] = score
		}
		for _, rule := range ruled {
			byWords[rule] += documentShare * score
		}
	}
	c.silent = slices.SortedFunc(maps.Keys(silent), func(a, b string) int { return cmp.Or(cmp.Compare(silent[b], silent[a]), cmp.Compare(a, b)) })
	for rule, score := range byWords {
		if score == 0 {
			continue
		}
		if c.why[rule] == "" {
			c.why[rule] = "shares words with the task"
		}
		c.scores[rule] += score
	}
	return nil
}

// withoutIDs takes the ids of issues that begin like some of them out of a text: that
// another text names an issue of the project too says nothing.
func withoutIDs(text string, issues []string) string {
	for _, id := range issues {
		if i := strings.LastIndex(id, "-"); i > 0 {
			text = regexp.MustCompile(`(?i)\b`+regexp.QuoteMeta(id[:i])+`-[0-9a-z.]+\b`).ReplaceAllString(text, " ")
		}
	}
	return text
}

// holding returns the texts of what holds any of the terms, in order of keys by kind.
func (c *contextBuilder) holding(terms []string, kinds ...string) ([]text, error) {
	var all []text
	for _, kind := range kinds {
		rows, err := query[text](c.session, "words_"+kind, params{"words": anyList(terms)})
		if err != nil {
			return nil, err
		}
		slices.SortFunc(rows, func(a, b text) int { return cmp.Compare(a.Key, b.Key) })
		all = append(all, rows...)
	}
	return all, nil
}

// scored lists the rules that score, the best first, and of equal ones the latest.
func (c *contextBuilder) scored() []string {
	return slices.SortedFunc(maps.Keys(c.scores), func(a, b string) int {
		return cmp.Or(cmp.Compare(c.scores[b], c.scores[a]), cmp.Compare(c.begins(b), c.begins(a)), cmp.Compare(a, b))
	})
}

// begins returns the first day on which a rule can have begun, the last time that it did.
func (c *contextBuilder) begins(rule string) bdgraph.Day {
	last := bdgraph.MinDay
	for _, i := range c.lifeOf(rule).intervals {
		last = max(last, i.interval.From.Earliest)
	}
	return last
}

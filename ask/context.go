package ask

import (
	"cmp"
	"context"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"bdgraph"
	"bdgraph/internal/names"
)

// ContextQuery asks what an agent should know before a task.
type ContextQuery struct {
	// Words are the task's text, ids of issues and records, paths, names of components, in any mixture.
	Words  []string
	Budget int // in tokens, about; 0: ContextBudget
	Day    bdgraph.Day
}

// ContextBudget is how many tokens a packet takes when nobody asks for another number.
const ContextBudget = 2000

// Packet is what an agent should know before a task, cut to a budget. Nothing
// that is over stands among Rules.
type Packet struct {
	Header
	Task       string        `json:"task"`
	Subjects   []Subject     `json:"subjects"` // components that the task is about
	Things     []Thing       `json:"things"`   // records that the task names
	Rules      []ContextRule `json:"rules"`
	Blockers   []Blocker     `json:"blockers"`
	Superseded []Outdated    `json:"superseded"` // guidance that is over and may still be found in documents
	Changes    []Change      `json:"changes"`    // of the rules above, in the last 90 days
	Warnings   []string      `json:"warnings"`
	// Dropped counts by section what the budget left out.
	Dropped map[string]int `json:"dropped"`
	Budget  int            `json:"budget"`
	Tokens  int            `json:"tokens"` // of Text, about
	// beyond counts by section the entries that were not even gathered.
	beyond map[string]int
}

// ContextRule is a rule that bears on the task.
type ContextRule struct {
	Rule  string        `json:"rule"`
	Kind  string        `json:"kind"`
	State bdgraph.State `json:"state"`
	Span
	Facts      []string           `json:"facts"` // what it says, of the components
	Components []string           `json:"components"`
	Support    []Support          `json:"support"` // the documents that agree
	Because    []Reason           `json:"because"`
	Caveats    []Caveat           `json:"caveats"` // amendments, and rules that contradict it
	Confidence bdgraph.Confidence `json:"confidence"`
	// Why says what brought it here: the component, or the words that match.
	Why   string  `json:"why"`
	Score float64 `json:"score"`
}

// Blocker is an open issue that an issue of the task waits for.
type Blocker struct {
	Thing
	Status string `json:"status"`
	Blocks string `json:"blocks"`
}

// Outdated is a rule that is over.
type Outdated struct {
	Rule    string    `json:"rule"`
	Ended   *string   `json:"ended"` // null where no day is known
	EndedBy string    `json:"ended_by,omitempty"`
	Instead []string  `json:"instead"`  // rules in force that what ended it establishes
	FoundIn []Support `json:"found_in"` // documents that still say it
	Score   float64   `json:"score"`
}

// recent is how many days back changes count as recent.
const recent = 90

// Context gathers what bears on a task: the rules that govern the components it
// names, those whose words it shares, what blocks its issues, what has changed
// lately, and what is no longer so. Equal graphs and questions give equal packets.
func (a *Asker) Context(ctx context.Context, q ContextQuery) (Packet, error) {
	return answer(ctx, a, q.Day, func(s *session) (Packet, error) {
		c := &contextBuilder{session: s, scores: map[string]float64{}, why: map[string]string{}}
		c.packet = Packet{
			Header: s.header, Task: strings.Join(q.Words, " "), Subjects: []Subject{}, Things: []Thing{}, Rules: []ContextRule{},
			Blockers: []Blocker{}, Superseded: []Outdated{}, Changes: []Change{}, Warnings: []string{}, Dropped: map[string]int{},
			Budget: cmp.Or(q.Budget, ContextBudget), beyond: map[string]int{},
		}
		return c.build(q.Words)
	})
}

// contextBuilder puts a packet together.
type contextBuilder struct {
	*session
	packet Packet
	things []node
	claims map[string][]claim // by rule
	facts  map[string]*ruleFacts
	docs   map[string]node
	scores map[string]float64 // of rules
	why    map[string]string
	// current and over are the rules that may be told, the best first.
	current, over []string
	silent        []string // documents that share the task's words and establish no rule, the best first
	wordless      bool     // the task names nothing, and has no words to look for
}

func (c *contextBuilder) build(words []string) (Packet, error) {
	steps := []func([]string) error{
		c.findThings, c.findSubjects, c.scoreByComponent, c.scoreByWords, c.gather, c.addRules, c.addSuperseded, c.addBlockers, c.addChanges,
	}
	for _, step := range steps {
		if err := step(words); err != nil {
			return c.packet, err
		}
	}
	c.addWarnings()
	c.packet.fit()
	return c.packet, nil
}

// tokensOf returns the parts of a task that may be names: whole arguments, and
// words without the marks around them.
func tokensOf(task []string) []string {
	var out []string
	for _, argument := range task {
		out = append(out, strings.TrimSpace(argument))
		for word := range strings.FieldsSeq(argument) {
			word = strings.Trim(word, ".,;:!?()[]{}<>\"'`*_")
			out = append(out, word, strings.TrimSuffix(word, "'s"))
		}
	}
	return distinct(out)
}

// findThings finds the records that the task names.
func (c *contextBuilder) findThings(task []string) error {
	rows, err := query[nodeRow](c.session, "mentioned", params{"words": anyList(tokensOf(task))})
	if err != nil {
		return err
	}
	slices.SortFunc(rows, func(a, b nodeRow) int {
		return cmp.Or(cmp.Compare(a.Node.Label, b.Node.Label), cmp.Compare(a.Node.Key, b.Node.Key))
	})
	for _, r := range rows {
		c.things = append(c.things, r.Node)
		c.packet.Things = append(c.packet.Things, r.Node.thing())
	}
	return nil
}

// findSubjects finds the components that the task names, by name, alias or path,
// and those of the records that it names.
func (c *contextBuilder) findSubjects(task []string) error {
	found := map[string]Subject{}
	add := func(s Subject) {
		if _, twice := found[s.Component]; !twice {
			found[s.Component] = s
		}
	}
	components, err := c.components()
	if err != nil {
		return err
	}
	lower := strings.ToLower(strings.Join(task, " "))
	for _, component := range components {
		if names.Holds(lower, strings.ToLower(component.Name)) {
			add(Subject{Component: component.Name, By: "name"})
		}
		for _, alias := range component.Aliases {
			if names.Holds(lower, strings.ToLower(alias)) {
				add(Subject{Component: component.Name, By: "alias", Via: alias})
			}
		}
	}
	for _, word := range tokensOf(task) {
		if strings.ContainsAny(word, "/.") && !strings.Contains(word, " ") {
			subjects, err := c.subjectsOfPath(word)
			if err != nil {
				return err
			}
			for _, s := range subjects {
				add(s)
			}
		}
	}
	for _, n := range c.things {
		subjects, err := c.subjectsOf(n)
		if err != nil {
			return err
		}
		for _, s := range subjects {
			add(s)
		}
	}
	c.packet.Subjects = slices.SortedFunc(maps.Values(found), func(a, b Subject) int { return cmp.Compare(a.Component, b.Component) })
	if c.packet.Subjects == nil {
		c.packet.Subjects = []Subject{}
	}
	return nil
}

// byComponent is what a rule about a component of the task scores at least.
const byComponent = 4

// scoreByComponent scores the rules about the task's components, and those of the
// records that it names.
func (c *contextBuilder) scoreByComponent([]string) error {
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
	names := make([]string, len(c.packet.Subjects))
	for i, s := range c.packet.Subjects {
		names[i] = s.Component
	}
	ancestors, err := c.ancestors(names)
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
	set, err := c.session.claims(slices.Collect(maps.Keys(share)))
	if err != nil {
		return err
	}
	for _, cl := range set.all {
		c.raise(cl.Rule, byComponent*share[cl.Component], "about "+cl.Component)
	}
	return nil
}

// isSource tells whether an edge's source is a document.
func isSource(source string, n node) bool {
	return isDocument(n.Label) && (source == n.Key || n.Label == string(bdgraph.MemoryLabel) && source == "memory:"+n.Key)
}

// raise gives a rule at least a score; why is that of the highest one.
func (c *contextBuilder) raise(rule string, score float64, why string) {
	if score > c.scores[rule] || score == c.scores[rule] && why < c.why[rule] {
		c.scores[rule], c.why[rule] = score, why
	}
}

// documentShare is how much the words of a document count for its rules.
const documentShare = 0.6

// scoreByWords adds to the scores of rules that share the task's words, or whose documents do.
func (c *contextBuilder) scoreByWords(task []string) error {
	text := strings.Join(task, "\n")
	issues := map[string]bool{}
	for _, n := range c.things {
		if n.Label == string(bdgraph.IssueLabel) {
			issues[n.Key] = true
		} else {
			text += "\n" + n.Title
		}
	}
	if len(issues) > 0 {
		rows, err := query[struct {
			Text string `col:"text"`
		}](c.session, "issue_texts", params{"issues": keysOf(issues)})
		if err != nil {
			return err
		}
		for _, r := range rows { // the order of the texts is none of their terms
			text += "\n" + r.Text
		}
	}
	terms := queryTerms(withoutIDs(text, keysOf(issues)))
	named := queryTerms(c.namesOfSubjects())
	// The rules about a component have their score for it already, however often they name it.
	terms = keep(terms, func(t string) bool { return !slices.Contains(named, t) })
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
		ruled := distinct(slices.Concat(bySource[documents[i].Key], bySource["memory:"+documents[i].Key]))
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

// namesOfSubjects returns the words by which the task names components.
func (c *contextBuilder) namesOfSubjects() string {
	var said []string
	for _, s := range c.packet.Subjects {
		switch s.By {
		case "name":
			said = append(said, s.Component)
		case "alias":
			said = append(said, s.Via)
		}
	}
	return strings.Join(said, "\n")
}

// withoutIDs takes the ids of issues that begin like some of them out of a text: that
// another text names an issue of the project too says nothing.
func withoutIDs(text string, issues []any) string {
	for _, id := range issues {
		if i := strings.LastIndex(id.(string), "-"); i > 0 {
			text = regexp.MustCompile(`(?i)\b`+regexp.QuoteMeta(id.(string)[:i])+`-[0-9a-z.]+\b`).ReplaceAllString(text, " ")
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

// leastShare is how good a rule must be, compared with the best, to be told.
const leastShare = 0.15

// gather loads what is known of the rules that score, as far as the budget can hold them.
func (c *contextBuilder) gather([]string) error {
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
	room := map[string]int{"rules": c.packet.Budget, "superseded": c.packet.Budget}
	add := func(to *[]string, section, rule string) {
		if room[section] < 0 {
			c.packet.beyond[section]++
			return
		}
		*to = append(*to, rule)
		room[section] -= names.Tokens("- " + bdgraph.OneLine(rule) + ": ended\n") // the shortest entry
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

// begins returns the first day on which a rule can have begun, the last time that it did.
func (c *contextBuilder) begins(rule string) bdgraph.Day {
	last := bdgraph.MinDay
	for _, i := range c.lifeOf(rule).intervals {
		last = max(last, i.interval.From.Earliest)
	}
	return last
}

// scored lists the rules that score, the best first, and of equal ones the latest.
func (c *contextBuilder) scored() []string {
	return slices.SortedFunc(maps.Keys(c.scores), func(a, b string) int {
		return cmp.Or(cmp.Compare(c.scores[b], c.scores[a]), cmp.Compare(c.begins(b), c.begins(a)), cmp.Compare(a, b))
	})
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

func (c *contextBuilder) addRules([]string) error {
	for _, rule := range c.current {
		life := c.lifeOf(rule)
		state := life.state(c.day)
		window, _ := life.window(c.day)
		f := c.facts[rule]
		r := ContextRule{
			Rule: rule, Kind: f.Kind, State: state, Span: spanOf(window.interval), Facts: []string{}, Components: []string{},
			Because: f.because(c.docs), Why: c.why[rule], Score: c.scores[rule],
		}
		var sources []string
		slices.SortFunc(c.claims[rule], func(a, b claim) int {
			return cmp.Or(cmp.Compare(a.Component, b.Component), compareEdges(a.Edge, b.Edge))
		})
		for _, cl := range c.claims[rule] {
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
		for _, e := range life.edges {
			if e.interval().StateOn(c.day) != bdgraph.No {
				r.Support = append(r.Support, supportOf(e, bdgraph.Establishes, c.day, c.docs))
				sources = append(sources, e.Source)
			}
		}
		r.Confidence = mostTrusted(r.Support)
		r.Caveats = f.caveats(window.interval, sources, c.day, c.docs)
		if r.Caveats == nil {
			r.Caveats = []Caveat{}
		}
		if r.Because == nil {
			r.Because = []Reason{}
		}
		c.packet.Rules = append(c.packet.Rules, r)
	}
	return nil
}

// addSuperseded tells which guidance is over, and what holds instead.
func (c *contextBuilder) addSuperseded([]string) error {
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
	for _, rule := range c.over {
		life := c.lifeOf(rule)
		window, _ := life.window(c.day)
		last := life.last(window)
		o := Outdated{Rule: rule, Ended: spanOf(window.interval).Until, Score: c.scores[rule], Instead: []string{}, FoundIn: []Support{}}
		if last.ClosedBy != "" {
			o.EndedBy = nameOf(c.docs, last.ClosedBy)
			if names := distinct(instead[last.ClosedBy]); len(names) > 0 {
				o.Instead = names
			}
		}
		for _, e := range life.edges {
			o.FoundIn = append(o.FoundIn, supportOf(e, bdgraph.Establishes, c.day, c.docs))
		}
		c.packet.Superseded = append(c.packet.Superseded, o)
	}
	return nil
}

// addBlockers follows what the task's issues wait for, as long as it is open.
func (c *contextBuilder) addBlockers([]string) error {
	seen := map[string]bool{}
	var level []string
	for _, n := range c.things {
		if n.Label == string(bdgraph.IssueLabel) {
			level = append(level, n.Key)
			seen[n.Key] = true
		}
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
			if !isClosedStatus(r.Node.Status) && r.Edge.interval().StateOn(c.day) != bdgraph.No {
				found = append(found, Blocker{Thing: r.Node.thing(), Status: cmp.Or(r.Node.Status, "unknown"), Blocks: r.Of})
			}
		}
		slices.SortFunc(found, func(a, b Blocker) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Blocks, b.Blocks)) })
		level = nil
		for _, b := range found {
			if !seen[b.Key] {
				seen[b.Key] = true
				level = append(level, b.Key)
				c.packet.Blockers = append(c.packet.Blockers, b)
			}
		}
	}
	return nil
}

// addChanges adds what has happened lately to the rules that score.
func (c *contextBuilder) addChanges([]string) error {
	all, err := c.changes(ChangesQuery{From: c.day.Add(-recent), To: c.day})
	if err != nil {
		return err
	}
	for _, e := range slices.Backward(all.Events) { // the latest first
		if _, scores := c.scores[e.Rule]; scores && e.Certain {
			c.packet.Changes = append(c.packet.Changes, e)
		}
	}
	return nil
}

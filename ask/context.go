package ask

import (
	"cmp"
	"context"
	"strings"

	"bdgraph"
)

// ContextQuery asks what an agent should know before a task.
type ContextQuery struct {
	// Words are the task's text, ids of issues and records, paths, names of components, in any mixture.
	Words  []string
	Budget int // in tokens, about; 0: ContextBudget
	Day    bdgraph.Day
}

// ContextBudget is how many tokens a briefing takes when nobody asks for another number.
const ContextBudget = 2000

// Context gathers what bears on a task: the rules that govern the components it
// names, those whose words it shares, what blocks its issues, what has changed
// lately, and what is no longer so. Equal graphs and questions give equal briefings.
func (a *Asker) Context(ctx context.Context, q ContextQuery) (Briefing, error) {
	return answer(ctx, a, q.Day, func(s *session) (Briefing, error) {
		c := &contextBuilder{session: s, task: q.Words, scores: map[string]float64{}, why: map[string]string{}}
		c.briefing = Briefing{
			Header: s.header, Task: strings.Join(q.Words, " "), Subjects: []Subject{}, Things: []Thing{}, Rules: []ContextRule{},
			Blockers: []Blocker{}, Superseded: []Outdated{}, Changes: []Change{}, Warnings: []string{}, Dropped: map[string]int{},
			Budget: cmp.Or(q.Budget, ContextBudget), beyond: map[string]int{},
		}
		return c.build()
	})
}

// contextBuilder puts a briefing together.
type contextBuilder struct {
	*session
	task     []string
	briefing Briefing
	things   []node
	claims   map[string][]claim // by rule
	facts    map[string]*ruleFacts
	docs     documents
	scores   map[string]float64 // of rules
	why      map[string]string
	// current and over are the rules that may be told, the best first.
	current, over []string
	silent        []string // documents that share the task's words and establish no rule, the best first
	wordless      bool     // the task names nothing, and has no words to look for
}

func (c *contextBuilder) build() (Briefing, error) {
	for _, step := range []func() error{
		c.findThings, c.findSubjects, c.scoreByComponent, c.scoreByWords, c.gather, c.addRules, c.addSuperseded, c.addBlockers, c.addChanges,
	} {
		if err := step(); err != nil {
			return c.briefing, err
		}
	}
	c.addWarnings()
	c.briefing.fit()
	return c.briefing, nil
}

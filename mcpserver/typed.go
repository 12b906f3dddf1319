package mcpserver

import (
	"context"
	"errors"
	"reflect"

	"bdgraph"
	"bdgraph/ask"
)

// ofType makes the row of a tool whose answer is that of a question in package ask.
func ofType[T headed](t tool, question func(context.Context, *Server, *call) (T, error)) tool {
	t.result = reflect.TypeFor[T]()
	t.run = func(ctx context.Context, s *Server, c *call) (headed, error) { return question(ctx, s, c) }
	return t
}

// byName asks about what the argument name names on the day.
func byName[T headed](question func(*ask.Asker, context.Context, string, bdgraph.Day) (T, error)) func(context.Context, *Server, *call) (T, error) {
	return func(ctx context.Context, s *Server, c *call) (T, error) {
		return question(s.asker, ctx, s.name(c), c.day("as_of"))
	}
}

// withHint gives a tool of ofType a hint for answers that are empty.
func withHint[T headed](t tool, hint func(T) string) tool {
	t.hint = func(answer headed) string { return hint(answer.(T)) }
	return t
}

// name is the argument name, a path as components' globs know it.
func (s *Server) name(c *call) string { return s.config.Relative(c.text("name")) }

func nameArgument(description, example string) argument {
	return argument{name: "name", kind: text, required: true, max: 1_000, description: description, example: example}
}

var governsTool = withHint(ofType(tool{
	name: "governs", title: "Rules that govern something",
	description: "Which rules govern or constrain a component, a file path, an issue, a memory or a decision record on a day, since when, and on what basis: each rule comes with the sentence and line that state it. " +
		"Call it before you change code under a path. rules hold (state HOLDS) or may hold (POSSIBLE) on that day and bind you; no_longer lists rules that are over, with what ended them: do not follow those; not_yet begin later. " +
		"caveats say what was amended in part. When rules is empty, empty says why: unknown_component (see suggestions), no_component, no_rules, only_ended or only_future.",
	arguments: []argument{
		nameArgument("A component or alias, a path in the project, an issue id, a decision record (ADR-0007 or its path), a memory key or a rule.", `"src/auth/session.go"`),
		asOfArgument,
	},
	list: "rules",
}, byName((*ask.Asker).Governs)), governsHint)

var whyTool = ofType(tool{
	name: "why", title: "Why something holds",
	description: "The whole life of a rule, decision record, issue, memory, component or relationship: who stated it with quote and line, the reasons for it, the alternatives that lost, what it replaced and what replaced it, " +
		"and for each date how it was derived. Use it to explain or to doubt a rule that governs returned.",
	arguments: []argument{
		nameArgument("A rule's name, an issue id, ADR-0007 or a record's path, a memory key, a component, or the id of a relationship.", `"ADR-0003"`),
		asOfArgument,
	},
	list: "dates",
}, byName((*ask.Asker).Why))

var changesTool = ofType(tool{
	name: "list_changes", title: "What changed between two days",
	description: "Which rules began, ended, were replaced or amended after the day from, up to and including the day as_of, in order, each with the record and sentence that caused it; held and hold count the rules in force on the two days. " +
		"Use it to catch up, or to learn what changed between two releases.",
	arguments: []argument{
		{name: "from", kind: day, description: "The day after which changes count. Default: 30 days before as_of."},
		asOfArgument,
		{name: "component", kind: text, max: 1_000, description: "Only rules about this component or what it is a part of."},
		{name: "epic", kind: text, max: 1_000, description: "Only rules that came out of this epic (an issue id)."},
	},
	list: "events",
}, func(ctx context.Context, s *Server, c *call) (ask.Changes, error) {
	changes, err := s.asker.Changes(ctx, ask.ChangesQuery{
		From: c.day("from"), To: c.day("as_of"), Component: c.text("component"), Epic: c.text("epic"),
	})
	if errors.Is(err, ask.ErrRange) {
		return changes, badArgument("from", "from is later than as_of", `Give an earlier day, for instance {"from": "2025-01-01", "as_of": "2025-06-30"}.`)
	}
	return changes, err
})

// impactMost is how many dependents are looked for; counts go on.
const impactMost = 5_000

var impactTool = ofType(tool{
	name: "impact", title: "What depends on something",
	description: "What depends on an issue, decision record, memory, rule or component: issues that wait for it or are below it, rules it establishes or motivates, components those govern and that need them, and the documents that cite any of these, " +
		"the nearest first, with distance and path. counts are whole even when the lists are cut. Use it before you close, change or revoke something.",
	arguments: []argument{nameArgument("An issue id, decision record, memory key, rule or component.", `"bd-12"`), asOfArgument},
	list:      "dependents",
}, func(ctx context.Context, s *Server, c *call) (ask.Impact, error) {
	return s.asker.Impact(ctx, s.name(c), c.day("as_of"), impactMost)
})

var rollupTool = withHint(ofType(tool{
	name: "rollup", title: "What came out of an epic",
	description: "The lasting decisions, rules, memories and pull requests that came out of an epic and everything below it, each with its state on the day and the issue it came from. Use it to sum up finished work.",
	arguments:   []argument{nameArgument("The epic's issue id.", `"bd-3"`), asOfArgument},
	list:        "rules",
}, byName((*ask.Asker).Rollup)), rollupHint)

var timelineTool = ofType(tool{
	name: "get_timeline", title: "When things held",
	description: "The intervals in which a rule, record or component's rules held, as lanes: since is included, until is not; the four bounds tell how exactly an end is known (0001-01-01 and 9999-12-31 stand for no bound).",
	arguments:   []argument{nameArgument("A rule, decision record or component.", `"ADR-0003"`), asOfArgument},
	list:        "lanes",
}, byName((*ask.Asker).Timeline))

// searchMost is how many hits are ranked.
const searchMost = 1_000

var searchTool = withHint(ofType(tool{
	name: "search", title: "Search texts",
	description: "Find issues, decision records, memories, rules and components by words of their texts. What holds on the day comes before what is over; something that is over names its successor in ended_by. " +
		"It looks for words, not meanings: try synonyms. Use it to find the name that other tools want.",
	arguments: []argument{
		{name: "text", kind: text, required: true, max: 2_000, example: `"session cache"`, description: "The words to look for; a hit has at least one of them."},
		{name: "kind", kind: text, max: 60, description: "Only Issue, ADR, Memory, Rule or Component, or a kind of rule or type of issue, such as decision."},
		asOfArgument,
	},
	list: "hits",
}, func(ctx context.Context, s *Server, c *call) (ask.Found, error) {
	return s.asker.Search(ctx, ask.SearchQuery{Text: c.text("text"), Kind: c.text("kind"), Day: c.day("as_of"), Limit: searchMost})
}), searchHint)

var contextTool = withHint(ofType(tool{
	name: "get_context", title: "What to know before a task",
	description: "A briefing for the start of a task: the rules in force that bear on it with their sentences, open issues that block it, rules that changed in the last 90 days, and superseded guidance that documents still hold (do not follow it; instead names what replaced it). " +
		"It is cut to a budget of tokens; dropped counts what was left out. Call it once at the start, then governs for each path you change.",
	arguments: []argument{
		{name: "task", kind: text, required: true, max: 20_000, example: `"Move sessions to Redis, see bd-12"`, description: "The task in words, with ids and paths where you know them."},
		{name: "names", kind: textList, example: `["bd-12", "src/auth/session.go"]`, description: "Ids, paths and components that the task is about."},
		{name: "budget", kind: integer, min: 200, max: 20_000, description: "About how many tokens the texts may take; the whole briefing takes two to three times that. Default 2000."},
		asOfArgument,
	},
	list: "rules",
}, func(ctx context.Context, s *Server, c *call) (ask.Briefing, error) {
	words := []string{c.text("task")}
	for _, name := range c.texts("names") {
		words = append(words, s.config.Relative(name))
	}
	briefing, err := s.asker.Context(ctx, ask.ContextQuery{Words: words, Budget: c.integer("budget", 0), Day: c.day("as_of")})
	c.page.size = min(c.page.size, frameOfBriefing*briefing.Budget*bytesPerToken)
	return briefing, err
}), contextHint)

const (
	bytesPerToken   = 4 // of JSON, about
	frameOfBriefing = 3 // how often its texts a briefing takes at most, with the names of fields
)

var conflictsTool = ofType(tool{
	name: "list_conflicts", title: "Where the graph contradicts itself",
	description: "What does not fit together on the day: two rules in force that contradict each other, records and open issues that cite decisions which are over, rules with almost the same name, components without rules. " +
		"Each finding has a code, a message with the names, the place and what to do. Use it before a release, or when governs returns rules that disagree.",
	arguments: []argument{asOfArgument},
	list:      "findings",
}, func(ctx context.Context, s *Server, c *call) (ask.Linted, error) {
	return s.asker.Lint(ctx, c.day("as_of"))
})

// What an empty answer leaves open, and where to go from it.

func governsHint(g ask.Governing) string {
	return map[string]string{
		ask.UnknownComponent: "Nothing has this name: try a suggestion, or find the name with search. A path may belong to no component; bdgraph.toml names them.",
		ask.NoComponent:      "It is known, but leads to no component, so nothing is known to govern it: why tells its own life, get_item its links.",
		ask.NoRules:          "No rule is known to speak of it, which is no proof that there is none: get_status tells how many documents were read for rules, search finds those that name it.",
		ask.OnlyEnded:        "All rules about it are over: no_longer tells what replaced them, why tells more.",
		ask.OnlyFuture:       "All rules about it begin later: not_yet tells when.",
	}[g.Empty]
}

func searchHint(f ask.Found) string {
	if len(f.Hits) > 0 {
		return ""
	}
	return "No text has any of these words: try synonyms or parts of names, or ask without kind."
}

func contextHint(b ask.Briefing) string {
	if len(b.Rules) > 0 || len(b.Superseded) > 0 || len(b.Blockers) > 0 {
		return ""
	}
	return "Nothing bears on these words: give names (ids, paths, components), or other words; get_status tells how much the graph was built from."
}

func rollupHint(r ask.Rollup) string {
	if r.Issues > 0 || len(r.Records)+len(r.Rules)+len(r.Memories)+len(r.PRs) > 0 {
		return ""
	}
	return "Nothing is below this issue and nothing came out of it: why and get_item tell of itself."
}

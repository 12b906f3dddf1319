package phase1

import (
	"slices"
	"testing"
	"time"

	"bdgraph"
)

var mailer = bdgraph.Vocabulary{
	Components: []bdgraph.Component{
		{Name: "Mail queue", Aliases: []string{"outbox"}, Paths: []string{"src/mail/**", "*.eml"}},
		{Name: "API", Paths: []string{"api/"}},
		{Name: "Storage"},
	},
	Rules: []bdgraph.KnownRule{{Name: "Outbox first", Kind: bdgraph.Invariant, Aliases: []string{"ADR-0007"}}},
}

const queueText = `# 7. Queue mail in the outbox

Date: 2024-01-01

## Context

Mail was lost, see bd-1 and PR #4.

## Decision

- Chosen: queue **in the outbox first**.

## API

Nothing changes.

## Considered Options

- **Queue in the outbox first**
- Send at once
  - fast
  - loses mail
- Send by a *worker*

## Rejected

### Drop mail
Never.

### Retry in the client
No.
`

func queueADR() bdgraph.ADR {
	return bdgraph.ADR{
		Path: "adr/0007-queue.md", ID: "ADR-0007", Number: "0007", Title: "Queue mail in the outbox",
		Status: bdgraph.StatusAccepted, Date: date("2024-01-01"),
		Sections: []bdgraph.Section{
			{Heading: "7. Queue mail in the outbox", Level: 1, Line: 1, EndLine: 37},
			{Heading: "Context", Role: "context", Level: 2, Line: 5, EndLine: 8},
			{Heading: "Decision", Role: "decision", Level: 2, Line: 9, EndLine: 12},
			{Heading: "API", Level: 2, Line: 13, EndLine: 16},
			{Heading: "Considered Options", Role: "alternatives", Level: 2, Line: 17, EndLine: 24},
			{Heading: "Rejected", Role: "rejected", Level: 2, Line: 25, EndLine: 31},
			{Heading: "Drop mail", Level: 3, Line: 27, EndLine: 29},
			{Heading: "Retry in the client", Level: 3, Line: 30, EndLine: 31},
		},
	}
}

var ruleTypes = []bdgraph.RelType{bdgraph.Establishes, bdgraph.Governs, bdgraph.About, bdgraph.MotivatedBy}

func TestRuleOfADecisionRecord(t *testing.T) {
	c := withADR(corpus(issue("bd-1", "2023-01-01", "")), queueADR(), queueText, "", "2026-06-01")
	f := Extract(c, mailer, LinkBy(ByTitle, ByHeading, ByPath))
	equal(t, "edges", edgesOf(f, ruleTypes...), []string{
		"ABOUT adr/0007-queue.md>API",
		"ABOUT adr/0007-queue.md>Mail queue",
		"ESTABLISHES adr/0007-queue.md>Outbox first",
		"GOVERNS Outbox first>API",
		"GOVERNS Outbox first>Mail queue",
		"MOTIVATED_BY Outbox first>bd-1",
	})
	n := nodeOf(t, f, "Outbox first")
	equal(t, "aliases", n.Attributes["aliases"].([]string), []string{"ADR-0007", "Queue mail in the outbox"})
	equal(t, "rejected", n.Attributes["rejected"].([]string), []string{"Send at once", "Send by a *worker*", "Drop mail", "Retry in the client"})
	if n.Attributes["id"] != "outbox-first" || n.Attributes["kind"] != "invariant" || n.Attributes["rationale"] != "Mail was lost, see bd-1 and PR #4." {
		t.Errorf("attributes: %v", n.Attributes)
	}
	for _, e := range f.Edges {
		switch e.Type {
		case bdgraph.Establishes:
			if want := (bdgraph.Quote{Text: "- Chosen: queue **in the outbox first**.", Line: 11}); e.Evidence[0] != want || e.Confidence != bdgraph.Structural {
				t.Errorf("%v %s", e.Evidence, e.Confidence)
			}
		case bdgraph.Governs, bdgraph.MotivatedBy:
			if len(e.Evidence) != 1 || e.Evidence[0].Line == 0 || e.Source != "adr/0007-queue.md" {
				t.Errorf("%s: %v of %s", e.Type, e.Evidence, e.Source)
			}
		}
	}
	if f := Extract(c, mailer, WithoutRules()); len(edgesOf(f, ruleTypes...)) > 0 {
		t.Errorf("without rules: %q", edgesOf(f, ruleTypes...))
	}
}

func TestOnlyWhatIsOrWasInForceEstablishesARule(t *testing.T) {
	for status, want := range map[bdgraph.ADRStatus]int{
		"": 1, bdgraph.StatusAccepted: 1, bdgraph.StatusSuperseded: 1, bdgraph.StatusDeprecated: 1,
		bdgraph.StatusDraft: 0, bdgraph.StatusProposed: 0, bdgraph.StatusRejected: 0, bdgraph.StatusWithdrawn: 0,
	} {
		a := queueADR()
		a.Status = status
		f := Extract(withADR(bdgraph.Corpus{}, a, queueText, "", "2026-06-01"), bdgraph.Vocabulary{})
		if got := len(edgesOf(f, bdgraph.Establishes)); got != want {
			t.Errorf("%q: %d rules, want %d", status, got, want)
		}
	}
}

func TestRuleOfADecisionBead(t *testing.T) {
	i := issue("bd-2", "2024-01-01", "2024-02-02")
	i.Type, i.Title = "decision", "Use one outbox"
	i.Description = "Touches src/mail/queue.go and https://x.org/api/v1.\n\n## Rationale\n\nAs bd-1 showed.\n\n## Alternatives Considered\n\n1. Two outboxes\n2. None"
	i.CloseReason = "Decided, see bd-3"
	f := Extract(corpus(i, issue("bd-1", "2024-01-01", ""), issue("bd-3", "2024-01-01", "")), mailer)
	equal(t, "edges", edgesOf(f, ruleTypes...), []string{
		"ABOUT bd-2>Mail queue", "ESTABLISHES bd-2>Use one outbox", "GOVERNS Use one outbox>Mail queue", "MOTIVATED_BY Use one outbox>bd-1",
	})
	n := nodeOf(t, f, "Use one outbox")
	equal(t, "rejected", n.Attributes["rejected"].([]string), []string{"Two outboxes", "None"})
	if n.Attributes["rationale"] != "As bd-1 showed." {
		t.Errorf("rationale %q", n.Attributes["rationale"])
	}

	i.Description = ""
	n = nodeOf(t, Extract(corpus(i, issue("bd-3", "2024-01-01", "")), mailer), "Use one outbox")
	if n.Attributes["rationale"] != "Decided, see bd-3" {
		t.Errorf("of the close reason: %q", n.Attributes["rationale"])
	}

	i.Status, i.ClosedAt = "open", time.Time{}
	if f := Extract(corpus(i), mailer); len(edgesOf(f, bdgraph.Establishes)) > 0 {
		t.Error("an open decision establishes a rule")
	}
}

func TestMemoriesThatInstruct(t *testing.T) {
	for text, want := range map[string]bdgraph.RuleKind{
		"You must run the tests.":             bdgraph.Constraint,
		"NEVER push to main.":                 bdgraph.Constraint,
		"Do not edit files under gen/.":       bdgraph.Constraint,
		"Prefer small commits.":               bdgraph.Preference,
		"Bitte niemals direkt deployen.":      bdgraph.Constraint,
		"Il faut toujours relire.":            bdgraph.Constraint,
		"提交前必须运行测试。":                          bdgraph.Constraint,
		"The store lives in src/store.":       "",
		"They don't call it.":                 "",
		"Read it and don't change it.":        bdgraph.Constraint,
		"Mustard is a sauce, nevermore.":      "",
		"Release notes are in docs/notes.md.": "",
	} {
		c := bdgraph.Corpus{
			Memories: []bdgraph.Memory{{Key: "mail-queue-note", Text: text}},
			Documents: []bdgraph.Document{{
				ID: "mail-queue-note", Key: "mail-queue-note", Kind: bdgraph.MemoryDocument, Title: "mail-queue-note",
				Text: "# mail-queue-note\n\n" + text + "\n",
			}},
		}
		f := Extract(c, mailer)
		rules := slices.DeleteFunc(f.Nodes, func(n bdgraph.Node) bool { return n.Label != bdgraph.RuleLabel })
		switch {
		case want == "" && len(rules) > 0:
			t.Errorf("%q is a rule", text)
		case want != "" && (len(rules) != 1 || rules[0].Key != "mail-queue-note" || rules[0].Attributes["kind"] != string(want)):
			t.Errorf("%q: %+v, want %s", text, rules, want)
		case want != "":
			equal(t, text, edgesOf(f, ruleTypes...), []string{
				"ABOUT mail-queue-note>Mail queue", "ESTABLISHES mail-queue-note>mail-queue-note", "GOVERNS mail-queue-note>Mail queue",
			})
		}
	}
}

func TestComponentsInTitlesHeadingsAndPaths(t *testing.T) {
	for text, want := range map[string][]string{
		"# x\n## The outbox\n":                {"Mail queue"},
		"# x\n## API-gateway and apis\n":      nil,
		"# x\nthe api and storage in prose":   nil,
		"# x\n```\n# API\n```\n":              nil,
		"# x\nsee api/users.go.":              {"API"},
		"# x\n见api/users.go的说明":               {"API"},
		"# x\nhttps://x.org/api/users.go":     nil,
		"# x\nsee `./src/mail/a/b.go:12`":     {"Mail queue"},
		"# x\nletter.eml":                     {"Mail queue"},
		"# API: storage\n":                    {"API", "Storage"},
		"# x\n### storage\n\n#### outbox API": {"API", "Mail queue", "Storage"},
	} {
		c := withADR(bdgraph.Corpus{}, bdgraph.ADR{Path: "a.md", Title: "x"}, text, "", "2026-06-01")
		var got []string
		for _, e := range Extract(c, mailer, LinkBy(ByTitle, ByHeading, ByPath)).Edges {
			if e.Type == bdgraph.About {
				got = append(got, e.To.Key)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is about %q, want %q", text, got, want)
		}
	}
}

// Headings and paths often name a component in passing; they link only where that is wanted.
func TestTitlesAloneLinkUnlessMoreIsWanted(t *testing.T) {
	c := withADR(bdgraph.Corpus{}, bdgraph.ADR{Path: "a.md", Title: "Storage"}, "# Storage\n\n## The outbox\n\nsee api/users.go\n", "", "2026-06-01")
	for _, tt := range []struct {
		by   []string
		want []string
	}{
		{nil, []string{"Storage"}},
		{[]string{ByHeading}, []string{"Mail queue", "Storage"}}, // a record's title is a heading too
		{[]string{ByPath}, []string{"API"}},
		{[]string{ByTitle, ByPath}, []string{"API", "Storage"}},
	} {
		var options []Option
		if tt.by != nil {
			options = append(options, LinkBy(tt.by...))
		}
		var got []string
		for _, e := range Extract(c, mailer, options...).Edges {
			if e.Type == bdgraph.About {
				got = append(got, e.To.Key)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("by %q: about %q, want %q", tt.by, got, tt.want)
		}
	}
}

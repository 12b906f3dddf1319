package phase2

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"bdgraph"
	"bdgraph/internal/passage"

	"pgregory.net/rapid"
)

// A change of the vocabulary makes those extractions stale for which it can matter, and
// no other one: reading a document costs somebody's tokens.
func TestVocabularyThatMatters(t *testing.T) {
	c := testCorpus()
	now := VersionsOf("prompt")
	files := fstest.MapFS{}
	accept(t, c, vocabulary, files, "bd-1.json", file(good), now) // names mail as "mailer", and the rule by its alias
	accept(t, c, vocabulary, files, "docs%2f=a.md.json", `{"document":"docs/A.md","sha256":"`+hash("# A\n")+`","lines_read":1,"edges":[],"empty_reason":"only a title"}`, now)
	mail, storage, rule := vocabulary.Components[0], vocabulary.Components[1], vocabulary.Rules[0]
	components := func(list ...bdgraph.Component) bdgraph.Vocabulary {
		return bdgraph.Vocabulary{Components: list, Rules: vocabulary.Rules}
	}
	rules := func(list ...bdgraph.KnownRule) bdgraph.Vocabulary {
		return bdgraph.Vocabulary{Components: vocabulary.Components, Rules: list}
	}
	part := func(c bdgraph.Component, whole string) bdgraph.Component { c.Parent = whole; return c }

	for name, same := range map[string]bdgraph.Vocabulary{
		"a component that no document names":             components(mail, storage, bdgraph.Component{Name: "Cache", Aliases: []string{"memory"}}),
		"the other order":                                components(storage, mail),
		"files and needs":                                components(bdgraph.Component{Name: "mail", Aliases: []string{"Mailer"}, Paths: []string{"mail/**"}, DependsOn: []string{"storage"}}, storage),
		"one less that no document names":                components(mail),
		"an alias that no document has":                  components(bdgraph.Component{Name: "mail", Aliases: []string{"Mailer", "letters"}}, storage),
		"a part of what no document names":               components(part(mail, "storage"), storage),
		"a rule with few words of the document":          rules(rule, bdgraph.KnownRule{Name: "Never queue requests for the billing of tenants"}),
		"an alias of the rule that is not in the text":   rules(bdgraph.KnownRule{Name: rule.Name, Kind: rule.Kind, Aliases: append(slices.Clone(rule.Aliases), "store and forward")}),
		"a name that stands inside of another word":      components(mail, storage, bdgraph.Component{Name: "out"}),
		"a component whose files the document's id fits": components(mail, storage, bdgraph.Component{Name: "Documents", Paths: []string{"docs/**", "bd-1"}}),
	} {
		if got := states(plan(t, c, same, files, now, PlanOptions{})); got["bd-1"] != Accepted || got["docs/A.md"] != Empty {
			t.Errorf("%s: %v", name, got)
		}
	}
	for name, other := range map[string]struct {
		vocabulary bdgraph.Vocabulary
		subject    string
	}{
		"a component that it names":          {components(mail, storage, bdgraph.Component{Name: "Outbox"}), "component Outbox"},
		"an alias that it names":             {components(mail, bdgraph.Component{Name: "storage", Aliases: []string{"OUTBOX"}}), "component storage"},
		"another name, the old one an alias": {components(bdgraph.Component{Name: "Post", Aliases: []string{"mail", "Mailer"}}, storage), `component Post, component mail, what component "mailer" means`},
		"a used alias with another meaning": {
			components(bdgraph.Component{Name: "mail"}, bdgraph.Component{Name: "queue", Aliases: []string{"Mailer"}}, storage), `what component "mailer" means`,
		},
		"a part of what it names":  {components(part(mail, "outbox"), storage, bdgraph.Component{Name: "outbox"}), "component mail"},
		"a rule that it may mean":  {rules(rule, bdgraph.KnownRule{Name: "Queue letters"}), "rule Queue letters"},
		"another kind of its rule": {rules(bdgraph.KnownRule{Name: rule.Name, Kind: bdgraph.Decision, Aliases: rule.Aliases}), "rule " + rule.Name},
		"another name of its rule": {rules(bdgraph.KnownRule{Name: "Queue first", Kind: rule.Kind, Aliases: rule.Aliases}), `what rule "Use the outbox" means`},
		"its rule without a name":  {rules(), `what rule "Use the outbox" means`},
	} {
		p := plan(t, c, other.vocabulary, files, now, PlanOptions{})
		got := states(p)
		reason := p.Documents[slices.IndexFunc(p.Documents, func(d PlannedDocument) bool { return d.ID == "bd-1" })].Reason
		if got["bd-1"] != Stale || !strings.Contains(reason, other.subject) || got["docs/A.md"] != Empty {
			t.Errorf("%s: %v, %s", name, got, reason)
		}
	}
	// One that is gone, though the extraction has it, is refused by the gates: to be read in any case.
	if got := states(plan(t, c, components(storage), files, now, PlanOptions{})); got["bd-1"] != Rejected || got["docs/A.md"] != Empty {
		t.Errorf("without its component: %v", got)
	}
	// Extractions that stay accepted are loaded with what their names mean now.
	if f := Read(c, components(storage, mail, bdgraph.Component{Name: "Cache"}), files); len(f.Extracted) != 2 {
		t.Errorf("loaded: %q", f.Extracted)
	}
}

// Whatever component the gates would let an extraction link to a document, its coming
// makes what was extracted from that document before stale.
func TestNoComponentThatFitsComesUnnoticed(t *testing.T) {
	words := []string{"the", "outboxQueue", "mail", "mails", "stores", "API", "api-key", "_cache_", "`disk`", "缓存层", "re", "\n", "#", "gate"}
	rapid.Check(t, func(t *rapid.T) {
		text := "# bd-1: " + strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 4, 20).Draw(t, "text"), " ") + " and more words\n"
		c := bdgraph.Corpus{Documents: []bdgraph.Document{{ID: "bd-1", Key: "bd-1", Kind: bdgraph.IssueDocument, Title: "of the gate", Text: text, SHA256: hash(text)}}}
		added := bdgraph.Component{Name: rapid.SampledFrom([]string{"Mail", "Queue", "Store", "api", "key", "Cache", "Disk", "缓存", "Gate", "outbox queue", "ueue"}).Draw(t, "name")}
		with := NewChecker(c, bdgraph.Vocabulary{Components: []bdgraph.Component{added}})
		page, fits := with.known.page("bd-1"), false
		for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
			place := newContext(passage.Fold(line) + "\n" + page.text.Path(i+1))
			fits = fits || with.known.anchored(End{Label: bdgraph.ComponentLabel, Key: added.Name}, place)
		}
		empty := Checked{Document: "bd-1", Extraction: &Extraction{Document: "bd-1"}}
		if noticed := changes(NewChecker(c, bdgraph.Vocabulary{}).told(empty), with.told(empty)) != ""; fits && !noticed {
			t.Fatalf("%q fits %q and comes unnoticed", added.Name, text)
		}
	})
}

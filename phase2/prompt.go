package phase2

import (
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"text/template"

	"bdgraph"
	"bdgraph/internal/passage"
)

// PromptInput is what an extraction prompt is made of.
type PromptInput struct {
	Shard      int
	Documents  []bdgraph.Document
	Vocabulary bdgraph.Vocabulary
	// Rules are known besides those of the vocabulary: of accepted extractions, and of
	// what patterns derived; RulesLeftOut is how many of the latter are not among them.
	Rules        []bdgraph.KnownRule
	RulesLeftOut int
	// Proposals are what verifiers proposed for a document's claims, by document.
	Proposals map[string][]string
	// Records are the decision records that the texts refer to; RecordsIn finds them.
	Records []bdgraph.ADR
	Folder  string // where agents write, as they shall name it
	Check   string // the command that checks a file, without the file
}

// promptData is what the template sees.
type promptData struct {
	PromptInput
	Schema     string
	Components []bdgraph.Component
	Rules      []bdgraph.KnownRule
	Texts      []promptText
}

// promptText is one document in a prompt.
type promptText struct {
	bdgraph.Document
	Label     bdgraph.Label
	Lines     int
	Fence     string // stands nowhere in the text
	Numbered  string
	File      string
	Proposals []string
}

// WritePrompt writes the finished text for an agent that extracts a shard. The
// template is in the syntax of text/template. Document texts are fenced by marks that
// they cannot hold, since a text cannot hold its own hash.
func WritePrompt(w io.Writer, text string, in PromptInput) error {
	t, err := template.New("extraction").Funcs(template.FuncMap{"join": strings.Join, "code": passage.Code, "json": passage.JSON, "line": passage.Line}).Parse(text)
	if err != nil {
		return fmt.Errorf("extraction prompt: %w", err)
	}
	data := promptData{PromptInput: in, Schema: string(Schema), Components: in.Vocabulary.Components, Rules: slices.Concat(in.Vocabulary.Rules, in.Rules)}
	slices.SortStableFunc(data.Rules, func(a, b bdgraph.KnownRule) int { return cmp.Compare(a.Name, b.Name) })
	for _, d := range in.Documents {
		numbered, lines := passage.Number(d.Text)
		data.Texts = append(data.Texts, promptText{
			Document: d, Label: d.Kind.Label(), Lines: lines, Fence: passage.Fence(d.Text), Numbered: numbered,
			File: path.Join(in.Folder, bdgraph.FileName(d.ID)+Extension), Proposals: in.Proposals[d.ID],
		})
	}
	if err := t.Execute(w, data); err != nil {
		return fmt.Errorf("extraction prompt: %w", err)
	}
	return nil
}

// RulesOf returns the rules of a fragment as known ones, for the prompt's list.
func RulesOf(f bdgraph.Fragment) []bdgraph.KnownRule {
	var rules []bdgraph.KnownRule
	for _, n := range f.Nodes {
		if n.Label != bdgraph.RuleLabel {
			continue
		}
		r := bdgraph.KnownRule{Name: n.Key}
		if kind, ok := n.Attributes["kind"].(string); ok {
			r.Kind = bdgraph.RuleKind(kind)
		}
		r.Aliases, _ = n.Attributes["aliases"].([]string)
		rules = append(rules, r)
	}
	return rules
}

// mostPatternRules is how many rules that patterns derived a prompt lists.
const mostPatternRules = 200

// RulesBeside returns the rules of what patterns derived that some document sets which has
// no accepted extraction, so that they stay, at most mostPatternRules: those of the
// documents and of what they name first. The rules that are known otherwise are left away, and
// how many are left out is told.
func (c *Checker) RulesBeside(docs []bdgraph.Document, patterns, extracted bdgraph.Fragment) (rules []bdgraph.KnownRule, leftOut int) {
	var texts []*context
	own := make(map[string]bool)
	for _, d := range docs {
		own[d.ID] = true
		texts = append(texts, newContext(passage.Fold(d.Text)))
	}
	near, far := make(map[bdgraph.NodeRef]bool), make(map[bdgraph.NodeRef]bool)
	for _, e := range patterns.Edges {
		if e.Type != bdgraph.Establishes || slices.Contains(extracted.Extracted, e.Source) {
			continue
		}
		n := c.known.nodes[e.From]
		if own[e.Source] || n != nil && slices.ContainsFunc(texts, func(t *context) bool { return t.hasAny(n) }) {
			near[e.To] = true
		} else {
			far[e.To] = true
		}
	}
	for _, r := range RulesOf(extracted) {
		ref := bdgraph.NodeRef{Label: bdgraph.RuleLabel, Key: r.Name}
		delete(near, ref)
		delete(far, ref)
	}
	var others []bdgraph.KnownRule
	for _, r := range RulesOf(patterns) {
		ref := bdgraph.NodeRef{Label: bdgraph.RuleLabel, Key: r.Name}
		if _, isKnown := c.known.rules[strings.ToLower(r.Name)]; isKnown {
			continue
		}
		switch {
		case near[ref]:
			rules = append(rules, r)
		case far[ref]:
			others = append(others, r)
		}
	}
	rules = append(rules, others...)
	n := min(len(rules), mostPatternRules)
	return rules[:n], len(rules) - n
}

// RecordsIn returns the decision records that some of the documents name, by
// number, id or file, in the corpus's order.
func (c *Checker) RecordsIn(docs []bdgraph.Document, records []bdgraph.ADR) []bdgraph.ADR {
	var named []bdgraph.ADR
	var texts []*context
	for _, d := range docs {
		texts = append(texts, newContext(passage.Fold(d.Text)))
	}
	for _, r := range records {
		n := c.known.nodes[bdgraph.NodeRef{Label: bdgraph.ADRLabel, Key: r.Path}]
		if n != nil && slices.ContainsFunc(texts, func(t *context) bool { return t.hasAny(n) }) {
			named = append(named, r)
		}
	}
	return named
}

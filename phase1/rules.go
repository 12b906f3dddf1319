package phase1

import (
	"slices"
	"strings"

	"bdgraph"
)

// rule is what a document establishes.
type rule struct {
	ref    bdgraph.NodeRef
	reason []lineRange // where the document says why
}

// lineRange is a range of lines, both ends included.
type lineRange struct{ first, last int }

// seedRules derives the rules that need no reading agent: each decision that
// is or was in force is a rule, and so is a memory that reads as an instruction.
// An accepted extraction of the same document replaces them (see bdgraph.Merge).
//
// What the documents are about is in about.go, the parts of a decision in
// sections.go, the words of instructions in instructions.go.
func (x *extractor) seedRules() {
	known := x.knownRules()
	for k := range x.corpus.ADRs {
		x.seedFromADR(&x.corpus.ADRs[k], known)
	}
	for k := range x.corpus.Issues {
		if isDecision(&x.corpus.Issues[k]) {
			x.seedFromDecision(&x.corpus.Issues[k], known)
		}
	}
	for _, m := range x.corpus.Memories {
		x.seedFromMemory(m, known)
	}
	x.addSubjects()
}

// knownRules returns the vocabulary's rules by name and alias, case aside.
func (x *extractor) knownRules() map[string]bdgraph.KnownRule {
	known := make(map[string]bdgraph.KnownRule)
	for _, r := range x.vocabulary.Rules {
		for _, name := range append([]string{r.Name}, r.Aliases...) {
			if _, taken := known[strings.ToLower(name)]; !taken {
				known[strings.ToLower(name)] = r
			}
		}
	}
	return known
}

func (x *extractor) seedFromADR(a *bdgraph.ADR, known map[string]bdgraph.KnownRule) {
	ref := adrRef(a.Path)
	d := x.recordOf(ref).document
	if d == nil || x.node(ref).Life.NeverInForce != "" {
		return
	}
	parts := adrParts(a, d)
	title := bdgraph.OneLine(a.Title)
	if title == "" {
		title = a.Path
	}
	quote := parts.firstLineOf("decision")
	if quote.Text == "" {
		quote = lineWith(d, a.Title)
	}
	x.addRule(ref, seed{
		name: title, kind: bdgraph.Decision, alias: a.ID, parts: parts, quote: quote, confidence: bdgraph.Structural,
	}, known)
}

func (x *extractor) seedFromDecision(i *bdgraph.Issue, known map[string]bdgraph.KnownRule) {
	ref := issueRef(i.ID)
	d := x.recordOf(ref).document
	if d == nil || x.node(ref).Life.NeverInForce != "" {
		return
	}
	title := bdgraph.OneLine(i.Title)
	if title == "" {
		title = i.ID
	}
	x.addRule(ref, seed{
		name: title, kind: bdgraph.Decision, alias: i.ID, parts: issueParts(d), quote: lineWith(d, i.Title), confidence: bdgraph.Structural,
	}, known)
}

func (x *extractor) seedFromMemory(m bdgraph.Memory, known map[string]bdgraph.KnownRule) {
	ref := memoryRef(m.Key)
	d := x.recordOf(ref).document
	if d == nil {
		return
	}
	kind, quote, ok := instruction(d)
	if !ok {
		return
	}
	x.addRule(ref, seed{name: m.Key, kind: kind, parts: parts{}, quote: quote, confidence: bdgraph.Textual}, known)
}

// seed is a rule as one document gives it.
type seed struct {
	name       string
	kind       bdgraph.RuleKind
	alias      string
	parts      parts
	quote      bdgraph.Quote
	confidence bdgraph.Confidence
}

// addRule adds a rule, under the vocabulary's name where that has one, and the
// edge that establishes it. Documents that give it the same name share it.
func (x *extractor) addRule(by bdgraph.NodeRef, s seed, known map[string]bdgraph.KnownRule) {
	aliases := []string{}
	if s.alias != "" {
		aliases = append(aliases, s.alias)
	}
	for _, name := range []string{s.name, s.alias} {
		if k, ok := known[strings.ToLower(name)]; ok && name != "" {
			if k.Name != s.name {
				aliases = append(aliases, s.name)
			}
			aliases = append(aliases, k.Aliases...)
			s.name = k.Name
			if k.Kind != "" {
				s.kind = k.Kind
			}
			break
		}
	}
	ref := bdgraph.NodeRef{Label: bdgraph.RuleLabel, Key: s.name}
	n := x.node(ref)
	if n == nil {
		x.addNode(ref, map[string]any{"id": bdgraph.RuleID(s.name), "kind": string(s.kind)}, nil, record{})
		n = x.node(ref)
	}
	old, _ := n.Attributes["aliases"].([]string)
	aliases = append(aliases, old...)
	slices.Sort(aliases)
	aliases = slices.DeleteFunc(slices.Compact(aliases), func(a string) bool { return a == s.name })
	setList(n.Attributes, "aliases", aliases)
	if _, has := n.Attributes["rationale"]; !has {
		setText(n.Attributes, "rationale", s.parts.rationale)
	}
	if _, has := n.Attributes["rejected"]; !has {
		setList(n.Attributes, "rejected", s.parts.rejected)
	}
	x.rules[by] = rule{ref: ref, reason: s.parts.reason}
	x.addEdge(bdgraph.Edge{
		Type: bdgraph.Establishes, From: by, To: ref, Source: x.sourceOf(by), Confidence: s.confidence, Evidence: quotes(s.quote),
	})
}

// addMotivations adds what the reason of a rule names.
func (x *extractor) addMotivations(d *bdgraph.Document, r rule, hits []hit) {
	for _, h := range hits {
		inReason := slices.ContainsFunc(r.reason, func(l lineRange) bool { return l.first <= h.line && h.line <= l.last })
		if !inReason || h.target == d.Ref() || h.target.Label == bdgraph.PRLabel {
			continue
		}
		x.addEdge(bdgraph.Edge{
			Type: bdgraph.MotivatedBy, From: r.ref, To: h.target, Source: d.ID, Confidence: bdgraph.Textual,
			Evidence: []bdgraph.Quote{quoteAt(d.Text, h)},
		})
	}
}

// lineWith returns the first line of a document that holds a text, or its first line of all.
func lineWith(d *bdgraph.Document, text string) bdgraph.Quote {
	at := 0
	if text = strings.TrimSpace(text); text != "" {
		at = max(0, strings.Index(d.Text, text))
	}
	return lineAt(d.Text, at)
}

// lineAt returns the line around a place, cut to a sensible length.
func lineAt(text string, at int) bdgraph.Quote {
	return quoteAt(text, hit{line: 1 + strings.Count(text[:at], "\n"), start: at, end: at})
}

// quotes makes evidence of a quote, none of an empty one.
func quotes(q bdgraph.Quote) []bdgraph.Quote {
	if q.Text == "" {
		return nil
	}
	return []bdgraph.Quote{q}
}

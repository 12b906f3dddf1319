package ask

import (
	"context"
	"fmt"
	"strings"

	"bdgraph"
	"bdgraph/internal/names"
)

// Linted is what is wrong with a graph as a whole, on a day.
type Linted struct {
	Header
	Findings []bdgraph.Finding `json:"findings"` // as [bdgraph.SortFindings] puts them
	// What some findings are about, for who counts them: the documents that cite what is
	// over, with the keys of what they cite, and the components without rules.
	Citing         []Citing `json:"-"`
	BareComponents []string `json:"-"`
}

// Citing is a document that cites a decision which is over, both by key.
type Citing struct{ Document, Cited string }

// Lint looks for what only the whole graph shows: rules in force that
// contradict each other, documents that cite decisions which are over, rules with almost
// the same name, components without rules. What the stages find while they
// build the graph is theirs to report.
func (a *Asker) Lint(ctx context.Context, day bdgraph.Day) (Linted, error) {
	return answer(ctx, a, day, func(s *session) (Linted, error) {
		out := Linted{Header: s.header, Findings: []bdgraph.Finding{}}
		for _, check := range []func(*Linted) error{s.contradictions, s.citations, s.nearDuplicates, s.bareComponents} {
			if err := check(&out); err != nil {
				return out, err
			}
		}
		bdgraph.SortFindings(out.Findings)
		return out, nil
	})
}

// contradictions finds two rules in force that contradict each other.
func (s *session) contradictions(out *Linted) error {
	rows, err := query[struct {
		Rule  string `col:"rule"`
		Other string `col:"other"`
		Edge  edge   `col:"edge"`
	}](s, "lint_contradictions", nil)
	if err != nil {
		return err
	}
	lives, err := s.ruleLives()
	if err != nil {
		return err
	}
	for _, r := range rows {
		if lives[r.Rule].state(s.day) == bdgraph.No || lives[r.Other].state(s.day) == bdgraph.No {
			continue
		}
		out.Findings = append(out.Findings, bdgraph.Finding{
			Code: "overlap", Severity: bdgraph.Warning, Document: r.Edge.Source, Place: s.placeIn(r.Edge), Count: 1,
			Message: fmt.Sprintf("two rules in force contradict each other: %q and %q", r.Rule, r.Other),
			Remedy:  "decide which one holds, and say in its record that it supersedes the other",
		})
	}
	return nil
}

// placeIn is where a statement stands, if its document is a file.
func (s *session) placeIn(e edge) bdgraph.Place {
	if !strings.Contains(e.Source, "/") {
		return bdgraph.Place{}
	}
	return bdgraph.Place{File: e.Source, Line: e.Line}
}

// citations finds live records and open issues that cite decisions which are over.
func (s *session) citations(out *Linted) error {
	rows, err := query[struct {
		Node  node   `col:"node"`
		Cited string `col:"cited"`
		Edge  edge   `col:"edge"`
	}](s, "lint_citations", params{"day": s.day})
	if err != nil || len(rows) == 0 {
		return err
	}
	list, err := query[nodeRow](s, "lint_decisions", nil)
	if err != nil {
		return err
	}
	decisions := make(map[string]node, len(list))
	for _, d := range list {
		decisions[d.Node.Key] = d.Node
	}
	for _, r := range rows {
		if r.Node.Label == string(bdgraph.IssueLabel) && r.Node.closed() {
			continue
		}
		cited := decisions[r.Cited]
		remedy := "cite what holds instead, or say that it is history"
		if next := s.successor(cited, decisions); next != "" {
			if next == r.Node.name() {
				continue // a successor may tell what it comes after
			}
			remedy = "cite " + next + ", which holds instead"
		}
		out.Citing = append(out.Citing, Citing{r.Node.Key, r.Cited})
		out.Findings = append(out.Findings, bdgraph.Finding{
			Code: "cites_ended", Severity: bdgraph.Warning, Document: r.Node.Key, Place: s.placeIn(r.Edge), Count: max(1, r.Edge.Count),
			Message: fmt.Sprintf("it cites %s, which ended on %s", cited.name(), cited.interval().To.Words()), Remedy: remedy,
		})
	}
	return nil
}

// successor follows what replaced a decision to the one that is still in force;
// "" where the way ends before.
func (s *session) successor(n node, decisions map[string]node) string {
	for seen := map[string]bool{}; n.ClosedBy != "" && !seen[n.Key]; {
		seen[n.Key] = true
		next, ok := decisions[n.ClosedBy]
		if !ok {
			return ""
		}
		if next.interval().StateOn(s.day) != bdgraph.No {
			return next.name()
		}
		n = next
	}
	return ""
}

// nearDuplicates finds pairs of rules whose names nearly are one another.
func (s *session) nearDuplicates(out *Linted) error {
	rows, err := query[struct {
		Name string `col:"name"`
	}](s, "lint_rules", nil)
	if err != nil {
		return err
	}
	all := make([]string, len(rows))
	for i, r := range rows {
		all[i] = r.Name
	}
	for _, pair := range names.NearDuplicates(all) {
		out.Findings = append(out.Findings, bdgraph.Finding{
			Code: "near_duplicate_rule", Severity: bdgraph.Info, Count: 1,
			Message: fmt.Sprintf("two rules have almost the same name: %q and %q", pair[0], pair[1]),
			Remedy:  "if they are one, give it one name, with the other as an alias, in [[vocab.rules]]",
		})
	}
	return nil
}

// bareComponents finds components that no rule speaks of.
func (s *session) bareComponents(out *Linted) error {
	rows, err := query[struct {
		Name string `col:"name"`
	}](s, "lint_components", nil)
	if err != nil {
		return err
	}
	for _, r := range rows {
		out.BareComponents = append(out.BareComponents, r.Name)
		out.Findings = append(out.Findings, bdgraph.Finding{
			Code: "component_without_rules", Severity: bdgraph.Info, Count: 1,
			Message: fmt.Sprintf("no rule speaks of component %q", r.Name),
			Remedy:  "give it aliases that titles use, or have an agent read them: bdgraph plan",
		})
	}
	return nil
}

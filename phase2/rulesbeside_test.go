package phase2

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"bdgraph"
	"bdgraph/prompts"
)

// Rules that patterns found are listed, those of named documents first; what an
// extraction replaces is not, and what does not fit is counted.
func TestRulesBeside(t *testing.T) {
	var c bdgraph.Corpus
	var patterns bdgraph.Fragment
	for i := range mostPatternRules + 20 {
		id := fmt.Sprintf("bd-%d", i)
		rule := bdgraph.NodeRef{Label: bdgraph.RuleLabel, Key: fmt.Sprintf("Rule %03d", i)}
		c.Documents = append(c.Documents, bdgraph.Document{ID: id, Key: id, Kind: bdgraph.IssueDocument, Text: "# " + id + "\n"})
		patterns.Nodes = append(patterns.Nodes, bdgraph.Node{NodeRef: rule, Attributes: map[string]any{"kind": "decision"}})
		patterns.Edges = append(patterns.Edges, bdgraph.Edge{Type: bdgraph.Establishes, From: bdgraph.NodeRef{Label: bdgraph.IssueLabel, Key: id}, To: rule, Source: id})
	}
	c.Documents[3].Text = "# bd-3\n\nThis ends what bd-217 says.\n"
	rules, left := NewChecker(c, bdgraph.Vocabulary{}).RulesBeside(c.Documents[3:4], patterns, bdgraph.Fragment{Extracted: []string{"bd-0"}})
	if len(rules) != mostPatternRules || left != 19 {
		t.Errorf("%d rules, %d left out", len(rules), left)
	}
	if rules[0].Name != "Rule 003" || rules[1].Name != "Rule 217" || rules[2].Name != "Rule 001" || rules[2].Kind != bdgraph.Decision {
		t.Errorf("%+v", rules[:3])
	}
	for _, tt := range []struct {
		in        PromptInput
		has, lack string
	}{
		{PromptInput{Rules: rules, RulesLeftOut: left}, "- Rule 217 [decision]\n", "\n- A rule: "},
		{PromptInput{Rules: rules, RulesLeftOut: left}, "\n19 more, of documents that the texts do not name, are left out.\n", "\n- A rule: "},
		{PromptInput{}, "\n- A rule: a short sentence", "A rule that is in the list below"},
	} {
		var out bytes.Buffer
		if err := WritePrompt(&out, prompts.Extraction, tt.in); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), tt.has) || strings.Contains(out.String(), tt.lack) {
			t.Errorf("the prompt lacks %q or has %q", tt.has, tt.lack)
		}
	}
}

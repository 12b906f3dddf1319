package verify

import (
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"bdgraph"

	"pgregory.net/rapid"
)

func ref(l bdgraph.Label, key string) bdgraph.NodeRef { return bdgraph.NodeRef{Label: l, Key: key} }

func edge(rule string) bdgraph.Edge {
	e := bdgraph.Edge{
		Type: bdgraph.Establishes, From: ref(bdgraph.IssueLabel, "bd-1"), To: ref(bdgraph.RuleLabel, rule), Source: "bd-1",
		Phase: 2, Confidence: bdgraph.Unverified, Fact: "f", Evidence: []bdgraph.Quote{{Text: "q of " + rule, Line: 3}},
	}
	e.ID = e.ComputeID()
	return e
}

func fragment(rules ...string) bdgraph.Fragment {
	f := bdgraph.Fragment{Extracted: []string{"bd-1"}}
	for _, r := range rules {
		f.Edges = append(f.Edges, edge(r))
		f.Nodes = append(f.Nodes, bdgraph.Node{NodeRef: ref(bdgraph.RuleLabel, r)})
	}
	bdgraph.SortEdges(f.Edges)
	bdgraph.SortNodes(f.Nodes)
	return f
}

func verdict(rule string, k bdgraph.VerdictKind) bdgraph.Verdict {
	e := edge(rule)
	return bdgraph.Verdict{Edge: e.ID, Claim: e.ClaimHash(), Kind: k, Reason: "so it is"}
}

// confidences returns what became of each rule's edge.
func confidences(f bdgraph.Fragment) map[string]bdgraph.Confidence {
	m := make(map[string]bdgraph.Confidence)
	for _, e := range f.Edges {
		m[e.To.Key] = e.Confidence
	}
	return m
}

func TestWhatEachVerdictDoes(t *testing.T) {
	for kind, want := range map[bdgraph.VerdictKind]bdgraph.Confidence{
		bdgraph.VerdictSupported:      bdgraph.Supported,
		bdgraph.VerdictNotInSource:    bdgraph.Unsupported,
		bdgraph.VerdictRefuted:        "",
		bdgraph.VerdictWrongDate:      "",
		bdgraph.VerdictWrongComponent: "",
		bdgraph.VerdictWrongDirection: "",
	} {
		f := Apply(fragment("a", "b"), []bdgraph.Verdict{verdict("a", kind)})
		got := confidences(f)
		if got["a"] != want || got["b"] != bdgraph.Unverified {
			t.Errorf("%s: %v", kind, got)
		}
		hasRule := slices.ContainsFunc(f.Nodes, func(n bdgraph.Node) bool { return n.Key == "a" })
		if hasRule != (want != "") {
			t.Errorf("%s: the rule is there: %v", kind, hasRule)
		}
		if want != bdgraph.Supported && (len(f.Findings) != 1 || f.Findings[0].Document != "bd-1" || f.Findings[0].Place.Line != 3 ||
			!strings.Contains(f.Findings[0].Message, "so it is")) {
			t.Errorf("%s: %+v", kind, f.Findings)
		}
	}
}

func TestAChangedClaimVoidsItsVerdict(t *testing.T) {
	f := fragment("a")
	v := verdict("a", bdgraph.VerdictRefuted)
	f.Edges[0].Fact = "another"
	got := Apply(f, []bdgraph.Verdict{v})
	if confidences(got)["a"] != bdgraph.Unverified || len(got.Findings) != 1 || got.Findings[0].Code != "stale_verdict" {
		t.Errorf("%+v", got)
	}
	fresh := bdgraph.Verdict{Edge: f.Edges[0].ID, Claim: f.Edges[0].ClaimHash(), Kind: bdgraph.VerdictSupported}
	got = Apply(f, []bdgraph.Verdict{fresh, v})
	if confidences(got)["a"] != bdgraph.Supported || len(got.Findings) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestTheLastVerdictCountsAndOthersAreCounted(t *testing.T) {
	got := Apply(fragment("a"), []bdgraph.Verdict{
		verdict("a", bdgraph.VerdictRefuted), verdict("a", bdgraph.VerdictSupported),
		verdict("gone", bdgraph.VerdictRefuted), verdict("lost", bdgraph.VerdictRefuted),
	})
	if confidences(got)["a"] != bdgraph.Supported {
		t.Errorf("%v", confidences(got))
	}
	if len(got.Findings) != 1 || got.Findings[0].Code != "unused_verdict" || got.Findings[0].Count != 2 {
		t.Errorf("%+v", got.Findings)
	}
}

func TestARuleStaysWhileAnotherEdgeNamesIt(t *testing.T) {
	f := fragment("a")
	governs := bdgraph.Edge{
		Type: bdgraph.Governs, From: ref(bdgraph.RuleLabel, "a"), To: ref(bdgraph.ComponentLabel, "c"), Source: "bd-1", Phase: 2,
		Confidence: bdgraph.Unverified,
	}
	governs.ID = governs.ComputeID()
	f.Edges = append(f.Edges, governs)
	if got := Apply(f, []bdgraph.Verdict{verdict("a", bdgraph.VerdictRefuted)}); len(got.Nodes) != 1 || len(got.Edges) != 1 {
		t.Errorf("%+v", got)
	}
}

func TestReadApplied(t *testing.T) {
	good := `{"edge":"e1","claim":"c1","verdict":"supported","quote":"q","verifiers":2}`
	verdicts, findings := ReadApplied(strings.NewReader(strings.Join([]string{
		good,
		"",
		`{"_type":"run","catch_rate":0.9}`,
		`{"_type":"verdict","edge":"e2","claim":"c2","verdict":"wrong_date"}`,
		`{"edge":"e3","claim":"c3","verdict":"maybe"}`,
		`{"edge":"e4","verdict":"supported"}`,
		`nonsense`,
		`{"edge":"e5","claim":"c5","verdict":"refuted"}`, // no line feed at the end
	}, "\n")))
	want := []bdgraph.Verdict{
		{Edge: "e1", Claim: "c1", Kind: bdgraph.VerdictSupported, Quote: "q", Verifiers: 2},
		{Edge: "e2", Claim: "c2", Kind: bdgraph.VerdictWrongDate},
		{Edge: "e5", Claim: "c5", Kind: bdgraph.VerdictRefuted},
	}
	if !reflect.DeepEqual(verdicts, want) {
		t.Errorf("%+v", verdicts)
	}
	var lines []int
	for _, f := range findings {
		lines = append(lines, f.Place.Line)
	}
	if !slices.Equal(lines, []int{5, 6, 7}) {
		t.Errorf("findings at %v: %+v", lines, findings)
	}
	verdicts, findings = ReadApplied(io.MultiReader(strings.NewReader(good+"\n"), iotest.ErrReader(errors.New("disk gone"))))
	if len(verdicts) != 1 || len(findings) != 1 || !strings.Contains(findings[0].Message, "disk gone") {
		t.Errorf("%+v %+v", verdicts, findings)
	}
}

// Verdicts never add an edge or change what it claims; applying twice is
// applying once, and the order of verdicts on different edges is of no matter.
func TestApplyOnlyJudges(t *testing.T) {
	rules := []string{"a", "b", "c", "d"}
	rapid.Check(t, func(t *rapid.T) {
		f := fragment(rules...)
		var vs []bdgraph.Verdict
		for _, r := range rules {
			if rapid.Bool().Draw(t, "judged") {
				vs = append(vs, verdict(r, rapid.SampledFrom([]bdgraph.VerdictKind{
					bdgraph.VerdictSupported, bdgraph.VerdictRefuted, bdgraph.VerdictNotInSource,
				}).Draw(t, "kind")))
			}
		}
		once := Apply(f, vs)
		turned := slices.Clone(vs)
		slices.Reverse(turned)
		if other := Apply(f, turned); !reflect.DeepEqual(once, other) {
			t.Fatalf("the order of verdicts matters:\n%+v\n%+v", once, other)
		}
		if twice := Apply(once, vs); !reflect.DeepEqual(confidences(once), confidences(twice)) {
			t.Fatalf("%v, then %v", confidences(once), confidences(twice))
		}
		for _, e := range once.Edges {
			if e.ClaimHash() != edge(e.To.Key).ClaimHash() {
				t.Fatalf("the claim of %s changed", e.To.Key)
			}
		}
		if !reflect.DeepEqual(f, fragment(rules...)) {
			t.Fatal("the given fragment changed")
		}
	})
}

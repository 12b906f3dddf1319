package bdgraph

import (
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func issueNode(id string) Node { return Node{NodeRef: NodeRef{IssueLabel, id}, Life: &Life{}} }

func ruleNode(name string, aliases ...string) Node {
	n := Node{NodeRef: NodeRef{RuleLabel, name}, Attributes: map[string]any{"kind": "decision"}}
	if len(aliases) > 0 {
		n.Attributes["aliases"] = aliases
	}
	return n
}

func testEdge(phase int, t RelType, from, to NodeRef, source string) Edge {
	e := Edge{Type: t, From: from, To: to, Source: source, Phase: phase, Confidence: Structural}
	if phase == 2 {
		e.Confidence, e.Fact = Unverified, "fact"
	}
	e.Evidence = []Quote{{Text: fmt.Sprintf("quote of phase %d", phase), Line: phase}}
	e.ID = e.ComputeID()
	return e
}

func issueRef(id string) NodeRef  { return NodeRef{IssueLabel, id} }
func ruleRef(name string) NodeRef { return NodeRef{RuleLabel, name} }

func sketch(g Graph) (nodes, edges []string) {
	for _, n := range g.Nodes {
		s := n.String()
		if n.Placeholder {
			s += "?"
		}
		nodes = append(nodes, s)
	}
	for _, e := range g.Edges {
		edges = append(edges, fmt.Sprintf("%s %s>%s by %s", e.Type, e.From.Key, e.To.Key, e.Source))
	}
	return nodes, edges
}

func TestAnExtractionReplacesTheRulesOfItsDocument(t *testing.T) {
	one := Fragment{
		Nodes: []Node{issueNode("a"), issueNode("b"), ruleNode("seeded"), ruleNode("shared")},
		Edges: []Edge{
			testEdge(1, Establishes, issueRef("a"), ruleRef("seeded"), "a"),
			testEdge(1, Establishes, issueRef("a"), ruleRef("shared"), "a"),
			testEdge(1, Establishes, issueRef("b"), ruleRef("shared"), "b"),
			testEdge(1, Mentions, issueRef("a"), issueRef("b"), "a"),
		},
	}
	two := Fragment{
		Nodes: []Node{ruleNode("read")}, Extracted: []string{"a"},
		Edges: []Edge{testEdge(2, Establishes, issueRef("a"), ruleRef("read"), "a")},
	}
	g := Merge(one, two)
	nodes, edges := sketch(g)
	if want := []string{"Issue(a)", "Issue(b)", "Rule(read)", "Rule(shared)"}; !slices.Equal(nodes, want) {
		t.Errorf("nodes %q", nodes)
	}
	if want := []string{"ESTABLISHES a>read by a", "ESTABLISHES b>shared by b", "MENTIONS a>b by a"}; !slices.Equal(edges, want) {
		t.Errorf("edges %q", edges)
	}
	two.Extracted = nil
	if _, edges := sketch(Merge(one, two)); len(edges) != 5 {
		t.Errorf("without an accepted extraction: %q", edges)
	}
	if len(one.Nodes) != 4 || len(one.Edges) != 4 {
		t.Error("the fragment changed")
	}
}

func TestAnExtractionCountsBeforePatternsOfTheSameRule(t *testing.T) {
	seeded := ruleNode("r", "ADR-1")
	seeded.Attributes["rejected"], seeded.Attributes["rationale"] = []string{"x: too slow"}, "because"
	read := ruleNode("r", "s")
	read.Attributes["rejected"], read.Attributes["kind"] = []string{"x"}, "constraint"
	seeds := []Edge{testEdge(1, Establishes, issueRef("a"), ruleRef("r"), "a")}
	two := Fragment{
		Nodes: []Node{read}, Extracted: []string{"a"},
		Edges: []Edge{testEdge(2, Establishes, issueRef("a"), ruleRef("r"), "a")},
	}
	merged := func() map[string]any {
		g := Merge(Fragment{Nodes: []Node{issueNode("a"), issueNode("b"), seeded}, Edges: seeds}, two)
		return g.Nodes[2].Attributes
	}
	want := map[string]any{"kind": "constraint", "aliases": []string{"ADR-1", "s"}, "rationale": "because", "rejected": []string{"x"}}
	if got := merged(); !reflect.DeepEqual(got, want) {
		t.Errorf("attributes %v", got)
	}
	if !slices.Equal(seeded.Attributes["rejected"].([]string), []string{"x: too slow"}) {
		t.Error("a node of the fragment changed")
	}
	seeds = append(seeds, testEdge(1, Establishes, issueRef("b"), ruleRef("r"), "b"))
	want["kind"], want["rejected"] = "decision", []string{"x", "x: too slow"}
	if got := merged(); !reflect.DeepEqual(got, want) {
		t.Errorf("where another document sets the rule too: attributes %v", got)
	}
}

func TestMergeOfTheSameNodeAndEdge(t *testing.T) {
	first := ruleNode("r", "x", "z")
	second := ruleNode("r", "a", "z")
	second.Attributes["rationale"], second.Attributes["kind"] = "because", "invariant"
	start := At(DateOfDay(NewDay(2024, 1, 1)), BasisStated)
	later := testEdge(2, Supersedes, issueRef("a"), issueRef("b"), "a")
	later.Stated.From = start
	g := Merge(
		Fragment{
			Nodes: []Node{issueNode("a"), first, {NodeRef: issueRef("b"), Placeholder: true}},
			Edges: []Edge{testEdge(1, Supersedes, issueRef("a"), issueRef("b"), "a")},
		},
		Fragment{Nodes: []Node{second, issueNode("b")}, Edges: []Edge{later}},
	)
	if nodes, _ := sketch(g); !slices.Equal(nodes, []string{"Issue(a)", "Issue(b)", "Rule(r)"}) {
		t.Errorf("nodes %q", nodes)
	}
	want := map[string]any{"kind": "decision", "aliases": []string{"a", "x", "z"}, "rationale": "because"}
	if !reflect.DeepEqual(g.Nodes[2].Attributes, want) {
		t.Errorf("attributes %v", g.Nodes[2].Attributes)
	}
	e := g.Edges[0]
	if len(g.Edges) != 1 || e.Phase != 1 || e.Confidence != Structural || e.Fact != "fact" || e.Stated.From != start || len(e.Evidence) != 2 {
		t.Errorf("%+v", g.Edges)
	}
	if !slices.Equal(first.Attributes["aliases"].([]string), []string{"x", "z"}) || first.Attributes["rationale"] != nil {
		t.Error("a node of the fragment changed")
	}
}

func TestARuleNamedByAnAliasIsThatRule(t *testing.T) {
	one := Fragment{
		Nodes: []Node{issueNode("a"), ruleNode("Outbox first", "ADR-0007")},
		Edges: []Edge{testEdge(1, Establishes, issueRef("a"), ruleRef("Outbox first"), "a")},
	}
	two := Fragment{
		Nodes: []Node{issueNode("b"), ruleNode("ADR-0007", "old name"), ruleNode("new")},
		Edges: []Edge{
			testEdge(2, Establishes, issueRef("b"), ruleRef("ADR-0007"), "b"),
			testEdge(2, Contradicts, ruleRef("ADR-0007"), ruleRef("Outbox first"), "b"),
		},
	}
	g := Merge(one, two)
	nodes, edges := sketch(g)
	if !slices.Equal(nodes, []string{"Issue(a)", "Issue(b)", "Rule(Outbox first)", "Rule(new)"}) ||
		!slices.Equal(edges, []string{"ESTABLISHES a>Outbox first by a", "ESTABLISHES b>Outbox first by b"}) {
		t.Errorf("%q %q", nodes, edges)
	}
	if got := g.Nodes[2].Attributes["aliases"]; !slices.Equal(got.([]string), []string{"ADR-0007", "old name"}) {
		t.Errorf("aliases %v", got)
	}
	if len(g.Findings) != 1 || g.Findings[0].Code != "self_edge" {
		t.Errorf("%+v", g.Findings)
	}

	two.Nodes = append(two.Nodes, ruleNode("third", "ADR-0007"))
	g = Merge(one, two)
	if nodes, _ := sketch(g); len(nodes) != 6 || !slices.ContainsFunc(g.Findings, func(f Finding) bool { return f.Code == "ambiguous_alias" }) {
		t.Errorf("an ambiguous alias: %q, %+v", nodes, g.Findings)
	}
}

func TestMergeAddsMissingEnds(t *testing.T) {
	g := Merge(Fragment{Edges: []Edge{testEdge(1, Mentions, issueRef("a"), issueRef("b"), "a")}}, Fragment{})
	if nodes, _ := sketch(g); !slices.Equal(nodes, []string{"Issue(a)?", "Issue(b)?"}) || len(g.Findings) != 2 {
		t.Errorf("%q %+v", nodes, g.Findings)
	}
	if broken := g.Check(); len(broken) > 0 {
		t.Errorf("%+v", broken)
	}
}

// The order in which fragments hold their nodes and edges is of no matter, and
// merging the result again changes nothing.
func TestMergeIsOneAndTheSame(t *testing.T) {
	names := []string{"a", "b", "c"}
	fragment := func(t *rapid.T, phase int) Fragment {
		var f Fragment
		for _, id := range names {
			f.Nodes = append(f.Nodes, Node{NodeRef: issueRef(id), Placeholder: rapid.Bool().Draw(t, "placeholder")})
			if rapid.Bool().Draw(t, "rule") {
				f.Nodes = append(f.Nodes, ruleNode(id, rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "x"}), 0, 2, rapid.ID[string]).Draw(t, "aliases")...))
			}
		}
		seen := map[string]bool{}
		for range rapid.IntRange(0, 8).Draw(t, "edges") {
			from, to := rapid.SampledFrom(names).Draw(t, "from"), rapid.SampledFrom(names).Draw(t, "to")
			e := testEdge(phase, Establishes, issueRef(from), ruleRef(to), from)
			if rapid.Bool().Draw(t, "mention") && from != to {
				e = testEdge(phase, Mentions, issueRef(from), issueRef(to), from)
			}
			if !seen[e.ID] {
				seen[e.ID] = true
				f.Edges = append(f.Edges, e)
			}
		}
		if phase == 2 {
			f.Extracted = rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 2, rapid.ID[string]).Draw(t, "extracted")
		}
		return f
	}
	rapid.Check(t, func(t *rapid.T) {
		one, two := fragment(t, 1), fragment(t, 2)
		g := Merge(one, two)
		if broken := g.Check(); len(broken) > 0 {
			t.Fatalf("%+v", broken)
		}
		again := Merge(Fragment{Nodes: g.Nodes, Edges: g.Edges}, Fragment{})
		if again.Generation() != g.Generation() {
			t.Fatalf("merging the graph again changes it:\n%+v\n%+v", g, again)
		}
		r := rand.New(rand.NewSource(rapid.Int64().Draw(t, "order")))
		for _, f := range []*Fragment{&one, &two} { // the graph may share their edges
			f.Nodes, f.Edges = slices.Clone(f.Nodes), slices.Clone(f.Edges)
			r.Shuffle(len(f.Nodes), func(a, b int) { f.Nodes[a], f.Nodes[b] = f.Nodes[b], f.Nodes[a] })
			r.Shuffle(len(f.Edges), func(a, b int) { f.Edges[a], f.Edges[b] = f.Edges[b], f.Edges[a] })
		}
		shuffled := Merge(one, two)
		if shuffled.Generation() != g.Generation() || !reflect.DeepEqual(shuffled.Findings, g.Findings) {
			t.Fatal("the order of nodes and edges changes the graph")
		}
	})
}

func TestCheckNamesEveryBrokenInvariant(t *testing.T) {
	sound := func() Graph {
		return Graph{
			Nodes: []Node{issueNode("a"), issueNode("b"), ruleNode("r")},
			Edges: []Edge{
				testEdge(1, DependsOn, issueRef("a"), issueRef("b"), "a"),
				testEdge(1, Establishes, issueRef("a"), ruleRef("r"), "a"),
			},
		}
	}
	if broken := sound().Check(); len(broken) > 0 {
		t.Fatalf("%+v", broken)
	}
	renew := func(e *Edge) { e.ID = e.ComputeID() }
	for says, spoil := range map[string]func(*Graph){
		"it stands after Issue(b)":          func(g *Graph) { g.Nodes[0], g.Nodes[1] = g.Nodes[1], g.Nodes[0] },
		"it stands after Issue(a)":          func(g *Graph) { g.Nodes[1] = g.Nodes[0] },
		"has no key":                        func(g *Graph) { g.Nodes[0].Key = "" },
		"it equals or precedes":             func(g *Graph) { g.Edges = append(g.Edges, g.Edges[1]) },
		"Issue(c) does not exist":           func(g *Graph) { g.Edges[0].To.Key = "c"; renew(&g.Edges[0]) },
		"leads to itself":                   func(g *Graph) { g.Edges[0].To.Key = "a"; renew(&g.Edges[0]) },
		"does not lead from Issue to Rule":  func(g *Graph) { g.Edges[1].Type = Governs; renew(&g.Edges[1]) },
		"its id is not":                     func(g *Graph) { g.Edges[0].ID = "0" },
		"has no source":                     func(g *Graph) { g.Edges[0].Source = ""; renew(&g.Edges[0]) },
		"phase 3":                           func(g *Graph) { g.Edges[0].Phase = 3 },
		`confidence is "sure"`:              func(g *Graph) { g.Edges[0].Confidence = "sure" },
		"between day 9 and day 8":           func(g *Graph) { g.Edges[0].Stated.From = Endpoint{Earliest: 9, Latest: 8} },
		"is written 2024 and lies between":  func(g *Graph) { g.Edges[0].Stated.To = Endpoint{Text: "2024", Earliest: 1, Latest: 2} },
		"stated life's start: not a date":   func(g *Graph) { g.Nodes[0].Life.Stated.From = Endpoint{Text: "soon", Earliest: 1, Latest: 2} },
		"interval's end is missing":         func(g *Graph) { g.Edges[0].Valid.From = OpenEnd() },
		"life's start is missing":           func(g *Graph) { g.Nodes[0].Valid = &Interval{To: OpenEnd()} },
		"lies between day 1 and day 999999": func(g *Graph) { g.Edges[0].Stated.From = Endpoint{Earliest: 1, Latest: 9999999} },
	} {
		g := sound()
		spoil(&g)
		if broken := g.Check(); !slices.ContainsFunc(broken, func(f Finding) bool { return strings.Contains(f.Message, says) }) {
			t.Errorf("%q is not among %+v", says, broken)
		}
	}
}

package bdgraph

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// Merge joins what the two phases derived into one graph: nodes by label and
// key, edges by id. An accepted extraction of a document replaces the rules that
// phase 1 derived from it. Ends that no fragment brings become placeholders.
//
// Of two nodes the real one counts and lacking attributes are filled from the
// other; lists are united. Of two edges phase 1's counts, since it rests on a
// record; the other adds its fact and its evidence. A rule named by another
// rule's alias is that rule.
func Merge(phase1, phase2 Fragment) Graph {
	m := merger{
		nodes: make(map[NodeRef]Node, len(phase1.Nodes)+len(phase2.Nodes)),
		edges: make(map[string]int, len(phase1.Edges)+len(phase2.Edges)),
	}
	kept, dropped := withoutRulesOf(phase1, phase2.Extracted)
	for _, n := range kept.Nodes {
		m.addNode(n)
	}
	for _, n := range phase2.Nodes {
		m.addNode(n)
	}
	m.dropLoneRules(kept.Edges, phase2.Edges, dropped)
	rename := m.mergeAliases()
	for _, e := range kept.Edges {
		m.addEdge(e, rename)
	}
	for _, e := range phase2.Edges {
		m.addEdge(e, rename)
	}
	g := Graph{Edges: m.out, Findings: slices.Concat(phase1.Findings, phase2.Findings, m.findings)}
	m.addMissingEnds(g.Edges)
	g.Nodes = slices.AppendSeq(make([]Node, 0, len(m.nodes)), maps.Values(m.nodes))
	SortNodes(g.Nodes)
	SortEdges(g.Edges)
	SortFindings(g.Findings)
	return g
}

type merger struct {
	nodes    map[NodeRef]Node
	edges    map[string]int // id -> index in out
	out      []Edge
	findings []Finding
}

// withoutRulesOf leaves out the edges with a rule at an end that the extracted
// documents state, and returns the rules at those ends.
func withoutRulesOf(f Fragment, extracted []string) (Fragment, map[NodeRef]bool) {
	dropped := make(map[NodeRef]bool)
	if len(extracted) == 0 {
		return f, dropped
	}
	isExtracted := make(map[string]bool, len(extracted))
	for _, id := range extracted {
		isExtracted[id] = true
	}
	kept := make([]Edge, 0, len(f.Edges))
	for _, e := range f.Edges {
		rules := 0
		for _, end := range []NodeRef{e.From, e.To} {
			if end.Label == RuleLabel && isExtracted[e.Source] {
				dropped[end] = true
				rules++
			}
		}
		if rules == 0 {
			kept = append(kept, e)
		}
	}
	f.Edges = kept
	return f, dropped
}

// dropLoneRules removes the rules that lost edges when none is left.
func (m *merger) dropLoneRules(phase1, phase2 []Edge, dropped map[NodeRef]bool) {
	for _, edges := range [][]Edge{phase1, phase2} {
		for _, e := range edges {
			delete(dropped, e.From)
			delete(dropped, e.To)
		}
	}
	for ref := range dropped {
		delete(m.nodes, ref)
	}
}

func (m *merger) addNode(n Node) {
	old, ok := m.nodes[n.NodeRef]
	switch {
	case !ok:
		n.Attributes = maps.Clone(n.Attributes)
	case n.Placeholder:
		return
	case old.Placeholder:
		n.Attributes = maps.Clone(n.Attributes)
	default:
		n = united(old, n)
	}
	m.nodes[n.NodeRef] = n
}

// united fills what one node lacks from another.
func united(n, other Node) Node {
	if n.Attributes == nil {
		n.Attributes = make(map[string]any, len(other.Attributes))
	}
	for name, value := range other.Attributes {
		old, ok := n.Attributes[name]
		if !ok {
			n.Attributes[name] = value
			continue
		}
		a, isList := old.([]string)
		b, both := value.([]string)
		if isList && both {
			list := slices.Concat(a, b)
			slices.Sort(list)
			n.Attributes[name] = slices.Compact(list)
		}
	}
	if n.Life == nil {
		n.Life = other.Life
	}
	return n
}

// mergeAliases joins each rule whose name is another rule's alias to that
// rule, and returns the new names. A name that is the alias of two rules, or of a
// rule that is itself an alias, stays what it is.
func (m *merger) mergeAliases() map[NodeRef]NodeRef {
	owners := make(map[NodeRef][]NodeRef) // alias that is a rule -> rules that have it
	for ref, n := range m.nodes {
		if ref.Label != RuleLabel {
			continue
		}
		aliases, _ := n.Attributes["aliases"].([]string)
		for _, alias := range aliases {
			named := NodeRef{RuleLabel, alias}
			if _, isRule := m.nodes[named]; isRule && named != ref && !slices.Contains(owners[named], ref) {
				owners[named] = append(owners[named], ref)
			}
		}
	}
	rename := make(map[NodeRef]NodeRef)
	for _, alias := range slices.SortedFunc(maps.Keys(owners), NodeRef.Compare) {
		rules := owners[alias]
		slices.SortFunc(rules, NodeRef.Compare)
		if _, chained := owners[rules[0]]; chained || len(rules) > 1 {
			m.findings = append(m.findings, Finding{
				Code: "ambiguous_alias", Severity: Warning, Count: 1,
				Message: fmt.Sprintf("rule %q is also an alias of %q, and it is not clear which one is meant; both are kept", alias.Key, rules[0].Key),
				Remedy:  "name the rule and its aliases in bdgraph.toml",
			})
			continue
		}
		rename[alias] = rules[0]
	}
	for _, alias := range slices.SortedFunc(maps.Keys(rename), NodeRef.Compare) {
		name := rename[alias]
		m.nodes[name] = united(m.nodes[name], m.nodes[alias])
		delete(m.nodes, alias)
	}
	return rename
}

func (m *merger) addEdge(e Edge, rename map[NodeRef]NodeRef) {
	from, to := e.From, e.To
	e.From, e.To = cmp.Or(rename[from], from), cmp.Or(rename[to], to)
	if e.From == e.To {
		m.findings = append(m.findings, Finding{
			Code: "self_edge", Severity: Warning, Document: e.Source, Count: 1,
			Message: fmt.Sprintf("%s has a %s to itself, which is left out", e.From, e.Type),
			Remedy:  "remove the relationship where it is recorded",
		})
		return
	}
	e.ID = e.ComputeID()
	at, again := m.edges[e.ID]
	if !again {
		m.edges[e.ID] = len(m.out)
		m.out = append(m.out, e)
		return
	}
	old := &m.out[at]
	old.Fact = cmp.Or(old.Fact, e.Fact)
	for _, q := range e.Evidence {
		if !slices.Contains(old.Evidence, q) {
			old.Evidence = append(slices.Clip(old.Evidence), q)
		}
	}
	if old.Stated.From.IsZero() {
		old.Stated.From = e.Stated.From
	}
	if old.Stated.To.IsZero() {
		old.Stated.To = e.Stated.To
	}
}

// addMissingEnds adds a placeholder for each end that no fragment brought.
func (m *merger) addMissingEnds(edges []Edge) {
	for _, e := range edges {
		for _, end := range []NodeRef{e.From, e.To} {
			if _, known := m.nodes[end]; known {
				continue
			}
			m.nodes[end] = Node{NodeRef: end, Placeholder: true}
			m.findings = append(m.findings, Finding{
				Code: "dangling", Severity: Warning, Document: e.Source, Count: 1,
				Message: fmt.Sprintf("%s is not in the corpus; a placeholder stands for it", end),
				Remedy:  "correct the reference where it is made",
			})
		}
	}
}

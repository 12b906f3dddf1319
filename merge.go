package bdgraph

import (
	"fmt"
	"iter"
	"maps"
	"slices"
)

// Merge joins what the two phases derived into one graph: nodes by label and
// key, edges by id. An accepted extraction of a document replaces the rules that
// phase 1 derived from it. Ends that no fragment brings become placeholders.
//
// Of two nodes the real one counts and lacking attributes are filled from the
// other; lists are united. Of a rule that phase 1 derived from extracted documents alone,
// what the extraction says counts, its rejected alternatives in place of phase 1's. Of two
// edges phase 1's counts, since it rests on a record; the other adds its fact and its
// evidence. A rule named by another rule's alias is that rule.
//
// The fragments are not changed. The graph shares their attributes and, where there is
// nothing to join, phase 1's edges.
func Merge(phase1, phase2 Fragment) Graph {
	if g, ok := alone(phase1, phase2); ok {
		return g
	}
	size := len(phase1.Nodes) + len(phase2.Nodes)
	m := merger{nodes: make(map[NodeRef]int, size), list: make([]Node, 0, size)}
	kept := withoutRulesOf(phase1, phase2.Extracted)
	edges1, edges2 := inOrder(kept.Edges), inOrder(phase2.Edges)
	for _, n := range kept.Nodes {
		m.addNode(n)
	}
	var replaced map[NodeRef]bool // rules that none but extracted documents set
	if len(phase2.Extracted) > 0 {
		replaced = LoneRules(phase1.Edges, kept.Edges)
	}
	for _, n := range phase2.Nodes {
		if replaced[n.NodeRef] {
			m.replaceRule(n)
		} else {
			m.addNode(n)
		}
	}
	for i := range phase2.Edges {
		delete(replaced, phase2.Edges[i].From)
		delete(replaced, phase2.Edges[i].To)
	}
	for rule := range replaced {
		delete(m.nodes, rule)
	}
	missing := m.addMissingEnds(edges1, edges2)
	rename := m.mergeAliases()
	m.reportMissing(missing)
	m.edges = make(map[string]int, len(kept.Edges)+len(phase2.Edges))
	m.out = make([]Edge, 0, len(kept.Edges)+len(phase2.Edges))
	for _, edges := range []iter.Seq[*Edge]{edges1, edges2} {
		for e := range edges {
			m.addEdge(*e, rename)
		}
	}
	g := Graph{Edges: m.out, Findings: slices.Concat(phase1.Findings, phase2.Findings, m.findings)}
	g.Nodes = m.kept()
	SortNodes(g.Nodes)
	SortEdges(g.Edges)
	SortFindings(g.Findings)
	return g
}

// alone returns the graph of phase 1 where there is nothing to join it with: no
// extraction, and no rule that is another one's alias.
func alone(phase1, phase2 Fragment) (Graph, bool) {
	if len(phase2.Nodes)+len(phase2.Edges)+len(phase2.Extracted) > 0 || !phase1.isArranged() {
		return Graph{}, false
	}
	m := merger{nodes: make(map[NodeRef]int), list: slices.Clone(phase1.Nodes)} // only rules have aliases
	for i := range m.list {
		if m.list[i].Label == RuleLabel {
			m.nodes[m.list[i].NodeRef] = i
		}
	}
	if len(m.mergeAliases()) > 0 {
		return Graph{}, false
	}
	g := Graph{
		Nodes: m.list, Edges: slices.Clip(phase1.Edges), ends: slices.Clip(phase1.ends),
		Findings: slices.Concat(phase1.Findings, phase2.Findings, m.findings),
	}
	SortFindings(g.Findings)
	return g, true
}

type merger struct {
	nodes    map[NodeRef]int // place in list
	list     []Node          // those that nodes lacks were removed
	edges    map[string]int  // id -> index in out
	out      []Edge
	findings []Finding
}

// withoutRulesOf leaves out the edges with a rule at an end that the extracted
// documents state.
func withoutRulesOf(f Fragment, extracted []string) Fragment {
	if len(extracted) == 0 {
		return f
	}
	isExtracted := make(map[string]bool, len(extracted))
	for _, id := range extracted {
		isExtracted[id] = true
	}
	kept := make([]Edge, 0, len(f.Edges))
	for _, e := range f.Edges {
		if e.From.Label != RuleLabel && e.To.Label != RuleLabel || !isExtracted[e.Source] {
			kept = append(kept, e)
		}
	}
	f.Edges = kept
	return f
}

func (m *merger) addNode(n Node) {
	at, again := m.nodes[n.NodeRef]
	switch {
	case !again:
		m.nodes[n.NodeRef] = len(m.list)
		m.list = append(m.list, n)
	case n.Placeholder:
	case m.list[at].Placeholder:
		m.list[at] = n
	default:
		m.list[at] = united(m.list[at], n)
	}
}

// replaceRule puts what an extraction says of a rule before what patterns saw in the same
// documents. Both list the same alternatives in words of their own, so these are not united.
func (m *merger) replaceRule(n Node) {
	at, again := m.nodes[n.NodeRef]
	if !again {
		m.addNode(n)
		return
	}
	seeded := m.list[at]
	if _, has := n.Attributes["rejected"]; has {
		seeded.Attributes = maps.Clone(seeded.Attributes)
		delete(seeded.Attributes, "rejected")
	}
	m.list[at] = united(n, seeded)
}

// kept returns the nodes that were not removed.
func (m *merger) kept() []Node {
	if len(m.nodes) == len(m.list) {
		return m.list
	}
	kept := make([]Node, 0, len(m.nodes))
	for i := range m.list {
		if m.isKept(i) {
			kept = append(kept, m.list[i])
		}
	}
	return kept
}

func (m *merger) isKept(i int) bool {
	at, known := m.nodes[m.list[i].NodeRef]
	return known && at == i
}

// united fills what one node lacks from another. Neither is changed: their
// attributes are those of the fragments.
func united(n, other Node) Node {
	n.Attributes = maps.Clone(n.Attributes)
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
// rule, and returns the new names, one step each. A name that is the alias of two
// rules, or that goes in a circle, stays what it is.
func (m *merger) mergeAliases() map[NodeRef]NodeRef {
	rename := make(map[NodeRef]NodeRef)
	for {
		owners := m.aliasOwners()
		joined := false
		for _, alias := range slices.SortedFunc(maps.Keys(owners), NodeRef.Compare) {
			if len(owners[alias]) > 1 {
				continue
			}
			name := owners[alias][0]
			if _, isAlias := owners[name]; isAlias {
				continue // its turn comes when that one has found its name
			}
			m.list[m.nodes[name]] = united(m.list[m.nodes[name]], m.list[m.nodes[alias]])
			delete(m.nodes, alias)
			rename[alias] = name
			joined = true
		}
		if !joined {
			m.reportAliases(owners)
			return rename
		}
	}
}

// aliasOwners returns the rules whose name is an alias, with the rules, sorted,
// that have it.
func (m *merger) aliasOwners() map[NodeRef][]NodeRef {
	owners := make(map[NodeRef][]NodeRef)
	for i := range m.list {
		ref := m.list[i].NodeRef
		if ref.Label != RuleLabel || !m.isKept(i) {
			continue
		}
		aliases, _ := m.list[i].Attributes["aliases"].([]string)
		for _, alias := range aliases {
			named := NodeRef{RuleLabel, alias}
			if _, isRule := m.nodes[named]; isRule && named != ref && !slices.Contains(owners[named], ref) {
				owners[named] = append(owners[named], ref)
			}
		}
	}
	for _, rules := range owners {
		slices.SortFunc(rules, NodeRef.Compare)
	}
	return owners
}

func (m *merger) reportAliases(owners map[NodeRef][]NodeRef) {
	for alias, rules := range owners {
		m.findings = append(m.findings, Finding{
			Code: "ambiguous_alias", Severity: Warning, Count: 1,
			Message: fmt.Sprintf("rule %q is also an alias of %q, and it is not clear which one is meant; both are kept", alias.Key, rules[0].Key),
			Remedy:  "name the rule and its aliases in bdgraph.toml",
		})
	}
}

func (m *merger) addEdge(e Edge, rename map[NodeRef]NodeRef) {
	for _, end := range []*NodeRef{&e.From, &e.To} {
		for name, renamed := rename[*end]; renamed; name, renamed = rename[*end] {
			*end, e.ID = name, ""
		}
	}
	if e.From == e.To {
		m.findings = append(m.findings, Finding{
			Code: "self_edge", Severity: Warning, Document: e.Source, Count: 1,
			Message: fmt.Sprintf("%s has a %s to itself, which is left out", e.From, e.Type),
			Remedy:  "remove the relationship where it is recorded",
		})
		return
	}
	if e.ID == "" {
		e.ID = e.ComputeID()
	}
	at, again := m.edges[e.ID]
	if !again {
		m.edges[e.ID] = len(m.out)
		m.out = append(m.out, e)
		return
	}
	m.out[at].Join(e)
}

// addMissingEnds adds a placeholder for each end that no fragment brought, and
// returns them with the source that names them first.
func (m *merger) addMissingEnds(fragments ...iter.Seq[*Edge]) map[NodeRef]string {
	missing := make(map[NodeRef]string)
	for _, edges := range fragments {
		var from NodeRef // of the edge before, which often begins where this one does
		for e := range edges {
			for _, end := range [...]NodeRef{e.From, e.To} {
				if end == from {
					continue
				}
				if _, known := m.nodes[end]; !known {
					m.addNode(Node{NodeRef: end, Placeholder: true})
					missing[end] = e.Source
				}
			}
			from = e.From
		}
	}
	return missing
}

// reportMissing reports the placeholders that were no other rule's alias.
func (m *merger) reportMissing(missing map[NodeRef]string) {
	for end, source := range missing {
		if _, stays := m.nodes[end]; !stays {
			continue
		}
		m.findings = append(m.findings, Dangling(end, source, Place{}, "correct the reference where it is made"))
	}
}

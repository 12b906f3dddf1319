package phase2

import (
	"cmp"
	"slices"
	"strings"

	"bdgraph"
)

// builder makes a fragment of accepted extractions.
type builder struct {
	known *known
	rules map[bdgraph.NodeRef]map[string]any
	edges []bdgraph.Edge
}

// addEstablished takes note of what an extraction says of the rules that its document sets.
func (b *builder) addEstablished(x Extraction) {
	for _, e := range x.Edges {
		if e.Type == bdgraph.Establishes {
			b.end(e.To)
		}
	}
}

// add adds the edges of one extraction. Edges with the same ends are intervals
// of one relationship and are counted in order of their starts.
func (b *builder) add(x Extraction) {
	edges := make([]bdgraph.Edge, 0, len(x.Edges))
	for _, e := range x.Edges {
		edges = append(edges, bdgraph.Edge{
			Type: e.Type, From: b.end(e.From), To: b.end(e.To), Source: x.Document, Phase: 2,
			Evidence: slices.Clone(e.Evidence), Confidence: bdgraph.Unverified, Fact: e.Fact, Scope: e.Scope, Stated: stated(e),
		})
	}
	slices.SortStableFunc(edges, func(a, b bdgraph.Edge) int {
		return cmp.Or(
			cmp.Compare(a.Type, b.Type), a.From.Compare(b.From), a.To.Compare(b.To),
			cmp.Compare(a.Stated.From.Earliest, b.Stated.From.Earliest), cmp.Compare(a.Stated.From.Latest, b.Stated.From.Latest),
			cmp.Compare(a.Stated.To.Earliest, b.Stated.To.Earliest), cmp.Compare(a.Stated.To.Latest, b.Stated.To.Latest),
		)
	})
	for i := range edges {
		e := &edges[i]
		if i > 0 && edges[i-1].Type == e.Type && edges[i-1].From == e.From && edges[i-1].To == e.To {
			e.Ordinal = edges[i-1].Ordinal + 1
		}
		e.ID = e.ComputeID()
	}
	b.edges = append(b.edges, edges...)
}

// end returns the node of an end and takes note of what is said about a rule.
func (b *builder) end(e End) bdgraph.NodeRef {
	ref := b.known.canonical(e)
	if e.Label != bdgraph.RuleLabel {
		return ref
	}
	a := b.rules[ref]
	if a == nil {
		a = map[string]any{"id": bdgraph.RuleID(ref.Key)}
		b.rules[ref] = a
	}
	aliases, kind := slices.Clone(e.Aliases), e.Kind
	if written := bdgraph.OneLine(e.Key); written != ref.Key {
		aliases = append(aliases, written)
	}
	if r, ok := b.known.rules[strings.ToLower(ref.Key)]; ok {
		aliases = append(aliases, r.Aliases...)
		kind = cmp.Or(r.Kind, kind)
	}
	addText(a, "kind", string(kind))
	addText(a, "rationale", e.Rationale)
	addList(a, "aliases", aliases, ref.Key)
	addList(a, "rejected", e.Rejected, "")
	return ref
}

// addText keeps what was said first.
func addText(a map[string]any, name, value string) {
	if _, has := a[name]; !has && value != "" {
		a[name] = value
	}
}

// addList unites lists, sorted, without one value.
func addList(a map[string]any, name string, values []string, without string) {
	old, _ := a[name].([]string)
	list := slices.Concat(old, values)
	slices.Sort(list)
	list = slices.DeleteFunc(slices.Compact(list), func(v string) bool { return v == without })
	if len(list) > 0 {
		a[name] = list
	}
}

// nodes returns the rules. Documents and components are phase 1's.
func (b *builder) nodes() []bdgraph.Node {
	ns := make([]bdgraph.Node, 0, len(b.rules))
	for ref, a := range b.rules {
		ns = append(ns, bdgraph.Node{NodeRef: ref, Attributes: a})
	}
	bdgraph.SortNodes(ns)
	return ns
}

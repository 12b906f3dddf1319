package parity_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"bdgraph"
	"bdgraph/cypher/value"
	"bdgraph/internal/parity"
	"bdgraph/store"
	"bdgraph/store/storetest"
)

// fake is a store that answers nothing but the queries of the check, from
// lists of properties that a test can spoil.
type fake struct {
	meta  bdgraph.Meta
	nodes []element
	edges []element
	err   error
	probe store.Result
}

type element struct {
	kind       string
	from, to   bdgraph.NodeRef
	key        string
	properties map[string]any
}

func newFake(g bdgraph.Graph) *fake {
	f := &fake{meta: storetest.MetaOf(g, time.Date(2025, 3, 1, 0, 0, 0, 0, time.UTC))}
	for _, n := range g.Nodes {
		f.nodes = append(f.nodes, element{kind: string(n.Label), key: n.Key, properties: n.Properties()})
	}
	for _, e := range g.Edges {
		f.edges = append(f.edges, element{kind: string(e.Type), from: e.From, to: e.To, properties: e.Properties()})
	}
	return f
}

func (f *fake) Meta(context.Context) (bdgraph.Meta, error) { return f.meta, f.err }
func (f *fake) Close(context.Context) error                { return nil }

func (f *fake) Query(_ context.Context, q store.Query) (store.Result, error) {
	var r store.Result
	row := func(first []any, e element, names ...string) {
		for _, name := range names {
			first = append(first, e.properties[name])
		}
		values, err := store.ParamValues(map[string]any{"row": first})
		if err != nil {
			panic(err)
		}
		r.Rows = append(r.Rows, values["row"].List())
	}
	bounds := []string{"from_earliest", "from_latest", "to_earliest", "to_latest", "valid_from", "invalid_at"}
	switch {
	case f.err != nil:
		return r, f.err
	case strings.HasPrefix(q.Text, "MATCH (n)"):
		for _, e := range f.nodes {
			row([]any{e.kind, e.key}, e, append([]string{bdgraph.HashProperty, "placeholder"}, bounds...)...)
		}
	case strings.HasPrefix(q.Text, "MATCH (a)-[r]->(b)"):
		for _, e := range f.edges {
			row([]any{e.kind, e.properties["id"], string(e.from.Label), e.from.Key, string(e.to.Label), e.to.Key}, e,
				append([]string{bdgraph.HashProperty, "source", "bd_type", "quote", "more_quotes"}, bounds...)...)
		}
	default:
		return f.probe, nil
	}
	return r, nil
}

// edge returns the first stored edge of a type.
func (f *fake) edge(t bdgraph.RelType) *element {
	i := slices.IndexFunc(f.edges, func(e element) bool { return e.kind == string(t) })
	return &f.edges[i]
}

func codes(findings []bdgraph.Finding) []string {
	set := map[string]bool{}
	for _, f := range findings {
		set[f.Code] = true
	}
	return slices.Sorted(maps.Keys(set))
}

func TestAStoreThatIsRight(t *testing.T) {
	g := storetest.Small()
	for _, f := range parity.Check(t.Context(), newFake(g), storetest.CorpusOf(g), g, nil) {
		t.Errorf("%+v", f)
	}
}

func TestARecordWithoutTypeHasItsEdge(t *testing.T) {
	g := storetest.Small()
	corpus := storetest.CorpusOf(g)
	i := slices.IndexFunc(corpus.Issues, func(i bdgraph.Issue) bool { return len(i.Dependencies) > 0 })
	corpus.Issues[i].Dependencies = append(corpus.Issues[i].Dependencies, bdgraph.Dependency{Target: corpus.Issues[i].Dependencies[0].Target})
	store := newFake(g)
	if got := codes(parity.Check(t.Context(), store, corpus, g, nil)); !slices.Contains(got, parity.CodeDependency) {
		t.Errorf("a record without its edge: %v", got)
	}
	from, to := bdgraph.NodeRef{Label: bdgraph.IssueLabel, Key: corpus.Issues[i].ID}, bdgraph.NodeRef{Label: bdgraph.IssueLabel, Key: corpus.Issues[i].Dependencies[0].Target}
	store.edges = append(store.edges, element{kind: string(bdgraph.DependsOn), from: from, to: to, properties: map[string]any{"source": from.Key}})
	if got := codes(parity.Check(t.Context(), store, corpus, g, nil)); slices.Contains(got, parity.CodeDependency) {
		t.Errorf("the edge is there: %v", got)
	}
}

func TestEachDifferenceIsFound(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(*fake, *bdgraph.Corpus)
		want  []string
	}{
		{"a count in Meta", func(f *fake, _ *bdgraph.Corpus) { f.meta.Issues++ }, []string{parity.CodeMeta}},
		{"placeholders in Meta", func(f *fake, _ *bdgraph.Corpus) { f.meta.Placeholders = 0 }, []string{parity.CodeMeta}},
		{"another generation", func(f *fake, _ *bdgraph.Corpus) { f.meta.Generation = "x" }, []string{parity.CodeMeta}},
		{"another corpus", func(f *fake, _ *bdgraph.Corpus) { f.meta.CorpusHash = "x" }, []string{parity.CodeMeta}},
		{"a record without node", func(_ *fake, c *bdgraph.Corpus) {
			c.Memories = append(c.Memories, bdgraph.Memory{Key: "more"})
		}, []string{parity.CodeCount}},
		{"a placeholder that is counted", func(f *fake, _ *bdgraph.Corpus) {
			for i := range f.nodes {
				delete(f.nodes[i].properties, "placeholder")
			}
		}, []string{parity.CodeCount}},
		{"a node that is missing", func(f *fake, _ *bdgraph.Corpus) {
			f.nodes = slices.DeleteFunc(f.nodes, func(e element) bool { return e.kind == "Component" })
		}, []string{parity.CodeMissing}},
		{"a node too many", func(f *fake, _ *bdgraph.Corpus) {
			f.nodes = append(f.nodes, element{kind: "Rule", key: "more", properties: map[string]any{}})
		}, []string{parity.CodeSurplus}},
		{"a node that is changed", func(f *fake, _ *bdgraph.Corpus) { f.nodes[0].properties[bdgraph.HashProperty] = "x" }, []string{parity.CodeChanged}},
		{"a node twice", func(f *fake, _ *bdgraph.Corpus) {
			i := slices.IndexFunc(f.nodes, func(e element) bool { return e.kind == "Rule" })
			f.nodes = append(f.nodes, f.nodes[i])
		}, []string{parity.CodeDuplicate}},
		{"an edge that is missing", func(f *fake, _ *bdgraph.Corpus) {
			f.edges = slices.DeleteFunc(f.edges, func(e element) bool { return e.kind == "MENTIONS" })
		}, []string{parity.CodeMissing}},
		{"an edge that is changed", func(f *fake, _ *bdgraph.Corpus) { f.edge("MENTIONS").properties[bdgraph.HashProperty] = "x" }, []string{parity.CodeChanged}},
		{"an edge twice", func(f *fake, _ *bdgraph.Corpus) { f.edges = append(f.edges, *f.edge("MENTIONS")) }, []string{parity.CodeDuplicate}},
		{"an edge with other ends", func(f *fake, _ *bdgraph.Corpus) { f.edge("MENTIONS").to.Key = "sm-2" }, []string{parity.CodeMissing, parity.CodeSurplus}},
		{"a self-loop", func(f *fake, _ *bdgraph.Corpus) {
			f.edges = append(f.edges, element{kind: "DEPENDS_ON", from: f.edge("CHILD_OF").from, to: f.edge("CHILD_OF").from, properties: maps.Clone(f.edge("CHILD_OF").properties)})
		}, []string{parity.CodeSelfLoop, parity.CodeSurplus}},
		{"a bound that is absent", func(f *fake, _ *bdgraph.Corpus) { delete(f.edge("GOVERNS").properties, "to_latest") }, []string{parity.CodeDates}},
		{"a bound that is a text", func(f *fake, _ *bdgraph.Corpus) { f.edge("GOVERNS").properties["to_latest"] = "2024-01-01" }, []string{parity.CodeDates}},
		{"bounds out of order", func(f *fake, _ *bdgraph.Corpus) {
			f.edge("GOVERNS").properties["from_earliest"] = bdgraph.MaxDay
		}, []string{parity.CodeDates}},
		{"a date that is none", func(f *fake, _ *bdgraph.Corpus) { f.edge("GOVERNS").properties["valid_from"] = "2024-13" }, []string{parity.CodeDates}},
		{"a date beside its bounds", func(f *fake, _ *bdgraph.Corpus) { f.edge("GOVERNS").properties["valid_from"] = "1999" }, []string{parity.CodeDates}},
		{"a node's bounds", func(f *fake, _ *bdgraph.Corpus) { f.nodes[0].properties["from_latest"] = bdgraph.MinDay }, []string{parity.CodeDates}},
		{"a dependency without edge", func(_ *fake, c *bdgraph.Corpus) {
			c.Issues[0].Dependencies = append(c.Issues[0].Dependencies, bdgraph.Dependency{Target: "sm-3", Type: "blocks"})
		}, []string{parity.CodeDependency}},
		{"a dependency twice", func(_ *fake, c *bdgraph.Corpus) {
			i := slices.IndexFunc(c.Issues, func(i bdgraph.Issue) bool { return len(i.Dependencies) > 0 })
			c.Issues[i].Dependencies = append(c.Issues[i].Dependencies, c.Issues[i].Dependencies[0])
		}, []string{parity.CodeDependency}},
		{"a dependency twice, as was reported", func(_ *fake, c *bdgraph.Corpus) {
			i := slices.IndexFunc(c.Issues, func(i bdgraph.Issue) bool { return len(i.Dependencies) > 0 })
			c.Issues[i].Dependencies = append(c.Issues[i].Dependencies, c.Issues[i].Dependencies[0])
			c.Findings = append(c.Findings, bdgraph.Finding{Code: "duplicate_dependency", Document: c.Issues[i].ID, Count: 1})
		}, nil},
		{"a supersession line without edge", func(_ *fake, c *bdgraph.Corpus) {
			c.ADRs[0].Relations = append(c.ADRs[0].Relations, bdgraph.ADRRelation{Kind: bdgraph.ADRSupersedes, Quote: "Supersedes ADR-0007", Line: 9})
		}, []string{parity.CodeSupersession}},
		{"a supersession line, as was reported", func(_ *fake, c *bdgraph.Corpus) {
			c.ADRs[0].Relations = append(c.ADRs[0].Relations, bdgraph.ADRRelation{Kind: bdgraph.ADRSupersedes, Quote: "Supersedes ADR-0007", Line: 9})
			c.Findings = append(c.Findings, bdgraph.Finding{Code: "missing_target", Document: c.ADRs[0].Path, Place: bdgraph.Place{File: c.ADRs[0].Path, Line: 9}, Count: 1})
		}, nil},
		{"a supersession the wrong way round", func(f *fake, _ *bdgraph.Corpus) {
			e := f.edge("SUPERSEDES")
			e.from, e.to = e.to, e.from
		}, []string{parity.CodeMissing, parity.CodeSupersession, parity.CodeSurplus}},
		{"a store that cannot be asked", func(f *fake, _ *bdgraph.Corpus) {
			f.err = &store.Error{Kind: store.ErrUnavailable, Message: "gone"}
		}, []string{parity.CodeUnread}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := storetest.Small()
			corpus, f := storetest.CorpusOf(g), newFake(g)
			c.spoil(f, &corpus)
			findings := parity.Check(t.Context(), f, corpus, g, nil)
			if got := codes(findings); !slices.Equal(got, c.want) {
				t.Errorf("found %q, want %q: %+v", got, c.want, findings)
			}
		})
	}
}

func TestManyFindingsOfOneCodeAreCut(t *testing.T) {
	g := storetest.Generate(200, 200, 1)
	f := newFake(g)
	f.nodes = nil
	findings := parity.Check(t.Context(), f, storetest.CorpusOf(g), g, nil)
	missing := 0
	for _, f := range findings {
		if f.Code == parity.CodeMissing {
			missing += f.Count
		}
	}
	if missing != len(g.Nodes) || len(findings) > 30 {
		t.Errorf("%d findings count %d missing nodes, want %d in a few", len(findings), missing, len(g.Nodes))
	}
}

func TestProbes(t *testing.T) {
	g := storetest.Small()
	f := newFake(g)
	f.probe = store.Result{Rows: [][]value.Value{{value.String("a"), value.Int(1)}, {value.Null, store.DateOf(1)}}}
	place := bdgraph.Place{File: "bdgraph.toml", Line: 12}
	for _, c := range []struct {
		name  string
		probe parity.Probe
		want  string // in the message; "" when the probe holds
	}{
		{"in order", parity.Probe{Rows: [][]any{{"a", 1}, {nil, bdgraph.MinDay}}, Ordered: true}, ""},
		{"in any order", parity.Probe{Rows: [][]any{{nil, bdgraph.MinDay}, {"a", 1}}}, ""},
		{"out of order", parity.Probe{Rows: [][]any{{nil, bdgraph.MinDay}, {"a", 1}}, Ordered: true}, "expected null | 0001-01-01; 'a' | 1, got 'a' | 1; null"},
		{"another value", parity.Probe{Rows: [][]any{{"a", 1}, {nil, bdgraph.MaxDay}}}, "9999-12-31"},
		{"another type", parity.Probe{Rows: [][]any{{"a", "1"}, {nil, bdgraph.MinDay}}}, "'a' | '1'"},
		{"fewer rows", parity.Probe{}, "expected no rows"},
		{"no value of Cypher", parity.Probe{Rows: [][]any{{struct{}{}}}}, "no Cypher value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.probe.Name, c.probe.Query, c.probe.Place = "p", "RETURN 1", place
			findings := parity.Check(t.Context(), f, storetest.CorpusOf(g), g, []parity.Probe{c.probe})
			if c.want == "" {
				if len(findings) != 0 {
					t.Errorf("findings %+v, want none", findings)
				}
				return
			}
			if len(findings) != 1 || findings[0].Code != parity.CodeProbe || findings[0].Place != place || !strings.Contains(findings[0].Message, c.want) {
				t.Errorf("findings %+v, want one that says %q", findings, c.want)
			}
		})
	}
	f.err = errors.New("gone")
	if findings := parity.Check(t.Context(), f, storetest.CorpusOf(g), g, []parity.Probe{{Name: "p"}}); !slices.Contains(codes(findings), parity.CodeProbe) {
		t.Errorf("findings %+v, want one of the probe", findings)
	}
}

package lib

import (
	"cmp"
	"maps"
	"slices"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// The procedures under apoc.meta are known by the tools that look for a schema
// before they write queries. Ours look at every node and relationship, not at a
// sample, and take the options without heeding them.

func metaProcedures() []*Procedure {
	return []*Procedure{
		NewProcedure("apoc.meta.schema(config = {} :: MAP) :: (value :: MAP)",
			"The schema as one map: by label and by relationship type the counts, properties and relationships.", metaSchema),
		NewProcedure("apoc.meta.data(config = {} :: MAP) :: (label :: STRING, property :: STRING, count :: INTEGER, unique :: BOOLEAN, index :: BOOLEAN, existence :: BOOLEAN, "+
			"type :: STRING, array :: BOOLEAN, sample :: LIST<ANY>, left :: INTEGER, right :: INTEGER, other :: LIST<STRING>, otherLabels :: LIST<STRING>, elementType :: STRING)",
			"The schema as a table: a row for each property and each relationship of a label or relationship type.", metaData),
		NewProcedure("apoc.meta.stats() :: (labelCount :: INTEGER, relTypeCount :: INTEGER, propertyKeyCount :: INTEGER, nodeCount :: INTEGER, relCount :: INTEGER, "+
			"labels :: MAP, relTypes :: MAP, relTypesCount :: MAP, stats :: MAP)",
			"The counts of nodes by label and of relationships by type.", metaStats),
	}
}

// metaType is the name of a property's type in these tables.
func metaType(v value.Value) string {
	switch v.Kind() {
	case value.KindDateTime:
		return "DATE_TIME"
	case value.KindLocalDateTime:
		return "LOCAL_DATE_TIME"
	case value.KindTime:
		return "TIME"
	case value.KindLocalTime:
		return "LOCAL_TIME"
	}
	return v.Kind().String()
}

// metaGraph is what the tables are made of.
type metaGraph struct {
	graph  graph.Graph
	labels []metaLabel
	types  []metaRelationships
}

type metaLabel struct {
	id       graph.LabelID
	name     string
	usage    usage
	together map[string]bool // labels that nodes with this one have too
	indexed  map[string]bool // by property key
	unique   map[string]bool
}

type metaRelationships struct {
	id    graph.TypeID
	name  string
	usage *usage
}

func describeGraph(env *Env) (*metaGraph, error) {
	g := env.Graph
	if g == nil {
		return nil, errNoGraph()
	}
	m := &metaGraph{graph: g}
	for i, name := range labelNames(g) {
		m.labels = append(m.labels, metaLabel{
			id: graph.LabelID(i), name: name,
			together: make(map[string]bool), indexed: make(map[string]bool), unique: make(map[string]bool),
		})
	}
	for _, set := range g.LabelSets() {
		u, err := usageOfNodes(env, set, metaType)
		if err != nil {
			return nil, err
		}
		for _, l := range set.Labels {
			m.labels[l].usage.merge(u)
			for _, other := range set.Labels {
				if other != l {
					m.labels[l].together[g.LabelName(other)] = true
				}
			}
		}
	}
	for _, index := range g.Indexes() {
		m.labels[index.Label].indexed[g.KeyName(index.Key)] = true
		m.labels[index.Label].unique[g.KeyName(index.Key)] = index.Unique
	}
	for i, name := range typeNames(g) {
		u, err := usageOfRelationships(env, graph.TypeID(i), metaType)
		if err != nil {
			return nil, err
		}
		m.types = append(m.types, metaRelationships{graph.TypeID(i), name, u})
	}
	m.labels = slices.DeleteFunc(m.labels, func(l metaLabel) bool { return l.usage.total == 0 })
	m.types = slices.DeleteFunc(m.types, func(t metaRelationships) bool { return t.usage.total == 0 })
	slices.SortFunc(m.labels, func(a, b metaLabel) int { return cmp.Compare(a.name, b.name) })
	slices.SortFunc(m.types, func(a, b metaRelationships) int { return cmp.Compare(a.name, b.name) })
	return m, nil
}

// others lists the labels at the other ends of the relationships of a type that
// leave a label, or enter it.
func (m *metaGraph) others(l metaLabel, t graph.TypeID, leaving bool) (names []string) {
	for _, other := range m.labels {
		from, to := l.id, other.id
		if !leaving {
			from, to = to, from
		}
		if m.graph.PatternCount(from, t, to) > 0 {
			names = append(names, other.name)
		}
	}
	return names
}

func metaSchema(env *Env, _ []value.Value, yield func([]value.Value) error) error {
	m, err := describeGraph(env)
	if err != nil {
		return err
	}
	var entries []value.Entry
	for _, t := range m.types {
		entries = append(entries, value.Entry{Key: t.name, Value: record(
			"type", "relationship", "count", t.usage.total, "properties", relationshipProperties(t))})
	}
	for _, l := range m.labels {
		properties := make(map[string]value.Value)
		for _, p := range l.usage.properties {
			properties[p.key] = record("type", p.mainType(), "indexed", l.indexed[p.key], "unique", l.unique[p.key], "existence", false)
		}
		relationships := make(map[string]value.Value)
		for _, t := range m.types {
			for _, direction := range []string{"out", "in"} {
				leaving := direction == "out"
				count := m.graph.PatternCount(l.id, t.id, graph.AnyLabel)
				if !leaving {
					count = m.graph.PatternCount(graph.AnyLabel, t.id, l.id)
				}
				if count == 0 {
					continue
				}
				relationships[t.name] = record("count", count, "direction", direction,
					"labels", m.others(l, t.id, leaving), "properties", relationshipProperties(t))
				break // a type that leaves and enters a label is shown as leaving
			}
		}
		entries = append(entries, value.Entry{Key: l.name, Value: record(
			"type", "node", "count", l.usage.total, "labels", slices.Sorted(maps.Keys(l.together)),
			"properties", properties, "relationships", relationships)})
	}
	return yield([]value.Value{value.FromMap(value.NewMap(entries...))})
}

func relationshipProperties(t metaRelationships) map[string]value.Value {
	properties := make(map[string]value.Value)
	for _, p := range t.usage.properties {
		properties[p.key] = record("type", p.mainType(), "array", p.mainType() == "LIST", "existence", false)
	}
	return properties
}

func metaData(env *Env, _ []value.Value, yield func([]value.Value) error) error {
	m, err := describeGraph(env)
	if err != nil {
		return err
	}
	property := func(label, elementType string, p propertyUse, unique, index bool, together []string) error {
		return yield([]value.Value{
			value.String(label), value.String(p.key), value.Int(int64(p.count)), value.Bool(unique), value.Bool(index), value.False,
			value.String(p.mainType()), value.Bool(p.mainType() == "LIST"), value.Null, value.Int(0), value.Int(0),
			texts(nil), texts(together), value.String(elementType),
		})
	}
	relationship := func(label, name, elementType string, count, left, right int, others []string) error {
		return yield([]value.Value{
			value.String(label), value.String(name), value.Int(int64(count)), value.False, value.False, value.False,
			value.String("RELATIONSHIP"), value.True, value.Null, value.Int(int64(left)), value.Int(int64(right)),
			texts(others), texts(nil), value.String(elementType),
		})
	}
	for _, l := range m.labels {
		for _, p := range l.usage.sorted() {
			if err := property(l.name, "node", p, l.unique[p.key], l.indexed[p.key], slices.Sorted(maps.Keys(l.together))); err != nil {
				return err
			}
		}
		for _, t := range m.types {
			count := m.graph.PatternCount(l.id, t.id, graph.AnyLabel)
			if count == 0 {
				continue
			}
			others := m.others(l, t.id, true)
			left := count / l.usage.total
			right := count / max(1, nodesWithAny(m, others))
			if err := relationship(l.name, t.name, "node", count, left, right, others); err != nil {
				return err
			}
			if err := relationship(t.name, l.name, "relationship", count, left, right, others); err != nil {
				return err
			}
		}
	}
	for _, t := range m.types {
		for _, p := range t.usage.sorted() {
			if err := property(t.name, "relationship", p, false, false, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// nodesWithAny adds up the nodes of some labels.
func nodesWithAny(m *metaGraph, names []string) (n int) {
	for _, l := range m.labels {
		if slices.Contains(names, l.name) {
			n += l.usage.total
		}
	}
	return n
}

func metaStats(env *Env, _ []value.Value, yield func([]value.Value) error) error {
	g := env.Graph
	if g == nil {
		return errNoGraph()
	}
	labels, relTypes, relTypesCount := make(map[string]value.Value), make(map[string]value.Value), make(map[string]value.Value)
	for i, name := range labelNames(g) {
		labels[name] = value.Int(int64(nodesWith(g, graph.LabelID(i))))
	}
	count := func(key string, from graph.LabelID, t int, to graph.LabelID) {
		if n := g.PatternCount(from, graph.TypeID(t), to); n > 0 {
			relTypes[key] = value.Int(int64(n))
		}
	}
	for t, name := range typeNames(g) {
		relTypesCount[name] = value.Int(int64(g.RelsOfType(graph.TypeID(t)).Len()))
		count("()-[:"+name+"]->()", graph.AnyLabel, t, graph.AnyLabel)
		for l, label := range labelNames(g) {
			count("(:"+label+")-[:"+name+"]->()", graph.LabelID(l), t, graph.AnyLabel)
			count("()-[:"+name+"]->(:"+label+")", graph.AnyLabel, t, graph.LabelID(l))
		}
	}
	stats := record(
		"labelCount", g.LabelCount(), "relTypeCount", g.TypeCount(), "propertyKeyCount", g.KeyCount(),
		"nodeCount", g.NodeCount(), "relCount", g.RelCount(), "labels", labels, "relTypes", relTypes)
	row := make([]value.Value, 0, 9)
	for _, name := range []string{"labelCount", "relTypeCount", "propertyKeyCount", "nodeCount", "relCount", "labels", "relTypes"} {
		v, _ := stats.Map().Get(name)
		row = append(row, v)
	}
	byType, err := value.Of(relTypesCount)
	if err != nil {
		return err
	}
	return yield(append(row, byType, stats))
}

package exec

import (
	"strings"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// detacher turns the values of a result into values that outlive the graph:
// references become nodes and relationships with their labels and properties, and strings are copied
// out of the graph's memory. A node that occurs again is the same detached node.
type detacher struct {
	g     graph.Graph
	nodes map[graph.NodeID]*value.Node
	rels  map[graph.RelID]*value.Relationship
}

// value detaches one value.
func (d *detacher) value(v value.Value) value.Value {
	switch v.Kind() {
	case value.KindString:
		return value.String(strings.Clone(v.Str()))
	case value.KindNode:
		if !v.Detached() {
			return value.FromNode(d.node(graph.NodeID(v.NodeRef())))
		}
	case value.KindRelationship:
		if !v.Detached() {
			return value.FromRelationship(d.relationship(graph.RelID(v.RelationshipRef())))
		}
	case value.KindList:
		return value.List(d.list(v.List()))
	case value.KindMap:
		return value.FromMap(d.entries(v.Map()))
	case value.KindPath:
		p := v.Path()
		return value.FromPath(&value.Path{Nodes: d.list(p.Nodes), Relationships: d.list(p.Relationships)})
	}
	return v
}

func (d *detacher) list(values []value.Value) []value.Value {
	out := make([]value.Value, len(values))
	for i, v := range values {
		out[i] = d.value(v)
	}
	return out
}

func (d *detacher) entries(m value.Map) value.Map {
	out := make(value.Map, len(m))
	for i, e := range m {
		out[i] = value.Entry{Key: strings.Clone(e.Key), Value: d.value(e.Value)}
	}
	return out
}

func (d *detacher) node(n graph.NodeID) *value.Node {
	if have := d.nodes[n]; have != nil {
		return have
	}
	labels := d.g.Labels(n)
	out := &value.Node{ElementID: d.g.NodeElementID(n), Labels: make([]string, len(labels))}
	for i, l := range labels {
		out.Labels[i] = strings.Clone(d.g.LabelName(l))
	}
	out.Properties = d.entries(nodeProperties(d.g, n))
	d.nodes[n] = out
	return out
}

func (d *detacher) relationship(r graph.RelID) *value.Relationship {
	if have := d.rels[r]; have != nil {
		return have
	}
	out := &value.Relationship{
		ElementID:      d.g.RelElementID(r),
		Type:           strings.Clone(d.g.TypeName(d.g.RelType(r))),
		StartElementID: d.g.NodeElementID(d.g.Sources()[r]),
		EndElementID:   d.g.NodeElementID(d.g.Targets()[r]),
		Properties:     d.entries(relProperties(d.g, r)),
	}
	d.rels[r] = out
	return out
}

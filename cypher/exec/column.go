package exec

import (
	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// propertyReader reads one property of nodes and relationships. Where the graph has
// columns it keeps the one that it read last.
type propertyReader struct {
	g       graph.Graph
	columns graph.Columns // nil where the graph has none
	key     graph.KeyID
	known   bool // whether anything has the property

	nodes      graph.NodeRange // of nodeColumn
	nodeColumn graph.Column
	rels       graph.RelRange // of relColumn
	relColumn  graph.Column
}

func (m *machine) propertyReader(name string) *propertyReader {
	p := &propertyReader{g: m.g}
	p.key, p.known = m.g.KeyID(name)
	p.columns, _ = m.g.(graph.Columns)
	return p
}

// of returns the property of a reference.
func (p *propertyReader) of(v value.Value) value.Value {
	switch {
	case !p.known:
		return value.Null
	case v.Kind() == value.KindNode:
		return p.node(graph.NodeID(v.NodeRef()))
	}
	return p.relationship(graph.RelID(v.RelationshipRef()))
}

func (p *propertyReader) node(n graph.NodeID) value.Value {
	if p.columns == nil {
		return p.g.NodeProperty(n, p.key)
	}
	if !p.nodes.Contains(n) {
		p.nodes, p.nodeColumn = p.columns.NodeColumn(n, p.key)
	}
	if p.nodeColumn == nil {
		return value.Null
	}
	return p.nodeColumn.Value(int(n - p.nodes.First))
}

func (p *propertyReader) relationship(r graph.RelID) value.Value {
	if p.columns == nil {
		return p.g.RelProperty(r, p.key)
	}
	if !p.rels.Contains(r) {
		p.rels, p.relColumn = p.columns.RelColumn(r, p.key)
	}
	if p.relColumn == nil {
		return value.Null
	}
	return p.relColumn.Value(int(r - p.rels.First))
}

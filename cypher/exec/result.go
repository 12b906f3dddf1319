package exec

import (
	"fmt"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/value"
)

// countResult counts a row of the result.
func (m *machine) countResult(row []value.Value) error {
	m.rows++
	if max := m.limits.Rows; max > 0 && m.rows > max {
		return &LimitError{ErrRows, fmt.Sprintf("%d rows", max), hintRows}
	}
	if max := m.limits.ResultBytes; max > 0 {
		for _, v := range row {
			m.bytes += int64(m.resultSize(v))
		}
		if m.bytes > max {
			return &LimitError{ErrResultBytes, fmt.Sprintf("%d bytes", max), hintMemory}
		}
	}
	return nil
}

// resultSize is the size of a value once it is detached, where nodes and
// relationships carry their properties.
func (m *machine) resultSize(v value.Value) int {
	n := valueBytes
	switch v.Kind() {
	case value.KindNode:
		if v.Detached() {
			return sizeOf(v)
		}
		id := graph.NodeID(v.NodeRef())
		m.keys = m.g.NodeKeys(id, m.keys[:0])
		for _, k := range m.keys {
			n += len(m.g.KeyName(k)) + sizeOf(m.g.NodeProperty(id, k))
		}
		for _, l := range m.g.Labels(id) {
			n += len(m.g.LabelName(l))
		}
		return n
	case value.KindRelationship:
		if v.Detached() {
			return sizeOf(v)
		}
		id := graph.RelID(v.RelationshipRef())
		m.keys = m.g.RelKeys(id, m.keys[:0])
		for _, k := range m.keys {
			n += len(m.g.KeyName(k)) + sizeOf(m.g.RelProperty(id, k))
		}
		return n + len(m.g.TypeName(m.g.RelType(id)))
	case value.KindList:
		for _, x := range v.List() {
			n += m.resultSize(x)
		}
		return n
	case value.KindMap:
		for _, e := range v.Map() {
			n += len(e.Key) + m.resultSize(e.Value)
		}
		return n
	case value.KindPath:
		for _, x := range v.Path().Nodes {
			n += m.resultSize(x)
		}
		for _, x := range v.Path().Relationships {
			n += m.resultSize(x)
		}
		return n
	}
	return sizeOf(v)
}

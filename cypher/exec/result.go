package exec

import (
	"fmt"

	"bdgraph/cypher/value"
)

// countResult counts a row of the result.
func (m *machine) countResult(row []value.Value) error {
	m.rows++
	if max := m.limits.Rows; max > 0 && m.rows > max {
		return &LimitError{ErrRows, fmt.Sprintf("%d rows", max), hintRows}
	}
	if max := m.limits.ResultBytes; max > 0 {
		if m.bytes += value.Size(row...); m.bytes > max {
			return &LimitError{ErrResultBytes, fmt.Sprintf("%d bytes", max), hintMemory}
		}
	}
	return nil
}

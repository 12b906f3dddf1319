package exec

import (
	"bdgraph/cypher/plan"
	"bdgraph/cypher/value"
)

// kept is a copy of what later operators read of a row.
type kept struct {
	values []value.Value
	bytes  int
	order  int // for the use of whoever keeps it
}

// rowBytes is about what a kept row takes beside its values.
const rowBytes = 48

func keepRow(r row, live []plan.Slot) kept {
	k := kept{values: make([]value.Value, len(live)), bytes: rowBytes}
	for i, s := range live {
		k.values[i] = r[s]
		k.bytes += sizeOf(r[s])
	}
	return k
}

func (k kept) restore(r row, live []plan.Slot) {
	for i, s := range live {
		r[s] = k.values[i]
	}
}

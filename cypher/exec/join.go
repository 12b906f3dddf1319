package exec

import (
	"bdgraph/cypher/plan"
	"bdgraph/cypher/value"
)

// hashJoin keeps the rows of its right side by their key and looks up each row
// of the left side.
func (m *machine) hashJoin(op *plan.HashJoin, next operator) operator {
	leftKey, rightKey := m.expr(op.LeftKey), m.expr(op.RightKey)
	var keys *table
	var rows [][]kept
	bytes := 0
	build := m.compile(op.Right, func(r row) error {
		v, err := rightKey(r)
		if err != nil || v.IsNull() {
			return err
		}
		keys.key[0] = v
		i, added, err := keys.add()
		if err != nil {
			return err
		}
		if added {
			rows = append(rows, nil)
		}
		k := keepRow(r, op.Live)
		rows[i] = append(rows[i], k)
		bytes += k.bytes
		return m.keep(k.bytes)
	})
	built := false
	probe := m.compile(op.In, func(r row) error {
		if err := m.step(); err != nil {
			return err
		}
		v, err := leftKey(r)
		if err != nil || v.IsNull() {
			return err
		}
		if !built {
			built = true
			if err := build(r); err != nil {
				return err
			}
		}
		keys.key[0] = v
		i := keys.lookup()
		if i < 0 || value.Equal(keys.at(i)[0], v) != value.Yes {
			return nil // equivalent, but with a null inside
		}
		for _, k := range rows[i] {
			k.restore(r, op.Live)
			if err := next(r); err != nil {
				return err
			}
		}
		return nil
	})
	return func(r row) error {
		keys, rows, bytes, built = newTable(m.budget, []plan.Slot{plan.NoSlot}), nil, 0, false
		defer func() { keys.free(); m.release(bytes) }()
		return probe(r)
	}
}

package exec

import (
	"container/heap"
	"slices"

	"bdgraph/cypher/plan"
	"bdgraph/cypher/value"
)

// sorted is a row with its keys and its place in the input.
type sorted struct {
	kept
	keys []value.Value
}

// sort keeps all rows of its input, or the first ones that are asked for, and
// gives them in order; rows with equal keys stay in the order of the input.
func (m *machine) sort(op *plan.Sort, next operator) operator {
	keys := make([]eval, len(op.Keys))
	for i, k := range op.Keys {
		keys[i] = m.expr(k.Expr)
	}
	compare := func(a, b *sorted) int {
		for i, k := range op.Keys {
			c := value.Compare(a.keys[i], b.keys[i])
			if k.Descending {
				c = -c
			}
			if c != 0 {
				return c
			}
		}
		return a.order - b.order
	}
	var top []func(row) (int64, error)
	for i, e := range op.Top {
		clause := []string{"LIMIT", "SKIP"}[min(i, 1)]
		top = append(top, m.count(e, clause))
	}

	rows := &topRows{compare: compare}
	key := make([]value.Value, len(keys))
	input := m.compile(op.In, func(r row) error {
		for i, k := range keys {
			v, err := k(r)
			if err != nil {
				return err
			}
			key[i] = v
		}
		return m.addSorted(rows, key, r, op.Live)
	})
	return func(r row) error {
		outer := *rows
		*rows = topRows{compare: compare, limit: -1}
		defer func() { m.release(rows.bytes); *rows = outer }()
		if len(top) > 0 {
			rows.limit = 0
			for _, n := range top {
				count, err := n(r)
				if err != nil {
					return err
				}
				rows.limit += int(min(count, maxTop))
			}
			if rows.limit == 0 {
				return nil
			}
			if rows.limit > maxTop {
				rows.limit = -1
			}
		}
		if err := input(r); err != nil {
			return err
		}
		slices.SortFunc(rows.rows, compare)
		for _, s := range rows.rows {
			s.restore(r, op.Live)
			if err := next(r); err != nil {
				return err
			}
		}
		return nil
	}
}

// maxTop is the number of rows from which on all rows are sorted instead.
const maxTop = 100_000

// topRows holds rows; with a limit, the first ones in order, as a heap whose
// root is the last of them.
type topRows struct {
	compare func(a, b *sorted) int
	rows    []*sorted
	probe   sorted // the row that is looked at, before it is copied
	limit   int    // -1: none
	seen    int
	bytes   int
}

func (t *topRows) Len() int           { return len(t.rows) }
func (t *topRows) Less(i, j int) bool { return t.compare(t.rows[i], t.rows[j]) > 0 }
func (t *topRows) Swap(i, j int)      { t.rows[i], t.rows[j] = t.rows[j], t.rows[i] }
func (t *topRows) Push(x any)         { t.rows = append(t.rows, x.(*sorted)) }

// Pop is not used: rows are only replaced.
func (t *topRows) Pop() any { panic("exec: rows are replaced, not taken out") }

func (m *machine) addSorted(t *topRows, key []value.Value, r row, live []plan.Slot) error {
	t.seen++
	full := t.limit >= 0 && len(t.rows) == t.limit
	if full {
		t.probe.keys, t.probe.order = key, t.seen
		if t.compare(&t.probe, t.rows[0]) > 0 {
			return nil
		}
	}
	s := &sorted{kept: keepRow(r, live), keys: slices.Clone(key)}
	s.order = t.seen
	for _, v := range s.keys {
		s.bytes += sizeOf(v)
	}
	if full {
		m.release(t.rows[0].bytes)
		t.bytes -= t.rows[0].bytes
		t.rows[0] = s
		heap.Fix(t, 0)
	} else if t.limit >= 0 {
		heap.Push(t, s)
	} else {
		t.rows = append(t.rows, s)
	}
	t.bytes += s.bytes
	return m.keep(s.bytes)
}

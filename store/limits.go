package store

import (
	"time"

	"bdgraph/cypher/value"
)

// Limits bound what one query may cost. A zero field means the default, a
// negative one no limit.
type Limits struct {
	// Rows is the most rows that a result holds; further ones are cut off.
	Rows int
	// Bytes is the most that the values of a result take up together, as
	// [value.Size] counts; the row that would go beyond it is cut off with all that follow.
	Bytes int64
	// Timeout is the longest time until the last row; after it the query is
	// stopped and [ErrTimeout] returned.
	Timeout time.Duration
}

// The limits of a query that names none.
const (
	DefaultRows    = 10_000
	DefaultBytes   = 16 << 20
	DefaultTimeout = 30 * time.Second
)

// The names of the limits that cut a result off.
const (
	LimitRows  = "rows"
	LimitBytes = "bytes"
)

// OrDefault returns the limits with the defaults in place of zero fields and 0
// in place of negative ones: in its result 0 means no limit.
func (l Limits) OrDefault() Limits {
	return Limits{
		Rows:    orDefault(l.Rows, DefaultRows),
		Bytes:   orDefault(l.Bytes, DefaultBytes),
		Timeout: orDefault(l.Timeout, DefaultTimeout),
	}
}

func orDefault[T int | int64 | time.Duration](v, standard T) T {
	switch {
	case v < 0:
		return 0
	case v == 0:
		return standard
	}
	return v
}

// Cutter collects rows until a limit is reached, so that every store cuts at
// the same row.
type Cutter struct {
	limits Limits
	bytes  int64
	result *Result
}

// NewCutter returns a collector into r under limits as a query gives them.
func NewCutter(r *Result, l Limits) *Cutter {
	return &Cutter{limits: l.OrDefault(), result: r}
}

// Add takes the next row and reports whether more are wanted. A row that does
// not fit is left out and the result marked as truncated.
func (c *Cutter) Add(row []value.Value) bool {
	c.bytes += value.Size(row...)
	switch {
	case c.limits.Rows > 0 && len(c.result.Rows) >= c.limits.Rows:
		c.result.LimitHit = LimitRows
	case c.limits.Bytes > 0 && c.bytes > c.limits.Bytes:
		c.result.LimitHit = LimitBytes
	default:
		c.result.Rows = append(c.result.Rows, row)
		return true
	}
	c.result.Truncated = true
	return false
}

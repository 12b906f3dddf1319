package exec

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bdgraph/cypher/value"
)

// Limits bound what one query may use. Zero stands for no limit.
type Limits struct {
	// Timeout bounds the time from the start of the query.
	Timeout time.Duration
	// Steps bounds how much is looked at: every node and relationship that is
	// visited, every element of a list and every call of a function is a step. The same query
	// on the same graph always takes the same number.
	Steps int64
	// Memory bounds the bytes of rows, lists, paths and strings that are kept at one time.
	Memory int64
	// Rows bounds the rows of the result.
	Rows int64
	// ResultBytes bounds the size of all values of the result.
	ResultBytes int64
}

// The errors that a [LimitError] wraps, one for each limit. Those of the length of lists and strings are of package value.
var (
	ErrTimeout     = errors.New("timeout")
	ErrSteps       = errors.New("step limit")
	ErrMemory      = errors.New("memory limit")
	ErrRows        = errors.New("row limit")
	ErrResultBytes = errors.New("result size limit")
)

// LimitError says which limit a query has reached and what its author can do.
type LimitError struct {
	Err  error  // ErrTimeout, ErrSteps ...
	Max  string // the limit with its unit
	Hint string // how to narrow the query
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("the query reached the %s of %s: %s", e.Err, e.Max, e.Hint)
}

// Unwrap returns which limit it is.
func (e *LimitError) Unwrap() error { return e.Err }

const (
	hintWork = "start from fewer nodes (give a label with an indexed property), bound variable-length patterns such as *1..3, " +
		"or connect patterns that are only separated by a comma"
	hintMemory = "collect and sort less: filter earlier, return single properties instead of whole nodes, or add a LIMIT"
	hintRows   = "add a LIMIT, or aggregate"
)

// budget counts what a run has used.
type budget struct {
	ctx    context.Context
	limits Limits

	steps  int64
	pause  int64 // the number of steps at which to look at limits again
	memory int64
	rows   int64
	bytes  int64
}

// stepsBetweenChecks is how many steps are taken between two looks at the
// context.
const stepsBetweenChecks = 1024

func newBudget(ctx context.Context, l Limits) *budget {
	b := &budget{ctx: ctx, limits: l}
	b.schedule()
	return b
}

func (b *budget) schedule() {
	b.pause = b.steps + stepsBetweenChecks
	if max := b.limits.Steps; max > 0 && b.pause > max {
		b.pause = max + 1
	}
}

// step counts one step.
func (b *budget) step() error {
	b.steps++
	if b.steps < b.pause {
		return nil
	}
	return b.check()
}

// spend counts several steps.
func (b *budget) spend(n int) error {
	b.steps += int64(n)
	if b.steps < b.pause {
		return nil
	}
	return b.check()
}

// readable rounds a time to milliseconds, above a second to hundredths of one: what was
// left of somebody else's deadline has nine digits.
func readable(d time.Duration) time.Duration {
	switch {
	case d < time.Millisecond:
		return d
	case d < time.Second:
		return d.Round(time.Millisecond)
	}
	return d.Round(10 * time.Millisecond)
}

func (b *budget) check() error {
	if max := b.limits.Steps; max > 0 && b.steps > max {
		return &LimitError{ErrSteps, fmt.Sprintf("%d steps", max), hintWork}
	}
	if err := b.ctx.Err(); err != nil {
		if errors.Is(context.Cause(b.ctx), errTimeout) || errors.Is(err, context.DeadlineExceeded) {
			max := "its deadline"
			if b.limits.Timeout > 0 {
				max = readable(b.limits.Timeout).String()
			}
			return &LimitError{ErrTimeout, max, hintWork}
		}
		return err
	}
	b.schedule()
	return nil
}

// errTimeout is the cause of a context that [Limits.Timeout] has ended.
var errTimeout = errors.New("query timeout")

// keep counts memory that is held until release.
func (b *budget) keep(bytes int) error {
	b.memory += int64(bytes)
	if max := b.limits.Memory; max > 0 && b.memory > max {
		return &LimitError{ErrMemory, fmt.Sprintf("%d MiB", max>>20), hintMemory}
	}
	return nil
}

func (b *budget) release(bytes int) { b.memory -= int64(bytes) }

// work counts the steps that handling a value takes beyond the one that every
// operation takes: nothing unless it is long.
func (b *budget) work(v value.Value) error {
	n := 0
	switch v.Kind() {
	case value.KindString:
		n = len(v.Str()) >> 8
	case value.KindList:
		n = len(v.List()) >> 3
	}
	if n == 0 {
		return nil
	}
	return b.spend(n)
}

// sizeOf is about how many bytes keeping a value takes.
func sizeOf(v value.Value) int { return int(value.Size(v)) }

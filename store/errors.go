package store

import (
	"errors"

	"bdgraph/cypher/syntax"
)

// Kind is what went wrong, as a sentinel for [errors.Is] and as the code that
// command line and MCP tools print.
type Kind string

// Error returns the code.
func (k Kind) Error() string { return string(k) }

// Kinds that asking gives.
const (
	// ErrQuery is returned when a query is not well formed or fails on the
	// data, such as a division by zero. The error has a position where one is known.
	ErrQuery Kind = "query"
	// ErrReadOnly is returned when a query would write, or reach beyond the graph.
	ErrReadOnly Kind = "read_only"
	// ErrTimeout is returned when a query takes longer than its limit.
	ErrTimeout Kind = "timeout"
	// ErrLimit is returned when a query would use more than it may: steps,
	// memory, the size of a list or text. The message names the limit.
	ErrLimit Kind = "limit"
	// ErrCanceled is returned when the caller gave up.
	ErrCanceled Kind = "canceled"
	// ErrNoGraph is returned when nothing has been loaded yet.
	ErrNoGraph Kind = "no_graph"
	// ErrGraphLoading is returned while a graph is replaced in several steps,
	// and after such a load was interrupted, until the next load mends it.
	ErrGraphLoading Kind = "graph_loading"
)

// Kinds that loading gives.
const (
	// ErrForeignNodes is returned when the database holds what bdgraph did not write.
	ErrForeignNodes Kind = "foreign_nodes"
	// ErrConflict is returned when another load changed the graph at the same time.
	ErrConflict Kind = "conflict"
)

// Kinds that both give.
const (
	// ErrConfig is returned when a store cannot be opened as it is described.
	ErrConfig Kind = "config"
	// ErrUnavailable is returned when the server cannot be reached, or went away.
	ErrUnavailable Kind = "unavailable"
	// ErrAuth is returned when the server refuses user or password, or the
	// user may not do what is needed.
	ErrAuth Kind = "auth"
	// ErrFailed is returned when the server or the disk fails in another way.
	ErrFailed Kind = "failed"
)

// Error is every error of a store: what failed and what to do next.
//
// Invariant: Kind is set; no text holds a password.
type Error struct {
	Kind    Kind
	Message string
	// Code is Neo4j's name of a query error, such as SyntaxError, TypeError or
	// ParameterMissing; "" otherwise.
	Code string
	// Position is the place in the query, zero when unknown.
	Position Position
	// Remedy is the next step, in one sentence; "" when there is none.
	Remedy string
	// Err is the cause, nil when there is none.
	Err error
}

// Error returns the message alone: callers print code, place and remedy where they fit.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the kind and the cause.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}

// FromSyntax turns the language's refusal of a query into an error of a store: of kind
// [ErrReadOnly] for what would write, [ErrLimit] for a text too long or too deep, else [ErrQuery].
func FromSyntax(e *syntax.Error) *Error {
	kind := ErrQuery
	switch {
	case errors.Is(e, syntax.ErrReadOnly):
		kind = ErrReadOnly
	case errors.Is(e, syntax.ErrTooLong), errors.Is(e, syntax.ErrTooDeep):
		kind = ErrLimit
	}
	return &Error{
		Kind: kind, Code: string(e.Type), Message: e.Message, Remedy: e.Hint,
		Position: Position{Line: e.Pos.Line, Column: e.Pos.Column}, Err: e,
	}
}

package syntax

import (
	"errors"
	"fmt"
)

// Limits on a query text. Beyond them Parse returns an [Error] that wraps
// ErrTooLong or ErrTooDeep.
const (
	MaxText  = 64 << 10 // bytes
	MaxDepth = 200      // nested parentheses, lists, subqueries and the like
)

// Errors wrapped by an [Error] that reports a limit.
var (
	// ErrTooLong is returned when the text has more than MaxText bytes.
	ErrTooLong = errors.New("query text too long")
	// ErrTooDeep is returned when the query is nested deeper than MaxDepth.
	ErrTooDeep = errors.New("query nested too deeply")
)

// ErrorType is the class of an [Error], named as in the openCypher TCK.
type ErrorType string

// The error types that occur before a query runs.
const (
	SyntaxError      ErrorType = "SyntaxError"
	SemanticError    ErrorType = "SemanticError"
	TypeError        ErrorType = "TypeError"
	ArgumentError    ErrorType = "ArgumentError"
	ProcedureError   ErrorType = "ProcedureError"
	ParameterMissing ErrorType = "ParameterMissing"
)

// Phase is when every [Error] occurs, in the words of the openCypher TCK.
const Phase = "compile time"

// Error says why a query is refused before it runs. Both Parse and package
// check return it.
type Error struct {
	Type     ErrorType
	Detail   string // as in the TCK: UnexpectedSyntax, UndefinedVariable ...
	Pos      Pos    // where
	End      int    // byte offset just after what is wrong; Pos.Offset where it is a point
	Message  string // what is wrong, one line
	Expected []string
	Hint     string // what to write instead; empty where nothing better is known
	Err      error  // ErrTooLong or ErrTooDeep, else nil
}

// Error renders type, message, place and hint in one line.
func (e *Error) Error() string {
	s := fmt.Sprintf("%s: %s (%s)", e.Type, e.Message, e.Pos)
	if e.Hint != "" {
		s += ". " + e.Hint
	}
	return s
}

// Unwrap returns the limit that was passed, if any.
func (e *Error) Unwrap() error { return e.Err }

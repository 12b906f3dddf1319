package value

import (
	"errors"
	"fmt"

	"bdgraph/cypher/temporal"
)

// ErrorType groups the errors that evaluating a query can end with; the names
// are openCypher's.
type ErrorType string

// The types.
const (
	TypeError           ErrorType = "TypeError"           // a value of a type that the operation does not take
	ArithmeticError     ErrorType = "ArithmeticError"     // overflow, integer division by zero
	ArgumentError       ErrorType = "ArgumentError"       // right type, wrong value
	SyntaxError         ErrorType = "SyntaxError"         // a text that should be a date, a duration …; also a count that is negative
	SemanticError       ErrorType = "SemanticError"       // a regular expression that is none
	ProcedureCallFailed ErrorType = "ProcedureCallFailed" // arguments that no form of a function or procedure takes
	ParameterMissing    ErrorType = "ParameterMissing"    // the query names a parameter that was not given
	EntityNotFound      ErrorType = "EntityNotFound"      // a reference to what is not in the graph
	LimitExceeded       ErrorType = "LimitExceeded"       // one of bdgraph's own limits
)

// Detail narrows an ErrorType down; the names are those of the openCypher TCK.
type Detail string

// The details.
const (
	InvalidArgumentType           Detail = "InvalidArgumentType"
	InvalidArgumentValue          Detail = "InvalidArgumentValue"
	NumberOutOfRange              Detail = "NumberOutOfRange"
	NegativeIntegerArgument       Detail = "NegativeIntegerArgument"
	MapElementAccessByNonString   Detail = "MapElementAccessByNonString"
	ListElementAccessByNonInteger Detail = "ListElementAccessByNonInteger"
	IntegerOverflow               Detail = "IntegerOverflow"
	DivisionByZero                Detail = "DivisionByZero"
	MissingParameter              Detail = "MissingParameter"
	ProcedureNotFound             Detail = "ProcedureNotFound"
)

// Error is an error of evaluation. The message says what was wrong in the words
// of a query's author, without a place; Line and Column, both counted from 1,
// give the place in the query's text and are 0 until the caller fills them in.
type Error struct {
	Type         ErrorType
	Detail       Detail
	Message      string
	Line, Column int
}

// Error returns the message, behind its place where that is known.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message)
}

// At returns the error with a place, unless it has one already.
func (e *Error) At(line, column int) *Error {
	if e.Line != 0 {
		return e
	}
	placed := *e
	placed.Line, placed.Column = line, column
	return &placed
}

// Errorf returns an *Error.
func Errorf(t ErrorType, d Detail, format string, args ...any) error {
	return &Error{Type: t, Detail: d, Message: fmt.Sprintf(format, args...)}
}

// FromTemporal gives an error of package temporal its Cypher type; other errors
// pass.
func FromTemporal(err error) error {
	var t *temporal.Error
	if !errors.As(err, &t) {
		return err
	}
	switch t.Kind {
	case temporal.ErrParse:
		return &Error{Type: SyntaxError, Detail: InvalidArgumentValue, Message: t.Message}
	case temporal.ErrUnsupported:
		return &Error{Type: TypeError, Detail: InvalidArgumentValue, Message: t.Message}
	case temporal.ErrOverflow:
		return &Error{Type: ArithmeticError, Detail: NumberOutOfRange, Message: t.Message}
	default:
		return &Error{Type: ArgumentError, Detail: InvalidArgumentValue, Message: t.Message}
	}
}

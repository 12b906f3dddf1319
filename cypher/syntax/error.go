package syntax

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
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

// Caret renders the error over several lines: the message, the line of the
// query with a caret under the place, and the hint.
//
//	SyntaxError at 1:14: Invalid input ...
//	  MATCH (a) RETRUN a
//	            ^^^^^^
//	hint: ...
func (e *Error) Caret(query string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s at %s: %s\n", e.Type, e.Pos, e.Message)
	offset := min(e.Pos.Offset, len(query))
	start := strings.LastIndexByte(query[:offset], '\n') + 1
	line := query[start:]
	if i := strings.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	line = strings.TrimRight(line, "\r")
	before, width := offset-start, 1
	if end := min(e.End, start+len(line)); end > offset {
		width = utf8.RuneCountInString(query[offset:end])
	}
	// A long line is cut around the place.
	const context = 60
	lead := ""
	if before > context {
		cut := before - context
		for cut < before && !utf8.RuneStart(line[cut]) {
			cut++
		}
		line, before, lead = line[cut:], before-cut, "..."
	}
	if r := []rune(line); len(r) > 2*context {
		line = string(r[:2*context]) + "..."
		width = min(width, context)
	}
	fmt.Fprintf(&b, "  %s%s\n  %s", lead, line, strings.Repeat(" ", len(lead)))
	for _, r := range line[:min(before, len(line))] {
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	b.WriteString(strings.Repeat("^", width))
	if e.Hint != "" {
		b.WriteString("\nhint: " + e.Hint)
	}
	return b.String()
}

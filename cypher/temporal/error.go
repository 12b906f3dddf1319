package temporal

import "fmt"

// ErrorKind says what was wrong with the input.
type ErrorKind uint8

const (
	// ErrParse: a text is not in any of the accepted forms, or holds a value
	// that its field cannot have.
	ErrParse ErrorKind = iota + 1
	// ErrInvalid: fields that name no date, time or duration.
	ErrInvalid
	// ErrUnsupported: the value has no such field, or a unit does not fit it.
	ErrUnsupported
	// ErrOverflow: the result lies outside of what the type can hold.
	ErrOverflow
)

// Error is every error that the package returns.
type Error struct {
	Kind    ErrorKind
	Message string
}

func (e *Error) Error() string { return e.Message }

func invalid(format string, args ...any) error {
	return &Error{ErrInvalid, fmt.Sprintf(format, args...)}
}

func unsupported(format string, args ...any) error {
	return &Error{ErrUnsupported, fmt.Sprintf(format, args...)}
}

func overflow(what string) error {
	return &Error{ErrOverflow, what + " is out of range"}
}

func durationOverflow() error {
	return invalid("Invalid value for duration, will cause overflow.")
}

func parseError(what string) error {
	return &Error{ErrParse, "Text cannot be parsed to a " + what}
}

// inText turns the error of a field into one of the text that held it.
func inText(err error) error {
	if e, ok := err.(*Error); ok && e.Kind == ErrInvalid {
		return &Error{ErrParse, e.Message}
	}
	return err
}

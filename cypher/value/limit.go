package value

// Limits on single values, so that a short query cannot fill the memory.
const (
	MaxListLength  = 1_000_000 // elements
	MaxStringBytes = 16 << 20
)

// CheckList returns a LimitExceeded error for a list that would be longer than
// [MaxListLength].
func CheckList(length int) error {
	if length > MaxListLength {
		return Errorf(LimitExceeded, "", "a list of %d elements exceeds the limit of %d; narrow the query or work on parts", length, MaxListLength)
	}
	return nil
}

// CheckString returns a LimitExceeded error for a string that would be longer
// than [MaxStringBytes].
func CheckString(bytes int) error {
	if bytes > MaxStringBytes {
		return Errorf(LimitExceeded, "", "a string of %d bytes exceeds the limit of %d; narrow the query or work on parts", bytes, MaxStringBytes)
	}
	return nil
}

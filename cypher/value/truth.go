package value

// Truth is a truth value of three-valued logic. The zero Truth is Unknown.
type Truth int8

// The truth values. Their order makes And the minimum and Or the maximum.
const (
	No      Truth = -1
	Unknown Truth = 0 // Cypher's null
	Yes     Truth = 1
)

// TruthOf turns a Go bool into a Truth.
func TruthOf(b bool) Truth {
	if b {
		return Yes
	}
	return No
}

// Value returns true, false or null.
func (t Truth) Value() Value {
	switch t {
	case Yes:
		return True
	case No:
		return False
	}
	return Null
}

// Not is unknown of unknown.
func (t Truth) Not() Truth { return -t }

// And is No if one side is, else Unknown if one side is.
func (t Truth) And(u Truth) Truth { return min(t, u) }

// Or is Yes if one side is, else Unknown if one side is.
func (t Truth) Or(u Truth) Truth { return max(t, u) }

// Xor is Unknown if one side is, else whether they differ.
func (t Truth) Xor(u Truth) Truth { return -t * u }

// Predicate returns the truth of a value that stands where a boolean is wanted:
// a BOOLEAN's own, Unknown for null, of a LIST whether it has elements. Any
// other value is a TypeError.
func Predicate(v Value) (Truth, error) {
	switch v.kind {
	case KindBool:
		return TruthOf(v.num != 0), nil
	case KindNull:
		return Unknown, nil
	case KindList:
		return TruthOf(v.num != 0), nil
	}
	return Unknown, Errorf(TypeError, InvalidArgumentType, "Don't know how to treat that as a predicate: %s", Describe(v))
}

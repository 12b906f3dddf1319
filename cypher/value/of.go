package value

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"bdgraph/cypher/temporal"
)

// Of converts a Go value: nil, bool, every size of integer, float and string;
// json.Number (an INTEGER if it is written as one); time.Time (a ZONED DATETIME); the types of package temporal, [Point], [Map],
// *[Node], *[Relationship], *[Path] and [Value] itself; slices and maps with
// string keys of any of these, as []any, []string and map[string]any. It fails
// with a TypeError for other types, naming the place inside of lists and maps,
// and for an unsigned integer beyond the range of INTEGER.
func Of(x any) (Value, error) {
	switch x := x.(type) {
	case nil:
		return Null, nil
	case Value:
		return x, nil
	case bool:
		return Bool(x), nil
	case string:
		return String(x), nil
	case int:
		return Int(int64(x)), nil
	case int8:
		return Int(int64(x)), nil
	case int16:
		return Int(int64(x)), nil
	case int32:
		return Int(int64(x)), nil
	case int64:
		return Int(x), nil
	case uint:
		return ofUnsigned(uint64(x))
	case uint8:
		return Int(int64(x)), nil
	case uint16:
		return Int(int64(x)), nil
	case uint32:
		return Int(int64(x)), nil
	case uint64:
		return ofUnsigned(x)
	case float32:
		return Float(float64(x)), nil
	case float64:
		return Float(x), nil
	case json.Number:
		return ofNumber(x)
	case time.Time:
		return DateTime(temporal.DateTimeOf(x)), nil
	case temporal.Date:
		return Date(x), nil
	case temporal.LocalTime:
		return LocalTime(x), nil
	case temporal.Time:
		return Time(x), nil
	case temporal.LocalDateTime:
		return LocalDateTime(x), nil
	case temporal.DateTime:
		return DateTime(x), nil
	case temporal.Duration:
		return Duration(x), nil
	case Point:
		return FromPoint(x), nil
	case Map:
		return FromMap(x), nil
	case *Node:
		return FromNode(x), nil
	case *Relationship:
		return FromRelationship(x), nil
	case *Path:
		return FromPath(x), nil
	case []Value:
		return List(x), nil
	case []any:
		return ofSlice(x)
	case []string:
		return ofSlice(x)
	case []int:
		return ofSlice(x)
	case []int64:
		return ofSlice(x)
	case []float64:
		return ofSlice(x)
	case []bool:
		return ofSlice(x)
	case []map[string]any:
		return ofSlice(x)
	case map[string]any:
		return ofMap(x)
	case map[string]string:
		return ofMap(x)
	case map[string]Value:
		return ofMap(x)
	default:
		return Null, Errorf(TypeError, InvalidArgumentType, "a Go value of type %T is no Cypher value", x)
	}
}

// ofNumber keeps 2 and 2.0 apart, which decoding to float64 would not.
func ofNumber(n json.Number) (Value, error) {
	if whole, err := n.Int64(); err == nil {
		return Int(whole), nil
	}
	if !strings.ContainsAny(n.String(), ".eE") {
		return Null, Errorf(ArithmeticError, NumberOutOfRange, "integer, %s, is too large", n)
	}
	f, err := n.Float64()
	if err != nil {
		return Null, Errorf(ArithmeticError, NumberOutOfRange, "floating point number, %s, is too large", n)
	}
	return Float(f), nil
}

func ofUnsigned(n uint64) (Value, error) {
	if n > math.MaxInt64 {
		return Null, Errorf(ArithmeticError, NumberOutOfRange, "integer, %d, is too large", n)
	}
	return Int(int64(n)), nil
}

func ofSlice[T any](list []T) (Value, error) {
	elements := make([]Value, len(list))
	for i, x := range list {
		v, err := Of(x)
		if err != nil {
			return Null, within(err, fmt.Sprintf("[%d]", i))
		}
		elements[i] = v
	}
	return List(elements), nil
}

func ofMap[T any](m map[string]T) (Value, error) {
	entries := make([]Entry, 0, len(m))
	for key, x := range m {
		v, err := Of(x)
		if err != nil {
			return Null, within(err, "."+key)
		}
		entries = append(entries, Entry{key, v})
	}
	return FromMap(NewMap(entries...)), nil
}

// within puts the place inside of a list or map before the message.
func within(err error, place string) error {
	e := err.(*Error) // Of makes no other
	message := e.Message
	if message[0] != '[' && message[0] != '.' {
		message = ": " + message
	}
	return &Error{Type: e.Type, Detail: e.Detail, Message: place + message}
}

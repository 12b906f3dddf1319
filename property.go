package bdgraph

import (
	"fmt"
	"strconv"
	"time"
)

// Property is one property of a node or relationship as a store holds it.
type Property struct {
	Name  string
	Value PropertyValue
}

// PropertyValue is a string, bool, int64, float64, []string, [Day] (a date) or
// [time.Time] (a datetime), held so that the many of a graph need no memory of their own.
type PropertyValue struct {
	kind   propertyKind
	text   string
	number int64
	other  any
}

type propertyKind uint8

const (
	textProperty propertyKind = 1 + iota
	intProperty
	dayProperty
	otherProperty
)

func textValue(s string) PropertyValue { return PropertyValue{kind: textProperty, text: s} }
func intValue(n int64) PropertyValue   { return PropertyValue{kind: intProperty, number: n} }
func dayValue(d Day) PropertyValue     { return PropertyValue{kind: dayProperty, number: int64(d)} }

// valueOf returns the value of one of the types that a property can have.
func valueOf(v any) PropertyValue {
	switch v := v.(type) {
	case string:
		return textValue(v)
	case int64:
		return intValue(v)
	case Day:
		return dayValue(v)
	}
	return PropertyValue{kind: otherProperty, other: v}
}

// Text returns a string, and whether the value is one.
func (v PropertyValue) Text() (string, bool) { return v.text, v.kind == textProperty }

// Int returns an int64, and whether the value is one.
func (v PropertyValue) Int() (int64, bool) { return v.number, v.kind == intProperty }

// Day returns a day, and whether the value is one.
func (v PropertyValue) Day() (Day, bool) { return Day(v.number), v.kind == dayProperty }

// Any returns the value as the type that it has.
func (v PropertyValue) Any() any {
	switch v.kind {
	case textProperty:
		return v.text
	case intProperty:
		return v.number
	case dayProperty:
		return Day(v.number)
	}
	return v.other
}

// appendCanonical writes a value with its type, so that 1 and "1" differ.
func (v PropertyValue) appendCanonical(b []byte) []byte {
	switch v.kind {
	case textProperty:
		return append(append(b, 's'), v.text...)
	case intProperty:
		return strconv.AppendInt(append(b, 'i'), v.number, 10)
	case dayProperty:
		return strconv.AppendInt(append(b, 'd'), v.number, 10)
	}
	switch v := v.other.(type) {
	case []string:
		b = append(b, 'l')
		for _, s := range v {
			b = append(strconv.AppendInt(b, int64(len(s)), 10), ':')
			b = append(b, s...)
		}
		return b
	case time.Time:
		return v.AppendFormat(append(b, 't'), time.RFC3339Nano)
	case bool:
		return strconv.AppendBool(append(b, 'b'), v)
	case float64:
		return strconv.AppendFloat(append(b, 'f'), v, 'g', -1, 64)
	default:
		panic(fmt.Sprintf("bdgraph: property value of type %T", v))
	}
}

package store

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"bdgraph"
	"bdgraph/cypher/temporal"
	"bdgraph/cypher/value"
)

// ParamValues converts the parameters of a query to Cypher values. A Go type
// that has none is an [ErrQuery] that names the parameter.
func ParamValues(params map[string]any) (map[string]value.Value, error) {
	values := make(map[string]value.Value, len(params))
	for _, name := range slices.Sorted(maps.Keys(params)) {
		v, err := value.Of(daysToDates(params[name]))
		if err != nil {
			return nil, &Error{
				Kind: ErrQuery, Code: "ParameterType", Err: err,
				Message: fmt.Sprintf("parameter $%s: %v", name, err),
			}
		}
		values[name] = v
	}
	return values, nil
}

// QuoteName writes a label, type or key for a query, where no parameter can stand.
func QuoteName(name string) string { return string(value.AppendQuotedName(nil, name)) }

// DateOf returns a day as a DATE; the zero Day, which is no day, as null.
func DateOf(d bdgraph.Day) value.Value {
	if d == 0 {
		return value.Null
	}
	return value.Date(temporal.DateOf(d.Time()))
}

// DayOf returns the day of a DATE, the zero Day for any other value and for a
// date that no Day can be.
func DayOf(v value.Value) bdgraph.Day {
	if v.Kind() != value.KindDate {
		return 0
	}
	year, month, day := v.Date().Civil()
	if year < 1 || year > 9999 {
		return 0
	}
	return bdgraph.NewDay(int(year), time.Month(month), int(day))
}

// daysToDates replaces each Day in x by a value that package value knows.
func daysToDates(x any) any {
	switch x := x.(type) {
	case bdgraph.Day:
		return DateOf(x)
	case []bdgraph.Day:
		return convert(x)
	case []any:
		return convert(x)
	case map[string]any:
		m := make(map[string]any, len(x))
		for k, v := range x {
			m[k] = daysToDates(v)
		}
		return m
	}
	return x
}

func convert[T any](list []T) []any {
	out := make([]any, len(list))
	for i, x := range list {
		out[i] = daysToDates(x)
	}
	return out
}

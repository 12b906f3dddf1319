package lib

import (
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"bdgraph/cypher/value"
)

// A conversion is one value's; ok is false for kinds it does not take.
type conversion func(v value.Value) (result value.Value, ok bool, err error)

func conversionFunctions() []*Function {
	var all []*Function
	for _, c := range []struct {
		name, strict, result, takes string
		category                    string
		convert                     conversion
	}{
		{"toBoolean", "BOOLEAN | STRING | INTEGER", "BOOLEAN", "Boolean, Integer or String", "Scalar", toBoolean},
		{"toInteger", "BOOLEAN | STRING | INTEGER | FLOAT", "INTEGER", "String, Float, Integer or Boolean", "Scalar", toInteger},
		{"toFloat", "STRING | INTEGER | FLOAT", "FLOAT", "String, Float or Integer", "Scalar", toFloat},
		{
			"toString", "BOOLEAN | STRING | INTEGER | FLOAT | DATE | LOCAL TIME | ZONED TIME | LOCAL DATETIME | ZONED DATETIME | DURATION | POINT", "STRING",
			"String, Float, Integer, Boolean, Temporal or Duration", "String", toText,
		},
	} {
		article := "a"
		if c.result == "INTEGER" {
			article = "an"
		}
		article += " " + c.result
		all = append(all,
			function(c.category, c.name+"(input :: "+c.strict+") :: "+c.result,
				"The value converted to "+article+"; null if the text is none.", orError(c.name, c.takes, c.convert)),
			function(c.category, c.name+"OrNull(input :: ANY) :: "+c.result,
				"The value converted to "+article+"; null if that is not possible.", func(_ *Env, args []value.Value) (value.Value, error) {
					return orNull(c.convert, args[0]), nil
				}),
			function("List", c.name+"List(input :: LIST<ANY>) :: LIST<"+c.result+">",
				"Every element converted to "+article+"; null for those where that is not possible.", func(_ *Env, args []value.Value) (value.Value, error) {
					if args[0].Kind() != value.KindList {
						return value.Null, wrongArgument(c.name+"List", "List", args[0])
					}
					list := args[0].List()
					results := make([]value.Value, len(list))
					for i, v := range list {
						results[i] = orNull(c.convert, v)
					}
					return value.List(results), nil
				}))
	}
	return all
}

func orError(name, takes string, convert conversion) func(*Env, []value.Value) (value.Value, error) {
	return func(_ *Env, args []value.Value) (value.Value, error) {
		v, ok, err := convert(args[0])
		if err == nil && !ok {
			err = wrongArgument(name, takes, args[0])
		}
		return v, err
	}
}

// orNull gives null where the conversion would fail.
func orNull(convert conversion, v value.Value) value.Value {
	result, ok, err := convert(v)
	if !ok || err != nil {
		return value.Null
	}
	return result
}

func toBoolean(v value.Value) (value.Value, bool, error) {
	switch v.Kind() {
	case value.KindBool:
		return v, true, nil
	case value.KindInt:
		return value.Bool(v.Int() != 0), true, nil
	case value.KindString:
		switch strings.ToLower(trimSpace(v.Str())) {
		case "true":
			return value.True, true, nil
		case "false":
			return value.False, true, nil
		}
		return value.Null, true, nil
	}
	return value.Null, false, nil
}

var (
	decimalForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,9})?$`)
	})
	hexadecimalForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[+-]?0[xX]([0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)[pP][+-]?[0-9]{1,9}$`)
	})
)

func toInteger(v value.Value) (value.Value, bool, error) {
	switch v.Kind() {
	case value.KindInt:
		return v, true, nil
	case value.KindFloat:
		return value.Int(value.Truncate(v.Float())), true, nil
	case value.KindBool:
		if v.Bool() {
			return value.Int(1), true, nil
		}
		return value.Int(0), true, nil
	case value.KindString:
		text := v.Str()
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return value.Int(n), true, nil
		}
		if !decimalForm().MatchString(text) {
			return value.Null, true, nil
		}
		n, ok := wholePart(text)
		if !ok {
			return value.Null, true, value.Errorf(value.TypeError, value.NumberOutOfRange, "integer, %s, is too large", text)
		}
		return value.Int(n), true, nil
	}
	return value.Null, false, nil
}

// wholePart cuts a decimal number towards zero, without rounding it to a float
// on the way; ok is false beyond the integers.
func wholePart(text string) (n int64, ok bool) {
	if f, err := strconv.ParseFloat(text, 64); err != nil || math.Abs(f) > 1e19 {
		return 0, false
	} else if math.Abs(f) < 0.5 {
		return 0, true // also keeps the exponent below small
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return 0, false
	}
	if r.Cmp(minInteger) < 0 || r.Cmp(maxInteger) > 0 {
		return 0, false
	}
	return new(big.Int).Quo(r.Num(), r.Denom()).Int64(), true
}

var (
	minInteger = new(big.Rat).SetInt64(math.MinInt64)
	maxInteger = new(big.Rat).SetInt64(math.MaxInt64)
)

func toFloat(v value.Value) (value.Value, bool, error) {
	switch v.Kind() {
	case value.KindInt:
		return value.Float(float64(v.Int())), true, nil
	case value.KindFloat:
		return v, true, nil
	case value.KindString:
		f, ok := parseFloat(v.Str())
		if !ok {
			return value.Null, true, nil
		}
		return value.Float(f), true, nil
	}
	return value.Null, false, nil
}

// parseFloat reads what Java takes for a double: white space around, a suffix d
// or f, hexadecimal with a binary exponent, NaN and Infinity.
func parseFloat(text string) (float64, bool) {
	text = strings.TrimFunc(text, func(r rune) bool { return r <= ' ' })
	unsigned := strings.TrimLeft(text, "+-")
	if len(text)-len(unsigned) <= 1 {
		switch {
		case unsigned == "NaN":
			return math.NaN(), true
		case unsigned == "Infinity" && text[0] == '-':
			return math.Inf(-1), true
		case unsigned == "Infinity":
			return math.Inf(1), true
		}
	}
	number := text
	if n := len(text); n > 0 && strings.IndexByte("dDfF", text[n-1]) >= 0 {
		number = text[:n-1]
	}
	if !decimalForm().MatchString(number) && !hexadecimalForm().MatchString(number) {
		return 0, false
	}
	f, _ := strconv.ParseFloat(number, 64) // out of range: infinite or zero, as in Java
	return f, true
}

func toText(v value.Value) (value.Value, bool, error) {
	if v.Kind() == value.KindString {
		return v, true, nil
	}
	text, ok := v.Text()
	return value.String(text), ok, nil
}

package lib

import (
	"math"
	"math/big"
	"strconv"

	"bdgraph/cypher/value"
)

func numericFunctions() []*Function {
	all := []*Function{
		function("Numeric", "abs(input :: INTEGER | FLOAT) :: INTEGER | FLOAT",
			"The number without its sign.", abs),
		function("Numeric", "sign(input :: INTEGER | FLOAT) :: INTEGER",
			"-1, 0 or 1 for a negative number, zero and a positive one.", sign),
		function("Numeric", "isNaN(input :: INTEGER | FLOAT) :: BOOLEAN",
			"Whether the number is NaN.", func(_ *Env, args []value.Value) (value.Value, error) {
				f, err := number("isNaN", args[0])
				return value.Bool(f != f), err
			}),
		function("Numeric", "rand() :: FLOAT",
			"A random number from 0 up to but not including 1.", func(env *Env, _ []value.Value) (value.Value, error) {
				return value.Float(env.float()), nil
			}).volatile(),
		function("Numeric", "round(value :: FLOAT, precision = 0 :: INTEGER | FLOAT, mode = 'HALF_UP' :: STRING) :: FLOAT",
			"The number rounded to some digits after the point, in one of the modes UP, DOWN, CEILING, FLOOR, HALF_UP, HALF_DOWN, HALF_EVEN, UNNECESSARY.", round),
		function("Trigonometric", "atan2(y :: FLOAT, x :: FLOAT) :: FLOAT",
			"The angle of a point, in radians.", func(_ *Env, args []value.Value) (value.Value, error) {
				y, err := number("atan2", args[0])
				if err != nil {
					return value.Null, err
				}
				x, err := number("atan2", args[1])
				return value.Float(math.Atan2(y, x)), err
			}),
		function("Trigonometric", "pi() :: FLOAT", "The number pi.", constant(math.Pi)),
		function("Logarithmic", "e() :: FLOAT", "The base of the natural logarithm.", constant(math.E)),
	}
	for _, f := range []struct {
		category, name, help string
		of                   func(float64) float64
	}{
		{"Numeric", "ceil", "The smallest whole number that is not less than the number.", math.Ceil},
		{"Numeric", "floor", "The largest whole number that is not greater than the number.", math.Floor},
		{"Logarithmic", "exp", "e to the power of the number.", math.Exp},
		{"Logarithmic", "log", "The natural logarithm.", math.Log},
		{"Logarithmic", "log10", "The logarithm to the base 10.", math.Log10},
		{"Logarithmic", "sqrt", "The square root.", math.Sqrt},
		{"Trigonometric", "sin", "The sine of an angle in radians.", math.Sin},
		{"Trigonometric", "cos", "The cosine of an angle in radians.", math.Cos},
		{"Trigonometric", "tan", "The tangent of an angle in radians.", math.Tan},
		{"Trigonometric", "cot", "The cotangent of an angle in radians.", func(x float64) float64 { return math.Cos(x) / math.Sin(x) }},
		{"Trigonometric", "asin", "The angle, in radians, of a sine.", math.Asin},
		{"Trigonometric", "acos", "The angle, in radians, of a cosine.", math.Acos},
		{"Trigonometric", "atan", "The angle, in radians, of a tangent.", math.Atan},
		{"Trigonometric", "haversin", "Half the versine of an angle in radians.", func(x float64) float64 { return (1 - math.Cos(x)) / 2 }},
		{"Trigonometric", "degrees", "The degrees of an angle in radians.", func(x float64) float64 { return x * (180 / math.Pi) }},
		{"Trigonometric", "radians", "The radians of an angle in degrees.", func(x float64) float64 { return x * (math.Pi / 180) }},
	} {
		all = append(all, function(f.category, f.name+"(input :: FLOAT) :: FLOAT", f.help,
			func(_ *Env, args []value.Value) (value.Value, error) {
				x, err := number(f.name, args[0])
				if err != nil {
					return value.Null, err
				}
				return value.Float(f.of(x)), nil
			}))
	}
	return all
}

func constant(f float64) func(*Env, []value.Value) (value.Value, error) {
	return func(*Env, []value.Value) (value.Value, error) { return value.Float(f), nil }
}

// number is an argument as a float.
func number(function string, v value.Value) (float64, error) {
	if !v.IsNumber() {
		return 0, value.Errorf(value.TypeError, value.InvalidArgumentType, "%s() requires numbers, got: %s", function, value.Describe(v))
	}
	return v.Number(), nil
}

func abs(_ *Env, args []value.Value) (value.Value, error) {
	switch v := args[0]; v.Kind() {
	case value.KindInt:
		if v.Int() < 0 {
			return value.Int(-v.Int()), nil // the smallest integer stays as it is
		}
		return v, nil
	case value.KindFloat:
		return value.Float(math.Abs(v.Float())), nil
	}
	_, err := number("abs", args[0])
	return value.Null, err
}

func sign(_ *Env, args []value.Value) (value.Value, error) {
	f, err := number("sign", args[0])
	switch {
	case err != nil:
		return value.Null, err
	case f > 0:
		return value.Int(1), nil
	case f < 0:
		return value.Int(-1), nil
	}
	return value.Int(0), nil
}

// maxPrecision is beyond the digits that any float has after the point.
const maxPrecision = 400

func round(_ *Env, args []value.Value) (value.Value, error) {
	x, err := number("round", args[0])
	if err != nil {
		return value.Null, err
	}
	precision, mode := int64(0), ""
	if len(args) > 1 {
		if precision, err = integerArgument("round", args[1]); err != nil {
			return value.Null, err
		}
	}
	if len(args) > 2 {
		if mode, err = stringArgument("round", args[2]); err != nil {
			return value.Null, err
		}
		if roundingModes[mode] == nil {
			return value.Null, value.Errorf(value.ArgumentError, value.InvalidArgumentValue,
				"Unknown rounding mode. Valid values are: CEILING, FLOOR, UP, DOWN, HALF_EVEN, HALF_UP, HALF_DOWN, UNNECESSARY.")
		}
	}
	switch {
	case precision < 0:
		return value.Null, value.Errorf(value.ArgumentError, value.NumberOutOfRange, "Precision argument to 'round()' cannot be negative")
	case precision == 0 && mode == "":
		return value.Float(roundHalfUp(x)), nil
	case math.IsNaN(x), math.IsInf(x, 0), precision > maxPrecision:
		return value.Float(x), nil
	case mode == "":
		mode = "HALF_UP"
	}
	return roundDecimal(x, precision, roundingModes[mode])
}

// roundHalfUp rounds to the nearest integer, a half towards positive infinity;
// what lies beyond the integers becomes the last of them.
func roundHalfUp(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	whole := math.Floor(x)
	if x-whole >= 0.5 {
		whole++
	}
	return float64(value.Truncate(whole))
}

// A rounding mode says whether a number moves away from zero, by the digits that
// are kept, the sign, and how the rest compares with a half (-1, 0, 1; no rest
// is not asked for). ok is false where rounding is refused.
type roundingMode func(kept *big.Int, negative bool, half int) (away, ok bool)

var roundingModes = map[string]roundingMode{
	"UP":        func(*big.Int, bool, int) (bool, bool) { return true, true },
	"DOWN":      func(*big.Int, bool, int) (bool, bool) { return false, true },
	"CEILING":   func(_ *big.Int, negative bool, _ int) (bool, bool) { return !negative, true },
	"FLOOR":     func(_ *big.Int, negative bool, _ int) (bool, bool) { return negative, true },
	"HALF_UP":   func(_ *big.Int, _ bool, half int) (bool, bool) { return half >= 0, true },
	"HALF_DOWN": func(_ *big.Int, _ bool, half int) (bool, bool) { return half > 0, true },
	"HALF_EVEN": func(kept *big.Int, _ bool, half int) (bool, bool) {
		return half > 0 || half == 0 && kept.Bit(0) == 1, true
	},
	"UNNECESSARY": func(*big.Int, bool, int) (bool, bool) { return false, false },
}

// roundDecimal rounds the decimal number that the float prints as.
func roundDecimal(x float64, precision int64, mode roundingMode) (value.Value, error) {
	exact, _ := new(big.Rat).SetString(strconv.FormatFloat(math.Abs(x), 'g', -1, 64))
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(precision), nil)
	scaled := exact.Mul(exact, new(big.Rat).SetInt(scale))
	kept, rest := new(big.Int).QuoRem(scaled.Num(), scaled.Denom(), new(big.Int))
	if rest.Sign() != 0 {
		half := rest.Lsh(rest, 1).Cmp(scaled.Denom())
		away, ok := mode(kept, x < 0, half)
		if !ok {
			return value.Null, value.Errorf(value.ArgumentError, value.InvalidArgumentValue, "Rounding necessary")
		}
		if away {
			kept.Add(kept, big.NewInt(1))
		}
	}
	result, _ := new(big.Rat).SetFrac(kept, scale).Float64()
	if x < 0 && result != 0 {
		result = -result
	}
	return value.Float(result), nil
}

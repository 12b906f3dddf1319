package lib

import (
	"math"
	"math/big"
	"slices"

	"bdgraph/cypher/value"
)

func listFunctions() []*Function {
	return []*Function{
		function("Scalar", "head(list :: LIST<ANY>) :: ANY",
			"The first element of a list; null of an empty one.", func(_ *Env, args []value.Value) (value.Value, error) {
				return value.Element(args[0], value.Int(0))
			}),
		function("Scalar", "last(list :: LIST<ANY>) :: ANY",
			"The last element of a list; null of an empty one.", func(_ *Env, args []value.Value) (value.Value, error) {
				list := value.AsList(args[0])
				if len(list) == 0 {
					return value.Null, nil
				}
				return list[len(list)-1], nil
			}),
		function("List", "tail(input :: LIST<ANY>) :: LIST<ANY>",
			"All elements of a list but the first.", func(_ *Env, args []value.Value) (value.Value, error) {
				list := value.AsList(args[0])
				return value.List(list[min(1, len(list)):]), nil
			}),
		function("List", "range(start :: INTEGER, end :: INTEGER, step = 1 :: INTEGER) :: LIST<INTEGER>",
			"The integers from start to end, both included, by step.", rangeList).withNull(),
		function("String", "reverse(input :: STRING | LIST<ANY>) :: STRING | LIST<ANY>",
			"The characters of a string, or the elements of a list, in reverse order.", reverse),
	}
}

func rangeList(_ *Env, args []value.Value) (value.Value, error) {
	var bounds [3]int64
	bounds[2] = 1
	for i, v := range args {
		switch v.Kind() {
		case value.KindInt:
			bounds[i] = v.Int()
		case value.KindFloat:
			bounds[i] = value.Truncate(v.Float())
		default:
			name := []string{"start", "end", "step"}[i]
			return value.Null, value.Errorf(value.TypeError, value.InvalidArgumentType,
				"Invalid input for %s value in function 'range()': Expected a numeric value but got: %s", name, value.Describe(v))
		}
	}
	start, end, step := bounds[0], bounds[1], bounds[2]
	if step == 0 {
		return value.Null, value.Errorf(value.ArgumentError, value.NumberOutOfRange, "Step argument to 'range()' cannot be zero")
	}
	length := rangeLength(start, end, step)
	if length <= 0 {
		return value.List(nil), nil
	}
	if err := value.CheckList(int(min(length, math.MaxInt32))); err != nil {
		return value.Null, err
	}
	list := make([]value.Value, length)
	for i := range list {
		list[i] = value.Int(start + int64(i)*step)
	}
	return value.List(list), nil
}

// rangeLength is (end - start) / step + 1, cut towards zero: so a step in the
// wrong direction that is longer than the way still gives the start, as in
// Neo4j.
func rangeLength(start, end, step int64) int64 {
	way := end - start
	if (way < end) == (start > 0) {
		if step == -1 && way == math.MinInt64 {
			return math.MaxInt64 // the quotient does not fit
		}
		if steps := way / step; steps < math.MaxInt64 {
			return steps + 1
		}
		return math.MaxInt64
	}
	wide := new(big.Int).Sub(big.NewInt(end), big.NewInt(start))
	wide.Quo(wide, big.NewInt(step))
	switch {
	case wide.IsInt64() && wide.Int64() < math.MaxInt64:
		return wide.Int64() + 1
	case wide.Sign() < 0:
		return 0
	}
	return math.MaxInt64
}

func reverse(_ *Env, args []value.Value) (value.Value, error) {
	switch v := args[0]; v.Kind() {
	case value.KindString:
		runes := []rune(v.Str())
		slices.Reverse(runes)
		return value.String(string(runes)), nil
	case value.KindList:
		list := slices.Clone(v.List())
		slices.Reverse(list)
		return value.List(list), nil
	}
	return value.Null, value.Errorf(value.TypeError, value.InvalidArgumentType,
		"Invalid input for function 'reverse()': Expected a string or a list; consider converting the value to a string with toString() or creating a list.")
}

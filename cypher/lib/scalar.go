package lib

import (
	"fmt"

	"bdgraph/cypher/value"
)

func scalarFunctions() []*Function {
	return []*Function{
		function("Scalar", "coalesce(input... :: ANY) :: ANY",
			"The first of its arguments that is not null.", coalesce).withNull(),
		function("Scalar", "nullIf(v1 :: ANY, v2 :: ANY) :: ANY",
			"Null if both arguments are equal, else the first.", nullIf).withNull(),
		function("Predicate", "isEmpty(input :: STRING | MAP | LIST<ANY>) :: BOOLEAN",
			"Whether a string, map or list holds nothing.", isEmpty),
		function("Scalar", "size(input :: STRING | LIST<ANY>) :: INTEGER",
			"The number of characters of a string or of elements of a list.", size),
		function("Scalar", "valueType(input :: ANY) :: STRING",
			"The name of the most precise type of a value.", func(_ *Env, args []value.Value) (value.Value, error) {
				return value.String(valueType(args[0])), nil
			}).withNull(),
		function("Scalar", "randomUUID() :: STRING",
			"A random UUID.", randomUUID).volatile(),
		function("Scalar", "timestamp() :: INTEGER",
			"The milliseconds from 1970-01-01T00:00Z to the start of the statement.", func(env *Env, _ []value.Value) (value.Value, error) {
				return value.Int(env.Now.UnixMilli()), nil
			}),
	}
}

func coalesce(_ *Env, args []value.Value) (value.Value, error) {
	for _, v := range args {
		if !v.IsNull() {
			return v, nil
		}
	}
	return value.Null, nil
}

func nullIf(_ *Env, args []value.Value) (value.Value, error) {
	if value.Equal(args[0], args[1]) == value.Yes {
		return value.Null, nil
	}
	return args[0], nil
}

func isEmpty(_ *Env, args []value.Value) (value.Value, error) {
	switch v := args[0]; v.Kind() {
	case value.KindString:
		return value.Bool(v.Str() == ""), nil
	case value.KindList:
		return value.Bool(len(v.List()) == 0), nil
	case value.KindMap:
		return value.Bool(len(v.Map()) == 0), nil
	}
	return value.Null, wrongArgument("isEmpty", "String, Map or List", args[0])
}

func size(_ *Env, args []value.Value) (value.Value, error) {
	switch v := args[0]; v.Kind() {
	case value.KindString:
		return runeCount(v.Str()), nil
	case value.KindList:
		return value.Int(int64(len(v.List()))), nil
	}
	return value.Null, wrongArgument("size", "String or List", args[0])
}

// randomUUID makes a UUID of version 4.
func randomUUID(env *Env, _ []value.Value) (value.Value, error) {
	high := env.bits()&^0xf000 | 0x4000
	low := env.bits()&^(0xc000<<48) | 0x8000<<48
	return value.String(fmt.Sprintf("%08x-%04x-%04x-%04x-%012x",
		high>>32, high>>16&0xffff, high&0xffff, low>>48, low&0xffff_ffff_ffff)), nil
}

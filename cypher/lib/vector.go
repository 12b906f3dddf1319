package lib

import (
	"math"

	"bdgraph/cypher/value"
)

func vectorFunctions() []*Function {
	return []*Function{
		function("Vector", "vector.similarity.cosine(a :: LIST<INTEGER | FLOAT>, b :: LIST<INTEGER | FLOAT>) :: FLOAT",
			"How alike the directions of two vectors are, from 0 to 1.", cosine),
		function("Vector", "vector.similarity.euclidean(a :: LIST<INTEGER | FLOAT>, b :: LIST<INTEGER | FLOAT>) :: FLOAT",
			"How near two vectors are, from 0 to 1.", euclidean),
	}
}

// vectors reads two lists of as many finite numbers, in single precision.
func vectors(function string, args []value.Value) (a, b []float32, err error) {
	if a, err = vector(function, "a", args[0]); err != nil {
		return nil, nil, err
	}
	if b, err = vector(function, "b", args[1]); err != nil {
		return nil, nil, err
	}
	if len(a) != len(b) {
		return nil, nil, value.Errorf(value.ArgumentError, value.InvalidArgumentValue,
			"Invalid input for '%s()': The supplied vectors do not have the same number of dimensions.", function)
	}
	return a, b, nil
}

func vector(function, argument string, v value.Value) ([]float32, error) {
	if v.Kind() != value.KindList {
		return nil, wrongArgument(function, "List", v)
	}
	components := make([]float32, len(v.List()))
	for i, e := range v.List() {
		if e.IsNumber() {
			components[i] = float32(e.Number())
		}
		if !e.IsNumber() || math.IsInf(float64(components[i]), 0) || components[i] != components[i] {
			return nil, invalidVector(function, argument)
		}
	}
	if len(components) == 0 {
		return nil, invalidVector(function, argument)
	}
	return components, nil
}

func invalidVector(function, argument string) error {
	return value.Errorf(value.ArgumentError, value.InvalidArgumentValue,
		"Invalid input for '%s()': Argument %s is not a valid vector for this similarity function.", function, argument)
}

func cosine(_ *Env, args []value.Value) (value.Value, error) {
	const name = "vector.similarity.cosine"
	a, b, err := vectors(name, args)
	if err != nil {
		return value.Null, err
	}
	dot, lengthA, lengthB := 0.0, 0.0, 0.0
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		dot += x * y
		lengthA += x * x
		lengthB += y * y
	}
	switch {
	case lengthA == 0:
		return value.Null, invalidVector(name, "a")
	case lengthB == 0:
		return value.Null, invalidVector(name, "b")
	}
	similarity := dot / math.Sqrt(lengthA) / math.Sqrt(lengthB)
	return value.Float(float64(float32((1 + similarity) / 2))), nil
}

func euclidean(_ *Env, args []value.Value) (value.Value, error) {
	a, b, err := vectors("vector.similarity.euclidean", args)
	if err != nil {
		return value.Null, err
	}
	square := 0.0
	for i := range a {
		difference := float64(a[i]) - float64(b[i])
		square += difference * difference
	}
	return value.Float(float64(float32(1 / (1 + square)))), nil
}

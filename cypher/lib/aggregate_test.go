package lib_test

import (
	"errors"
	"math"
	"testing"

	"bdgraph/cypher/lib"
	"bdgraph/cypher/value"
)

// aggregated runs one aggregate over values, with a second argument if it is not
// null.
func aggregated(env *lib.Env, name string, distinct bool, second value.Value, values ...value.Value) (value.Value, error) {
	a := lib.Lookup(name).NewAggregator(env, distinct)
	for _, v := range values {
		if err := a.Add([]value.Value{v, second}); err != nil {
			return value.Null, err
		}
	}
	return a.Result()
}

func TestAggregates(t *testing.T) {
	day, two := mustEval(t, "duration('P1D')"), mustEval(t, "duration('P2D')")
	i, f := value.Int, value.Float
	for _, c := range []struct {
		name     string
		distinct bool
		second   value.Value
		values   []value.Value
		want     string
	}{
		{name: "count", want: "0"},
		{name: "sum", want: "0"},
		{name: "avg", want: "null"},
		{name: "min", want: "null"},
		{name: "collect", want: "[]"},
		{name: "stDev", want: "0.0"},
		{name: "percentileCont", want: "null"},
		{name: "count", values: []value.Value{i(1), value.Null, i(1)}, want: "2"},
		{name: "count", distinct: true, values: []value.Value{i(1), value.Null, f(1), i(2)}, want: "2"},
		{name: "sum", values: []value.Value{i(1), i(2), value.Null}, want: "3"},
		{name: "sum", values: []value.Value{i(1), f(0.5)}, want: "1.5"},
		{name: "sum", values: []value.Value{i(math.MaxInt64), i(1)}, want: "9.223372036854776E18"},
		{name: "sum", distinct: true, values: []value.Value{i(1), i(1), i(2)}, want: "3"},
		{name: "sum", values: []value.Value{day, two}, want: "P3D"},
		{name: "sum", values: []value.Value{day, i(1)}, want: "TypeError"},
		{name: "sum", values: []value.Value{value.String("a")}, want: "TypeError"},
		{name: "avg", values: []value.Value{i(2), i(4)}, want: "3.0"},
		{name: "avg", values: []value.Value{i(math.MaxInt64), i(1)}, want: "4.611686018427388E18"},
		{name: "avg", values: []value.Value{f(math.MaxFloat64), f(math.MaxFloat64)}, want: "1.7976931348623157E308"},
		{name: "avg", values: []value.Value{day, two}, want: "P1DT12H"},
		{name: "avg", values: []value.Value{mustEval(t, "duration('PT36H')")}, want: "P1DT12H"},
		{name: "avg", values: []value.Value{mustEval(t, "duration('PT-36H')")}, want: "PT-36H"},
		{name: "min", values: []value.Value{i(1), value.True, value.String("x"), value.List(nil)}, want: "[]"},
		{name: "max", values: []value.Value{i(1), f(math.NaN()), value.Null}, want: "NaN"},
		{name: "max", values: []value.Value{f(1), i(1)}, want: "1.0"},
		{name: "collect", values: []value.Value{i(1), value.Null, f(1)}, want: "[1, 1.0]"},
		{name: "collect", distinct: true, values: []value.Value{i(1), value.Null, f(1)}, want: "[1]"},
		{name: "stDev", values: []value.Value{i(1), i(2), i(3), i(4)}, want: "1.2909944487358056"},
		{name: "stDevP", values: []value.Value{i(1), i(2), i(3), i(4)}, want: "1.118033988749895"},
		{name: "stDev", values: []value.Value{i(1)}, want: "0.0"},
		{name: "stDev", values: []value.Value{value.True}, want: "TypeError"},
		{name: "percentileCont", second: f(0.25), values: []value.Value{i(4), i(1), i(3), i(2)}, want: "1.75"},
		{name: "percentileCont", second: f(0.5), values: []value.Value{i(3), i(1), i(2)}, want: "2"},
		{name: "percentileDisc", second: f(0.5), values: []value.Value{i(4), i(1), i(3), i(2)}, want: "2"},
		{name: "percentileDisc", second: i(1), values: []value.Value{i(4), i(1)}, want: "4"},
		{name: "percentileDisc", second: f(1.1), values: []value.Value{i(4)}, want: "ArgumentError"},
		{name: "percentileDisc", second: f(math.NaN()), values: []value.Value{i(4)}, want: "ArgumentError"},
		{name: "percentileDisc", values: []value.Value{i(4)}, want: "ArgumentError"},
		{name: "percentileDisc", second: f(0.5), values: []value.Value{value.String("a")}, want: "TypeError"},
	} {
		got, err := aggregated(&lib.Env{}, c.name, c.distinct, c.second, c.values...)
		text := got.String()
		var e *value.Error
		if errors.As(err, &e) {
			text = string(e.Type)
		}
		if text != c.want {
			t.Errorf("%s(distinct %v) of %v, %v is %s (%v), want %s", c.name, c.distinct, c.values, c.second, text, err, c.want)
		}
	}
}

func TestAggregatesAccountForWhatTheyKeep(t *testing.T) {
	errFull := errors.New("full")
	for name, kept := range map[string]bool{"collect": true, "percentileDisc": true, "count": false, "max": false} {
		left := int64(1000)
		env := &lib.Env{Grow: func(n int64) error {
			if left -= n; left < 0 {
				return errFull
			}
			return nil
		}}
		var values []value.Value
		for i := range int64(100) {
			values = append(values, value.Int(i))
		}
		_, err := aggregated(env, name, false, value.Float(0.5), values...)
		if errors.Is(err, errFull) != kept {
			t.Errorf("%s: %v", name, err)
		}
		left = 1000
		if _, err = aggregated(env, name, true, value.Float(0.5), values...); !errors.Is(err, errFull) {
			t.Errorf("%s of distinct values: %v", name, err)
		}
	}
}

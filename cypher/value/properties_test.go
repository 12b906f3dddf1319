package value_test

import (
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"bdgraph/cypher/temporal"
	"bdgraph/cypher/value"
)

// anyValue draws values of every kind; few numbers and texts, so that equal
// ones meet.
func anyValue(depth int) *rapid.Generator[value.Value] {
	return rapid.Custom(func(t *rapid.T) value.Value {
		kinds := 16
		if depth == 0 {
			kinds = 14
		}
		switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
		case 0:
			return value.Null
		case 1:
			return value.Bool(rapid.Bool().Draw(t, "bool"))
		case 2:
			return value.Int(rapid.SampledFrom([]int64{0, 1, -1, 2, 1 << 53, 1<<53 + 1, math.MaxInt64 - 1, math.MinInt64}).Draw(t, "int"))
		case 3:
			return value.Float(rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, -1, 0.5, 1 << 53, -1 << 63, 1 << 62, math.Inf(1), math.Inf(-1), math.NaN()}).Draw(t, "float"))
		case 4:
			return value.Float(rapid.Float64().Draw(t, "float"))
		case 5:
			return value.String(rapid.StringN(0, 2, 4).Draw(t, "string"))
		case 6:
			return value.Date(must(temporal.DateOfEpochDay(rapid.Int64Range(-2, 2).Draw(t, "days"))))
		case 7:
			return value.LocalTime(temporal.LocalTimeOfNanos(rapid.Int64Range(0, 3).Draw(t, "nanos")))
		case 8:
			at := temporal.LocalTimeOfNanos(rapid.Int64Range(0, 2).Draw(t, "hours") * 3600e9)
			return value.Time(must(temporal.NewTime(at, rapid.SampledFrom([]int{0, 3600, -3600}).Draw(t, "offset"))))
		case 9:
			zone := must(temporal.ParseZone(rapid.SampledFrom([]string{"Z", "+01:00", "Europe/Paris", "UTC"}).Draw(t, "zone")))
			return value.DateTime(must(temporal.DateTimeOfEpoch(rapid.Int64Range(0, 3600).Draw(t, "seconds"), 0, zone)))
		case 10:
			return value.Duration(temporal.NewDuration(
				rapid.Int64Range(-1, 1).Draw(t, "months"), rapid.Int64Range(-31, 31).Draw(t, "days"), rapid.Int64Range(-86400, 86400).Draw(t, "seconds"), 0))
		case 11:
			return value.FromPoint(value.Point{
				CRS: rapid.SampledFrom([]value.CRS{value.WGS84, value.Cartesian}).Draw(t, "crs"),
				X:   float64(rapid.IntRange(0, 1).Draw(t, "x")), Y: float64(rapid.IntRange(0, 1).Draw(t, "y")),
			})
		case 12:
			return value.NodeRef(rapid.Uint64Range(0, 2).Draw(t, "node"))
		case 13:
			return node(rapid.SampledFrom([]string{"a", "b"}).Draw(t, "id"))
		case 14:
			return value.List(rapid.SliceOfN(anyValue(depth-1), 0, 3).Draw(t, "list"))
		default:
			entries := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) value.Entry {
				return value.Entry{Key: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "key"), Value: anyValue(depth-1).Draw(t, "value")}
			}), 0, 3).Draw(t, "entries")
			return value.FromMap(value.NewMap(entries...))
		}
	})
}

func TestCompareIsATotalOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := anyValue(2).Draw(t, "a"), anyValue(2).Draw(t, "b"), anyValue(2).Draw(t, "c")
		if value.Compare(a, a) != 0 {
			t.Fatalf("%v does not rank with itself", a)
		}
		if value.Compare(a, b) != -value.Compare(b, a) {
			t.Fatalf("%v, %v: %d, back %d", a, b, value.Compare(a, b), value.Compare(b, a))
		}
		if value.Compare(a, b) <= 0 && value.Compare(b, c) <= 0 && value.Compare(a, c) > 0 {
			t.Fatalf("not transitive: %v, %v, %v", a, b, c)
		}
	})
}

func TestTheRelationsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyValue(2).Draw(t, "a"), anyValue(2).Draw(t, "b")
		equal, equivalent, order := value.Equal(a, b), value.Equivalent(a, b), value.Compare(a, b)
		if equal != value.Equal(b, a) || equivalent != value.Equivalent(b, a) {
			t.Fatalf("%v, %v: not symmetric", a, b)
		}
		switch {
		case equal == value.Yes && !equivalent:
			t.Fatalf("%v = %v, but not equivalent", a, b)
		case equal == value.No && equivalent:
			t.Fatalf("%v <> %v, but equivalent", a, b)
		case equivalent && order != 0:
			t.Fatalf("%v and %v are equivalent, but ordered", a, b)
		case equivalent && value.Hash(1, a) != value.Hash(1, b):
			t.Fatalf("%v and %v are equivalent, but hash differently", a, b)
		}
		less, lessOrEqual := value.Less(a, b), value.LessOrEqual(a, b)
		if less == value.Yes && (order >= 0 || lessOrEqual != value.Yes || value.Less(b, a) != value.No) {
			t.Fatalf("%v < %v, but order %d, <= %v, > %v", a, b, order, lessOrEqual, value.Less(b, a))
		}
		if equal == value.Yes && lessOrEqual != value.Yes {
			t.Fatalf("%v = %v, but <= is %v", a, b, lessOrEqual)
		}
	})
}

func TestFloatsPrintSoThatTheyReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
		if math.IsNaN(f) || math.IsInf(f, 0) {
			t.Skip("no digits")
		}
		text := value.Float(f).String()
		if back, err := strconv.ParseFloat(text, 64); err != nil || back != f {
			t.Fatalf("%v prints as %s, which reads as %v, %v", f, text, back, err)
		}
	})
}

func TestJSONIsValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyValue(2).Draw(t, "value")
		text := value.AppendJSON(nil, v, value.JSONOptions{SafeIntegers: rapid.Bool().Draw(t, "safe")})
		if !json.Valid(text) {
			t.Fatalf("%v is written as %s", v, text)
		}
	})
}

func TestJSONStringsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.String().Draw(t, "string")
		var got string
		if err := json.Unmarshal(value.AppendJSON(nil, value.String(want), value.JSONOptions{}), &got); err != nil || got != want {
			t.Fatalf("%q reads back as %q, %v", want, got, err)
		}
	})
}

package value_test

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"

	"bdgraph/cypher/temporal"
	"bdgraph/cypher/value"
)

func isType(err error, want value.ErrorType) bool {
	var e *value.Error
	return errors.As(err, &e) && e.Type == want
}

func TestValueIsThreeWords(t *testing.T) {
	if size := unsafe.Sizeof(value.Value{}); size != 24 {
		t.Errorf("a Value takes %d bytes", size)
	}
}

func TestAccessorsReturnWhatWasPutIn(t *testing.T) {
	if v := value.Int(math.MinInt64); v.Kind() != value.KindInt || v.Int() != math.MinInt64 {
		t.Errorf("Int: %v", v)
	}
	if v := value.String("grün"); v.Kind() != value.KindString || v.Str() != "grün" {
		t.Errorf("String: %v", v)
	}
	if v := value.String(""); v.IsNull() || v.Str() != "" {
		t.Errorf("empty string: %v", v)
	}
	if v := value.List(nil); v.IsNull() || len(v.List()) != 0 {
		t.Errorf("empty list: %v", v)
	}
	d := must(temporal.ParseDate("-0044-03-15"))
	if v := value.Date(d); v.Date() != d {
		t.Errorf("Date: %v", v)
	}
	lt := must(temporal.ParseLocalTime("23:59:59.999999999"))
	if v := value.LocalTime(lt); v.LocalTime() != lt {
		t.Errorf("LocalTime: %v", v)
	}
	var zero value.Value
	if !zero.IsNull() {
		t.Error("the zero Value is not null")
	}
	// A caller that appends to a list must not write over its neighbour.
	backing := []value.Value{i(1), i(2), i(3)}
	part := value.List(backing[:1])
	_ = append(part.List(), i(99))
	if backing[1].Int() != 2 {
		t.Error("appending to a list's elements changed what stood behind them")
	}
}

func TestAccessorsPanicOnOtherKinds(t *testing.T) {
	for name, call := range map[string]func(){
		"Int of a string":             func() { s("1").Int() },
		"Str of null":                 func() { null.Str() },
		"NodeRef of a detached node":  func() { node("a").NodeRef() },
		"Node of a reference":         func() { value.NodeRef(1).Node() },
		"NodeRef of a relationship":   func() { value.RelationshipRef(1).NodeRef() },
		"Map of a list":               func() { l().Map() },
		"Duration of a local time":    func() { value.LocalTime(temporal.LocalTime{}).Duration() },
		"Number of a boolean":         func() { value.True.Number() },
		"Relationship of a reference": func() { value.RelationshipRef(0).Relationship() },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s did not panic", name)
				}
			}()
			call()
		}()
	}
}

func TestMapsAreSortedAndTheLastOfAKeyStays(t *testing.T) {
	got := m("b", i(1), "a", i(2), "b", i(3), "a", i(4), "c", i(5)).Map()
	want := value.Map{{Key: "a", Value: i(4)}, {Key: "b", Value: i(3)}, {Key: "c", Value: i(5)}}
	if !slices.EqualFunc(got, want, func(x, y value.Entry) bool { return x.Key == y.Key && value.Equivalent(x.Value, y.Value) }) {
		t.Errorf("got %v", value.FromMap(got))
	}
	for n := range 40 { // beyond the length up to which keys are looked at one by one
		var entries []value.Entry
		for k := range n {
			entries = append(entries, value.Entry{Key: strings.Repeat("k", k+1), Value: i(int64(k))})
		}
		large := value.NewMap(entries...)
		for k := range n {
			if v, ok := large.Get(strings.Repeat("k", k+1)); !ok || v.Int() != int64(k) {
				t.Fatalf("map of %d: key %d is %v, %v", n, k, v, ok)
			}
		}
		if _, ok := large.Get("nope"); ok {
			t.Fatalf("map of %d has a key that was not put in", n)
		}
	}
}

func TestOfConvertsGoValues(t *testing.T) {
	for _, c := range []struct {
		x    any
		want string
	}{
		{nil, "null"},
		{true, "true"},
		{int8(-3), "-3"},
		{uint16(7), "7"},
		{uint64(math.MaxInt64), "9223372036854775807"},
		{float32(0.5), "0.5"},
		{"it's", `'it\'s'`},
		{json.Number("2"), "2"},
		{json.Number("2.0"), "2.0"},
		{json.Number("-1e3"), "-1000.0"},
		{[]any{1, "a", nil, []string{"b"}}, "[1, 'a', null, ['b']]"},
		{map[string]any{"z": 1, "a": map[string]any{"b": 2.0}}, "{a: {b: 2.0}, z: 1}"},
		{time.Date(2026, 5, 17, 10, 0, 0, 5e8, time.FixedZone("", 7200)), "2026-05-17T10:00:00.5+02:00"},
		{time.Date(2026, 5, 17, 10, 0, 0, 0, time.UTC), "2026-05-17T10:00:00Z"},
		{must(temporal.ParseDate("2026-05-17")), "2026-05-17"},
		{[]map[string]any{{"a": 1}}, "[{a: 1}]"},
	} {
		got, err := value.Of(c.x)
		if err != nil || got.String() != c.want {
			t.Errorf("Of(%#v) = %v, %v; want %s", c.x, got, err, c.want)
		}
	}
	for _, c := range []struct {
		x    any
		want string
	}{
		{struct{}{}, "a Go value of type struct {} is no Cypher value"},
		{map[string]any{"a": []any{1, make(chan int)}}, ".a[1]: a Go value of type chan int is no Cypher value"},
		{json.Number("9223372036854775808"), "integer, 9223372036854775808, is too large"},
		{json.Number("1e400"), "floating point number, 1e400, is too large"},
		{uint64(math.MaxUint64), "integer, 18446744073709551615, is too large"},
	} {
		if _, err := value.Of(c.x); err == nil || err.Error() != c.want {
			t.Errorf("Of(%#v): %v, want %s", c.x, err, c.want)
		}
	}
}

func TestErrorsTakeAPlaceOnce(t *testing.T) {
	err := value.Errorf(value.TypeError, value.InvalidArgumentType, "no")
	var e *value.Error
	if !errors.As(err, &e) {
		t.Fatal("not a *value.Error")
	}
	placed := e.At(2, 5)
	if placed.Error() != "2:5: no" || e.Error() != "no" || placed.At(9, 9).Error() != "2:5: no" {
		t.Errorf("%v, %v, %v", placed, e, placed.At(9, 9))
	}
}

func TestScalarsDoNotAllocate(t *testing.T) {
	var sink value.Value
	var number int64 = 1 << 40
	text := strings.Repeat("x", 100)
	day := must(temporal.ParseDate("2026-05-17"))
	list := []value.Value{i(1), i(2)}
	allocations := testing.AllocsPerRun(100, func() {
		sink = value.Int(number)
		sink, _ = value.Add(sink, value.Float(float64(number)))
		sink = value.Bool(value.Less(sink, value.Int(number)) == value.Yes)
		sink = value.NodeRef(uint64(number))
		sink = value.RelationshipRef(uint64(number))
		sink = value.String(text)
		sink = value.Date(day)
		sink = value.Int(int64(value.Hash(0, sink)))
		sink = value.List(list)
		sink = value.Int(int64(value.Compare(sink, value.String(text)) + len(sink.List())))
	})
	if allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
	_ = sink
}

func BenchmarkCompareInts(b *testing.B) {
	x, y := i(1), i(2)
	for b.Loop() {
		if value.Compare(x, y) >= 0 {
			b.Fatal("order")
		}
	}
}

func BenchmarkCompareStrings(b *testing.B) {
	x, y := s("component-17"), s("component-18")
	for b.Loop() {
		if value.Compare(x, y) >= 0 {
			b.Fatal("order")
		}
	}
}

func BenchmarkEqualIntFloat(b *testing.B) {
	x, y := i(1<<53+1), f(1<<53)
	for b.Loop() {
		if value.Equal(x, y) != value.No {
			b.Fatal("equal")
		}
	}
}

func BenchmarkEqualStrings(b *testing.B) {
	x, y := s(strings.Repeat("a", 20)), s(strings.Repeat("a", 20))
	for b.Loop() {
		if value.Equal(x, y) != value.Yes {
			b.Fatal("not equal")
		}
	}
}

func BenchmarkHashInt(b *testing.B) {
	x := i(12345)
	var h uint64
	for b.Loop() {
		h = value.Hash(h, x)
	}
}

func BenchmarkHashString(b *testing.B) {
	x := s("component-17")
	var h uint64
	for b.Loop() {
		h = value.Hash(h, x)
	}
}

func BenchmarkAddInts(b *testing.B) {
	x, y := i(1), i(2)
	for b.Loop() {
		if _, err := value.Add(x, y); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMapGet(b *testing.B) {
	props := m("id", i(1), "title", s("x"), "status", s("open"), "created_at", s("y")).Map()
	for b.Loop() {
		if _, ok := props.Get("status"); !ok {
			b.Fatal("missing")
		}
	}
}

package value_test

import (
	"math"
	"slices"
	"testing"

	"bdgraph/cypher/temporal"
	"bdgraph/cypher/value"
)

// Short words for the tables of this package's tests.
var (
	null = value.Null
	nan  = value.Float(math.NaN())
	inf  = value.Float(math.Inf(1))
)

func i(n int64) value.Value                 { return value.Int(n) }
func f(x float64) value.Value               { return value.Float(x) }
func s(t string) value.Value                { return value.String(t) }
func l(elements ...value.Value) value.Value { return value.List(elements) }

// m makes a map of keys and values in turn.
func m(pairs ...any) value.Value {
	var entries []value.Entry
	for i := 0; i < len(pairs); i += 2 {
		entries = append(entries, value.Entry{Key: pairs[i].(string), Value: pairs[i+1].(value.Value)})
	}
	return value.FromMap(value.NewMap(entries...))
}

func must[T any](t T, err error) T {
	if err != nil {
		panic(err)
	}
	return t
}

func date(text string) value.Value     { return value.Date(must(temporal.ParseDate(text))) }
func datetime(text string) value.Value { return value.DateTime(must(temporal.ParseDateTime(text))) }
func duration(text string) value.Value { return value.Duration(must(temporal.ParseDuration(text))) }
func point(x, y float64) value.Value {
	return value.FromPoint(value.Point{CRS: value.Cartesian, X: x, Y: y})
}

func node(id string) value.Value { return value.FromNode(&value.Node{ElementID: id}) }

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		a, b value.Value
		want value.Truth
	}{
		{i(1), f(1), value.Yes},
		{i(1), s("1"), value.No},
		{i(1), value.True, value.No},
		{f(0), f(math.Copysign(0, -1)), value.Yes},
		{i(1<<53 + 1), f(1 << 53), value.No},
		{i(math.MaxInt64), f(1 << 63), value.Yes}, // the float is rounded to the integer
		{nan, nan, value.No},
		{null, null, value.Unknown},
		{null, i(1), value.Unknown},
		{l(i(1)), l(f(1)), value.Yes},
		{l(i(1), null), l(i(1), null), value.Unknown},
		{l(i(1), null), l(i(2), null), value.No},
		{l(i(1), null), l(i(1)), value.No},
		{l(), l(), value.Yes},
		{l(nan), l(nan), value.No},
		{m("a", i(1)), m("a", f(1)), value.Yes},
		{m("a", i(1)), m("b", i(1)), value.No},
		{m("a", null), m("a", null), value.Unknown},
		{m("a", null), m(), value.No},
		{m("a", i(1), "b", null), m("a", i(2), "b", null), value.No},
		{m("b", i(1), "a", i(2)), m("a", i(2), "b", i(1)), value.Yes},
		{date("2026-01-01"), s("2026-01-01"), value.No},
		{date("2026-01-01"), datetime("2026-01-01T00:00Z"), value.No},
		{datetime("2026-01-01T12:00Z"), datetime("2026-01-01T13:00+01:00"), value.No},
		{datetime("2026-07-01T12:00[Europe/Paris]"), datetime("2026-07-01T12:00+02:00"), value.No},
		{duration("P12M"), duration("P1Y"), value.Yes},
		{duration("P1D"), duration("PT24H"), value.No},
		{point(1, 2), point(1, 2), value.Yes},
		{value.NodeRef(1), value.NodeRef(1), value.Yes},
		{value.NodeRef(1), value.RelationshipRef(1), value.No},
		{node("a"), node("a"), value.Yes},
		{node("a"), node("b"), value.No},
		{node("a"), value.NodeRef(0), value.No},
	} {
		if got := value.Equal(c.a, c.b); got != c.want {
			t.Errorf("Equal(%v, %v) = %v, want %v", c.a, c.b, got, c.want)
		}
		if got := value.Equal(c.b, c.a); got != c.want {
			t.Errorf("Equal(%v, %v) = %v, want %v", c.b, c.a, got, c.want)
		}
	}
}

func TestLess(t *testing.T) {
	for _, c := range []struct {
		a, b            value.Value
		less, lessEqual value.Truth
	}{
		{i(1), f(1.5), value.Yes, value.Yes},
		{i(1), f(1), value.No, value.Yes},
		{i(1<<53 + 1), f(1 << 53), value.No, value.No},
		{i(math.MaxInt64), f(1 << 63), value.Yes, value.Yes},
		{i(1), nan, value.No, value.No},
		{nan, nan, value.No, value.No},
		{i(1), s("a"), value.Unknown, value.Unknown},
		{null, i(1), value.Unknown, value.Unknown},
		{value.False, value.True, value.Yes, value.Yes},
		{s("Z"), s("a"), value.Yes, value.Yes},
		{s("\uffff"), s("😀"), value.Yes, value.Yes},
		{l(i(1), i(2)), l(i(1), i(3)), value.Yes, value.Yes},
		{l(i(1)), l(i(1), i(2)), value.Yes, value.Yes},
		{l(i(1), null), l(i(2), i(1)), value.Yes, value.Yes},
		{l(i(1), null), l(i(1), i(2)), value.Unknown, value.Unknown},
		{l(i(1)), l(i(1), null), value.Yes, value.Yes},
		{l(i(1), s("a")), l(i(2), i(1)), value.Yes, value.Yes},
		{l(i(1), s("a")), l(i(1), i(1)), value.Unknown, value.Unknown},
		{l(i(1), null), l(i(1), null), value.Unknown, value.Unknown},
		{m("a", i(1)), m("a", i(2)), value.Yes, value.Yes},
		{m("a", i(1)), m("b", i(1)), value.Yes, value.Yes},
		{m("a", i(1)), m("a", s("x")), value.Unknown, value.Unknown},
		{m("a", i(1)), m("a", null), value.Unknown, value.Unknown},
		{duration("P1D"), duration("P2D"), value.Unknown, value.Unknown},
		{duration("P1D"), duration("P1D"), value.Unknown, value.Yes},
		{point(1, 2), point(2, 3), value.Unknown, value.Unknown},
		{date("2026-01-01"), datetime("2026-01-02T00:00Z"), value.Unknown, value.Unknown},
		{datetime("2026-01-01T12:00Z"), datetime("2026-01-01T13:00+01:00"), value.Yes, value.Yes},
		{value.NodeRef(1), value.NodeRef(2), value.Yes, value.Yes},
	} {
		if got := value.Less(c.a, c.b); got != c.less {
			t.Errorf("%v < %v is %v, want %v", c.a, c.b, got, c.less)
		}
		if got := value.LessOrEqual(c.a, c.b); got != c.lessEqual {
			t.Errorf("%v <= %v is %v, want %v", c.a, c.b, got, c.lessEqual)
		}
	}
}

func TestIn(t *testing.T) {
	for _, c := range []struct {
		x    value.Value
		list []value.Value
		want value.Truth
	}{
		{i(3), []value.Value{i(1), i(2)}, value.No},
		{null, []value.Value{i(1)}, value.Unknown},
		{null, nil, value.No},
		{i(3), []value.Value{i(1), null}, value.Unknown},
		{i(1), []value.Value{null, f(1)}, value.Yes},
		{l(null), []value.Value{l(null)}, value.Unknown},
		{l(), []value.Value{l()}, value.Yes},
	} {
		if got := value.In(c.x, c.list); got != c.want {
			t.Errorf("%v IN %v is %v, want %v", c.x, c.list, got, c.want)
		}
	}
}

// inOrder lists values ascending; neighbours in one group rank alike.
var inOrder = [][]value.Value{
	{m()},
	{m("a", s("x"))},
	{m("a", i(1)), m("a", f(1))},
	{m("a", null)},
	{m("b", i(0))},
	{m("a", i(1), "b", i(1))},
	{value.NodeRef(1)},
	{value.NodeRef(2)},
	{node("4:x:1")},
	{value.RelationshipRef(0)},
	{l()},
	{l(m("a", i(1)))},
	{l(l(i(1)))},
	{l(s("a"))},
	{l(value.True)},
	{l(i(1))},
	{l(i(1), i(2))},
	{l(i(1), null)},
	{l(i(2))},
	{l(null)},
	{value.FromPath(&value.Path{Nodes: []value.Value{value.NodeRef(1)}})},
	{value.FromPath(&value.Path{Nodes: []value.Value{value.NodeRef(1), value.NodeRef(2)}, Relationships: []value.Value{value.RelationshipRef(7)}})},
	{value.FromPoint(value.Point{CRS: value.WGS84, X: 1, Y: 1})},
	{point(0, 5)},
	{point(1, 1)},
	{point(1, 2)},
	{datetime("2026-01-01T12:30+01:00")},
	{datetime("2026-01-01T07:00[America/New_York]")},
	{datetime("2026-01-01T12:00Z")},
	{datetime("2026-01-01T13:00+01:00")},
	{value.LocalDateTime(must(temporal.ParseLocalDateTime("2026-01-01T00:00")))},
	{date("2025-12-31")},
	{date("2026-01-01")},
	{value.Time(must(temporal.ParseTime("12:30+01:00")))},
	{value.Time(must(temporal.ParseTime("12:00Z")))},
	{value.Time(must(temporal.ParseTime("13:00+01:00")))},
	{value.LocalTime(must(temporal.ParseLocalTime("10:00")))},
	{duration("PT24H")},
	{duration("P1D")},
	{duration("P30D")},
	{duration("PT730H29M6S")},
	{duration("P1M")},
	{duration("P31D")},
	{duration("P365D")},
	{duration("P1Y")},
	{s("")},
	{s(" ")},
	{s("10")},
	{s("2")},
	{s("B")},
	{s("_")},
	{s("a")},
	{s("ä")},
	{s("\uffff")},
	{s("😀")},
	{value.False},
	{value.True},
	{f(math.Inf(-1))},
	{i(math.MinInt64), f(-1 << 63)},
	{i(-1), f(-1)},
	{f(0), f(math.Copysign(0, -1)), i(0)},
	{f(0.5)},
	{i(1), f(1)},
	{f(1 << 53), i(1 << 53)},
	{i(1<<53 + 1)},
	{i(math.MaxInt64)},
	{f(1 << 63)},
	{inf},
	{nan, nan},
	{null, null},
}

func TestCompareIsTheOrderOfORDERBY(t *testing.T) {
	for x, group := range inOrder {
		for y, other := range inOrder {
			want := min(max(x-y, -1), 1)
			for _, a := range group {
				for _, b := range other {
					if got := value.Compare(a, b); got != want {
						t.Errorf("Compare(%v, %v) = %d, want %d", a, b, got, want)
					}
				}
			}
		}
	}
}

func TestSetKeepsTheFirstOfEquivalentValues(t *testing.T) {
	var set value.Set
	for _, v := range []value.Value{
		i(1), f(1), value.True, s("1"), null, null, nan, nan, l(i(1)), l(f(1)), l(null), l(null),
		m("a", i(1)), m("a", f(1)), m("a", null), m("a", null), f(math.Copysign(0, -1)), f(0), i(0), date("2026-01-01"), date("2026-01-01"),
		node("x"), node("x"),
	} {
		set.Add(v)
	}
	var got []string
	for _, v := range set.Values() {
		got = append(got, v.String())
	}
	want := []string{
		"1", "true", "'1'", "null", "NaN", "NaN", "[1]", "[null]", "{a: 1}", "{a: null}", "-0.0", "2026-01-01", "()",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestTruthTables(t *testing.T) {
	for _, c := range []struct{ a, b, and, or, xor value.Truth }{
		{value.Yes, value.Yes, value.Yes, value.Yes, value.No},
		{value.Yes, value.No, value.No, value.Yes, value.Yes},
		{value.Yes, value.Unknown, value.Unknown, value.Yes, value.Unknown},
		{value.No, value.No, value.No, value.No, value.No},
		{value.No, value.Unknown, value.No, value.Unknown, value.Unknown},
		{value.Unknown, value.Unknown, value.Unknown, value.Unknown, value.Unknown},
	} {
		for _, order := range [][2]value.Truth{{c.a, c.b}, {c.b, c.a}} {
			a, b := order[0], order[1]
			if a.And(b) != c.and || a.Or(b) != c.or || a.Xor(b) != c.xor {
				t.Errorf("%v, %v: and %v, or %v, xor %v; want %v, %v, %v", a, b, a.And(b), a.Or(b), a.Xor(b), c.and, c.or, c.xor)
			}
		}
	}
	for v, want := range map[value.Truth]value.Truth{value.Yes: value.No, value.No: value.Yes, value.Unknown: value.Unknown} {
		if v.Not() != want {
			t.Errorf("NOT %v is %v", v, v.Not())
		}
	}
	for _, c := range []struct {
		v    value.Value
		want value.Truth
	}{{value.True, value.Yes}, {value.False, value.No}, {null, value.Unknown}, {l(), value.No}, {l(i(0)), value.Yes}} {
		if got, err := value.Predicate(c.v); err != nil || got != c.want {
			t.Errorf("Predicate(%v) = %v, %v", c.v, got, err)
		}
	}
	if _, err := value.Predicate(i(1)); !isType(err, value.TypeError) {
		t.Errorf("Predicate(1): %v", err)
	}
}

package value_test

import (
	"math"
	"strings"
	"testing"

	"bdgraph/cypher/value"
)

func TestArithmetic(t *testing.T) {
	type operator = func(a, b value.Value) (value.Value, error)
	for _, c := range []struct {
		name string
		op   operator
		a, b value.Value
		want string // of an error its type
	}{
		{"+", value.Add, i(1), f(1), "2.0"},
		{"+", value.Add, i(math.MaxInt64), i(1), "ArithmeticError"},
		{"+", value.Add, i(math.MinInt64), i(-1), "ArithmeticError"},
		{"+", value.Add, i(math.MaxInt64), f(1), "9.223372036854776E18"},
		{"+", value.Add, i(0), i(0), "0"},
		{"+", value.Add, s("a"), i(1), "'a1'"},
		{"+", value.Add, i(1), s("a"), "'1a'"},
		{"+", value.Add, s("a"), f(1e21), "'a1.0E21'"},
		{"+", value.Add, s("a"), value.True, "'atrue'"},
		{"+", value.Add, s("on "), date("2026-01-01"), "'on 2026-01-01'"},
		{"+", value.Add, s("a"), null, "null"},
		{"+", value.Add, s("a"), m("b", i(1)), "TypeError"},
		{"+", value.Add, value.True, value.True, "TypeError"},
		{"+", value.Add, l(i(1)), i(2), "[1, 2]"},
		{"+", value.Add, i(1), l(i(2)), "[1, 2]"},
		{"+", value.Add, l(i(1)), l(null), "[1, null]"},
		{"+", value.Add, l(i(1)), null, "null"},
		{"+", value.Add, date("2026-01-31"), duration("P1M"), "2026-02-28"},
		{"+", value.Add, duration("P1D"), date("2026-01-01"), "2026-01-02"},
		{"+", value.Add, date("2026-01-01"), i(1), "TypeError"},
		{"+", value.Add, duration("P1M"), duration("PT1S"), "P1MT1S"},
		{"-", value.Subtract, i(math.MinInt64), i(1), "ArithmeticError"},
		{"-", value.Subtract, i(0), i(math.MinInt64), "ArithmeticError"},
		{"-", value.Subtract, i(5), i(7), "-2"},
		{"-", value.Subtract, date("2026-03-31"), duration("P1M"), "2026-02-28"},
		{"-", value.Subtract, date("2026-01-02"), date("2026-01-01"), "TypeError"},
		{"-", value.Subtract, duration("P1D"), duration("PT1H"), "P1DT-1H"},
		{"*", value.Multiply, i(math.MaxInt64), i(2), "ArithmeticError"},
		{"*", value.Multiply, i(math.MinInt64), i(-1), "ArithmeticError"},
		{"*", value.Multiply, i(math.MinInt64), i(1), "-9223372036854775808"},
		{"*", value.Multiply, i(-3), i(7), "-21"},
		{"*", value.Multiply, i(1 << 32), i(-1 << 31), "-9223372036854775808"},
		{"*", value.Multiply, duration("P1M"), i(2), "P2M"},
		{"*", value.Multiply, f(0.5), duration("P1D"), "PT12H"},
		{"/", value.Divide, i(-7), i(2), "-3"},
		{"/", value.Divide, i(1), i(0), "ArithmeticError"},
		{"/", value.Divide, null, i(0), "ArithmeticError"},
		{"/", value.Divide, null, f(0), "null"},
		{"/", value.Divide, i(1), f(0), "Infinity"},
		{"/", value.Divide, i(math.MinInt64), i(-1), "-9223372036854775808"},
		{"/", value.Divide, duration("P1M"), i(2), "P15DT5H14M33S"},
		{"/", value.Divide, s("a"), i(1), "TypeError"},
		{"%", value.Modulo, i(-7), i(3), "-1"},
		{"%", value.Modulo, i(7), i(-3), "1"},
		{"%", value.Modulo, f(-5.5), i(2), "-1.5"},
		{"%", value.Modulo, i(1), i(0), "ArithmeticError"},
		{"%", value.Modulo, null, i(0), "null"},
		{"%", value.Modulo, i(1), f(0), "NaN"},
		{"%", value.Modulo, i(math.MinInt64), i(-1), "0"},
		{"^", value.Power, i(2), i(3), "8.0"},
		{"^", value.Power, i(-8), f(1.0 / 3), "NaN"},
		{"^", value.Power, i(1), inf, "NaN"},
		{"^", value.Power, s("a"), i(1), "TypeError"},
		{"||", value.Concat, s("a"), s("b"), "'ab'"},
		{"||", value.Concat, l(i(1)), l(i(2)), "[1, 2]"},
		{"||", value.Concat, l(i(1)), i(2), "TypeError"},
		{"[]", value.Element, l(i(1), i(2), i(3)), i(-1), "3"},
		{"[]", value.Element, l(i(1)), i(5), "null"},
		{"[]", value.Element, l(i(1)), i(-2), "null"},
		{"[]", value.Element, l(i(1)), null, "null"},
		{"[]", value.Element, l(i(1)), f(0), "TypeError"},
		{"[]", value.Element, m("a", i(1)), s("a"), "1"},
		{"[]", value.Element, m("a", i(1)), s("b"), "null"},
		{"[]", value.Element, m("a", i(1)), i(0), "TypeError"},
		{"[]", value.Element, i(1), i(0), "TypeError"},
	} {
		got, err := c.op(c.a, c.b)
		text := got.String()
		if err != nil {
			text = string(err.(*value.Error).Type)
		}
		if text != c.want {
			t.Errorf("%v %s %v is %s (%v), want %s", c.a, c.name, c.b, text, err, c.want)
		}
	}
	if _, err := value.Negate(i(math.MinInt64)); !isType(err, value.ArithmeticError) {
		t.Errorf("the smallest integer negated: %v", err)
	}
	if v, err := value.Negate(f(1.5)); err != nil || v.Float() != -1.5 {
		t.Errorf("-1.5 is %v, %v", v, err)
	}
}

func TestMessagesNameTheTypes(t *testing.T) {
	for want, call := range map[string]func() error{
		"Cannot add `Long` and `Boolean`":                                   func() error { _, err := value.Add(i(1), value.True); return err },
		"Cannot subtract `Long` from `String`":                              func() error { _, err := value.Subtract(s("a"), i(1)); return err },
		"Cannot divide `String` by `Long`":                                  func() error { _, err := value.Divide(s("a"), i(1)); return err },
		"Cannot subtract `String` from `Long`":                              func() error { _, err := value.Negate(s("a")); return err },
		"Type mismatch: expected a map but was Long(1)":                     func() error { _, err := value.Property(i(1), "x"); return err },
		"Don't know how to treat that as a predicate: Double(1.500000e+00)": func() error { _, err := value.Predicate(f(1.5)); return err },
	} {
		if err := call(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestSlice(t *testing.T) {
	list := l(i(1), i(2), i(3))
	for _, c := range []struct {
		from, to value.Value
		want     string
	}{
		{i(1), i(3), "[2, 3]"},
		{i(0), i(-1), "[1, 2]"},
		{i(-2), i(3), "[2, 3]"},
		{i(2), i(1), "[]"},
		{i(5), i(9), "[]"},
		{i(-10), i(2), "[1, 2]"},
		{null, i(1), "null"},
		{i(1), null, "null"},
	} {
		if got, err := value.Slice(list, c.from, c.to); err != nil || got.String() != c.want {
			t.Errorf("list[%v..%v] is %v, %v; want %s", c.from, c.to, got, err, c.want)
		}
	}
	if got, err := value.Slice(s("abc"), i(0), i(1)); err != nil || got.String() != "['abc']" {
		t.Errorf("a scalar counts as a list of one: %v, %v", got, err)
	}
	if _, err := value.Slice(list, f(1), i(2)); !isType(err, value.TypeError) {
		t.Errorf("a float as bound: %v", err)
	}
}

func TestLimits(t *testing.T) {
	long := s(strings.Repeat("x", value.MaxStringBytes))
	if _, err := value.Add(long, s("x")); !isType(err, value.LimitExceeded) {
		t.Errorf("a string beyond the limit: %v", err)
	}
	if _, err := value.Add(long, s("")); err != nil {
		t.Errorf("a string at the limit: %v", err)
	}
	many := value.List(make([]value.Value, value.MaxListLength))
	if _, err := value.Add(many, i(1)); !isType(err, value.LimitExceeded) {
		t.Errorf("a list beyond the limit: %v", err)
	}
	if _, err := value.Concat(many, l()); err != nil {
		t.Errorf("a list at the limit: %v", err)
	}
}

func TestFloatText(t *testing.T) {
	for f, want := range map[float64]string{
		1: "1.0", 1e21: "1.0E21", 1e-7: "1.0E-7", 1e7: "1.0E7", 9999999: "9999999.0", 0.001: "0.001", 0.0001: "1.0E-4",
		100: "100.0", 0.30000000000000004: "0.30000000000000004", math.Copysign(0, -1): "-0.0", math.Inf(-1): "-Infinity",
		5e-324: "4.9E-324", 1e-323: "9.9E-324", 1.5e300: "1.5E300", 123456.789: "123456.789", -2.5e-5: "-2.5E-5", 12345678: "1.2345678E7",
	} {
		if got := value.Float(f).String(); got != want {
			t.Errorf("%g prints as %s, want %s", f, got, want)
		}
	}
}

func TestTextAndJSON(t *testing.T) {
	a := &value.Node{ElementID: "4:g:1", Labels: []string{"Issue", "Odd label"}, Properties: m("id", s("bd-1"), "n", i(1)).Map()}
	b := &value.Node{ElementID: "4:g:2"}
	r := &value.Relationship{ElementID: "5:g:7", Type: "DEPENDS_ON", StartElementID: "4:g:2", EndElementID: "4:g:1"}
	path := value.FromPath(&value.Path{
		Nodes:         []value.Value{value.FromNode(a), value.FromNode(b)},
		Relationships: []value.Value{value.FromRelationship(r)},
	})
	const nodeJSON = `{"_type":"node","elementId":"4:g:1","labels":["Issue","Odd label"],"properties":{"id":"bd-1","n":1}}`
	const relJSON = `{"_type":"relationship","elementId":"5:g:7","type":"DEPENDS_ON","startElementId":"4:g:2","endElementId":"4:g:1","properties":{}}`
	for _, c := range []struct {
		v          value.Value
		text, json string
	}{
		{null, "null", "null"},
		{s("it's\n\"so\" \\"), `'it\'s\n"so" \\'`, `"it's\n\"so\" \\"`},
		{s("\x01\u2028<\xff"), "'\x01\u2028<\xff'", `"\u0001\u2028<\ufffd"`},
		{l(i(1), f(2), nan, inf), "[1, 2.0, NaN, Infinity]", `[1,2.0,"NaN","Infinity"]`},
		{m("b c", i(1), "a", l()), "{a: [], `b c`: 1}", `{"a":[],"b c":1}`},
		{i(1 << 60), "1152921504606846976", `"1152921504606846976"`},
		{i(1<<53 - 1), "9007199254740991", `9007199254740991`},
		{value.FromNode(a), "(:Issue:`Odd label` {id: 'bd-1', n: 1})", nodeJSON},
		{value.FromNode(b), "()", `{"_type":"node","elementId":"4:g:2","labels":[],"properties":{}}`},
		{value.FromRelationship(r), "[:DEPENDS_ON]", relJSON},
		{
			path, "<(:Issue:`Odd label` {id: 'bd-1', n: 1})<-[:DEPENDS_ON]-()>",
			`{"_type":"path","nodes":[` + nodeJSON + `,{"_type":"node","elementId":"4:g:2","labels":[],"properties":{}}],"relationships":[` + relJSON + `]}`,
		},
		{value.NodeRef(3), "(#3)", `{"_type":"node","reference":3}`},
		{point(1, 2), "point({x: 1.0, y: 2.0, crs: 'cartesian'})", `{"_type":"point","crs":"cartesian","x":1.0,"y":2.0}`},
		{duration("P1Y2M3DT4H"), "P1Y2M3DT4H", `"P1Y2M3DT4H"`},
		{datetime("2026-07-01T10:00[Europe/Paris]"), "2026-07-01T10:00:00+02:00[Europe/Paris]", `"2026-07-01T10:00:00+02:00[Europe/Paris]"`},
	} {
		if got := c.v.String(); got != c.text {
			t.Errorf("text %s, want %s", got, c.text)
		}
		if got := string(value.AppendJSON(nil, c.v, value.JSONOptions{SafeIntegers: true})); got != c.json {
			t.Errorf("JSON %s, want %s", got, c.json)
		}
	}
	if got := string(value.AppendJSON(nil, i(1<<60), value.JSONOptions{})); got != "1152921504606846976" {
		t.Errorf("an integer as a number: %s", got)
	}
}

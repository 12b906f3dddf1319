package lib_test

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"bdgraph/cypher/lib"
	"bdgraph/cypher/value"
)

// check evaluates expressions and compares what they print; an error prints as
// its type.
func check(t *testing.T, cases map[string]string) {
	t.Helper()
	for text, want := range cases {
		v, err := expression(text)
		got := v.String()
		var e *value.Error
		switch {
		case errors.As(err, &e):
			got = string(e.Type)
		case err != nil:
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s\n got %s (%v)\nwant %s", text, got, err, want)
		}
	}
}

func TestStringFunctions(t *testing.T) {
	check(t, map[string]string{
		`toUpper('straße ŉ')`:          `'STRASSE ʼN'`,
		`toLower('ΟΔΟΣ İ')`:            `'οδος i̇'`,
		`upper('abc')`:                 `'ABC'`,
		`substring('hello', 1, 3)`:     `'ell'`,
		`substring('h😀llo', 1, 1)`:     `'😀'`,
		`substring('hello', 7)`:        `''`,
		`substring('hello', -1)`:       `ArgumentError`,
		`substring('', -1)`:            `''`,
		`substring(null, -1)`:          `null`,
		`left('h😀llo', 2)`:             `'h😀'`,
		`left('hello', -1)`:            `ArgumentError`,
		`right('hell😀', 2)`:            `'l😀'`,
		`right('hello', 9)`:            `'hello'`,
		`split('a,b;c', [',', ';'])`:   `['a', 'b', 'c']`,
		`split('aabb', ['a', 'ab'])`:   `['', '', 'bb']`,
		`split('a😀', '')`:              `['a', '😀']`,
		`split('', '')`:                `['']`,
		`split('abc', ['', 'b'])`:      `['a', 'c']`,
		`replace('abab', 'ab', 'x')`:   `'xx'`,
		`replace('ab', '', '-')`:       `'-a-b-'`,
		`trim('\t a\u2003')`:           `'a'`,
		`trim('\u00a0a')`:              "'\u00a0a'",
		`btrim('xyaxy', 'yx')`:         `'a'`,
		`ltrim('xxa', 'x')`:            `'a'`,
		`rtrim('axx', 'x')`:            `'a'`,
		`trim(LEADING 'x' FROM 'xax')`: `'ax'`,
		`trim(TRAILING FROM ' a ')`:    `' a'`,
		`trim(BOTH 'xy' FROM 'xyaxy')`: `ArgumentError`,
		`reverse('a😀b')`:               `'b😀a'`,
		`size('😀e\u0301')`:             `3`,
		`char_length('😀')`:             `1`,
		`normalize('e\u0301') = 'é'`:   `true`,
		`normalize('ﬁ', NFKC)`:         `'fi'`,
		`'e\u0301' IS NORMALIZED`:      `false`,
		`'e\u0301' IS NFD NORMALIZED`:  `true`,
		`'abc' STARTS WITH ''`:         `true`,
		`[1] CONTAINS 1`:               `null`,
	})
}

func TestConversions(t *testing.T) {
	check(t, map[string]string{
		`toInteger('-1.9')`:                         `-1`,
		`toInteger('1e3')`:                          `1000`,
		`toInteger(' 1')`:                           `null`,
		`toInteger('0x1F')`:                         `null`,
		`toInteger('9223372036854775807')`:          `9223372036854775807`,
		`toInteger('9223372036854775808')`:          `TypeError`,
		`toInteger('9007199254740993.7')`:           `9007199254740993`,
		`toInteger('1e999999999')`:                  `TypeError`,
		`toInteger('1e-999999999')`:                 `0`,
		`toInteger(1e30)`:                           `9223372036854775807`,
		`toInteger(0.0/0.0)`:                        `0`,
		`toInteger(true)`:                           `1`,
		`toIntegerOrNull([1])`:                      `null`,
		`toIntegerList(['1', 2.9, true, 'x', [1]])`: `[1, 2, 1, null, null]`,
		`toFloat('.5')`:                             `0.5`,
		`toFloat('1d')`:                             `1.0`,
		`toFloat('0x1p3')`:                          `8.0`,
		`toFloat('0x1F')`:                           `null`,
		`toFloat('1e400')`:                          `Infinity`,
		`toFloat('-Infinity')`:                      `-Infinity`,
		`toFloat('inf')`:                            `null`,
		`toFloat('1_0')`:                            `null`,
		`toBoolean(' TRUE ')`:                       `true`,
		`toBoolean('yes')`:                          `null`,
		`toBoolean(0)`:                              `false`,
		`toBooleanList([1, 'false', null, 1.5])`:    `[true, false, null, null]`,
		`toString(1.0)`:                             `'1.0'`,
		`toString(date('2026'))`:                    `'2026-01-01'`,
		`toStringList([1, null, [1]])`:              `['1', null, null]`,
		`valueType([1, 'a', null])`:                 `'LIST<STRING | INTEGER> NOT NULL'`,
		`valueType([[], [1]])`:                      `'LIST<LIST<INTEGER NOT NULL> NOT NULL> NOT NULL'`,
		`valueType(null)`:                           `'NULL'`,
		`valueType({})`:                             `'MAP NOT NULL'`,
	})
}

func TestNumericFunctions(t *testing.T) {
	check(t, map[string]string{
		`round(2.5)`:                    `3.0`,
		`round(-2.5)`:                   `-2.0`,
		`toString(round(-0.5))`:         `'0.0'`,
		`round(0.49999999999999994)`:    `0.0`,
		`round(1/0.0)`:                  `Infinity`,
		`round(1e300)`:                  `9.223372036854776E18`,
		`round(1.005, 2)`:               `1.01`,
		`round(-1.25, 1)`:               `-1.3`,
		`round(1.25, 1, 'HALF_EVEN')`:   `1.2`,
		`round(1.35, 1, 'HALF_EVEN')`:   `1.4`,
		`round(-1.25, 1, 'CEILING')`:    `-1.2`,
		`round(-1.21, 1, 'FLOOR')`:      `-1.3`,
		`round(1.21, 1, 'UP')`:          `1.3`,
		`round(1.29, 1, 'DOWN')`:        `1.2`,
		`round(1.25, 1, 'HALF_DOWN')`:   `1.2`,
		`round(-2.5, 0, 'HALF_UP')`:     `-3.0`,
		`round(1.2, 1, 'UNNECESSARY')`:  `1.2`,
		`round(1.25, 1, 'UNNECESSARY')`: `ArgumentError`,
		`round(1.25, 1, 'half_up')`:     `ArgumentError`,
		`round(1.5, -1)`:                `ArgumentError`,
		`round(1.5, 1000)`:              `1.5`,
		`floor(-1.5)`:                   `-2.0`,
		`ceil(2)`:                       `2.0`,
		`sign(-2.5)`:                    `-1`,
		`sign(0.0/0.0)`:                 `0`,
		`abs(-9223372036854775808)`:     `-9223372036854775808`,
		`abs(-1.5)`:                     `1.5`,
		`sqrt(-1)`:                      `NaN`,
		`log(0)`:                        `-Infinity`,
		`cot(0)`:                        `Infinity`,
		`haversin(0.5)`:                 `0.06120871905481362`,
		`degrees(pi())`:                 `180.0`,
		`isNaN(0.0/0.0)`:                `true`,
		`range(1, 10, 3)`:               `[1, 4, 7, 10]`,
		`range(3, 1, -1)`:               `[3, 2, 1]`,
		`range(3, 1)`:                   `[]`,
		`range(0, 1, -2)`:               `[0]`, // as Neo4j has it
		`range(0, 0, -1)`:               `[0]`,
		`range(1, 5, 0)`:                `ArgumentError`,
		`range(1, null)`:                `TypeError`,
		`range(0, 1000000000)`:          `LimitExceeded`,
		`size(range(1, 1000000))`:       `1000000`,
		`range(-9223372036854775808, 9223372036854775807)`:     `LimitExceeded`,
		`range(9223372036854775807, -9223372036854775808)`:     `[]`,
		`range(9223372036854775806, 9223372036854775807)`:      `[9223372036854775806, 9223372036854775807]`,
		`range(0, -9223372036854775808, -1)`:                   `LimitExceeded`,
		`range(0, -9223372036854775808, -9223372036854775808)`: `[0, -9223372036854775808]`,
	})
}

func TestListAndScalarFunctions(t *testing.T) {
	check(t, map[string]string{
		`head([1, 2])`:           `1`,
		`head([])`:               `null`,
		`last([1, 2])`:           `2`,
		`tail([1, 2])`:           `[2]`,
		`tail([])`:               `[]`,
		`reverse([1, null])`:     `[null, 1]`,
		`isEmpty({})`:            `true`,
		`isEmpty('a')`:           `false`,
		`nullIf(1, 1.0)`:         `null`,
		`nullIf([null], [null])`: `[null]`,
		`keys({b: 1, a: null})`:  `['a', 'b']`,
		`properties({a: 1})`:     `{a: 1}`,
		`id(null)`:               `null`,
	})
}

func TestPointFunctions(t *testing.T) {
	check(t, map[string]string{
		`point({x: 1, y: 2})`:                                      `point({x: 1.0, y: 2.0, crs: 'cartesian'})`,
		`point({x: 1, y: 2, z: 3})`:                                `point({x: 1.0, y: 2.0, z: 3.0, crs: 'cartesian-3d'})`,
		`point({longitude: 181, latitude: 10})`:                    `point({x: -179.0, y: 10.0, crs: 'wgs-84'})`,
		`point({longitude: 1, latitude: 2, height: 3}).height`:     `3.0`,
		`point({longitude: 1, latitude: 2, z: 3}).srid`:            `4979`,
		`point({x: 1, y: 2, srid: 4326}).latitude`:                 `2.0`,
		`point({x: 1, y: null})`:                                   `null`,
		`point({longitude: 1, latitude: 91})`:                      `ArgumentError`,
		`point(properties({x: 1}))`:                                `ArgumentError`,
		`point.distance('a', 1)`:                                   `null`,
		`point({x: 'a', y: 1})`:                                    `ArgumentError`,
		`point({x: 1, y: 2, crs: 'nope'})`:                         `ArgumentError`,
		`point({x: 1, y: 2, crs: 'cartesian-3d'})`:                 `ArgumentError`,
		`point({longitude: 1, latitude: 2, crs: 'cartesian'})`:     `ArgumentError`,
		`point({x: 1, y: 2}).longitude`:                            `ArgumentError`,
		`point.distance(point({x: 0, y: 0}), point({x: 3, y: 4}))`: `5.0`,
		`round(point.distance(point({longitude: 12.5, latitude: 55.6}), point({longitude: 13, latitude: 55.7})), 3)`:                          `33320.285`,
		`point.distance(point({x: 0, y: 0}), point({longitude: 3, latitude: 4}))`:                                                             `null`,
		`point.withinBBox(point({longitude: 179, latitude: 1}), point({longitude: 170, latitude: 0}), point({longitude: -170, latitude: 2}))`: `true`,
		`point.withinBBox(point({x: 1, y: 1}), point({x: 2, y: 2}), point({x: 0, y: 0}))`:                                                     `false`,
		`vector.similarity.euclidean([1, 2], [2, 3])`:                                                                                         `0.3333333432674408`,
		`vector.similarity.cosine([1, 0], [1, 0])`:                                                                                            `1.0`,
		`vector.similarity.cosine([0, 0], [1, 0])`:                                                                                            `ArgumentError`,
		`vector.similarity.cosine([1], [1, 0])`:                                                                                               `ArgumentError`,
	})
}

func TestTemporalFunctions(t *testing.T) {
	check(t, map[string]string{
		`date()`:                                `2026-05-17`,
		`datetime()`:                            `2026-05-17T10:20:30.123Z`,
		`time.transaction()`:                    `10:20:30.123Z`,
		`localdatetime.statement('Asia/Tokyo')`: `2026-05-17T19:20:30.123`,
		`datetime({timezone: 'America/New_York'})`: `2026-05-17T06:20:30.123-04:00[America/New_York]`,
		`timestamp()`: `1779013230123`,
		`date({year: 2026, week: 20, dayOfWeek: 7})`:                 `2026-05-17`,
		`date({date: date('2026-01-31'), month: 2})`:                 `2026-02-28`,
		`date({year: 2026, month: 5, week: 3})`:                      `TypeError`,
		`date({year: 2026, day: 5})`:                                 `ArgumentError`,
		`date({year: 2026, hour: 1})`:                                `TypeError`,
		`date({year: 2026, nope: 1})`:                                `ArgumentError`,
		`date({year: 2026.0})`:                                       `ArgumentError`,
		`date({})`:                                                   `ArgumentError`,
		`date(5)`:                                                    `ProcedureCallFailed`,
		`date(null)`:                                                 `null`,
		`date('nope')`:                                               `SyntaxError`,
		`date(time('10:00'))`:                                        `TypeError`,
		`datetime({year: 2026, hour: 1})`:                            `ArgumentError`,
		`datetime({epochSeconds: 1, nanosecond: 5})`:                 `1970-01-01T00:00:01.000000005Z`,
		`datetime.fromEpoch(1, 5)`:                                   `1970-01-01T00:00:01.000000005Z`,
		`datetime.fromepochmillis(-1)`:                               `1969-12-31T23:59:59.999Z`,
		`time({time: time('10:00+01:00'), timezone: '+03:00'})`:      `12:00:00+03:00`,
		`time({time: localtime('10:00'), timezone: 'Europe/Paris'})`: `10:00:00+02:00`,
		`datetime({datetime: datetime('2026-07-01T10:00Z'), timezone: 'Europe/Paris'})`:              `2026-07-01T12:00:00+02:00[Europe/Paris]`,
		`date.truncate('weekYear', date('2026-05-17'))`:                                              `2025-12-29`,
		`datetime.truncate('millisecond', datetime('2026-05-17T10:00:00.123456Z'), {nanosecond: 7})`: `2026-05-17T10:00:00.123000007Z`,
		`date.truncate('hour', date('2026-05-17'))`:                                                  `TypeError`,
		`date.truncate('MONTH', date('2026-05-17'))`:                                                 `ArgumentError`,
		`datetime.truncate('hour', datetime('2026-10-25T02:30:00+01:00[Europe/Paris]'))`:             `2026-10-25T02:00:00+02:00[Europe/Paris]`,
		`datetime({time: datetime('2026-05-17T00:00-11:30'), year: 2025})`:                           `ArgumentError`,
		`datetime({datetime: datetime('2026-11-18T12:00Z'), quarter: 2})`:                            `2026-05-18T12:00:00Z`,
		`date.truncate('century', date('-0044-03-15'))`:                                              `0000-01-01`,
		`duration.inDays(time('10:00'), localtime('11:00'))`:                                         `TypeError`,
		`duration('P1M') * 9223372036854775807`:                                                      `ArgumentError`,
		`duration('P2M') * 9223372036854775807`:                                                      `ArgumentError`,
		`duration('P1M') * 1e300`:                                                                    `ArgumentError`,
		`duration('-P1M') * 0.333`:                                                                   `P-10DT-3H-15M-5.417999999S`,
		`duration('P400D') / -1.5`:                                                                   `P-266DT-16H-0.000000001S`,
		`duration({days: -1.7, hours: 3.3})`:                                                         `P-1DT-13H-30M`,
		`duration({years: 1.123, weeks: -0.7})`:                                                      `P1Y1M9DT14H6M39.095999997S`,
		`localdatetime.truncate('hour', date('2026-05-17'))`:                                         `TypeError`,
		`date.truncate('month', null)`:                                                               `ProcedureCallFailed`,
		`date.truncate('year')`:                                                                      `2026-01-01`,
		`duration({days: 1.5, hours: 1.5})`:                                                          `P1DT13H30M`,
		`duration({seconds: 0.7})`:                                                                   `PT0.7S`,
		`duration({nope: 1})`:                                                                        `ArgumentError`,
		`duration({days: 'x'})`:                                                                      `ArgumentError`,
		`duration({})`:                                                                               `ArgumentError`,
		`duration(1)`:                                                                                `ProcedureCallFailed`,
		`duration.between(date('2026-01-31'), date('2026-03-01'))`:                                   `P1M1D`,
		`duration.between(date('2024-02-29'), date('2025-02-28'))`:                                   `P11M30D`,
		`duration.between('2026-01-01', date('2026-01-02'))`:                                         `ProcedureCallFailed`,
		`duration.inSeconds(datetime('2026-10-25T00:00[Europe/Paris]'), localtime('04:00'))`:         `PT5H`,
		`duration.inDays(date('2026-01-31'), null)`:                                                  `null`,
		`datetime('2026-03-28T12:00[Europe/Paris]') + duration('PT24H')`:                             `2026-03-29T13:00:00+02:00[Europe/Paris]`,
		`datetime('2026-03-28T12:00[Europe/Paris]') + duration('P1D')`:                               `2026-03-29T12:00:00+02:00[Europe/Paris]`,
		`date('2026-07-01').hour`:                                                                    `TypeError`,
		`date('2026-07-01').epochDays`:                                                               `TypeError`,
		`time('10:00').epochSeconds`:                                                                 `TypeError`,
		`duration('P1Y2M3DT4H5M6.789S').minutesOfHour`:                                               `5`,
	})
}

// Values whose type shows only at run time are refused there.
func TestWrongKindsAreTypeErrors(t *testing.T) {
	one, text, list := value.Int(1), value.String("a"), value.ListOf(value.Int(1))
	for _, c := range []struct {
		name string
		args []value.Value
	}{
		{"toUpper", []value.Value{one}},
		{"replace", []value.Value{text, text, one}},
		{"substring", []value.Value{text, text}},
		{"split", []value.Value{text, value.ListOf(one)}},
		{"reverse", []value.Value{one}},
		{"size", []value.Value{one}},
		{"isEmpty", []value.Value{one}},
		{"head", []value.Value{one}},
		{"toInteger", []value.Value{list}},
		{"toFloat", []value.Value{value.True}},
		{"toBoolean", []value.Value{value.Float(1.5)}},
		{"toString", []value.Value{list}},
		{"toStringList", []value.Value{one}},
		{"abs", []value.Value{text}},
		{"sqrt", []value.Value{text}},
		{"sign", []value.Value{text}},
		{"round", []value.Value{one, text}},
		{"range", []value.Value{one, text}},
		{"range", []value.Value{value.Null, one}},
		{"labels", []value.Value{one}},
		{"type", []value.Value{one}},
		{"keys", []value.Value{one}},
		{"properties", []value.Value{list}},
		{"startNode", []value.Value{value.NodeRef(0)}},
		{"nodes", []value.Value{list}},
		{"length", []value.Value{text}},
		{"id", []value.Value{text}},
	} {
		if v, err := lib.Lookup(c.name).Call(&lib.Env{}, c.args); !isType(err, value.TypeError) {
			t.Errorf("%s%v is %v, %v", c.name, c.args, v, err)
		}
	}
}

// A scalar of unknown type counts as a list of one, a float as an integer.
func TestWhatIsTakenAtRunTimeAlone(t *testing.T) {
	for _, c := range []struct {
		name string
		args []value.Value
		want string
	}{
		{"last", []value.Value{value.Int(1)}, "1"},
		{"tail", []value.Value{value.Int(1)}, "[]"},
		{"range", []value.Value{value.Int(1), value.Float(2.9)}, "[1, 2]"},
		{"substring", []value.Value{value.String("abc"), value.Float(1.5)}, "'bc'"},
	} {
		if v, err := lib.Lookup(c.name).Call(&lib.Env{}, c.args); err != nil || v.String() != c.want {
			t.Errorf("%s%v is %v, %v; want %s", c.name, c.args, v, err, c.want)
		}
	}
}

func TestRealtimeFollowsTheClock(t *testing.T) {
	ticks := testTime
	env := &lib.Env{Now: testTime, Clock: func() time.Time { ticks = ticks.Add(time.Second); return ticks }}
	first, err1 := lib.Lookup("datetime.realtime").Call(env, nil)
	second, err2 := lib.Lookup("datetime.realtime").Call(env, nil)
	statement, err3 := lib.Lookup("datetime.statement").Call(env, nil)
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	if value.Less(first, second) != value.Yes || value.Less(statement, first) != value.Yes {
		t.Errorf("statement %v, then %v, %v", statement, first, second)
	}
}

func TestRandomness(t *testing.T) {
	env := &lib.Env{Rand: rand.New(rand.NewPCG(1, 2))}
	form := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	seen := map[string]bool{}
	for range 100 {
		id, err := lib.Lookup("randomUUID").Call(env, nil)
		if err != nil || !form.MatchString(id.Str()) || seen[id.Str()] {
			t.Fatalf("randomUUID() = %v, %v", id, err)
		}
		seen[id.Str()] = true
		x, err := lib.Lookup("rand").Call(env, nil)
		if err != nil || x.Float() < 0 || x.Float() >= 1 {
			t.Fatalf("rand() = %v, %v", x, err)
		}
	}
}

func TestStringsBeyondTheLimitAreRefused(t *testing.T) {
	long := value.String(strings.Repeat("a", value.MaxStringBytes/2+1))
	for name, args := range map[string][]value.Value{
		"replace": {long, value.String("a"), value.String("bb")},
		"toUpper": {value.String(strings.Repeat("ΐ", value.MaxStringBytes/5))},
	} {
		if _, err := lib.Lookup(name).Call(&lib.Env{}, args); !isType(err, value.LimitExceeded) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := lib.Lookup("split").Call(&lib.Env{}, []value.Value{long, value.String("")}); !isType(err, value.LimitExceeded) {
		t.Errorf("split: %v", err)
	}
}

func isType(err error, want value.ErrorType) bool {
	var e *value.Error
	return errors.As(err, &e) && e.Type == want
}

// Every function answers every kind of argument with a value or a *value.Error,
// never with a panic.
func TestFunctionsTakeAnything(t *testing.T) {
	arguments := []value.Value{
		value.Null, value.True, value.Int(-1), value.Int(3), value.Float(0.5), value.String("x"), value.String("2026-05-17"),
		value.List(nil), value.ListOf(value.Int(1), value.Null), value.FromMap(nil), mustEval(t, "{year: 2026, x: 1, y: 2}"),
		mustEval(t, "date()"), mustEval(t, "datetime()"), mustEval(t, "time()"), mustEval(t, "duration('P1D')"), mustEval(t, "point({x: 1, y: 2})"),
		value.NodeRef(0), value.RelationshipRef(0), value.FromNode(&value.Node{}), value.FromRelationship(&value.Relationship{}),
		value.FromPath(&value.Path{Nodes: []value.Value{value.NodeRef(0)}}),
	}
	env := &lib.Env{Now: testTime}
	for _, f := range lib.Functions() {
		if f.Aggregating {
			for _, a := range arguments {
				g := f.NewAggregator(env, true)
				var e *value.Error
				if err := g.Add([]value.Value{a, value.Float(0.5)}); err != nil && !errors.As(err, &e) {
					t.Errorf("%s(%v): %v is no *value.Error", f.Name, a, err)
				}
				if _, err := g.Result(); err != nil {
					t.Errorf("%s(%v): %v", f.Name, a, err)
				}
			}
			continue
		}
		for count := required(f.Params); count <= len(f.Params); count++ {
			for _, first := range arguments {
				for _, rest := range arguments {
					args := []value.Value{first, rest, rest}[:min(count, 3)]
					if f.Name == "trim" && count > 1 {
						continue
					}
					_, err := f.Call(env, args)
					var e *value.Error
					if err != nil && !errors.As(err, &e) {
						t.Errorf("%s%v: %v is no *value.Error", f.Name, args, err)
					}
				}
			}
		}
	}
}

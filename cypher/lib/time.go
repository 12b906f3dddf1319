package lib

import (
	"strings"
	"time"

	"bdgraph/cypher/temporal"
	"bdgraph/cypher/value"
)

// temporalType is what the functions of one temporal type share.
type temporalType struct {
	name, result, java string
	now                func(temporal.DateTime) value.Value
	parse              func(string) (value.Value, error)
	of                 func(temporal.Temporal) (value.Value, error)
	fields             func(*temporal.Fields, int64) (value.Value, error)
	truncate           func(string, temporal.Temporal, *temporal.Fields, int64) (value.Value, error)
}

var temporalTypes = []temporalType{
	{
		name: "date", result: "DATE", java: "DateFunction",
		now:   func(t temporal.DateTime) value.Value { return value.Date(t.Local().Date()) },
		parse: func(s string) (value.Value, error) { return made(value.Date)(temporal.ParseDate(s)) },
		of:    func(t temporal.Temporal) (value.Value, error) { return made(value.Date)(temporal.ToDate(t)) },
		fields: func(f *temporal.Fields, _ int64) (value.Value, error) {
			return made(value.Date)(f.Date())
		},
		truncate: func(unit string, t temporal.Temporal, f *temporal.Fields, _ int64) (value.Value, error) {
			return made(value.Date)(temporal.TruncateDate(unit, t, f))
		},
	},
	{
		name: "localtime", result: "LOCAL TIME", java: "LocalTimeFunction",
		now:   func(t temporal.DateTime) value.Value { return value.LocalTime(t.Local().Time()) },
		parse: func(s string) (value.Value, error) { return made(value.LocalTime)(temporal.ParseLocalTime(s)) },
		of:    func(t temporal.Temporal) (value.Value, error) { return made(value.LocalTime)(temporal.ToLocalTime(t)) },
		fields: func(f *temporal.Fields, _ int64) (value.Value, error) {
			return made(value.LocalTime)(f.LocalTime())
		},
		truncate: func(unit string, t temporal.Temporal, f *temporal.Fields, _ int64) (value.Value, error) {
			return made(value.LocalTime)(temporal.TruncateLocalTime(unit, t, f))
		},
	},
	{
		name: "time", result: "ZONED TIME", java: "TimeFunction",
		now: func(t temporal.DateTime) value.Value {
			v, err := made(value.Time)(temporal.ToTime(t))
			if err != nil {
				panic(err) // a datetime has a time
			}
			return v
		},
		parse: func(s string) (value.Value, error) { return made(value.Time)(temporal.ParseTime(s)) },
		of:    func(t temporal.Temporal) (value.Value, error) { return made(value.Time)(temporal.ToTime(t)) },
		fields: func(f *temporal.Fields, now int64) (value.Value, error) {
			return made(value.Time)(f.Time(now))
		},
		truncate: func(unit string, t temporal.Temporal, f *temporal.Fields, now int64) (value.Value, error) {
			return made(value.Time)(temporal.TruncateTime(unit, t, f, now))
		},
	},
	{
		name: "localdatetime", result: "LOCAL DATETIME", java: "LocalDateTimeFunction",
		now:   func(t temporal.DateTime) value.Value { return value.LocalDateTime(t.Local()) },
		parse: func(s string) (value.Value, error) { return made(value.LocalDateTime)(temporal.ParseLocalDateTime(s)) },
		of: func(t temporal.Temporal) (value.Value, error) {
			return made(value.LocalDateTime)(temporal.ToLocalDateTime(t))
		},
		fields: func(f *temporal.Fields, _ int64) (value.Value, error) {
			return made(value.LocalDateTime)(f.LocalDateTime())
		},
		truncate: func(unit string, t temporal.Temporal, f *temporal.Fields, _ int64) (value.Value, error) {
			return made(value.LocalDateTime)(temporal.TruncateLocalDateTime(unit, t, f))
		},
	},
	{
		name: "datetime", result: "ZONED DATETIME", java: "DateTimeFunction",
		now:   value.DateTime,
		parse: func(s string) (value.Value, error) { return made(value.DateTime)(temporal.ParseDateTime(s)) },
		of:    func(t temporal.Temporal) (value.Value, error) { return made(value.DateTime)(temporal.ToDateTime(t)) },
		fields: func(f *temporal.Fields, _ int64) (value.Value, error) {
			return made(value.DateTime)(f.DateTime())
		},
		truncate: func(unit string, t temporal.Temporal, f *temporal.Fields, _ int64) (value.Value, error) {
			return made(value.DateTime)(temporal.TruncateDateTime(unit, t, f))
		},
	},
}

// made turns the result of package temporal into a value.
func made[T any](wrap func(T) value.Value) func(T, error) (value.Value, error) {
	return func(t T, err error) (value.Value, error) {
		if err != nil {
			return value.Null, value.FromTemporal(err)
		}
		return wrap(t), nil
	}
}

func temporalFunctions() []*Function {
	var all []*Function
	for _, t := range temporalTypes {
		all = append(all,
			function("Temporal", t.name+"(input = DEFAULT_TEMPORAL_ARGUMENT :: ANY) :: "+t.result,
				"A "+t.result+" from a text, a map of components or another temporal value; of the statement's clock without one.", t.create),
			function("Temporal", t.name+".truncate(unit :: STRING, input = DEFAULT_TEMPORAL_ARGUMENT :: ANY, fields = null :: MAP) :: "+t.result,
				"The start of the unit (millennium … microsecond) that holds a temporal value, with smaller components set anew.", t.truncated).withNull())
		for _, clock := range []string{"transaction", "statement", "realtime"} {
			f := function("Temporal", t.name+"."+clock+"(timezone = DEFAULT_TEMPORAL_ARGUMENT :: ANY) :: "+t.result,
				"The present "+t.result+" by the clock of the "+strings.Replace(clock, "realtime", "moment", 1)+", in a time zone.", t.current(clock == "realtime"))
			f.Volatile = clock == "realtime"
			all = append(all, f)
		}
	}
	return append(all,
		function("Temporal", "datetime.fromEpoch(seconds :: INTEGER | FLOAT, nanoseconds :: INTEGER | FLOAT) :: ZONED DATETIME",
			"The instant some seconds and nanoseconds after 1970-01-01T00:00Z.", fromEpoch).withNull(),
		function("Temporal", "datetime.fromEpochMillis(milliseconds :: INTEGER | FLOAT) :: ZONED DATETIME",
			"The instant some milliseconds after 1970-01-01T00:00Z.", fromEpochMillis).withNull(),
		function("Temporal", "duration(input :: ANY) :: DURATION",
			"A DURATION from a text or a map of components.", duration),
		function("Temporal", "duration.between(from :: ANY, to :: ANY) :: DURATION",
			"The time between two temporal values, in months, days and seconds.", between(temporal.Between)),
		function("Temporal", "duration.inMonths(from :: ANY, to :: ANY) :: DURATION",
			"The whole months between two temporal values.", between(temporal.InMonths)),
		function("Temporal", "duration.inDays(from :: ANY, to :: ANY) :: DURATION",
			"The whole days between two temporal values.", between(temporal.InDays)),
		function("Temporal", "duration.inSeconds(from :: ANY, to :: ANY) :: DURATION",
			"The seconds between two temporal values.", between(func(from, to temporal.Temporal) (temporal.Duration, error) {
				return temporal.InSeconds(from, to), nil
			})),
	)
}

// callSignature says that no form of the function takes these arguments.
func callSignature(function string, args []value.Value) error {
	shown := make([]string, len(args))
	for i, v := range args {
		shown[i] = value.Describe(v)
	}
	return value.Errorf(value.ProcedureCallFailed, value.InvalidArgumentType,
		"Invalid call signature for %s: Provided input was [%s]", function, strings.Join(shown, ", "))
}

// at is a moment of a clock in a zone.
func at(t time.Time, zone temporal.Zone) (temporal.DateTime, error) {
	return temporal.DateTimeOfEpoch(t.Unix(), int64(t.Nanosecond()), zone)
}

func (t temporalType) at(moment time.Time, zone temporal.Zone) (value.Value, error) {
	return made(t.now)(at(moment, zone))
}

func (t temporalType) create(env *Env, args []value.Value) (value.Value, error) {
	if len(args) == 0 {
		return t.at(env.Now, temporal.Zone{})
	}
	switch v := args[0]; v.Kind() {
	case value.KindString:
		return t.parse(v.Str())
	case value.KindMap:
		var fields temporal.Fields
		if err := setFields(&fields, v.Map()); err != nil {
			return value.Null, err
		}
		if zone, ok := fields.ZoneOnly(); ok {
			return t.at(env.Now, zone)
		}
		return t.fields(&fields, env.Now.Unix())
	}
	from := args[0].Temporal()
	if from == nil {
		return value.Null, callSignature(t.java, args)
	}
	return t.of(from)
}

// setFields names the components of a map that are not null.
func setFields(fields *temporal.Fields, m value.Map) error {
	for _, e := range m {
		var component any
		switch v := e.Value; v.Kind() {
		case value.KindNull:
		case value.KindInt:
			component = v.Int()
		case value.KindString:
			component = v.Str()
		default:
			if t := v.Temporal(); t != nil {
				component = t
			} else {
				component = value.Describe(v)
			}
		}
		if err := fields.Set(e.Key, component); err != nil {
			return value.FromTemporal(err)
		}
	}
	return nil
}

func (t temporalType) current(realtime bool) func(*Env, []value.Value) (value.Value, error) {
	return func(env *Env, args []value.Value) (value.Value, error) {
		var zone temporal.Zone
		if len(args) > 0 {
			if args[0].Kind() != value.KindString {
				return value.Null, callSignature("Now", args)
			}
			var err error
			if zone, err = temporal.ParseZone(args[0].Str()); err != nil {
				return value.Null, value.FromTemporal(err)
			}
		}
		if realtime {
			return t.at(env.realtime(), zone)
		}
		return t.at(env.Now, zone)
	}
}

func (t temporalType) truncated(env *Env, args []value.Value) (value.Value, error) {
	if args[0].Kind() != value.KindString {
		return value.Null, callSignature("Truncate", args)
	}
	var from temporal.Temporal
	if len(args) == 1 {
		now, err := at(env.Now, temporal.Zone{})
		if err != nil {
			return value.Null, value.FromTemporal(err)
		}
		from = now
	} else if from = args[1].Temporal(); from == nil {
		return value.Null, callSignature("Truncate", args)
	}
	var over temporal.Fields
	if len(args) > 2 && !args[2].IsNull() {
		if args[2].Kind() != value.KindMap {
			return value.Null, callSignature("Truncate", args)
		}
		if err := setFields(&over, args[2].Map()); err != nil {
			return value.Null, err
		}
	}
	return t.truncate(args[0].Str(), from, &over, env.Now.Unix())
}

// noEpoch refuses what is no number, and then what is no whole number.
func noEpoch(function string, v value.Value, args []value.Value) error {
	if !v.IsNumber() {
		return value.Errorf(value.TypeError, value.InvalidArgumentType, "Can't coerce `%s` to Number", value.Describe(v))
	}
	return callSignature(function, args)
}

func fromEpoch(_ *Env, args []value.Value) (value.Value, error) {
	for _, v := range args {
		if v.Kind() != value.KindInt {
			return value.Null, noEpoch("FromEpoch", v, args)
		}
	}
	if nanos := args[1].Int(); nanos < 0 || nanos > 999_999_999 {
		return value.Null, value.Errorf(value.ArgumentError, value.InvalidArgumentValue, "Invalid nanosecond: %d", nanos)
	}
	return made(value.DateTime)(temporal.DateTimeOfEpoch(args[0].Int(), args[1].Int(), temporal.Zone{}))
}

func fromEpochMillis(_ *Env, args []value.Value) (value.Value, error) {
	if args[0].Kind() != value.KindInt {
		return value.Null, noEpoch("FromEpochMillis", args[0], args)
	}
	millis := args[0].Int()
	seconds := millis / 1000
	return made(value.DateTime)(temporal.DateTimeOfEpoch(seconds, (millis-seconds*1000)*1_000_000, temporal.Zone{}))
}

func duration(_ *Env, args []value.Value) (value.Value, error) {
	switch v := args[0]; v.Kind() {
	case value.KindString:
		return made(value.Duration)(temporal.ParseDuration(v.Str()))
	case value.KindMap:
		if len(v.Map()) == 0 {
			return value.Null, value.Errorf(value.ArgumentError, value.InvalidArgumentValue, "At least one temporal unit must be specified.")
		}
		var fields temporal.DurationFields
		for _, e := range v.Map() {
			var component any = value.Describe(e.Value)
			switch e.Value.Kind() {
			case value.KindInt:
				component = e.Value.Int()
			case value.KindFloat:
				component = e.Value.Float()
			}
			if err := fields.Set(e.Key, component); err != nil {
				return value.Null, value.FromTemporal(err)
			}
		}
		return made(value.Duration)(fields.Duration())
	}
	return value.Null, callSignature("DurationFunction", args)
}

func between(measure func(from, to temporal.Temporal) (temporal.Duration, error)) func(*Env, []value.Value) (value.Value, error) {
	return func(_ *Env, args []value.Value) (value.Value, error) {
		from, to := args[0].Temporal(), args[1].Temporal()
		if from == nil || to == nil {
			return value.Null, callSignature("Between", args)
		}
		return made(value.Duration)(measure(from, to))
	}
}

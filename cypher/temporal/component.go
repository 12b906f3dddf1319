package temporal

// Component returns a named part of a temporal value, such as year, week,
// offsetMinutes or epochMillis: an int64, or a string for timezone and offset.
// It fails for a name that no type has and for one that this type lacks.
func Component(t Temporal, name string) (any, error) {
	c, ok := components[name]
	if !ok {
		return nil, unsupported("No such field: %s", name)
	}
	p := t.parts()
	switch {
	case c.needs == needDate && !p.hasDate, c.needs == needTime && !p.hasTime:
		return nil, unsupported("Unsupported field: %s", c.java)
	case c.needs == needZone && !p.hasZone:
		return nil, unsupported("Cannot get the %s of: %s", c.java, t)
	case c.needs == needInstant && !(p.hasDate && p.hasZone):
		return nil, unsupported("Epoch not supported.")
	}
	return c.of(p), nil
}

type need uint8

const (
	needDate need = iota
	needTime
	needZone
	needInstant
)

// components by name; java is the name in messages.
var components = map[string]struct {
	needs need
	java  string
	of    func(parts) any
}{
	"year":          {needDate, "Year", func(p parts) any { y, _, _ := p.date.Civil(); return y }},
	"month":         {needDate, "MonthOfYear", func(p parts) any { _, m, _ := p.date.Civil(); return m }},
	"day":           {needDate, "DayOfMonth", func(p parts) any { _, _, d := p.date.Civil(); return d }},
	"quarter":       {needDate, "QuarterOfYear", func(p parts) any { return p.date.quarter() }},
	"dayOfQuarter":  {needDate, "DayOfQuarter", func(p parts) any { return p.date.dayOfQuarter() }},
	"week":          {needDate, "WeekOfWeekBasedYear", func(p parts) any { _, w := p.date.weekYear(); return w }},
	"weekYear":      {needDate, "WeekBasedYear", func(p parts) any { y, _ := p.date.weekYear(); return y }},
	"dayOfWeek":     {needDate, "DayOfWeek", func(p parts) any { return p.date.dayOfWeek() }},
	"weekDay":       {needDate, "DayOfWeek", func(p parts) any { return p.date.dayOfWeek() }},
	"ordinalDay":    {needDate, "DayOfYear", func(p parts) any { return p.date.ordinalDay() }},
	"hour":          {needTime, "HourOfDay", func(p parts) any { h, _, _, _ := p.time.Clock(); return h }},
	"minute":        {needTime, "MinuteOfHour", func(p parts) any { _, m, _, _ := p.time.Clock(); return m }},
	"second":        {needTime, "SecondOfMinute", func(p parts) any { _, _, s, _ := p.time.Clock(); return s }},
	"millisecond":   {needTime, "MilliOfSecond", func(p parts) any { return p.time.nanos % nanosPerSecond / 1_000_000 }},
	"microsecond":   {needTime, "MicroOfSecond", func(p parts) any { return p.time.nanos % nanosPerSecond / 1_000 }},
	"nanosecond":    {needTime, "NanoOfSecond", func(p parts) any { return p.time.nanos % nanosPerSecond }},
	"timezone":      {needZone, "time zone", func(p parts) any { return p.zone.String() }},
	"offset":        {needZone, "offset", func(p parts) any { return Zone{offset: p.offset}.String() }},
	"offsetMinutes": {needZone, "offset", func(p parts) any { return int64(p.offset / 60) }},
	"offsetSeconds": {needZone, "offset", func(p parts) any { return int64(p.offset) }},
	"epochSeconds":  {needInstant, "epoch", func(p parts) any { return p.epochSecond() }},
	"epochMillis": {needInstant, "epoch", func(p parts) any {
		return p.epochSecond()*1000 + p.time.nanos%nanosPerSecond/1_000_000
	}},
}

func (p parts) epochSecond() int64 { return p.local().epochSecond() - int64(p.offset) }

// Component returns a named part of the duration. Plural names count the whole
// of their group – months, days or seconds –, as in hours; names with Of count
// what a greater unit leaves over, as in minutesOfHour. Fractions are cut, but
// those below the second of negative durations count up from the second below.
// It fails for an unknown name and where the count is too large.
func (d Duration) Component(name string) (int64, error) {
	switch name {
	case "milliseconds":
		return d.inFractions(1_000)
	case "microseconds":
		return d.inFractions(1_000_000)
	case "nanoseconds":
		return d.inFractions(nanosPerSecond)
	}
	of, ok := durationComponents[name]
	if !ok {
		return 0, unsupported("No such field: %s", name)
	}
	return of(d), nil
}

var durationComponents = map[string]func(Duration) int64{
	"years":                func(d Duration) int64 { return d.months / 12 },
	"quarters":             func(d Duration) int64 { return d.months / 3 },
	"months":               func(d Duration) int64 { return d.months },
	"weeks":                func(d Duration) int64 { return d.days / 7 },
	"days":                 func(d Duration) int64 { return d.days },
	"hours":                func(d Duration) int64 { return d.seconds / 3600 },
	"minutes":              func(d Duration) int64 { return d.seconds / 60 },
	"seconds":              func(d Duration) int64 { return d.seconds },
	"quartersOfYear":       func(d Duration) int64 { return d.months / 3 % 4 },
	"monthsOfQuarter":      func(d Duration) int64 { return d.months % 3 },
	"monthsOfYear":         func(d Duration) int64 { return d.months % 12 },
	"daysOfWeek":           func(d Duration) int64 { return d.days % 7 },
	"minutesOfHour":        func(d Duration) int64 { return d.seconds / 60 % 60 },
	"secondsOfMinute":      func(d Duration) int64 { return d.seconds % 60 },
	"millisecondsOfSecond": func(d Duration) int64 { return int64(d.nanos) / 1_000_000 },
	"microsecondsOfSecond": func(d Duration) int64 { return int64(d.nanos) / 1_000 },
	"nanosecondsOfSecond":  func(d Duration) int64 { return int64(d.nanos) },
}

// inFractions counts the seconds and their fraction in parts of a second.
func (d Duration) inFractions(perSecond int64) (int64, error) {
	whole := d.seconds * perSecond
	if whole/perSecond != d.seconds {
		return 0, overflow("Duration")
	}
	sum, ok := addInt(whole, int64(d.nanos)/(nanosPerSecond/perSecond))
	if !ok {
		return 0, overflow("Duration")
	}
	return sum, nil
}

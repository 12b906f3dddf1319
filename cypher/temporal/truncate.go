package temporal

// A unit of truncation, from the greatest to the smallest.
type unit uint8

const (
	unitMillennium unit = iota
	unitCentury
	unitDecade
	unitYear
	unitWeekYear
	unitQuarter
	unitMonth
	unitWeek
	unitDay
	unitHour
	unitMinute
	unitSecond
	unitMillisecond
	unitMicrosecond
)

var unitByName = map[string]unit{
	"millennium": unitMillennium, "century": unitCentury, "decade": unitDecade,
	"year": unitYear, "weekYear": unitWeekYear, "quarter": unitQuarter,
	"month": unitMonth, "week": unitWeek, "day": unitDay,
	"hour": unitHour, "minute": unitMinute, "second": unitSecond,
	"millisecond": unitMillisecond, "microsecond": unitMicrosecond,
}

// unitNames are the names that Java gives the units, for messages.
var unitNames = [...]string{
	"Millennia", "Centuries", "Decades", "Years", "WeekBasedYears", "QuarterYears", "Months",
	"Weeks", "Days", "Hours", "Minutes", "Seconds", "Millis", "Micros",
}

func parseUnit(name string, timeOnly, dateOnly bool) (unit, error) {
	u, ok := unitByName[name]
	switch {
	case !ok:
		return 0, invalid("Unsupported unit: %s", name)
	case dateOnly && u > unitDay:
		return 0, unsupported("Unit too small for truncation: %s", unitNames[u])
	case timeOnly && u < unitDay:
		return 0, unsupported("Unit is too large to be used for truncation: %s", unitNames[u])
	}
	return u, nil
}

// TruncateDate returns the start of the unit (millennium … day) that holds the
// day of t, with the fields set over it.
func TruncateDate(name string, t Temporal, f *Fields) (Date, error) {
	u, err := parseUnit(name, false, true)
	if err != nil {
		return Date{}, err
	}
	if err := f.over("Date", dateFields); err != nil {
		return Date{}, err
	}
	base, err := ToDate(t)
	if err != nil {
		return Date{}, err
	}
	return f.overDate(truncateDate(base, u))
}

// TruncateLocalTime returns the start of the unit (day … microsecond) that holds
// the time of day of t, with the fields set over it.
func TruncateLocalTime(name string, t Temporal, f *Fields) (LocalTime, error) {
	u, err := parseUnit(name, true, false)
	if err != nil {
		return LocalTime{}, err
	}
	if err := f.over("LocalTime", timeFields); err != nil {
		return LocalTime{}, err
	}
	base, err := ToLocalTime(t)
	if err != nil {
		return LocalTime{}, err
	}
	return f.overTruncatedTime(base, u)
}

// TruncateTime is [TruncateLocalTime] with the offset of t, UTC's where it has
// none, or that of a named zone at the present moment, in seconds since 1970.
func TruncateTime(name string, t Temporal, f *Fields, now int64) (Time, error) {
	u, err := parseUnit(name, true, false)
	if err != nil {
		return Time{}, err
	}
	if err := f.over("Time", timeFields|1<<fieldTimezone); err != nil {
		return Time{}, err
	}
	base, err := ToTime(t)
	if err != nil {
		return Time{}, err
	}
	if f.has(1 << fieldTimezone) {
		base.offset = f.zone.offsetAt(now)
	}
	base.local, err = f.overTruncatedTime(base.local, u)
	return base, err
}

// TruncateLocalDateTime returns the start of the unit (millennium …
// microsecond) that holds t, a value with a day, with the fields set over it.
func TruncateLocalDateTime(name string, t Temporal, f *Fields) (LocalDateTime, error) {
	if err := f.over("LocalDateTime", dateFields|timeFields); err != nil {
		return LocalDateTime{}, err
	}
	return truncateLocal(name, t, f)
}

// TruncateDateTime is [TruncateLocalDateTime] on the clocks of a zone: the named
// one, else that of t, else UTC. Of a reading that they show twice the earlier is
// taken.
func TruncateDateTime(name string, t Temporal, f *Fields) (DateTime, error) {
	if err := f.over("DateTime", dateFields|timeFields|1<<fieldTimezone); err != nil {
		return DateTime{}, err
	}
	local, err := truncateLocal(name, t, f)
	if err != nil {
		return DateTime{}, err
	}
	if f.has(1 << fieldTimezone) {
		return NewDateTime(local, f.zone), nil
	}
	return NewDateTime(local, t.parts().zone), nil
}

func truncateLocal(name string, t Temporal, f *Fields) (LocalDateTime, error) {
	u, err := parseUnit(name, false, false)
	if err != nil {
		return LocalDateTime{}, err
	}
	var local LocalDateTime
	base, err := ToDate(t)
	if err != nil {
		return local, err
	}
	if u > unitDay && !t.parts().hasTime {
		return local, unsupported("Cannot truncate %s to local date time with a time based unit.", t)
	}
	if local.date, err = f.overDate(truncateDate(base, u)); err != nil {
		return local, err
	}
	local.time, err = f.overTruncatedTime(t.parts().time, u)
	return local, err
}

func truncateDate(d Date, u unit) Date {
	year, month, _ := d.Civil()
	first := func(year, month int64) Date { return Date{daysFromCivil(year, month, 1)} }
	switch u {
	case unitMillennium:
		return first(year/1000*1000, 1) // towards year 0
	case unitCentury:
		return first(year/100*100, 1)
	case unitDecade:
		return first(year/10*10, 1)
	case unitYear:
		return first(year, 1)
	case unitWeekYear:
		weekYear, _ := d.weekYear()
		return firstWeek(weekYear)
	case unitQuarter:
		return first(year, (month-1)/3*3+1)
	case unitMonth:
		return first(year, month)
	case unitWeek:
		return Date{d.days - d.dayOfWeek() + 1}
	}
	return d
}

// overTruncatedTime keeps what the truncation left of the fraction beside the
// finer fields: a nanosecond set over a millisecond adds to it.
func (f *Fields) overTruncatedTime(t LocalTime, u unit) (LocalTime, error) {
	base := truncateTime(t, u)
	if !f.has(subsecond) {
		return f.overTime(base)
	}
	nanos := base.nanos % nanosPerSecond
	filled := *f
	if whole := f.set & wholeUnits[u]; whole != 0 {
		// Set over itself the unit takes the place of the fraction, finer fields or not: as in Neo4j.
		filled.set = f.set&^subsecond | whole
		return filled.overTime(LocalTime{base.nanos - nanos})
	}
	if u >= unitMillisecond {
		filled.set |= 1 << fieldMillisecond
		filled.values[fieldMillisecond] = nanos / 1_000_000
	}
	if u == unitMicrosecond {
		filled.set |= 1 << fieldMicrosecond
		filled.values[fieldMicrosecond] = nanos / 1_000 % 1_000
	}
	return filled.overTime(base)
}

// wholeUnits are the fields of a fraction that are not finer than a unit.
var wholeUnits = map[unit]uint32{
	unitMillisecond: 1 << fieldMillisecond,
	unitMicrosecond: 1<<fieldMillisecond | 1<<fieldMicrosecond,
}

func truncateTime(t LocalTime, u unit) LocalTime {
	size := int64(nanosPerDay)
	switch u {
	case unitHour:
		size = 3600 * nanosPerSecond
	case unitMinute:
		size = 60 * nanosPerSecond
	case unitSecond:
		size = nanosPerSecond
	case unitMillisecond:
		size = 1_000_000
	case unitMicrosecond:
		size = 1_000
	}
	return LocalTime{t.nanos - t.nanos%size}
}

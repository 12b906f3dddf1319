package temporal

// Fields are the named components that a temporal value is made from, as in
// date({year: 2026, week: 20}). Fill it with [Fields.Set], then ask for the type
// wanted. The zero Fields is empty.
//
// A value may also be selected, under date, time or datetime: components that
// are not named then come from it.
type Fields struct {
	set      uint32            // one bit a field
	values   [fieldCount]int64 // of the numbers
	zone     Zone
	selected [fieldCount]Temporal // of date, time and datetime
}

type field uint8

const (
	fieldYear field = iota
	fieldMonth
	fieldDay
	fieldWeek
	fieldDayOfWeek
	fieldQuarter
	fieldDayOfQuarter
	fieldOrdinalDay
	fieldHour
	fieldMinute
	fieldSecond
	fieldMillisecond
	fieldMicrosecond
	fieldNanosecond
	fieldEpochSeconds
	fieldEpochMillis
	fieldTimezone
	fieldDate
	fieldTime
	fieldDatetime
	fieldCount
)

var fieldNames = [fieldCount]string{
	"year", "month", "day", "week", "dayOfWeek", "quarter", "dayOfQuarter", "ordinalDay",
	"hour", "minute", "second", "millisecond", "microsecond", "nanosecond",
	"epochSeconds", "epochMillis", "timezone", "date", "time", "datetime",
}

var fieldByName = func() map[string]field {
	m := make(map[string]field, fieldCount)
	for i, name := range fieldNames {
		m[name] = field(i)
	}
	return m
}()

// Groups of fields that make a date, next to the year, or a time of day.
const (
	calendarFields = 1<<fieldMonth | 1<<fieldDay
	weekFields     = 1<<fieldWeek | 1<<fieldDayOfWeek
	quarterFields  = 1<<fieldQuarter | 1<<fieldDayOfQuarter
	ordinalFields  = 1 << fieldOrdinalDay
	dateFields     = 1<<fieldYear | calendarFields | weekFields | quarterFields | ordinalFields
	subsecond      = 1<<fieldMillisecond | 1<<fieldMicrosecond | 1<<fieldNanosecond
	timeFields     = 1<<fieldHour | 1<<fieldMinute | 1<<fieldSecond | subsecond
	epochFields    = 1<<fieldEpochSeconds | 1<<fieldEpochMillis
	selections     = 1<<fieldDate | 1<<fieldTime | 1<<fieldDatetime
)

// Set names one component: an int64 for the numbers, a string for timezone, a
// [Temporal] for date, time and datetime. A number may be nil, which is the first
// of its range: day 1, hour 0, the year 0. It fails for an unknown name and for a
// component of another type.
func (f *Fields) Set(name string, component any) error {
	id, ok := fieldByName[name]
	if !ok {
		return invalid("No such field: %s", name)
	}
	switch id {
	case fieldTimezone:
		text, ok := component.(string)
		if !ok {
			return invalid("Cannot convert to ZoneId: %v", shown(component))
		}
		zone, err := ParseZone(text)
		if err != nil {
			return err
		}
		f.zone = zone
	case fieldDate, fieldTime, fieldDatetime:
		t, ok := component.(Temporal)
		if !ok {
			return invalid("Cannot construct %s from: %v", name, shown(component))
		}
		f.selected[id] = t
	default:
		switch {
		case component != nil:
		case epochFields&(1<<id) != 0:
			return invalid("Cannot construct date time from: null")
		default:
			component = firstOf(id)
		}
		n, ok := component.(int64)
		if !ok {
			return invalid("%s must be an integer value, but was %v", name, component)
		}
		f.values[id] = n
	}
	f.set |= 1 << id
	return nil
}

// shown is a component in a message.
func shown(component any) any {
	if component == nil {
		return "null"
	}
	return component
}

// firstOf is where the numbers of a field begin.
func firstOf(id field) int64 {
	if (calendarFields|weekFields|quarterFields|ordinalFields)&(1<<id) != 0 {
		return 1
	}
	return 0
}

// ZoneOnly returns the zone if that is all that is set: the present moment is
// meant then.
func (f *Fields) ZoneOnly() (Zone, bool) { return f.zone, f.set == 1<<fieldTimezone }

func (f *Fields) has(fields uint32) bool { return f.set&fields != 0 }

// get returns the field, or another value where it is not set.
func (f *Fields) get(id field, other int64) int64 {
	if f.set&(1<<id) == 0 {
		return other
	}
	return f.values[id]
}

// first names the first set field of a group.
func (f *Fields) first(fields uint32) string {
	for id := range fieldCount {
		if f.set&fields&(1<<id) != 0 {
			return fieldNames[id]
		}
	}
	return ""
}

// only fails unless all that is set, which has to be something, is allowed for
// the type.
func (f *Fields) only(what string, allowed uint32) error {
	if f.set == 0 {
		return invalid("At least one temporal unit must be specified.")
	}
	return f.over(what, allowed)
}

// over is only for fields that are set over a value, where there may be none.
func (f *Fields) over(what string, allowed uint32) error {
	switch others := f.set &^ allowed; others {
	case 0:
		return nil
	case 1 << fieldTimezone:
		return unsupported("Cannot assign time zone if also assigning other fields.")
	default:
		return unsupported("Not supported: %s (in a %s)", f.first(others), what)
	}
}

// Date makes a day.
func (f *Fields) Date() (Date, error) {
	if err := f.only("Date", dateFields|1<<fieldDate); err != nil {
		return Date{}, err
	}
	if !f.has(1 << fieldDate) {
		return f.newDate()
	}
	base, err := ToDate(f.selected[fieldDate])
	if err != nil {
		return Date{}, err
	}
	return f.overDate(base)
}

// LocalTime makes a time of day.
func (f *Fields) LocalTime() (LocalTime, error) {
	if err := f.only("LocalTime", timeFields|1<<fieldTime); err != nil {
		return LocalTime{}, err
	}
	if !f.has(1 << fieldTime) {
		return f.newTime(true)
	}
	base, err := ToLocalTime(f.selected[fieldTime])
	if err != nil {
		return LocalTime{}, err
	}
	return f.overTime(base)
}

// Time makes a time of day with an offset. Where the zone is a region, its
// offset at the present moment counts, given as seconds since 1970.
func (f *Fields) Time(now int64) (Time, error) {
	if err := f.only("Time", timeFields|1<<fieldTime|1<<fieldTimezone); err != nil {
		return Time{}, err
	}
	wanted := f.zone.offsetAt(now)
	if !f.has(1 << fieldTime) {
		local, err := f.newTime(true)
		return Time{local, wanted}, err
	}
	base, err := ToTime(f.selected[fieldTime])
	if err != nil {
		return Time{}, err
	}
	local, err := f.overTime(base.local)
	if err != nil || !f.has(1<<fieldTimezone) {
		return Time{local, base.offset}, err
	}
	if f.selected[fieldTime].parts().hasZone { // the same instant at another offset
		local = LocalTimeOfNanos(local.nanos + int64(wanted-base.offset)*nanosPerSecond)
	}
	return Time{local, wanted}, nil
}

// LocalDateTime makes a day with a time of day.
func (f *Fields) LocalDateTime() (LocalDateTime, error) {
	if err := f.only("LocalDateTime", dateFields|timeFields|selections); err != nil {
		return LocalDateTime{}, err
	}
	local, _, err := f.localDateTime()
	return local, err
}

// DateTime makes an instant in a zone: the named one; else that of the selected
// value; else UTC. A selected instant keeps being the same instant in a named
// zone, after the other components were set in its own.
func (f *Fields) DateTime() (DateTime, error) {
	if err := f.only("DateTime", dateFields|timeFields|epochFields|selections|1<<fieldTimezone); err != nil {
		return DateTime{}, err
	}
	if f.has(epochFields) {
		base, err := f.ofEpoch()
		if err != nil {
			return DateTime{}, err
		}
		over := *f
		over.set = f.set&^epochFields | 1<<fieldDatetime
		over.selected[fieldDatetime] = base
		return over.DateTime()
	}
	local, selected, err := f.localDateTime()
	if err != nil {
		return DateTime{}, err
	}
	switch {
	case !f.has(1 << fieldTimezone):
		return dateTimeOf(local, selected.zone, &selected.offset), nil
	case selected.hasZone:
		return dateTimeOf(local, selected.zone, &selected.offset).In(f.zone)
	}
	return NewDateTime(local, f.zone), nil
}

// localDateTime also returns the parts of what the time of day was selected
// from, for its zone.
func (f *Fields) localDateTime() (LocalDateTime, parts, error) {
	var base LocalDateTime
	var selected parts
	haveDate, haveTime := f.has(1<<fieldDate), f.has(1<<fieldTime)
	var err error
	if at := f.selected[fieldDatetime]; at != nil {
		if haveDate || haveTime {
			return base, selected, invalid("datetime cannot be selected together with date or time.")
		}
		if _, err = ToDateTime(at); err != nil {
			return base, selected, err
		}
		selected = at.parts()
		base, haveDate, haveTime = selected.local(), true, true
	}
	if date := f.selected[fieldDate]; date != nil {
		if base.date, err = ToDate(date); err != nil {
			return base, selected, err
		}
	}
	if time := f.selected[fieldTime]; time != nil {
		if base.time, err = ToLocalTime(time); err != nil {
			return base, selected, err
		}
		selected = time.parts()
	}
	if haveDate {
		base.date, err = f.overDate(base.date)
	} else {
		base.date, err = f.newDateBeforeTime()
	}
	if err != nil {
		return base, selected, err
	}
	if haveTime {
		base.time, err = f.overTime(base.time)
	} else {
		base.time, err = f.newTime(false)
	}
	return base, selected, err
}

// ofEpoch is the base that epochSeconds or epochMillis give, in UTC.
func (f *Fields) ofEpoch() (DateTime, error) {
	if f.set&epochFields == epochFields {
		return DateTime{}, invalid("epochMillis cannot be selected together with epochSeconds.")
	}
	if f.has(selections) {
		return DateTime{}, invalid("%s cannot be selected together with date, time or datetime.", f.first(epochFields))
	}
	if f.has(1 << fieldEpochSeconds) {
		return DateTimeOfEpoch(f.values[fieldEpochSeconds], 0, Zone{})
	}
	millis := f.values[fieldEpochMillis]
	return DateTimeOfEpoch(floorDiv(millis, 1000), floorMod(millis, 1000)*1_000_000, Zone{})
}

// newDate makes a day of the fields alone.
func (f *Fields) newDate() (Date, error) {
	if !f.has(1 << fieldYear) {
		return Date{}, invalid("year must be specified")
	}
	if f.has(weekFields) {
		if err := f.noneBut(weekFields, "week date"); err != nil {
			return Date{}, err
		}
		if err := f.both(fieldWeek, fieldDayOfWeek); err != nil {
			return Date{}, err
		}
		return dateOfWeek(f.values[fieldYear], f.values[fieldWeek], f.get(fieldDayOfWeek, 1), false)
	}
	if err := f.both(fieldMonth, fieldDay); err != nil {
		return Date{}, err
	}
	if err := f.both(fieldQuarter, fieldDayOfQuarter); err != nil {
		return Date{}, err
	}
	return f.overDate(Date{daysFromCivil(1972, 1, 1)}) // a leap year; all but the day 1 is set
}

// both fails if the part is set but not the whole that it belongs to.
func (f *Fields) both(whole, part field) error {
	if f.has(1<<part) && !f.has(1<<whole) {
		return invalid("%s cannot be specified without %s", fieldNames[part], fieldNames[whole])
	}
	return nil
}

// newDateBeforeTime is newDate for fields that may go on with a time of day: the
// day has to be complete then.
func (f *Fields) newDateBeforeTime() (Date, error) {
	if f.has(timeFields|1<<fieldTime) && f.has(1<<fieldYear) {
		if missing := f.missing(); len(missing) > 0 {
			return Date{}, invalid("%s must be specified", fieldNames[missing[0]])
		}
	}
	return f.newDate()
}

// missing lists the fields that the kind of date named would need to be complete.
func (f *Fields) missing() (fields []field) {
	want := []field{fieldMonth, fieldDay}
	switch {
	case f.has(ordinalFields):
		return nil
	case f.has(weekFields):
		want = []field{fieldWeek, fieldDayOfWeek}
	case f.has(quarterFields):
		want = []field{fieldQuarter, fieldDayOfQuarter}
	}
	for _, id := range want {
		if !f.has(1 << id) {
			fields = append(fields, id)
		}
	}
	return fields
}

// overDate makes a day of the fields over those of a base.
func (f *Fields) overDate(base Date) (Date, error) {
	year, month, day := base.Civil()
	switch {
	case !f.has(dateFields):
		return base, nil
	case f.has(weekFields):
		if err := f.noneBut(weekFields, "week date"); err != nil {
			return Date{}, err
		}
		weekYear, week := base.weekYear()
		return dateOfWeek(f.get(fieldYear, weekYear), f.get(fieldWeek, week), f.get(fieldDayOfWeek, base.dayOfWeek()), false)
	case f.has(quarterFields):
		if err := f.noneBut(quarterFields, "quarter date"); err != nil {
			return Date{}, err
		}
		quarter := f.get(fieldQuarter, base.quarter())
		if f.has(1 << fieldDayOfQuarter) {
			return dateOfQuarter(f.get(fieldYear, year), quarter, f.values[fieldDayOfQuarter], false)
		}
		if err := inRange("QuarterOfYear", quarter, 1, 4); err != nil {
			return Date{}, err
		}
		month += (quarter - base.quarter()) * 3 // the same month of the quarter
		year = f.get(fieldYear, year)
		return NewDate(year, month, min(day, daysInMonth(year, month)))
	case f.has(ordinalFields):
		if err := f.noneBut(ordinalFields, "ordinal date"); err != nil {
			return Date{}, err
		}
		return dateOfOrdinal(f.get(fieldYear, year), f.get(fieldOrdinalDay, base.ordinalDay()))
	}
	year, month = f.get(fieldYear, year), f.get(fieldMonth, month)
	if !f.has(1<<fieldDay) && month >= 1 && month <= 12 {
		day = min(day, daysInMonth(year, month)) // the base's day may be too late for the month
	}
	return NewDate(year, month, f.get(fieldDay, day))
}

// noneBut fails if date fields outside of the group are set, but for the year.
func (f *Fields) noneBut(group uint32, what string) error {
	if others := dateFields &^ group &^ (1 << fieldYear); f.has(others) {
		return unsupported("Cannot assign %s to %s.", f.first(others), what)
	}
	return nil
}

// newTime makes a time of day of the fields alone: each needs the greater ones.
func (f *Fields) newTime(hourNeeded bool) (LocalTime, error) {
	switch {
	case !f.has(1<<fieldHour) && (hourNeeded || f.has(timeFields)):
		return LocalTime{}, invalid("hour must be specified")
	case !f.has(1<<fieldMinute) && f.has(1<<fieldSecond|subsecond):
		return LocalTime{}, invalid("minute must be specified")
	case !f.has(1<<fieldSecond) && f.has(subsecond):
		return LocalTime{}, invalid("second must be specified")
	}
	return f.overTime(LocalTime{})
}

// overTime makes a time of day of the fields over those of a base.
func (f *Fields) overTime(base LocalTime) (LocalTime, error) {
	hour, minute, second, nanosecond := base.Clock()
	nanosecond, err := f.nanosecond(nanosecond)
	if err != nil {
		return LocalTime{}, err
	}
	return NewLocalTime(f.get(fieldHour, hour), f.get(fieldMinute, minute), f.get(fieldSecond, second), nanosecond)
}

// nanosecond adds up the fields below the second. Each counts what the greater
// ones leave over: with milliseconds given, microseconds go up to 999.
func (f *Fields) nanosecond(base int64) (int64, error) {
	if !f.has(subsecond) {
		return base, nil
	}
	total, unit := int64(0), int64(nanosPerSecond)
	for _, part := range [...]struct {
		id    field
		name  string
		nanos int64
	}{
		{fieldMillisecond, "Millisecond", 1_000_000},
		{fieldMicrosecond, "Microsecond", 1_000},
		{fieldNanosecond, "Nanosecond", 1},
	} {
		if !f.has(1 << part.id) {
			continue
		}
		n := f.values[part.id]
		if n < 0 || n >= unit/part.nanos {
			return 0, invalid("Invalid value for %s: %d", part.name, n)
		}
		total += n * part.nanos
		unit = part.nanos
	}
	return total, nil
}

package temporal

// Temporal is one of [Date], [LocalTime], [Time], [LocalDateTime] and
// [DateTime]: everything that is a point on a calendar or clock.
type Temporal interface {
	String() string
	parts() parts
}

// parts is a temporal value taken apart; what a type lacks is zero.
type parts struct {
	date                      Date
	time                      LocalTime
	zone                      Zone
	offset                    int32 // in force
	hasDate, hasTime, hasZone bool
}

func (d Date) parts() parts { return parts{date: d, hasDate: true} }

func (t LocalTime) parts() parts { return parts{time: t, hasTime: true} }

func (t Time) parts() parts {
	return parts{time: t.local, zone: Zone{offset: t.offset}, offset: t.offset, hasTime: true, hasZone: true}
}

func (t LocalDateTime) parts() parts {
	return parts{date: t.date, time: t.time, hasDate: true, hasTime: true}
}

func (t DateTime) parts() parts {
	return parts{t.local.date, t.local.time, t.Zone(), t.offset, true, true, true}
}

// local reads the parts as date and time of day.
func (p parts) local() LocalDateTime { return LocalDateTime{p.date, p.time} }

// ToDate returns the day of a value that has one.
func ToDate(t Temporal) (Date, error) {
	p := t.parts()
	if !p.hasDate {
		return Date{}, unsupported("Cannot get the date of: %s", t)
	}
	return p.date, nil
}

// ToLocalTime returns the time of day of a value that has one.
func ToLocalTime(t Temporal) (LocalTime, error) {
	p := t.parts()
	if !p.hasTime {
		return LocalTime{}, unsupported("Cannot get the time of: %s", t)
	}
	return p.time, nil
}

// ToTime returns the time of day of a value that has one, with its offset, or
// UTC's where it has none.
func ToTime(t Temporal) (Time, error) {
	p := t.parts()
	if !p.hasTime {
		return Time{}, unsupported("Cannot get the time of: %s", t)
	}
	return Time{p.time, p.offset}, nil
}

// ToLocalDateTime returns day and time of day of a value that has both.
func ToLocalDateTime(t Temporal) (LocalDateTime, error) {
	p := t.parts()
	switch {
	case !p.hasTime:
		return LocalDateTime{}, unsupported("Cannot get the time of: %s", t)
	case !p.hasDate:
		return LocalDateTime{}, unsupported("Cannot get the date of: %s", t)
	}
	return p.local(), nil
}

// ToDateTime returns the instant of a value that has day and time of day, in
// its zone, or UTC where it has none.
func ToDateTime(t Temporal) (DateTime, error) {
	p := t.parts()
	if !p.hasDate || !p.hasTime {
		return DateTime{}, unsupported("Cannot select datetime from: %s", t)
	}
	if d, ok := t.(DateTime); ok {
		return d, nil
	}
	return NewDateTime(p.local(), p.zone), nil
}

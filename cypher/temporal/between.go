package temporal

import "cmp"

// Between returns the time from one value to another as whole months, then
// whole days, then seconds; negative where the second comes first.
//
// What one value lacks comes from the other: its zone, or, for a bare time of
// day, its day; the result has no months and days then.
func Between(from, to Temporal) (Duration, error) {
	a, b, dated := aligned(from, to)
	if !dated {
		return secondsBetween(a, b), nil
	}
	months := monthsBetween(a.local, b.inZoneOf(a))
	passed, err := a.Add(Duration{months: months})
	if err != nil {
		return Duration{}, err
	}
	days := daysBetween(passed.local, b.inZoneOf(passed))
	if passed, err = passed.Add(Duration{days: days}); err != nil {
		return Duration{}, err
	}
	rest := secondsBetween(passed, b)
	rest.months, rest.days = months, days
	return rest, nil
}

// InMonths returns the whole months between two values, as [Between] takes them;
// none if one has no day. It fails if neither has.
func InMonths(from, to Temporal) (Duration, error) {
	a, b, dated := aligned(from, to)
	switch {
	case dated:
		return Duration{months: monthsBetween(a.local, b.inZoneOf(a))}, nil
	case !from.parts().hasDate && !to.parts().hasDate:
		return Duration{}, unsupported("Unsupported unit: Months")
	}
	return Duration{}, nil
}

// InDays returns the whole days between two values; none if one has no day. It
// fails if neither has.
func InDays(from, to Temporal) (Duration, error) {
	a, b, dated := aligned(from, to)
	switch {
	case dated:
		return Duration{days: daysBetween(a.local, b.inZoneOf(a))}, nil
	case !from.parts().hasDate && !to.parts().hasDate:
		return Duration{}, unsupported("Unsupported unit: Days")
	}
	return Duration{}, nil
}

// InSeconds returns the seconds between two values.
func InSeconds(from, to Temporal) Duration {
	a, b, _ := aligned(from, to)
	return secondsBetween(a, b)
}

// aligned lends each value what it lacks of the other's, and reports whether
// both had a day of their own.
func aligned(from, to Temporal) (a, b DateTime, dated bool) {
	p, q := from.parts(), to.parts()
	dated = p.hasDate && q.hasDate
	if !p.hasDate {
		p.date = q.date
	}
	if !q.hasDate {
		q.date = p.date
	}
	if !p.hasZone {
		p.zone, p.offset = q.zone, q.offset
	}
	if !q.hasZone {
		q.zone, q.offset = p.zone, p.offset
	}
	return dateTimeOf(p.local(), p.zone, &p.offset), dateTimeOf(q.local(), q.zone, &q.offset), dated
}

// inZoneOf returns what the clocks of u's zone show at t.
func (t DateTime) inZoneOf(u DateTime) LocalDateTime {
	offset := u.Zone().offsetAt(t.EpochSecond())
	if offset == t.offset {
		return t.local
	}
	seconds := t.EpochSecond() + int64(offset)
	return LocalDateTime{ // without a check of the year: it is only counted with
		Date{floorDiv(seconds, secondsPerDay)},
		LocalTime{floorMod(seconds, secondsPerDay)*nanosPerSecond + t.Nanosecond()},
	}
}

// wholeDay is the day up to which whole days lead from one reading to another:
// a day nearer where the last one is not complete.
func wholeDay(from, to LocalDateTime) Date {
	order := to.date.Compare(from.date)
	if order != 0 && cmp.Compare(to.time.nanos, from.time.nanos) == -order {
		return Date{to.date.days - int64(order)}
	}
	return to.date
}

func daysBetween(from, to LocalDateTime) int64 {
	return wholeDay(from, to).days - from.date.days
}

func monthsBetween(from, to LocalDateTime) int64 {
	end := wholeDay(from, to)
	y1, m1, d1 := from.date.Civil()
	y2, m2, d2 := end.Civil()
	// With 32 days a month, an incomplete month is cut by the division.
	return ((y2*12+m2)*32 + d2 - (y1*12+m1)*32 - d1) / 32
}

func secondsBetween(a, b DateTime) Duration {
	return NewDuration(0, 0, b.EpochSecond()-a.EpochSecond(), b.Nanosecond()-a.Nanosecond())
}

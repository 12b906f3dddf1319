package temporal

import (
	"math"
	"math/big"
)

// Add returns the sum of two durations, part by part.
func (d Duration) Add(e Duration) (Duration, error) {
	months, ok1 := addInt(d.months, e.months)
	days, ok2 := addInt(d.days, e.days)
	seconds, ok3 := addInt(d.seconds, e.seconds)
	nanos := int64(d.nanos) + int64(e.nanos)
	seconds, ok4 := addInt(seconds, nanos/nanosPerSecond)
	if !ok1 || !ok2 || !ok3 || !ok4 {
		return Duration{}, durationOverflow()
	}
	return Duration{months, days, seconds, int32(nanos % nanosPerSecond)}, nil
}

// Negate returns the duration with the sign of every part turned.
func (d Duration) Negate() (Duration, error) {
	if d.months == math.MinInt64 || d.days == math.MinInt64 || d.seconds == math.MinInt64 {
		return Duration{}, durationOverflow()
	}
	return NewDuration(-d.months, -d.days, -d.seconds, -int64(d.nanos)), nil
}

// Multiply returns the duration times a finite factor; fractions carry into the
// smaller parts.
func (d Duration) Multiply(factor float64) (Duration, error) {
	if math.IsNaN(factor) || math.IsInf(factor, 0) {
		return Duration{}, durationOverflow()
	}
	a := d.amounts()
	a.scale(ratOfFloat(factor))
	return a.duration()
}

// MultiplyInt returns the duration times a whole factor.
func (d Duration) MultiplyInt(factor int64) (Duration, error) {
	a := d.amounts()
	a.scale(ratOfInt(factor))
	return a.duration()
}

// Divide returns the duration divided by a number; nothing is left of it where
// that is zero or not finite, as in Neo4j.
func (d Duration) Divide(divisor float64) (Duration, error) {
	if divisor == 0 || math.IsNaN(divisor) || math.IsInf(divisor, 0) {
		return Duration{}, nil
	}
	a := d.amounts()
	a.scale(new(big.Rat).Inv(ratOfFloat(divisor)))
	return a.duration()
}

// Add returns the day after the months, then the days and the whole days of the
// seconds have passed. Where the month has no such day its last one is taken.
func (d Date) Add(e Duration) (Date, error) {
	d, err := d.addMonths(e.months)
	if err != nil {
		return Date{}, err
	}
	seconds := e.seconds
	if seconds < 0 && e.nanos > 0 {
		seconds++ // towards zero
	}
	return d.addDays(e.days, seconds/secondsPerDay)
}

func (d Date) addMonths(months int64) (Date, error) {
	if months == 0 {
		return d, nil
	}
	year, month, day := d.Civil()
	count, ok := addInt(year*12+month-1, months)
	if year = floorDiv(count, 12); !ok || year < MinYear || year > MaxYear {
		return Date{}, overflow("Date")
	}
	month = floorMod(count, 12) + 1
	return Date{daysFromCivil(year, month, min(day, daysInMonth(year, month)))}, nil
}

func (d Date) addDays(counts ...int64) (Date, error) {
	sum := d.days
	for _, n := range counts {
		var ok bool
		if sum, ok = addInt(sum, n); !ok {
			return Date{}, overflow("Date")
		}
	}
	return DateOfEpochDay(sum)
}

// Add returns the time of day after the seconds of the duration have passed,
// around midnight if need be; months and days do not matter.
func (t LocalTime) Add(e Duration) LocalTime {
	seconds := floorMod(e.seconds, secondsPerDay)
	return LocalTimeOfNanos(t.nanos + seconds*nanosPerSecond + int64(e.nanos))
}

// Add is [LocalTime.Add] at the same offset.
func (t Time) Add(e Duration) Time { return Time{t.local.Add(e), t.offset} }

// Add returns the day and time after the months, the days, then the seconds
// have passed.
func (t LocalDateTime) Add(e Duration) (LocalDateTime, error) {
	t, err := t.addDate(e.months, e.days)
	if err != nil {
		return LocalDateTime{}, err
	}
	seconds, ok := addInt(t.epochSecond(), e.seconds)
	if !ok {
		return LocalDateTime{}, overflow("LocalDateTime")
	}
	return localOfEpoch(seconds, t.nanosecond()+int64(e.nanos))
}

func (t LocalDateTime) addDate(months, days int64) (LocalDateTime, error) {
	d, err := t.date.addMonths(months)
	if err == nil {
		d, err = d.addDays(days)
	}
	return LocalDateTime{d, t.time}, err
}

// Add returns the instant after the months and days have passed on the
// calendar, then the seconds on the clock: across a change of the clocks P1D
// keeps the time of day, PT24H does not.
func (t DateTime) Add(e Duration) (DateTime, error) {
	zone := t.Zone()
	if e.months != 0 || e.days != 0 {
		local, err := t.local.addDate(e.months, e.days)
		if err != nil {
			return DateTime{}, err
		}
		t = dateTimeOf(local, zone, &t.offset)
	}
	seconds, ok := addInt(t.EpochSecond(), e.seconds)
	if !ok {
		return DateTime{}, overflow("DateTime")
	}
	return DateTimeOfEpoch(seconds, t.Nanosecond()+int64(e.nanos), zone)
}

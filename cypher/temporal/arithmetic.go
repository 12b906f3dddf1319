package temporal

import (
	"math"
	"math/bits"
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
	return Duration{months, days, seconds, int32(nanos % nanosPerSecond)}.inRange()
}

// Negate returns the duration with the sign of every part turned.
func (d Duration) Negate() (Duration, error) {
	if d.months == math.MinInt64 || d.days == math.MinInt64 || d.seconds == math.MinInt64 {
		return Duration{}, durationOverflow()
	}
	return NewDuration(-d.months, -d.days, -d.seconds, -int64(d.nanos)), nil
}

// Multiply returns the duration times a factor; fractions carry into the smaller
// parts. Of NaN it is no time at all, as in Neo4j.
func (d Duration) Multiply(factor float64) (Duration, error) {
	if math.IsInf(factor, 0) {
		return Duration{}, durationOverflow()
	}
	return approximate([4]float64{
		float64(d.months) * factor, float64(d.days) * factor, float64(d.seconds) * factor, float64(d.nanos) * factor,
	})
}

// MultiplyInt returns the duration times a whole factor, exactly.
func (d Duration) MultiplyInt(factor int64) (Duration, error) {
	months, ok1 := mulInt(d.months, factor)
	days, ok2 := mulInt(d.days, factor)
	seconds, ok3 := mulInt(d.seconds, factor)
	// The nanoseconds are less than a second's, so that their product fits in
	// 128 bits and its seconds in 64.
	high, low := bits.Mul64(uint64(d.nanos), magnitude(factor))
	quotient, rest := bits.Div64(high, low, nanosPerSecond)
	carried, nanos := int64(quotient), int64(rest)
	if factor < 0 {
		carried, nanos = -carried, -nanos
	}
	seconds, ok4 := addInt(seconds, carried)
	if !ok1 || !ok2 || !ok3 || !ok4 || seconds == math.MinInt64 {
		return Duration{}, durationOverflow()
	}
	return NewDuration(months, days, seconds, nanos).inRange()
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// Divide returns the duration divided by a number; fractions carry into the
// smaller parts. Nothing is left of it where that is zero or NaN, as in Neo4j.
func (d Duration) Divide(divisor float64) (Duration, error) {
	if divisor == 0 || math.IsNaN(divisor) {
		return Duration{}, nil
	}
	return approximate([4]float64{
		float64(d.months) / divisor, float64(d.days) / divisor, float64(d.seconds) / divisor, float64(d.nanos) / divisor,
	})
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

package temporal

import (
	"cmp"
	"strconv"
)

// Duration is an amount of time in four parts that do not convert into each
// other: a month has no fixed number of days, a day none of hours. Two
// durations are equal (==) when all four parts are. The zero Duration is PT0S.
type Duration struct {
	months, days, seconds int64
	nanos                 int32 // 0 to 999999999, also where seconds are negative
}

// NewDuration returns the duration of these parts. Nanoseconds may be any
// number: what exceeds a second is carried into the seconds.
func NewDuration(months, days, seconds, nanoseconds int64) Duration {
	return Duration{
		months, days, seconds + floorDiv(nanoseconds, nanosPerSecond),
		int32(floorMod(nanoseconds, nanosPerSecond)),
	}
}

// inRange fails if the average length of the duration is more seconds than 64 bits hold.
func (d Duration) inRange() (Duration, error) {
	if !d.averageSeconds().fits() {
		return Duration{}, durationOverflow()
	}
	return d, nil
}

// Months returns the months, years included.
func (d Duration) Months() int64 { return d.months }

// Days returns the days, weeks included.
func (d Duration) Days() int64 { return d.days }

// Seconds returns the whole seconds, hours and minutes included, rounded down.
func (d Duration) Seconds() int64 { return d.seconds }

// Nanosecond returns what the seconds leave over, from 0 to 999999999.
func (d Duration) Nanosecond() int64 { return int64(d.nanos) }

const secondsPerMonth = 2_629_746 // of the average Gregorian year: 365.2425 days / 12

// Compare orders by average length, a month counting 2629746 seconds and a day
// 86400; of equal length the one with fewer months comes first, then the one
// with fewer days. -1, 0 or +1.
func (d Duration) Compare(e Duration) int {
	return cmp.Or(
		d.averageSeconds().cmp(e.averageSeconds()),
		cmp.Compare(d.nanos, e.nanos),
		cmp.Compare(d.months, e.months),
		cmp.Compare(d.days, e.days))
}

// String prints the ISO form: P1Y2M3DT4H5M6.5S, each part with its own sign.
func (d Duration) String() string {
	if d == (Duration{}) {
		return "PT0S"
	}
	b := append(make([]byte, 0, 32), 'P')
	b = appendUnit(b, d.months/12, 'Y')
	b = appendUnit(b, d.months%12, 'M')
	b = appendUnit(b, d.days, 'D')
	if d.seconds == 0 && d.nanos == 0 {
		return string(b)
	}
	// Seconds are rounded down: print -1 s + 500 ms as -0.5.
	seconds, nanos := d.seconds, int64(d.nanos)
	if seconds < 0 && nanos > 0 {
		seconds++
		nanos -= nanosPerSecond
	}
	b = append(b, 'T')
	b = appendUnit(b, seconds/3600, 'H')
	b = appendUnit(b, seconds/60%60, 'M')
	if seconds %= 60; seconds == 0 && nanos == 0 {
		return string(b)
	}
	if seconds == 0 && nanos < 0 {
		b = append(b, '-')
	}
	b = strconv.AppendInt(b, seconds, 10)
	return string(append(appendFraction(b, max(nanos, -nanos)), 'S'))
}

func appendUnit(b []byte, n int64, unit byte) []byte {
	if n == 0 {
		return b
	}
	return append(strconv.AppendInt(b, n, 10), unit)
}

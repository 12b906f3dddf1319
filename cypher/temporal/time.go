package temporal

import "cmp"

const (
	nanosPerSecond = 1_000_000_000
	secondsPerDay  = 86_400
	nanosPerDay    = secondsPerDay * nanosPerSecond
)

// LocalTime is a time of day without a zone, from 00:00 to just before 24:00.
// The zero LocalTime is midnight.
type LocalTime struct {
	nanos int64 // of the day
}

// NewLocalTime returns the time of day with these numbers. It fails when one of
// them lies outside of its field.
func NewLocalTime(hour, minute, second, nanosecond int64) (LocalTime, error) {
	if err := inRange("HourOfDay", hour, 0, 23); err != nil {
		return LocalTime{}, err
	}
	if err := inRange("MinuteOfHour", minute, 0, 59); err != nil {
		return LocalTime{}, err
	}
	if err := inRange("SecondOfMinute", second, 0, 59); err != nil {
		return LocalTime{}, err
	}
	if err := inRange("NanoOfSecond", nanosecond, 0, nanosPerSecond-1); err != nil {
		return LocalTime{}, err
	}
	return LocalTime{((hour*60+minute)*60+second)*nanosPerSecond + nanosecond}, nil
}

// LocalTimeOfNanos returns the time of day that lies this many nanoseconds
// after midnight, taken modulo one day.
func LocalTimeOfNanos(nanos int64) LocalTime { return LocalTime{floorMod(nanos, nanosPerDay)} }

// NanosOfDay counts the nanoseconds since midnight.
func (t LocalTime) NanosOfDay() int64 { return t.nanos }

// Clock returns the hour, minute, second and the nanosecond of the second.
func (t LocalTime) Clock() (hour, minute, second, nanosecond int64) {
	seconds := t.nanos / nanosPerSecond
	return seconds / 3600, seconds / 60 % 60, seconds % 60, t.nanos % nanosPerSecond
}

// Compare orders by time of day: -1, 0 or +1.
func (t LocalTime) Compare(u LocalTime) int { return cmp.Compare(t.nanos, u.nanos) }

// String prints hours, minutes, seconds and, without trailing zeros, the
// fraction: 10:00:01.5.
func (t LocalTime) String() string { return string(t.appendTo(make([]byte, 0, 18))) }

func (t LocalTime) appendTo(b []byte) []byte {
	hour, minute, second, nanosecond := t.Clock()
	b = appendPadded(b, hour, 2)
	b = appendPadded(append(b, ':'), minute, 2)
	b = appendPadded(append(b, ':'), second, 2)
	return appendFraction(b, nanosecond)
}

// appendFraction prints a point and the digits of the nanoseconds up to the
// last that is not zero; nothing for zero.
func appendFraction(b []byte, nanosecond int64) []byte {
	if nanosecond == 0 {
		return b
	}
	b = appendPadded(append(b, '.'), nanosecond, 9)
	for b[len(b)-1] == '0' {
		b = b[:len(b)-1]
	}
	return b
}

// Time is a time of day at an offset from UTC. The zero Time is midnight UTC.
type Time struct {
	local  LocalTime
	offset int32 // seconds east of UTC
}

// NewTime returns the time of day as a clock at the offset, in seconds east of
// UTC, shows it.
func NewTime(local LocalTime, offset int) (Time, error) {
	if err := checkOffset(int64(offset)); err != nil {
		return Time{}, err
	}
	return Time{local, int32(offset)}, nil
}

// Local returns what the clock at the offset shows.
func (t Time) Local() LocalTime { return t.local }

// Offset returns the seconds east of UTC.
func (t Time) Offset() int { return int(t.offset) }

// utcNanos is negative or beyond a day where the offset leads over midnight.
func (t Time) utcNanos() int64 { return t.local.nanos - int64(t.offset)*nanosPerSecond }

// Compare orders by instant, then by offset: -1, 0 or +1. Two clocks that show
// the same instant in different offsets are not equal.
func (t Time) Compare(u Time) int {
	return cmp.Or(cmp.Compare(t.utcNanos(), u.utcNanos()), cmp.Compare(t.offset, u.offset))
}

// String prints the time of day followed by the offset: 10:00:00+02:00, or Z.
func (t Time) String() string {
	return string(appendOffset(t.local.appendTo(make([]byte, 0, 24)), t.offset))
}

package bdgraph

import (
	"errors"
	"fmt"
	"time"
)

// Day is a calendar day in the proleptic Gregorian calendar, counted so that
// 0001-01-01 is 1. The zero Day means "not given"; it is no day.
type Day int32

// The sentinels of unbounded interval ends. Both are real days, so that a
// comparison in a query needs no null test.
const (
	MinDay Day = 1       // 0001-01-01: start not bounded from below
	MaxDay Day = 3652059 // 9999-12-31: end open
)

// ErrDate is returned (wrapped) when a text is no day or no partial date.
var ErrDate = errors.New("not a date")

const unixEpochDay = 719163 // Day of 1970-01-01

// DayOf returns the calendar day of t in t's own location. Convert with
// [time.Time.In] first where another zone is wanted. The zero time gives the zero Day.
func DayOf(t time.Time) Day {
	if t.IsZero() {
		return 0
	}
	y, m, d := t.Date()
	return NewDay(y, m, d)
}

// NewDay returns the day of a year, month and day of month, normalised as
// [time.Date] does. Days outside [MinDay, MaxDay] give the zero Day.
func NewDay(year int, month time.Month, day int) Day {
	secs := time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix()
	days := secs/86400 + unixEpochDay
	if secs%86400 < 0 {
		days--
	}
	if days < int64(MinDay) || days > int64(MaxDay) {
		return 0
	}
	return Day(days)
}

// ParseDay reads YYYY-MM-DD. Anything else, 2024-02-30 included, is an
// error that wraps [ErrDate].
func ParseDay(s string) (Day, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return 0, fmt.Errorf("%w: %q is not a day written YYYY-MM-DD", ErrDate, s)
	}
	d := NewDay(t.Date()) // not DayOf, to which the first day of all is no time
	if d == 0 {
		return 0, fmt.Errorf("%w: %q lies outside 0001-01-01 to 9999-12-31", ErrDate, s)
	}
	return d, nil
}

// Time returns midnight UTC at the start of d; the zero time for the zero Day.
func (d Day) Time() time.Time {
	if d == 0 {
		return time.Time{}
	}
	return time.Unix(d.SinceEpoch()*86400, 0).UTC()
}

// SinceEpoch returns the number of days from 1970-01-01 to d.
func (d Day) SinceEpoch() int64 { return int64(d) - unixEpochDay }

// Add returns the day n days later, held inside [MinDay, MaxDay].
func (d Day) Add(n int) Day {
	switch v := int64(d) + int64(n); {
	case v < int64(MinDay):
		return MinDay
	case v > int64(MaxDay):
		return MaxDay
	default:
		return Day(v)
	}
}

// String returns YYYY-MM-DD, or "" for the zero Day.
func (d Day) String() string {
	if d == 0 {
		return ""
	}
	return d.Time().Format(time.DateOnly)
}

// MarshalText writes the day as [Day.String] does.
func (d Day) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (d *Day) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*d = 0
		return nil
	}
	v, err := ParseDay(string(text))
	if err == nil {
		*d = v
	}
	return err
}

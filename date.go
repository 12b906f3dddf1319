package bdgraph

import (
	"fmt"
	"time"
)

// Date is a date as precise as its source wrote it: a subset of EDTF
// (ISO 8601-2), YYYY, YYYY-MM or YYYY-MM-DD, with the days it can mean.
//
// Invariant: either all fields are zero (no date), or
// MinDay <= Earliest <= Latest <= MaxDay and Text is the finest of the three
// forms that holds every day from Earliest to Latest, or empty when they span
// years. An ambiguous 03/04/2024 is {Text: "2024", Earliest: 2024-03-04,
// Latest: 2024-04-03}. Both ends are included.
//
// Written is what the source says where Text says less: "03/04/2024", "Q1 2024"; else empty.
type Date struct {
	Text     string `json:"text,omitempty"`
	Written  string `json:"written,omitempty"`
	Earliest Day    `json:"earliest,omitempty"`
	Latest   Day    `json:"latest,omitempty"`
}

// Precision says how finely a [Date] is known.
type Precision string

// The precisions, from coarse to fine.
const (
	PrecisionNone  Precision = ""
	PrecisionYear  Precision = "year"
	PrecisionMonth Precision = "month"
	PrecisionDay   Precision = "day"
)

// ParseDate reads YYYY, YYYY-MM or YYYY-MM-DD. Other texts, impossible days
// and year 0000 are errors that wrap [ErrDate]. The many ways in which people
// write dates are left to package datetext.
func ParseDate(s string) (Date, error) {
	var d Date
	switch len(s) {
	case 4:
		if t, err := time.Parse("2006", s); err == nil {
			d = DateOfYear(t.Year())
		}
	case 7:
		if t, err := time.Parse("2006-01", s); err == nil {
			d = DateOfMonth(t.Year(), int(t.Month()))
		}
	case 10:
		if day, err := ParseDay(s); err == nil {
			d = DateOfDay(day)
		}
	}
	if d.IsZero() {
		return Date{}, fmt.Errorf("%w: %q is none of YYYY, YYYY-MM, YYYY-MM-DD", ErrDate, s)
	}
	return d, nil
}

// DateOfYear returns the date that means some day of a year; none outside of 1 to 9999.
func DateOfYear(year int) Date {
	if year < 1 || year > 9999 {
		return Date{}
	}
	return DateBetween(NewDay(year, time.January, 1), NewDay(year, time.December, 31))
}

// DateOfMonth returns the date that means some day of a month, which counts from
// 1; none where there is no such month.
func DateOfMonth(year, month int) Date {
	if year < 1 || year > 9999 || month < 1 || month > 12 {
		return Date{}
	}
	return DateBetween(NewDay(year, time.Month(month), 1), NewDay(year, time.Month(month)+1, 0))
}

// DateOfDay returns the date that means exactly d. The zero Day gives no date.
func DateOfDay(d Day) Date {
	return Date{Text: d.String(), Earliest: d, Latest: d}
}

// DateBetween returns the date known to lie from earliest to latest, both
// included. Its text is the finest form that holds them all, or "" when they
// span years.
func DateBetween(earliest, latest Day) Date {
	a, b := earliest.Time(), latest.Time()
	text := ""
	switch {
	case earliest == latest:
		text = earliest.String()
	case a.Year() == b.Year() && a.Month() == b.Month():
		text = a.Format("2006-01")
	case a.Year() == b.Year():
		text = a.Format("2006")
	}
	return Date{Text: text, Earliest: earliest, Latest: latest}
}

// IsZero reports whether no date is known.
func (d Date) IsZero() bool { return d == Date{} }

// Precision returns how finely the date is written.
func (d Date) Precision() Precision {
	switch len(d.Text) {
	case 4:
		return PrecisionYear
	case 7:
		return PrecisionMonth
	case 10:
		return PrecisionDay
	}
	return PrecisionNone
}

// String returns the date as written in the EDTF subset, or "".
func (d Date) String() string { return d.Text }

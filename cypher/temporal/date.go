package temporal

import (
	"cmp"
	"fmt"
	"strconv"
)

// Year bounds of every type that has a date; both are included.
const (
	MinYear = -999_999_999
	MaxYear = 999_999_999
)

// Date is a calendar day without a zone. The zero Date is 1970-01-01.
type Date struct {
	days int64 // since 1970-01-01
}

// NewDate returns the day with these numbers; month and day count from 1. It
// fails when they do not name a day of the calendar.
func NewDate(year, month, day int64) (Date, error) {
	if err := inRange("Year", year, MinYear, MaxYear); err != nil {
		return Date{}, err
	}
	if err := inRange("MonthOfYear", month, 1, 12); err != nil {
		return Date{}, err
	}
	if err := inRange("DayOfMonth", day, 1, 31); err != nil {
		return Date{}, err
	}
	if day > daysInMonth(year, month) {
		if month == 2 && day == 29 {
			return Date{}, invalid("Invalid date 'February 29' as '%d' is not a leap year", year)
		}
		return Date{}, invalid("Invalid date '%s %d'", monthNames[month-1], day)
	}
	return Date{daysFromCivil(year, month, day)}, nil
}

// DateOfEpochDay returns the day that lies this many days after 1970-01-01. It
// fails outside of the years [MinYear] to [MaxYear].
func DateOfEpochDay(days int64) (Date, error) {
	if days < minEpochDay || days > maxEpochDay {
		return Date{}, overflow("Date")
	}
	return Date{days}, nil
}

// EpochDay counts the days since 1970-01-01.
func (d Date) EpochDay() int64 { return d.days }

// Civil returns the year, the month and the day of the month.
func (d Date) Civil() (year, month, day int64) { return civilFromDays(d.days) }

// Compare orders by day: -1, 0 or +1.
func (d Date) Compare(e Date) int { return cmp.Compare(d.days, e.days) }

// String prints the ISO form, as 2026-05-17; years beyond 9999 carry a sign.
func (d Date) String() string { return string(d.appendTo(make([]byte, 0, 16))) }

func (d Date) appendTo(b []byte) []byte {
	year, month, day := d.Civil()
	b = appendYear(b, year)
	b = appendPadded(append(b, '-'), month, 2)
	return appendPadded(append(b, '-'), day, 2)
}

var (
	minEpochDay = daysFromCivil(MinYear, 1, 1)
	maxEpochDay = daysFromCivil(MaxYear, 12, 31)
)

var monthNames = [...]string{
	"JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE",
	"JULY", "AUGUST", "SEPTEMBER", "OCTOBER", "NOVEMBER", "DECEMBER",
}

func isLeap(year int64) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

func daysInYear(year int64) int64 {
	if isLeap(year) {
		return 366
	}
	return 365
}

func daysInMonth(year, month int64) int64 {
	switch month {
	case 2:
		if isLeap(year) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	default:
		return 31
	}
}

// The Gregorian calendar repeats every 400 years. Counting years from March
// puts the leap day last, which makes both directions plain arithmetic.
const (
	daysPer400Years = 146_097
	daysTo1970      = 719_468 // from 0000-03-01
)

func daysFromCivil(year, month, day int64) int64 {
	if month <= 2 {
		year--
		month += 12
	}
	era := floorDiv(year, 400)
	yearOfEra := year - era*400
	dayOfYear := (153*(month-3)+2)/5 + day - 1
	dayOfEra := yearOfEra*365 + yearOfEra/4 - yearOfEra/100 + dayOfYear
	return era*daysPer400Years + dayOfEra - daysTo1970
}

func civilFromDays(days int64) (year, month, day int64) {
	days += daysTo1970
	era := floorDiv(days, daysPer400Years)
	dayOfEra := days - era*daysPer400Years
	yearOfEra := (dayOfEra - dayOfEra/1460 + dayOfEra/36524 - dayOfEra/146096) / 365
	dayOfYear := dayOfEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	m := (5*dayOfYear + 2) / 153
	day = dayOfYear - (153*m+2)/5 + 1
	month = m + 3
	year = era*400 + yearOfEra
	if month > 12 {
		month -= 12
		year++
	}
	return year, month, day
}

// The parts of a date that ISO weeks and quarters give.

// dayOfWeek counts from Monday, 1, to Sunday, 7.
func (d Date) dayOfWeek() int64 { return floorMod(d.days+3, 7) + 1 }

func (d Date) ordinalDay() int64 {
	year, _, _ := d.Civil()
	return d.days - daysFromCivil(year, 1, 1) + 1
}

func (d Date) quarter() int64 {
	_, month, _ := d.Civil()
	return (month-1)/3 + 1
}

func (d Date) dayOfQuarter() int64 {
	year, month, _ := d.Civil()
	return d.days - daysFromCivil(year, (month-1)/3*3+1, 1) + 1
}

// weekYear returns the ISO year and week: the ones that the week's Thursday
// falls into.
func (d Date) weekYear() (year, week int64) {
	thursday := Date{d.days + 4 - d.dayOfWeek()}
	year, _, _ = thursday.Civil()
	return year, (thursday.ordinalDay()-1)/7 + 1
}

// firstWeek returns the Monday of the year's week 1, which holds 4 January.
func firstWeek(year int64) Date {
	fourth := Date{daysFromCivil(year, 1, 4)}
	return Date{fourth.days - fourth.dayOfWeek() + 1}
}

// weeksInYear is 52 or 53: the last week holds 28 December.
func weeksInYear(year int64) int64 {
	_, week := (Date{daysFromCivil(year, 12, 28)}).weekYear()
	return week
}

// dateOfWeek takes week 53 of a year with 52 as the first of the next year,
// unless strict.
func dateOfWeek(year, week, dayOfWeek int64, strict bool) (Date, error) {
	if err := inRange("Year", year, MinYear, MaxYear); err != nil {
		return Date{}, err
	}
	if err := inRange("WeekOfWeekBasedYear", week, 1, 53); err != nil {
		return Date{}, err
	}
	if err := inRange("DayOfWeek", dayOfWeek, 1, 7); err != nil {
		return Date{}, err
	}
	if strict && week > weeksInYear(year) {
		return Date{}, invalid("Year %d does not contain %d weeks.", year, week)
	}
	return DateOfEpochDay(firstWeek(year).days + (week-1)*7 + dayOfWeek - 1)
}

func dateOfOrdinal(year, ordinalDay int64) (Date, error) {
	if err := inRange("Year", year, MinYear, MaxYear); err != nil {
		return Date{}, err
	}
	if err := inRange("DayOfYear", ordinalDay, 1, 366); err != nil {
		return Date{}, err
	}
	if ordinalDay > daysInYear(year) {
		return Date{}, invalid("Invalid date 'DayOfYear 366' as '%d' is not a leap year", year)
	}
	return Date{daysFromCivil(year, 1, 1) + ordinalDay - 1}, nil
}

// dateOfQuarter takes days beyond the quarter's end as days of the next one,
// unless strict.
func dateOfQuarter(year, quarter, dayOfQuarter int64, strict bool) (Date, error) {
	if err := inRange("Year", year, MinYear, MaxYear); err != nil {
		return Date{}, err
	}
	if err := inRange("QuarterOfYear", quarter, 1, 4); err != nil {
		return Date{}, err
	}
	if err := inRange("DayOfQuarter", dayOfQuarter, 1, 92); err != nil {
		return Date{}, err
	}
	first := Date{daysFromCivil(year, quarter*3-2, 1)}
	d := Date{first.days + dayOfQuarter - 1}
	if strict && d.quarter() != quarter {
		return Date{}, invalid("Quarter %d of %d only has %d days.", quarter, year, dayOfQuarter-d.dayOfQuarter())
	}
	return DateOfEpochDay(d.days)
}

// Small helpers of the whole package.

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 { return a - floorDiv(a, b)*b }

// appendYear prints at least four digits, with a sign before years that need
// more or lie before year 0.
func appendYear(b []byte, year int64) []byte {
	switch {
	case year < 0:
		return appendPadded(append(b, '-'), -year, 4)
	case year > 9999:
		b = append(b, '+')
	}
	return appendPadded(b, year, 4)
}

func appendPadded(b []byte, n int64, width int) []byte {
	var digits [20]byte
	s := strconv.AppendInt(digits[:0], n, 10)
	for range width - len(s) {
		b = append(b, '0')
	}
	return append(b, s...)
}

func inRange(field string, n, low, high int64) error {
	if n < low || n > high {
		return invalid("Invalid value for %s (valid values %s - %s): %d", field, javaInt(low), javaInt(high), n)
	}
	return nil
}

func javaInt(n int64) string { return fmt.Sprint(n) }

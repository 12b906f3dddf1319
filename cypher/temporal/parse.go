package temporal

import "strings"

// ParseDate reads a day: 2026-05-17, 2026-5-7, 20260517, 2026-05, 202605, 2026,
// 2026-W20-7, 2026W207, 2026-W20, 2026-Q2-47, 2026-Q2, 2026-137, 2026137; years
// of other than four digits need a sign.
func ParseDate(text string) (Date, error) {
	s := scanner{text}
	d, ok, err := s.date()
	if !ok || err == nil && s.text != "" {
		return Date{}, parseError("Date")
	}
	return d, inText(err)
}

// ParseLocalTime reads a time of day: 10, 10:30, 1030, 10:30:15, 103015, the
// last two with up to nine digits of fraction after a point or comma.
func ParseLocalTime(text string) (LocalTime, error) {
	s := scanner{text}
	s.skip("T")
	t, ok, err := s.time()
	if !ok || err == nil && s.text != "" {
		return LocalTime{}, parseError("LocalTime")
	}
	return t, inText(err)
}

// ParseTime reads a time of day with an offset; without one it is UTC.
func ParseTime(text string) (Time, error) {
	s := scanner{text}
	s.skip("T")
	t, ok, err := s.time()
	if !ok {
		return Time{}, parseError("Time")
	}
	if err != nil {
		return Time{}, inText(err)
	}
	if s.text == "" {
		return Time{t, 0}, nil
	}
	offset, rest, ok := scanOffset(s.text)
	switch {
	case strings.HasPrefix(rest, "[") && strings.HasSuffix(rest, "]"):
		return Time{}, invalid("Using a named time zone e.g. [UTC] is not valid for a time without a date. Instead, use a specific time zone string e.g. +00:00.")
	case !ok || rest != "":
		return Time{}, parseError("Time")
	}
	return NewTime(t, offset)
}

// ParseLocalDateTime reads a day, followed by T and a time of day unless that
// is midnight.
func ParseLocalDateTime(text string) (LocalDateTime, error) {
	s := scanner{text}
	t, _, ok, err := s.dateTime()
	if !ok || err == nil && s.text != "" {
		return LocalDateTime{}, parseError("LocalDateTime")
	}
	return t, inText(err)
}

// ParseDateTime reads a day and time of day followed by an offset, by a region
// in brackets, or by both, which have to agree; without any it is UTC.
func ParseDateTime(text string) (DateTime, error) {
	s := scanner{text}
	local, timed, ok, err := s.dateTime()
	if !ok {
		return DateTime{}, parseError("DateTime")
	}
	if err != nil {
		return DateTime{}, inText(err)
	}
	offset, rest, hasOffset := scanOffset(s.text)
	if hasOffset && !timed {
		return DateTime{}, parseError("DateTime")
	}
	zone, err := OffsetZone(offset)
	if err != nil {
		return DateTime{}, err
	}
	if rest == "" {
		return NewDateTime(local, zone), nil
	}
	if rest[0] != '[' || rest[len(rest)-1] != ']' || strings.ContainsAny(rest, "+") || !timed {
		return DateTime{}, parseError("DateTime")
	}
	region, err := ParseZone(rest[1 : len(rest)-1])
	if err != nil {
		return DateTime{}, err
	}
	if !hasOffset {
		return NewDateTime(local, region), nil
	}
	t := dateTimeOf(local, region, &zone.offset)
	if t.offset != zone.offset {
		return DateTime{}, invalid("Timezone and offset do not match: %s", text)
	}
	return t, nil
}

// dateTime takes a day and, if a T follows, a time of day: timed.
func (s *scanner) dateTime() (t LocalDateTime, timed, ok bool, err error) {
	if t.date, ok, err = s.date(); !ok || err != nil {
		return t, false, ok, err
	}
	if timed = s.skip("Tt"); timed {
		t.time, ok, err = s.time()
	}
	return t, timed, ok, err
}

// date takes a day. ok says whether the text has the form of one, err whether
// its numbers fit.
func (s *scanner) date() (d Date, ok bool, err error) {
	year, ok := s.year()
	if !ok {
		return d, false, nil
	}
	dashed := s.skip("-")
	week, quarter := s.skip("W"), false
	if !week {
		quarter = s.skip("Q")
	}
	switch {
	case week:
		return s.weekDate(year, dashed)
	case quarter:
		return s.quarterDate(year)
	}
	count := s.countDigits()
	switch {
	case !dashed && count == 0: // the year alone
		d, err = NewDate(year, 1, 1)
		return d, true, err
	case count == 3:
		day, _ := s.digits(3)
		d, err = dateOfOrdinal(year, day)
		return d, true, err
	case !dashed && count == 4:
		month, _ := s.digits(2)
		day, _ := s.digits(2)
		d, err = NewDate(year, month, day)
		return d, true, err
	case !dashed && count != 2 || count == 0 || count > 2:
		return d, false, nil
	}
	month, _ := s.digits(count)
	day := int64(1)
	switch {
	case dashed && s.skip("-"):
		if count = s.countDigits(); count < 1 || count > 2 {
			return d, false, nil
		}
		day, _ = s.digits(count)
	case count == 1: // of a month alone both digits are needed
		return d, false, nil
	}
	d, err = NewDate(year, month, day)
	return d, true, err
}

// year takes four digits, or a sign and up to nine.
func (s *scanner) year() (int64, bool) {
	negative := s.text != "" && s.text[0] == '-'
	if !s.skip("+-") {
		return s.digits(4)
	}
	count := s.countDigits()
	if count == 0 || count > 9 {
		return 0, false
	}
	year, _ := s.digits(count)
	if negative {
		year = -year
	}
	return year, true
}

func (s *scanner) weekDate(year int64, dashed bool) (d Date, ok bool, err error) {
	week, ok := s.digits(2)
	if !ok {
		return d, false, nil
	}
	day := int64(1)
	if dashed && s.skip("-") || !dashed && s.countDigits() > 0 {
		if day, ok = s.digits(1); !ok {
			return d, false, nil
		}
	}
	d, err = dateOfWeek(year, week, day, true)
	return d, true, err
}

func (s *scanner) quarterDate(year int64) (d Date, ok bool, err error) {
	quarter, ok := s.digits(1)
	if !ok {
		return d, false, nil
	}
	day := int64(1)
	if s.skip("-") || s.countDigits() > 0 {
		count := s.countDigits()
		if count < 1 || count > 2 {
			return d, false, nil
		}
		day, _ = s.digits(count)
	}
	d, err = dateOfQuarter(year, quarter, day, true)
	return d, true, err
}

// time takes a time of day.
func (s *scanner) time() (t LocalTime, ok bool, err error) {
	hour, ok := s.digits(min(max(s.countDigits(), 1), 2))
	if !ok {
		return t, false, nil
	}
	var minute, second, nanosecond int64
	colon := s.skip(":")
	if minute, ok = s.digits(2); !ok && colon {
		return t, false, nil
	}
	if ok && (!colon || s.skip(":")) {
		if second, ok = s.digits(2); !ok && colon {
			return t, false, nil
		}
		if ok && s.skip(".,") {
			if nanosecond, ok = s.fraction(); !ok {
				return t, false, nil
			}
		}
	}
	t, err = NewLocalTime(hour, minute, second, nanosecond)
	return t, true, err
}

// fraction takes up to nine digits as nanoseconds.
func (s *scanner) fraction() (nanos int64, ok bool) {
	count := s.countDigits()
	if count == 0 || count > 9 {
		return 0, false
	}
	nanos, _ = s.digits(count)
	for range 9 - count {
		nanos *= 10
	}
	return nanos, true
}

package temporal_test

import (
	"errors"
	"fmt"
	"testing"

	"bdgraph/cypher/temporal"
)

func must[T any](t T, err error) T {
	if err != nil {
		panic(err)
	}
	return t
}

// text prints a value, or its error with the kind.
func text(v fmt.Stringer, err error) string {
	var e *temporal.Error
	if errors.As(err, &e) {
		return fmt.Sprintf("✗%d %s", e.Kind, e.Message)
	}
	if err != nil {
		return err.Error()
	}
	return v.String()
}

const (
	noDate     = "✗1 Text cannot be parsed to a Date"
	noTime     = "✗1 Text cannot be parsed to a Time"
	noDateTime = "✗1 Text cannot be parsed to a DateTime"
	noDuration = "✗1 Text cannot be parsed to a Duration"
)

func TestParseDate(t *testing.T) {
	for in, want := range map[string]string{
		"2026-05-17":   "2026-05-17",
		"20260517":     "2026-05-17",
		"2026-5-7":     "2026-05-07",
		"2026-05":      "2026-05-01",
		"202605":       "2026-05-01",
		"2026":         "2026-01-01",
		"2026-W20":     "2026-05-11",
		"2026-W20-7":   "2026-05-17",
		"2026W207":     "2026-05-17",
		"2026-Q2":      "2026-04-01",
		"2026-Q2-47":   "2026-05-17",
		"2026Q247":     "2026-05-17",
		"2026-137":     "2026-05-17",
		"2026137":      "2026-05-17",
		"+12026-01-01": "+12026-01-01",
		"+20260517":    "+20260517-01-01",
		"-0044-03-15":  "-0044-03-15",
		"0000-02-29":   "0000-02-29",
		"2026-02-30":   "✗1 Invalid date 'FEBRUARY 30'",
		"2026-02-29":   "✗1 Invalid date 'February 29' as '2026' is not a leap year",
		"2026-13-01":   "✗1 Invalid value for MonthOfYear (valid values 1 - 12): 13",
		"2026-366":     "✗1 Invalid date 'DayOfYear 366' as '2026' is not a leap year",
		"2025-W53":     "✗1 Year 2025 does not contain 53 weeks.",
		"2026-Q1-91":   "✗1 Quarter 1 of 2026 only has 90 days.",
		"2026-Q5":      "✗1 Invalid value for QuarterOfYear (valid values 1 - 4): 5",
		"":             noDate,
		" 2026-05-17":  noDate,
		"17.05.2026":   noDate,
		"2026-05-17T":  noDate,
		"2026-5":       noDate,
		"20265":        noDate,
		"2026-0517":    noDate,
		"2026-1-234":   noDate,
		"2026-w20":     noDate,
		"99999-01-01":  noDate,
		"+9999999999":  noDate,
		"2026-05-17Z":  noDate,
		"2026-05-1a":   noDate,
		"２０２６-05-17":   noDate,
		"2026--05":     noDate,
		"-":            noDate,
		"2026-W2":      noDate,
		"2026-W20-":    noDate,
		"2026-Q":       noDate,
	} {
		if got := text(temporal.ParseDate(in)); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
}

func TestParseTime(t *testing.T) {
	for in, want := range map[string]string{
		"10":                      "10:00:00Z",
		"1":                       "01:00:00Z",
		"T10:30":                  "10:30:00Z",
		"10:30":                   "10:30:00Z",
		"1030":                    "10:30:00Z",
		"103015.5":                "10:30:15.5Z",
		"10:30:15,120":            "10:30:15.12Z",
		"10:30:15.123456789+0200": "10:30:15.123456789+02:00",
		"10:30-05":                "10:30:00-05:00",
		"10:30z":                  "10:30:00Z",
		"10:30+02:05:59":          "10:30:00+02:05:59",
		"10:30-00:00":             "10:30:00Z",
		"22+18:00":                "22:00:00+18:00",
		"10:30+19:00":             "✗2 Zone offset not in valid range: -18:00 to +18:00",
		"25:00":                   "✗1 Invalid value for HourOfDay (valid values 0 - 23): 25",
		"10:60":                   "✗1 Invalid value for MinuteOfHour (valid values 0 - 59): 60",
		"10:30:60":                "✗1 Invalid value for SecondOfMinute (valid values 0 - 59): 60",
		"10:30:15.1234567891":     noTime,
		"10:30:15.":               noTime,
		"10:":                     noTime,
		"10:3":                    noTime,
		"10:30+1":                 noTime,
		"10:30 +01:00":            noTime,
		"":                        noTime,
		"10:30[Europe/Paris]":     "✗2 Using a named time zone e.g. [UTC] is not valid for a time without a date. Instead, use a specific time zone string e.g. +00:00.",
	} {
		if got := text(temporal.ParseTime(in)); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
}

func TestParseDateTime(t *testing.T) {
	for in, want := range map[string]string{
		"2026-05-17":                           "2026-05-17T00:00:00Z",
		"2026-05-17T10":                        "2026-05-17T10:00:00Z",
		"20260517t1000z":                       "2026-05-17T10:00:00Z",
		"2026-W20-7T10:00:00,5-05":             "2026-05-17T10:00:00.5-05:00",
		"2026-07-01T10:00[Europe/Paris]":       "2026-07-01T10:00:00+02:00[Europe/Paris]",
		"2026-01-01T10:00[europe/paris]":       "2026-01-01T10:00:00+01:00[Europe/Paris]",
		"2026-01-01T10:00[america/new_york]":   "2026-01-01T10:00:00-05:00[America/New_York]",
		"2026-07-01T10:00+02:00[Europe/Paris]": "2026-07-01T10:00:00+02:00[Europe/Paris]",
		"2026-01-01T10:00[utc]":                "2026-01-01T10:00:00Z[UTC]",
		"2026-01-01T10:00[Z]":                  "2026-01-01T10:00:00Z",
		"2026-03-29T02:30[Europe/Paris]":       "2026-03-29T03:30:00+02:00[Europe/Paris]", // skipped
		"2026-10-25T02:30[Europe/Paris]":       "2026-10-25T02:30:00+02:00[Europe/Paris]", // shown twice
		"2026-10-25T02:30+01:00[Europe/Paris]": "2026-10-25T02:30:00+01:00[Europe/Paris]",
		"2026-07-01T10:00Z[Europe/Paris]":      "✗2 Timezone and offset do not match: 2026-07-01T10:00Z[Europe/Paris]",
		"2026-07-01T10:00[Nope/Nope]":          "✗1 Invalid value for TimeZone: Text 'Nope/Nope' could not be parsed at index 0",
		"2026-07-01T10:00[../../etc/passwd]":   "✗1 Invalid value for TimeZone: Text '../../etc/passwd' could not be parsed at index 0",
		"2026-07-01T10:00[EST]":                "✗1 Invalid value for TimeZone: Text 'EST' could not be parsed at index 0",
		"2026-07-01T10:00[]":                   "✗1 Invalid value for TimeZone: Text '' could not be parsed at index 0",
		"2026-05-17T24:00":                     "✗1 Invalid value for HourOfDay (valid values 0 - 23): 24",
		"2026-05-17 10:00":                     noDateTime,
		"2026-05-17Z":                          noDateTime,
		"2026-05-17[Europe/Paris]":             noDateTime,
		"2026-05-17T10:00[Europe/Paris":        noDateTime,
		"2026-05-17T":                          noDateTime,
		"2026-05-17T10:00[+02:00]":             noDateTime,
	} {
		if got := text(temporal.ParseDateTime(in)); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
	if got := text(temporal.ParseLocalDateTime("2026T10:30")); got != "2026-01-01T10:30:00" {
		t.Errorf("local: %s", got)
	}
	if got := text(temporal.ParseLocalDateTime("2026-05-17T10:00Z")); got != "✗1 Text cannot be parsed to a LocalDateTime" {
		t.Errorf("a local time with a zone: %s", got)
	}
}

func TestParseDuration(t *testing.T) {
	for in, want := range map[string]string{
		"P1Y2M3W4DT5H6M7.5S":     "P1Y2M25DT5H6M7.5S",
		"P1.5Y":                  "P1Y6M",
		"P1.5M":                  "P1M15DT5H14M33S",
		"P0.75M":                 "P22DT19H51M49.5S",
		"P2.5W":                  "P17DT12H",
		"P1,5D":                  "P1DT12H",
		"P1Y-1M":                 "P11M",
		"-P1D":                   "P-1D",
		"-PT-1S":                 "PT1S",
		"PT-0.5S":                "PT-0.5S",
		"PT90M":                  "PT1H30M",
		"pt1s":                   "PT1S",
		"P0D":                    "PT0S",
		"PT0.0000000019S":        noDuration,
		"P0.7W":                  "P4DT21H35M59.999999999S", // the floats of Neo4j
		"-P1.123Y":               "P-1Y-1M-14DT-11H-42M-39.095999997S",
		"P1e5D":                  noDuration,
		"P2026-05-17T10:00:00.5": "P2026Y5M17DT10H0.5S",
		"P20260517T100000":       "P2026Y5M17DT10H",
		"PT10:30":                "PT10H30M",
		"P1.5Y2M":                noDuration,
		"P1D1Y":                  noDuration,
		"P1D1D":                  noDuration,
		"P":                      noDuration,
		"PT":                     noDuration,
		"P1YT":                   noDuration,
		"P.5D":                   noDuration,
		"P1":                     noDuration,
		"P1H":                    noDuration,
		"PT1S1S":                 noDuration,
		"PT1ST1S":                noDuration,
		"1 day":                  noDuration,
		"":                       noDuration,
		"P2026-05":               noDuration,
		"P99999999999999999999M": "✗2 Invalid value for duration, will cause overflow.",
	} {
		if got := text(temporal.ParseDuration(in)); got != want {
			t.Errorf("%q: got %s, want %s", in, got, want)
		}
	}
}

package temporal_test

import (
	"math"
	"testing"

	"bdgraph/cypher/temporal"
)

// What does not fit is an error, never a number that has wrapped around.
func TestOverflow(t *testing.T) {
	longest := temporal.NewDuration(math.MaxInt64, math.MaxInt64, math.MaxInt64, 999_999_999)
	one := temporal.NewDuration(1, 1, 1, 1)
	lastDay := must(temporal.NewDate(temporal.MaxYear, 12, 31))
	last := temporal.NewLocalDateTime(lastDay, temporal.LocalTime{})
	for name, call := range map[string]func() error{
		"duration + duration": func() error { _, err := longest.Add(one); return err },
		"duration * 2":        func() error { _, err := longest.MultiplyInt(2); return err },
		"duration * -3":       func() error { _, err := longest.MultiplyInt(-3); return err },
		"duration * smallest": func() error { _, err := one.MultiplyInt(math.MinInt64); return err },
		"duration * 1.5":      func() error { _, err := longest.Multiply(1.5); return err },
		"duration * Infinity": func() error { _, err := one.Multiply(math.Inf(1)); return err },
		"its milliseconds":    func() error { _, err := longest.Component("milliseconds"); return err },
		"its nanoseconds":     func() error { _, err := longest.Component("nanoseconds"); return err },
		"date + months":       func() error { _, err := lastDay.Add(temporal.NewDuration(1, 0, 0, 0)); return err },
		"date + days":         func() error { _, err := lastDay.Add(temporal.NewDuration(0, 1, 0, 0)); return err },
		"date + longest":      func() error { _, err := lastDay.Add(longest); return err },
		"local + seconds":     func() error { _, err := last.Add(temporal.NewDuration(0, 0, 86_400, 0)); return err },
		"local + longest":     func() error { _, err := last.Add(longest); return err },
		"instant + longest":   func() error { _, err := temporal.NewDateTime(last, temporal.Zone{}).Add(longest); return err },
		"day":                 func() error { _, err := temporal.DateOfEpochDay(math.MaxInt64); return err },
		"instant of the epoch": func() error {
			_, err := temporal.DateTimeOfEpoch(math.MaxInt64, math.MaxInt64, temporal.Zone{})
			return err
		},
		"negative smallest": func() error { _, err := temporal.NewDuration(math.MinInt64, 0, 0, 0).Negate(); return err },
		"year":              func() error { _, err := temporal.NewDate(temporal.MaxYear+1, 1, 1); return err },
		"in a zone further on": func() error {
			_, err := temporal.NewDateTime(temporal.NewLocalDateTime(lastDay, must(temporal.NewLocalTime(23, 0, 0, 0))), temporal.Zone{}).In(must(temporal.OffsetZone(7200)))
			return err
		},
		"offset beyond a day": func() error { _, err := temporal.OffsetZone(64_801); return err },
	} {
		if call() == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if got, err := longest.Component("seconds"); err != nil || got != math.MaxInt64 {
		t.Errorf("seconds: %d, %v", got, err)
	}
	whole := must(temporal.Between(must(temporal.NewDate(temporal.MinYear, 1, 1)), lastDay))
	if whole.String() != "P1999999998Y11M30D" {
		t.Errorf("all years: %s", whole)
	}
}

func TestDurationText(t *testing.T) {
	for want, d := range map[string]temporal.Duration{
		"PT0S":                     {},
		"P1Y2M":                    temporal.NewDuration(14, 0, 0, 0),
		"P-1Y-2M":                  temporal.NewDuration(-14, 0, 0, 0),
		"P1M-1D":                   temporal.NewDuration(1, -1, 0, 0),
		"PT-0.5S":                  temporal.NewDuration(0, 0, -1, 500_000_000),
		"PT-1.999S":                temporal.NewDuration(0, 0, -2, 1_000_000),
		"PT-1M-0.001S":             temporal.NewDuration(0, 0, -60, -1_000_000),
		"PT-1H-30M":                temporal.NewDuration(0, 0, -5400, 0),
		"P1DT0.001S":               temporal.NewDuration(0, 1, 0, 1_000_000),
		"PT1H0.000000001S":         temporal.NewDuration(0, 0, 3600, 1),
		"PT2562047788015215H30M7S": temporal.NewDuration(0, 0, math.MaxInt64, 0),
	} {
		if got := d.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

package temporal_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"bdgraph/cypher/temporal"
)

var (
	anyZone = rapid.Custom(func(t *rapid.T) temporal.Zone {
		return must(temporal.ParseZone(rapid.SampledFrom([]string{
			"Z", "+01:00", "-05:30", "+18:00", "Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC",
		}).Draw(t, "zone")))
	})
	anyDate = rapid.Custom(func(t *rapid.T) temporal.Date {
		return must(temporal.DateOfEpochDay(rapid.Int64Range(-4_000_000, 4_000_000).Draw(t, "day")))
	})
	anyLocalTime = rapid.Custom(func(t *rapid.T) temporal.LocalTime {
		return temporal.LocalTimeOfNanos(rapid.Int64Range(0, 86_400e9-1).Draw(t, "nanos"))
	})
	anyLocal = rapid.Custom(func(t *rapid.T) temporal.LocalDateTime {
		return temporal.NewLocalDateTime(anyDate.Draw(t, "date"), anyLocalTime.Draw(t, "time"))
	})
	anyDateTime = rapid.Custom(func(t *rapid.T) temporal.DateTime {
		return must(temporal.DateTimeOfEpoch(
			rapid.Int64Range(-4e9, 8e9).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanos"), anyZone.Draw(t, "zone")))
	})
	anyDuration = rapid.Custom(func(t *rapid.T) temporal.Duration {
		return temporal.NewDuration(
			rapid.Int64Range(-1000, 1000).Draw(t, "months"), rapid.Int64Range(-1000, 1000).Draw(t, "days"),
			rapid.Int64Range(-100_000, 100_000).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanos"))
	})
)

func TestPrintedValuesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		date, local, at, duration := anyDate.Draw(t, "date"), anyLocal.Draw(t, "local"), anyDateTime.Draw(t, "at"), anyDuration.Draw(t, "duration")
		clock := must(temporal.NewTime(local.Time(), rapid.IntRange(-64_800, 64_800).Draw(t, "offset")))
		if got, err := temporal.ParseDate(date.String()); err != nil || got != date {
			t.Fatalf("%v reads back as %v, %v", date, got, err)
		}
		if got, err := temporal.ParseLocalTime(local.Time().String()); err != nil || got != local.Time() {
			t.Fatalf("%v reads back as %v, %v", local.Time(), got, err)
		}
		if got, err := temporal.ParseTime(clock.String()); err != nil || got != clock {
			t.Fatalf("%v reads back as %v, %v", clock, got, err)
		}
		if got, err := temporal.ParseLocalDateTime(local.String()); err != nil || got != local {
			t.Fatalf("%v reads back as %v, %v", local, got, err)
		}
		if got, err := temporal.ParseDateTime(at.String()); err != nil || got != at {
			t.Fatalf("%v reads back as %v, %v", at, got, err)
		}
		if got, err := temporal.ParseDuration(duration.String()); err != nil || got != duration {
			t.Fatalf("%v reads back as %v, %v", duration, got, err)
		}
	})
}

// The calendar and the zones agree with package time.
func TestDatesAgreeWithGo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := anyDateTime.Draw(t, "at")
		g := at.GoTime()
		if temporal.DateTimeOf(g).Compare(at) != 0 && at.Zone().Region() != "UTC" {
			t.Fatalf("%v by way of Go is %v", at, temporal.DateTimeOf(g))
		}
		year, week := g.ISOWeek()
		for name, want := range map[string]int64{
			"year": int64(g.Year()), "month": int64(g.Month()), "day": int64(g.Day()), "ordinalDay": int64(g.YearDay()),
			"dayOfWeek": int64((g.Weekday()+6)%7) + 1, "weekYear": int64(year), "week": int64(week),
			"hour": int64(g.Hour()), "minute": int64(g.Minute()), "second": int64(g.Second()), "nanosecond": int64(g.Nanosecond()),
			"epochSeconds": g.Unix(), "epochMillis": g.UnixMilli(),
		} {
			if got, err := temporal.Component(at, name); err != nil || got != want {
				t.Fatalf("%s of %v is %v, %v; want %d", name, at, got, err, want)
			}
		}
		_, offset := g.Zone()
		if at.Offset() != offset {
			t.Fatalf("%v has the offset %d, Go says %d", at, at.Offset(), offset)
		}
	})
}

func TestBetweenLeadsFromOneToTheOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyLocal.Draw(t, "a"), anyLocal.Draw(t, "b")
		between, err := temporal.Between(a, b)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := a.Add(between); err != nil || got != b {
			t.Fatalf("%v + %v is %v, %v; want %v", a, between, got, err, b)
		}
		seconds := temporal.InSeconds(a, b)
		if got, err := a.Add(seconds); err != nil || got != b {
			t.Fatalf("%v + %v is %v, %v; want %v", a, seconds, got, err, b)
		}
		sign := a.Compare(b)
		if between.Months()*int64(sign) > 0 || between.Days()*int64(sign) > 0 {
			t.Fatalf("%v to %v: %v has the wrong sign", a, b, between)
		}
	})
}

func TestBetweenInstantsLeadsFromOneToTheOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyDateTime.Draw(t, "a"), anyDateTime.Draw(t, "b")
		between, err := temporal.Between(a, b)
		if err != nil {
			t.Fatal(err)
		}
		got, err := a.Add(between)
		if err != nil || got.GoTime().Sub(b.GoTime()) != 0 {
			t.Fatalf("%v + %v is %v, %v; want %v", a, between, got, err, b)
		}
	})
}

func TestTruncationIsTheStartOfTheUnit(t *testing.T) {
	units := []string{
		"millennium", "century", "decade", "year", "quarter", "month", "day", "hour", "minute", "second", "millisecond", "microsecond",
	}
	rapid.Check(t, func(t *rapid.T) {
		at := anyLocal.Draw(t, "at")
		if year, _, _ := at.Date().Civil(); year < 0 {
			t.Skip("decades and longer are cut towards year 0")
		}
		last := at
		for i := len(units) - 1; i >= 0; i-- {
			start, err := temporal.TruncateLocalDateTime(units[i], at, &temporal.Fields{})
			if err != nil {
				t.Fatal(err)
			}
			again, err := temporal.TruncateLocalDateTime(units[i], start, &temporal.Fields{})
			if err != nil || again != start {
				t.Fatalf("%s: %v truncated again is %v, %v", units[i], start, again, err)
			}
			if start.Compare(last) > 0 {
				t.Fatalf("%s of %v starts at %v, after the smaller unit's %v", units[i], at, start, last)
			}
			last = start
		}
	})
}

func TestDurationsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, e := anyDuration.Draw(t, "d"), anyDuration.Draw(t, "e")
		sum := must(d.Add(e))
		if back := must(sum.Add(must(e.Negate()))); back != d {
			t.Fatalf("%v + %v - %v is %v", d, e, e, back)
		}
		if must(d.MultiplyInt(2)) != must(d.Add(d)) {
			t.Fatalf("%v * 2 is %v", d, must(d.MultiplyInt(2)))
		}
		if d.Compare(e) != -e.Compare(d) || (d.Compare(e) == 0) != (d == e) {
			t.Fatalf("%v and %v compare as %d and %d", d, e, d.Compare(e), e.Compare(d))
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"2026-05-17T10:00:00.5+02:00[Europe/Paris]", "2026-W20-7", "2026-Q2-47", "P1Y2M3DT4H5M6.7S", "P2026-05-17T10:00", "-PT-1S", "T10", "[",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		// Whatever is read prints so that it reads back, unless the year has
		// more digits than a text may.
		if at, err := temporal.ParseDateTime(text); err == nil {
			if back, err := temporal.ParseDateTime(at.String()); err != nil || back != at {
				t.Errorf("%q is %v, which is read as %v, %v", text, at, back, err)
			}
		}
		if d, err := temporal.ParseDuration(text); err == nil {
			if back, err := temporal.ParseDuration(d.String()); err != nil || back != d {
				t.Errorf("%q is %v, which is read as %v, %v", text, d, back, err)
			}
		}
		_, _ = temporal.ParseTime(text)
	})
}

func TestGoTimes(t *testing.T) {
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Fatal(err)
	}
	g := time.Date(2026, 7, 1, 10, 20, 30, 40, paris)
	if got := temporal.DateTimeOf(g).String(); got != "2026-07-01T10:20:30.00000004+02:00[Europe/Paris]" {
		t.Errorf("DateTimeOf: %s", got)
	}
	if got := temporal.TimeOf(g).String(); got != "10:20:30.00000004+02:00" {
		t.Errorf("TimeOf: %s", got)
	}
	if got := temporal.LocalDateTimeOf(g).GoTime(); !got.Equal(time.Date(2026, 7, 1, 10, 20, 30, 40, time.UTC)) {
		t.Errorf("a local time back: %s", got)
	}
	if got := temporal.DateOf(g).GoTime(); !got.Equal(time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("a date back: %s", got)
	}
	if got := temporal.TimeOf(g).GoTime().Format(time.RFC3339Nano); got != "1970-01-01T10:20:30.00000004+02:00" {
		t.Errorf("a time back: %s", got)
	}
}

func BenchmarkParseDateTime(b *testing.B) {
	for b.Loop() {
		if _, err := temporal.ParseDateTime("2026-07-01T10:20:30.5+02:00"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseDuration(b *testing.B) {
	for b.Loop() {
		if _, err := temporal.ParseDuration("P1Y2M3DT4H5M6S"); err != nil {
			b.Fatal(err)
		}
	}
}

// Package valuetest is for tests that go over many values: it draws random ones, and
// prints values so that those print alike which a comparison takes for the same.
package valuetest

import (
	"pgregory.net/rapid"

	"bdgraph/cypher/temporal"
	"bdgraph/cypher/value"
)

// Stored draws a value that a property may hold; few of the texts, so that equal ones meet.
func Stored(t *rapid.T) value.Value {
	date, _ := temporal.DateOfEpochDay(rapid.Int64Range(-800000, 2900000).Draw(t, "day"))
	clock := temporal.LocalTimeOfNanos(rapid.Int64Range(0, 86399999999999).Draw(t, "nanos"))
	zone, _ := temporal.ParseZone(rapid.SampledFrom([]string{"Z", "+02:00", "Europe/Stockholm"}).Draw(t, "zone"))
	offset, _ := temporal.NewTime(clock, 3600)
	return rapid.OneOf(
		rapid.Map(rapid.Int64(), value.Int),
		rapid.Map(rapid.Float64(), value.Float),
		rapid.Map(rapid.Bool(), value.Bool),
		rapid.Map(rapid.String(), value.String),
		rapid.Map(rapid.SampledFrom([]string{"a", "b", "c"}), value.String),
		rapid.Map(rapid.SliceOf(rapid.Map(rapid.String(), value.String)), value.List),
		rapid.Map(rapid.SliceOf(rapid.Map(rapid.Int64(), value.Int)), value.List),
		rapid.SampledFrom([]value.Value{
			value.Date(date), value.LocalTime(clock), value.Time(offset),
			value.LocalDateTime(temporal.NewLocalDateTime(date, clock)),
			value.DateTime(temporal.NewDateTime(temporal.NewLocalDateTime(date, clock), zone)),
			value.Duration(temporal.NewDuration(1, 2, 3, 4)),
			value.FromPoint(value.Point{CRS: value.WGS84, X: 1.5, Y: 2}),
		}),
	).Draw(t, "value")
}

// Properties draws which of some keys a node or relationship has, and their values.
func Properties(t *rapid.T, keys ...string) value.Map {
	m := value.Map{}
	for _, k := range keys {
		if rapid.Bool().Draw(t, "has") {
			m = append(m, value.Entry{Key: k, Value: Stored(t)})
		}
	}
	return m
}

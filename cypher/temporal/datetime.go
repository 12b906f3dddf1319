package temporal

import (
	"cmp"
	"strings"
	"time"
)

// LocalDateTime is a day and a time of day without a zone. The zero
// LocalDateTime is 1970-01-01T00:00.
type LocalDateTime struct {
	date Date
	time LocalTime
}

// NewLocalDateTime puts a day and a time of day together.
func NewLocalDateTime(d Date, t LocalTime) LocalDateTime { return LocalDateTime{d, t} }

// Date returns the day.
func (t LocalDateTime) Date() Date { return t.date }

// Time returns the time of day.
func (t LocalDateTime) Time() LocalTime { return t.time }

// epochSecond reads the clock as if it stood in UTC.
func (t LocalDateTime) epochSecond() int64 {
	return t.date.days*secondsPerDay + t.time.nanos/nanosPerSecond
}

func (t LocalDateTime) nanosecond() int64 { return t.time.nanos % nanosPerSecond }

// farSeconds is beyond all years; no sum with it overflows.
const farSeconds = 1 << 60

// localOfEpoch is the reverse; the nanosecond may lie outside of the second.
func localOfEpoch(seconds, nanosecond int64) (LocalDateTime, error) {
	if seconds < -farSeconds || seconds > farSeconds {
		return LocalDateTime{}, overflow("Date")
	}
	seconds += floorDiv(nanosecond, nanosPerSecond)
	d, err := DateOfEpochDay(floorDiv(seconds, secondsPerDay))
	if err != nil {
		return LocalDateTime{}, err
	}
	ofDay := floorMod(seconds, secondsPerDay)
	return LocalDateTime{d, LocalTime{ofDay*nanosPerSecond + floorMod(nanosecond, nanosPerSecond)}}, nil
}

// Compare orders by day, then by time of day: -1, 0 or +1.
func (t LocalDateTime) Compare(u LocalDateTime) int {
	return cmp.Or(t.date.Compare(u.date), t.time.Compare(u.time))
}

// String prints the ISO form, as 2026-05-17T10:00:00.
func (t LocalDateTime) String() string { return string(t.appendTo(make([]byte, 0, 32))) }

func (t LocalDateTime) appendTo(b []byte) []byte {
	return t.time.appendTo(append(t.date.appendTo(b), 'T'))
}

// DateTime is an instant as the clocks of a zone show it. The zero DateTime is
// 1970-01-01T00:00Z.
type DateTime struct {
	local  LocalDateTime
	offset int32 // in force at the instant, seconds east of UTC
	region string
}

// NewDateTime returns the instant at which the zone's clocks show the local
// reading. A reading that the zone skips moves on by the gap; of one that it
// shows twice the earlier is meant.
func NewDateTime(local LocalDateTime, zone Zone) DateTime {
	return dateTimeOf(local, zone, nil)
}

func dateTimeOf(local LocalDateTime, zone Zone, preferred *int32) DateTime {
	seconds := local.epochSecond()
	offset := zone.offsetOfLocal(seconds, preferred)
	if actual := zone.offsetAt(seconds - int64(offset)); actual != offset { // a skipped reading
		moved, err := localOfEpoch(seconds+int64(actual-offset), local.nanosecond())
		if err == nil {
			local, offset = moved, actual
		}
	}
	return DateTime{local, offset, zone.name}
}

// DateTimeOfEpoch returns the instant that lies this many seconds and
// nanoseconds after 1970-01-01T00:00Z, in a zone.
func DateTimeOfEpoch(seconds, nanosecond int64, zone Zone) (DateTime, error) {
	if seconds < -farSeconds || seconds > farSeconds {
		return DateTime{}, overflow("Date")
	}
	seconds += floorDiv(nanosecond, nanosPerSecond)
	nanosecond = floorMod(nanosecond, nanosPerSecond)
	offset := zone.offsetAt(seconds)
	local, err := localOfEpoch(seconds+int64(offset), nanosecond)
	if err != nil {
		return DateTime{}, err
	}
	return DateTime{local, offset, zone.name}, nil
}

// Local returns what the zone's clocks show.
func (t DateTime) Local() LocalDateTime { return t.local }

// Offset returns the offset in force, in seconds east of UTC.
func (t DateTime) Offset() int { return int(t.offset) }

// Zone returns the zone.
func (t DateTime) Zone() Zone {
	if t.region != "" {
		return Zone{name: t.region}
	}
	return Zone{offset: t.offset}
}

// In returns the same instant in another zone.
func (t DateTime) In(zone Zone) (DateTime, error) {
	return DateTimeOfEpoch(t.EpochSecond(), t.Nanosecond(), zone)
}

// EpochSecond counts the whole seconds since 1970-01-01T00:00Z.
func (t DateTime) EpochSecond() int64 { return t.local.epochSecond() - int64(t.offset) }

// Nanosecond returns the nanosecond of the second.
func (t DateTime) Nanosecond() int64 { return t.local.nanosecond() }

// Compare orders by instant, then by offset, then a fixed offset before a
// region, then by the region's name: -1, 0 or +1. The same instant in two
// zones is not equal.
func (t DateTime) Compare(u DateTime) int {
	return cmp.Or(
		cmp.Compare(t.EpochSecond(), u.EpochSecond()),
		cmp.Compare(t.Nanosecond(), u.Nanosecond()),
		cmp.Compare(t.offset, u.offset),
		strings.Compare(t.region, u.region))
}

// String prints the ISO form with the offset and, in brackets, the region:
// 2026-07-01T10:00:00+02:00[Europe/Paris].
func (t DateTime) String() string {
	b := appendOffset(t.local.appendTo(make([]byte, 0, 48)), t.offset)
	if t.region != "" {
		b = append(append(append(b, '['), t.region...), ']')
	}
	return string(b)
}

// Go times in and out. A Go time holds every date of the years that Neo4j's
// drivers carry.

// DateOf returns the day that the Go time's own clock shows.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date{daysFromCivil(int64(year), int64(month), int64(day))}
}

// LocalTimeOf returns the time of day that the Go time's own clock shows.
func LocalTimeOf(t time.Time) LocalTime {
	hour, minute, second := t.Clock()
	return LocalTime{int64((hour*60+minute)*60+second)*nanosPerSecond + int64(t.Nanosecond())}
}

// TimeOf returns the time of day and the offset of a Go time.
func TimeOf(t time.Time) Time {
	_, offset := t.Zone()
	return Time{LocalTimeOf(t), int32(offset)}
}

// LocalDateTimeOf returns what the Go time's own clock shows.
func LocalDateTimeOf(t time.Time) LocalDateTime {
	return LocalDateTime{DateOf(t), LocalTimeOf(t)}
}

// DateTimeOf returns the instant of a Go time. Its location is kept where it is
// a region of the IANA data, else only the offset.
func DateTimeOf(t time.Time) DateTime {
	_, offset := t.Zone()
	d := DateTime{local: LocalDateTimeOf(t), offset: int32(offset)}
	if name := t.Location().String(); strings.Contains(name, "/") {
		if region, ok := regionName(name); ok {
			d.region = region
		}
	}
	return d
}

// GoTime returns midnight UTC of the day.
func (d Date) GoTime() time.Time { return time.Unix(d.days*secondsPerDay, 0).UTC() }

// GoTime returns the time of day in UTC on 1970-01-01.
func (t LocalTime) GoTime() time.Time { return time.Unix(0, t.nanos).UTC() }

// GoTime returns the time of day at its offset on 1970-01-01.
func (t Time) GoTime() time.Time {
	return time.Unix(0, t.utcNanos()).In(time.FixedZone("", int(t.offset)))
}

// GoTime returns the reading as if the clock stood in UTC.
func (t LocalDateTime) GoTime() time.Time {
	return time.Unix(t.epochSecond(), t.nanosecond()).UTC()
}

// GoTime returns the instant in its region, or at its offset.
func (t DateTime) GoTime() time.Time {
	at := time.Unix(t.EpochSecond(), t.Nanosecond())
	switch {
	case t.region != "":
		return at.In(location(t.region))
	case t.offset == 0:
		return at.UTC()
	default:
		return at.In(time.FixedZone("", int(t.offset)))
	}
}

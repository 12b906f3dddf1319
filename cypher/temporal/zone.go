package temporal

import (
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // zone data in the binary, for machines without
)

// maxOffset is the largest distance from UTC, in seconds, in both directions.
const maxOffset = 18 * 3600

func checkOffset(seconds int64) error {
	if seconds < -maxOffset || seconds > maxOffset {
		return invalid("Zone offset not in valid range: -18:00 to +18:00")
	}
	return nil
}

// Zone is a time zone: an offset from UTC, or a region of the IANA data whose
// offset depends on the instant. The zero Zone is UTC, written Z. Zones compare
// with ==.
type Zone struct {
	name   string // of a region; empty for a fixed offset
	offset int32  // seconds east of UTC; 0 for a region
}

// OffsetZone returns the zone with a fixed offset in seconds east of UTC. It
// fails beyond 18 hours.
func OffsetZone(seconds int) (Zone, error) {
	if err := checkOffset(int64(seconds)); err != nil {
		return Zone{}, err
	}
	return Zone{offset: int32(seconds)}, nil
}

// ParseZone reads an offset (Z, +02, +0200, +02:00, +02:00:30) or a region's
// name (Europe/Stockholm, without regard to case).
func ParseZone(text string) (Zone, error) {
	if offset, rest, ok := scanOffset(text); ok && rest == "" {
		z, err := OffsetZone(offset)
		return z, inText(err)
	}
	if name, ok := regionName(text); ok {
		return Zone{name: name}, nil
	}
	return Zone{}, &Error{ErrParse, "Invalid value for TimeZone: Text '" + text + "' could not be parsed at index 0"}
}

// String prints the name of a region, else the offset.
func (z Zone) String() string {
	if z.name != "" {
		return z.name
	}
	return string(appendOffset(nil, z.offset))
}

// Region returns the name of the region, empty for a fixed offset.
func (z Zone) Region() string { return z.name }

// offsetAt returns the offset in force at an instant.
func (z Zone) offsetAt(epochSecond int64) int32 {
	if z.name == "" {
		return z.offset
	}
	_, offset := time.Unix(epochSecond, 0).In(location(z.name)).Zone()
	return int32(offset)
}

// offsetOfLocal returns the offset for a wall clock's reading, given as seconds
// since 1970-01-01T00:00 on that clock. Where the clock was put forward and
// skips the reading, the reading moves on by the gap: the offset before it
// applies. Where the clock was put back and shows it twice, the earlier counts,
// unless the later one's offset is the preferred one.
func (z Zone) offsetOfLocal(local int64, preferred *int32) int32 {
	if z.name == "" {
		return z.offset
	}
	// Clocks are not changed twice within two days.
	before := z.offsetAt(local - secondsPerDay)
	after := z.offsetAt(local + secondsPerDay)
	earlierHolds := z.offsetAt(local-int64(before)) == before
	laterHolds := z.offsetAt(local-int64(after)) == after
	if preferred != nil && laterHolds && *preferred == after {
		return after
	}
	if earlierHolds || !laterHolds {
		return before
	}
	return after
}

// regions caches what time.LoadLocation finds and decodes anew at each call, by
// the text that was asked for and by the region's own name.
var regions sync.Map // string → *time.Location

func location(name string) *time.Location {
	l, ok := loadRegion(name)
	if !ok {
		panic("temporal: zone without data: " + name) // names come from regionName
	}
	return l
}

func loadRegion(name string) (*time.Location, bool) {
	if l, ok := regions.Load(name); ok {
		return l.(*time.Location), true
	}
	l, err := time.LoadLocation(name)
	if err != nil {
		return nil, false
	}
	regions.Store(name, l)
	return l, true
}

// withoutRegion are names of the IANA data that name no region, and Go's own.
var withoutRegion = map[string]bool{"EST": true, "MST": true, "HST": true, "LOCAL": true}

// regionName returns a region's name in its proper case.
func regionName(text string) (string, bool) {
	if text == "" || strings.ContainsAny(text, "\\.") || withoutRegion[strings.ToUpper(text)] {
		return "", false
	}
	// As it is, in capitals, and with the capitals that most names have: each
	// word's first letter, after / and _ and -.
	words := []byte(strings.ToLower(text))
	for i, c := range words {
		if c >= 'a' && c <= 'z' && (i == 0 || strings.IndexByte("/_-", words[i-1]) >= 0) {
			words[i] = c - 'a' + 'A'
		}
	}
	for _, name := range []string{text, string(words), strings.ToUpper(text)} {
		if _, ok := loadRegion(name); ok {
			return name, true
		}
	}
	return "", false
}

// appendOffset prints Z, +02:00 or +02:00:30.
func appendOffset(b []byte, offset int32) []byte {
	if offset == 0 {
		return append(b, 'Z')
	}
	sign := byte('+')
	if offset < 0 {
		sign, offset = '-', -offset
	}
	b = appendPadded(append(b, sign), int64(offset/3600), 2)
	b = appendPadded(append(b, ':'), int64(offset/60%60), 2)
	if offset%60 != 0 {
		b = appendPadded(append(b, ':'), int64(offset%60), 2)
	}
	return b
}

// scanOffset reads Z or a signed offset at the start of the text.
func scanOffset(text string) (seconds int, rest string, ok bool) {
	if text == "" {
		return 0, text, false
	}
	switch text[0] {
	case 'Z', 'z':
		return 0, text[1:], true
	case '+', '-':
	default:
		return 0, text, false
	}
	sign := 1
	if text[0] == '-' {
		sign = -1
	}
	s := scanner{text: text[1:]}
	hours, ok := s.digits(2)
	if !ok {
		return 0, text, false
	}
	var minutes, secs int64
	colon := s.skip(":")
	if minutes, ok = s.digits(2); ok {
		if !colon || s.skip(":") {
			if secs, ok = s.digits(2); !ok && colon {
				return 0, text, false
			}
		}
	} else if colon {
		return 0, text, false
	}
	if minutes > 59 || secs > 59 {
		return 0, text, false
	}
	return sign * int(hours*3600+minutes*60+secs), s.text, true
}

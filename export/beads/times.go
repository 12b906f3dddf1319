package beads

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// parseTime reads a time as the versions of bd, and hand-made files, write it.
// explicit says that the text names its offset from UTC in figures: such times are
// true instants, while a Z may be the false one of a writer's local clock.
func parseTime(s string) (t time.Time, explicit, ok bool) {
	for _, text := range [...]string{s, plainTime(s)} {
		for i, layout := range timeLayouts {
			t, err := time.Parse(layout, text)
			if err != nil {
				continue
			}
			if i < layoutsWithOffset && text[len(text)-1] != 'Z' {
				_, offset := t.Zone() // never Local, so that equal texts give equal values everywhere
				// JSON can write no offset of a whole day.
				return t.In(time.FixedZone("", offset)), true, offset > -largestOffset && offset < largestOffset
			}
			return t.UTC(), false, true
		}
	}
	return time.Time{}, false, false
}

// largestOffset, in seconds, is more than any place is away from UTC.
const largestOffset = 24 * 60 * 60

// timeLayouts begins with what every bd writes; the others come from database
// dumps and hands.
var timeLayouts = []string{
	time.RFC3339Nano,
	"2006-01-02 15:04:05.999999999Z07:00",
	"2006-01-02 15:04:05.999999999 -0700 MST",
	"2006-01-02 15:04:05.999999999 -0700",
	"2006-01-02 15:04:05.999999999Z07",
	"2006-01-02T15:04:05.999999999Z0700",
	"2006-01-02T15:04:05.999999999Z07",
	"20060102T150405.999999999Z07:00",
	"20060102T150405.999999999Z0700",
	"2006-01-02T15:04Z07:00",
	"Mon, 2 Jan 2006 15:04:05 -0700",
	"Mon, 2 Jan 2006 15:04:05Z07:00",
	"2006-01-02T15:04:05.999999999",
	"2006-01-02 15:04:05.999999999",
	"2006-01-02T15:04",
	"2006-01-02 15:04",
	"2006/01/02 15:04:05",
	"2006/01/02",
	time.DateOnly,
}

const layoutsWithOffset = 12 // of timeLayouts

// plainTime writes a hand-made time as the layouts want it: without blanks
// around it, T and Z as capitals, UTC by its letter, no reading of Go's monotonic clock, no
// name of a zone in brackets after the offset. A leap second is read as the one before it.
func plainTime(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), " m=")
	if bare, _, ok := strings.Cut(s, "["); ok && strings.HasSuffix(s, "]") {
		s = bare
	}
	s = strings.ToUpper(s)
	if at := strings.Index(s, ":60"); at >= 0 && at == strings.LastIndexByte(s[:min(len(s), 20)], ':') && strings.Count(s[:at], ":") == 1 {
		s = s[:at] + ":59" + s[at+len(":60"):]
	}
	for _, zone := range [...]string{" UTC", " GMT", " Z"} {
		if bare, ok := strings.CutSuffix(s, zone); ok && !strings.HasSuffix(bare, "0000") {
			return bare + "Z"
		}
	}
	return s
}

// shortestEpoch is how many digits a text has that counts seconds; 2026 is a year.
const shortestEpoch = 9

// epochTime reads seconds, or thousandths, millionths or billionths of one, since
// 1970 as some tools write them.
func epochTime(s string) (time.Time, bool) {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || !(n >= 0 && n < 1e20) {
		return time.Time{}, false
	}
	for n >= 1e11 {
		n /= 1000
	}
	return time.UnixMilli(int64(math.Round(n * 1000))).UTC(), true
}

// unknownTime reports whether a stored time stands for none: the zero time and
// whatever else lies before computers counted, the epoch as which null columns are
// exported, or the last year, which means "never".
func unknownTime(t time.Time) bool {
	return t.Unix() < 24*60*60 || t.UTC().Year() >= 9999 || t.Year() == 1970 && t.YearDay() == 1
}

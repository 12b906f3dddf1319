package temporal

import (
	"math"
	"math/bits"
)

// amounts are the parts of a duration while they are added up: months, days,
// seconds, nanoseconds. As long as all of them are whole they are exact. With a
// fraction among them they are floats, in the steps in which Neo4j reckons, so
// that the last digit is the same.
type amounts struct {
	whole      [4]int64
	floats     [4]float64
	fractional bool
	overflowed bool // of the whole amounts
}

// addWhole adds n units that are some times as large as the part's.
func (a *amounts) addWhole(part int, n, times int64) {
	product, ok1 := mulInt(n, times)
	sum, ok2 := addInt(a.whole[part], product)
	a.whole[part] = sum
	a.overflowed = a.overflowed || !ok1 || !ok2
	a.floats[part] += float64(n) * float64(times)
}

func (a *amounts) addFloat(part int, n float64, times int64) {
	a.fractional = true
	a.floats[part] += n * float64(times)
}

func (a *amounts) duration() (Duration, error) {
	switch {
	case a.fractional:
		return approximate(a.floats)
	case a.overflowed:
		return Duration{}, durationOverflow()
	}
	seconds, ok := addInt(a.whole[2], floorDiv(a.whole[3], nanosPerSecond))
	if !ok {
		return Duration{}, durationOverflow()
	}
	return NewDuration(a.whole[0], a.whole[1], seconds, floorMod(a.whole[3], nanosPerSecond)).inRange()
}

// approximate carries the fraction of each part into the next: a month as the
// days of an average one, a day as 86400 seconds. What is below a nanosecond is
// cut.
func approximate(parts [4]float64) (Duration, error) {
	carries := [3]func(fraction float64) float64{
		func(f float64) float64 { return f * (secondsPerMonth * 1e9) / (secondsPerDay * 1e9) },
		func(f float64) float64 { return f * (secondsPerDay * 1e9) / 1e9 },
		func(f float64) float64 { return f * nanosPerSecond },
	}
	var whole [4]int64
	for i := range parts {
		part := parts[i] // what was carried into it included
		if part >= 1<<63 || part < -1<<63 {
			return Duration{}, durationOverflow()
		}
		if part == part { // NaN counts nothing
			whole[i] = int64(part)
		}
		if i < len(carries) {
			parts[i+1] += carries[i](part - math.Trunc(part))
		}
	}
	seconds, ok := addInt(whole[2], floorDiv(whole[3], nanosPerSecond))
	if !ok {
		return Duration{}, durationOverflow()
	}
	return NewDuration(whole[0], whole[1], seconds, floorMod(whole[3], nanosPerSecond)).inRange()
}

func addInt(a, b int64) (sum int64, ok bool) {
	sum = a + b
	return sum, (sum > a) == (b > 0)
}

func mulInt(a, b int64) (product int64, ok bool) {
	high, low := bits.Mul64(uint64(a), uint64(b))
	// The signed high half: the unsigned one counts 2^64 for each negative factor.
	signed := int64(high) - a>>63&b - b>>63&a
	return int64(low), signed == int64(low)>>63
}

package temporal

import (
	"cmp"
	"math/bits"
)

// wide is a signed integer of 128 bits, in which the average length of what may
// become a duration fits.
type wide struct {
	high int64
	low  uint64
}

func wideOf(n int64) wide { return wide{n >> 63, uint64(n)} }

func (a wide) add(b wide) wide {
	low, carry := bits.Add64(a.low, b.low, 0)
	return wide{a.high + b.high + int64(carry), low}
}

// mul multiplies 64 bits by a positive factor.
func (a wide) mul(factor int64) wide {
	high, low := bits.Mul64(a.low, uint64(factor))
	return wide{a.high*factor + int64(high), low}
}

func (a wide) cmp(b wide) int {
	return cmp.Or(cmp.Compare(a.high, b.high), cmp.Compare(a.low, b.low))
}

// fits reports whether 64 bits hold the number.
func (a wide) fits() bool { return a.high == int64(a.low)>>63 }

func (d Duration) averageSeconds() wide {
	return wideOf(d.months).mul(secondsPerMonth).add(wideOf(d.days).mul(secondsPerDay)).add(wideOf(d.seconds))
}

package temporal

import (
	"math/big"
	"strconv"
)

// amounts are the four parts of a duration before they are rounded: exact
// fractions, so that 0.1 months or the third of a day lose nothing on the way.
type amounts [4]big.Rat // months, days, seconds, nanoseconds

func ratOfInt(n int64) *big.Rat { return new(big.Rat).SetInt64(n) }

// ratOfFloat takes the float as the decimal number it prints as.
func ratOfFloat(f float64) *big.Rat {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', -1, 64))
	return r
}

func (a *amounts) add(part int, n *big.Rat, times int64) {
	n.Mul(n, ratOfInt(times))
	a[part].Add(&a[part], n)
}

func (d Duration) amounts() *amounts {
	var a amounts
	a[0].SetInt64(d.months)
	a[1].SetInt64(d.days)
	a[2].SetInt64(d.seconds)
	a[3].SetInt64(int64(d.nanos))
	return &a
}

func (a *amounts) scale(factor *big.Rat) {
	for i := range a {
		a[i].Mul(&a[i], factor)
	}
}

// The average lengths that carry a fraction of one part into the next.
var carries = [3]*big.Rat{
	big.NewRat(secondsPerMonth, secondsPerDay), // days of a month
	big.NewRat(secondsPerDay, 1),
	big.NewRat(nanosPerSecond, 1),
}

// duration carries the fractions down and cuts what is below a nanosecond.
func (a *amounts) duration() (Duration, error) {
	var whole [4]int64
	for i := range a {
		cut := new(big.Int).Quo(a[i].Num(), a[i].Denom()) // towards zero
		if !cut.IsInt64() {
			return Duration{}, durationOverflow()
		}
		whole[i] = cut.Int64()
		if i < len(carries) {
			rest := new(big.Rat).Sub(&a[i], new(big.Rat).SetInt(cut))
			a[i+1].Add(&a[i+1], rest.Mul(rest, carries[i]))
		}
	}
	seconds, ok := addInt(whole[2], floorDiv(whole[3], nanosPerSecond))
	if !ok {
		return Duration{}, durationOverflow()
	}
	return NewDuration(whole[0], whole[1], seconds, floorMod(whole[3], nanosPerSecond)), nil
}

func addInt(a, b int64) (sum int64, ok bool) {
	sum = a + b
	return sum, (sum > a) == (b > 0)
}

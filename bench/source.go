package bench

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// source is where chance, words and days come from.
type source struct {
	random *rand.Rand
	words  []string // made up and distinct, short ones first
}

func newSource(seed uint64) *source {
	const consonants, vowels, ends = "bcdfgklmnprstv", "aeio", "nrstl"
	s := &source{random: rand.New(rand.NewPCG(seed, 0))}
	seen := map[string]bool{}
	for len(seen) < 1500 {
		var b strings.Builder
		for range 2 + s.random.IntN(3) {
			b.WriteByte(consonants[s.random.IntN(len(consonants))])
			b.WriteByte(vowels[s.random.IntN(len(vowels))])
		}
		if s.random.IntN(2) == 0 {
			b.WriteByte(ends[s.random.IntN(len(ends))])
		}
		seen[b.String()] = true
	}
	for w := range seen {
		s.words = append(s.words, w)
	}
	slices.SortFunc(s.words, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	return s
}

// skewed returns a number below n, small ones more often.
func (s *source) skewed(n int, power float64) int {
	return min(n-1, int(float64(n)*math.Pow(s.random.Float64(), power)))
}

// text returns words of so many letters together.
func (s *source) text(low, high int) string {
	var b strings.Builder
	for want := low + s.random.IntN(high-low+1); b.Len() < want; {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(s.words[s.skewed(len(s.words), 2)])
	}
	text := b.String()
	return strings.ToUpper(text[:1]) + text[1:]
}

// pick returns one of the words of a text, by their weights.
func (s *source) pick(words string, weights ...int) string {
	total := 0
	for _, w := range weights {
		total += w
	}
	n := s.random.IntN(total)
	all := strings.Fields(words)
	for i, w := range weights {
		if n -= w; n < 0 {
			return all[i]
		}
	}
	return all[0]
}

// FirstDay is the day from which others are counted.
var FirstDay = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

// day returns the date so many days after the first one.
func day(n int) string {
	return FirstDay.AddDate(0, 0, n).Format(time.DateOnly)
}

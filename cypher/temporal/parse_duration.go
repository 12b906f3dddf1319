package temporal

import "strconv"

// ParseDuration reads P, the amounts of years, months, weeks, days, then T and
// those of hours, minutes, seconds, each with a sign if need be:
// P1Y-1M2DT0.5S, where only the last amount may have a fraction; or P2026-05-17T10:00:00, whose numbers are amounts too. A
// sign before the P turns all of them.
func ParseDuration(text string) (Duration, error) {
	s := scanner{text}
	negative := s.text != "" && s.text[0] == '-'
	s.skip("+-")
	if !s.skip("Pp") || s.text == "" {
		return Duration{}, parseError("Duration")
	}
	amountsText := s.text
	var sum amounts
	if !s.designated(&sum) {
		s.text, sum = amountsText, amounts{}
		if !s.dateLike(&sum) {
			return Duration{}, parseError("Duration")
		}
	}
	d, err := sum.duration()
	if err != nil || !negative {
		return d, err
	}
	return d.Negate()
}

// designated takes all of a text like 1Y2M3DT4H.
func (s *scanner) designated(sum *amounts) bool {
	designators, inTime, fraction := dateDesignators, false, false
	for s.text != "" {
		if s.skip("Tt") {
			if inTime || s.text == "" {
				return false
			}
			designators, inTime = timeDesignators, true
			continue
		}
		n, ok := s.number()
		if !ok || fraction { // only the last amount may have a fraction
			return false
		}
		fraction = n.fraction != ""
		for len(designators) > 0 && !s.skip(designators[0].letters) {
			designators = designators[1:]
		}
		if len(designators) == 0 {
			return false
		}
		if !n.addTo(sum, designators[0].part, designators[0].times) {
			return false
		}
		designators = designators[1:]
	}
	return true
}

// number is an amount in the text of a duration.
type number struct {
	text     string // with its sign, without a fraction
	fraction string // its digits
}

// number takes digits with a sign and a fraction if need be.
func (s *scanner) number() (n number, ok bool) {
	rest := scanner{s.text}
	rest.skip("+-")
	count := rest.countDigits()
	rest.text = rest.text[count:]
	n.text = s.text[:len(s.text)-len(rest.text)]
	if rest.skip(".,") {
		fraction := rest.countDigits()
		if fraction == 0 {
			return n, false
		}
		n.fraction = rest.text[:fraction]
		rest.text = rest.text[fraction:]
	}
	if count == 0 {
		return n, false
	}
	*s = rest
	return n, true
}

// addTo adds the number of units to a duration; of seconds the fraction is
// nanoseconds, of at most nine digits.
func (n number) addTo(sum *amounts, part int, times int64) (ok bool) {
	if n.fraction != "" && (part != 2 || times != 1) {
		f, _ := strconv.ParseFloat(n.text+"."+n.fraction, 64) // out of range: infinite
		sum.addFloat(part, f, times)
		return true
	}
	whole, err := strconv.ParseInt(n.text, 10, 64)
	if err != nil {
		sum.overflowed = true
	}
	sum.addWhole(part, whole, times)
	if n.fraction != "" {
		s := scanner{n.fraction}
		nanos, ok := s.fraction()
		if !ok {
			return false
		}
		if n.text[0] == '-' {
			nanos = -nanos
		}
		sum.addWhole(3, nanos, 1)
	}
	return true
}

// dateLike takes all of a text like 2026-05-17T10:00:00.
func (s *scanner) dateLike(sum *amounts) bool {
	amount := func(digits, part int, times int64) bool {
		n, ok := s.digits(digits)
		if ok {
			sum.addWhole(part, n, times)
		}
		return ok
	}
	if s.text != "" && s.text[0] != 'T' && s.text[0] != 't' {
		if !amount(4, 0, 12) {
			return false
		}
		dashed := s.skip("-")
		if !amount(2, 0, 1) || dashed && !s.skip("-") || !amount(2, 1, 1) {
			return false
		}
	}
	if s.skip("Tt") {
		if !amount(2, 2, 3600) {
			return false
		}
		colon := s.skip(":")
		if !amount(2, 2, 60) {
			return false
		}
		if s.text == "" {
			return true
		}
		if colon && !s.skip(":") || !amount(2, 2, 1) {
			return false
		}
		if s.skip(".,") {
			nanos, ok := s.fraction()
			if !ok {
				return false
			}
			sum.addWhole(3, nanos, 1)
		}
	}
	return s.text == ""
}

// The designators in the order in which they may come.
var (
	dateDesignators = []struct {
		letters string
		part    int
		times   int64
	}{{"Yy", 0, 12}, {"Mm", 0, 1}, {"Ww", 1, 7}, {"Dd", 1, 1}}
	timeDesignators = []struct {
		letters string
		part    int
		times   int64
	}{{"Hh", 2, 3600}, {"Mm", 2, 60}, {"Ss", 2, 1}}
)

package temporal

import "strings"

// scanner reads a text from the left; its methods take what they recognise.
type scanner struct {
	text string
}

// digits takes exactly n decimal digits.
func (s *scanner) digits(n int) (int64, bool) {
	if len(s.text) < n {
		return 0, false
	}
	value, ok := int64(0), true
	for i := range n {
		c := s.text[i]
		ok = ok && c >= '0' && c <= '9'
		value = value*10 + int64(c-'0')
	}
	if !ok {
		return 0, false
	}
	s.text = s.text[n:]
	return value, true
}

// skip takes one of the bytes, if it comes next.
func (s *scanner) skip(oneOf string) bool {
	if s.text == "" || strings.IndexByte(oneOf, s.text[0]) < 0 {
		return false
	}
	s.text = s.text[1:]
	return true
}

// countDigits says how many decimal digits come next.
func (s *scanner) countDigits() int {
	n := 0
	for n < len(s.text) && s.text[n] >= '0' && s.text[n] <= '9' {
		n++
	}
	return n
}

package syntax

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

func specialFloat(t *token) Expr {
	f := math.Inf(1)
	if t.keyword == kNan {
		f = math.NaN()
	}
	return &FloatLit{tokenSpan(t), f}
}

// negativeNumber reads the number after a minus that belongs to it.
func (p *parser) negativeNumber(start Pos) Expr {
	t := p.tok()
	p.i++
	switch n := p.number(t, true).(type) {
	case *IntegerLit:
		n.Span = p.spanFrom(start)
		return n
	case *FloatLit:
		n.Span = p.spanFrom(start)
		return n
	default:
		return n
	}
}

// number turns a tNumber into a literal, negated if so asked.
func (p *parser) number(t *token, negative bool) Expr {
	at, s := tokenSpan(t), p.tokText(t)
	invalid := func(message, hint string) { p.fail(at, "InvalidNumberLiteral", message, hint) }
	if strings.HasPrefix(s, "_") || strings.HasSuffix(s, "_") || strings.Contains(s, "__") {
		invalid("invalid literal number", "An underscore in a number stands between two digits")
	}
	digits := strings.ReplaceAll(s, "_", "")
	base, body := 10, digits
	switch {
	case strings.HasPrefix(digits, "0x"):
		base, body = 16, digits[2:]
	case strings.HasPrefix(digits, "0o"):
		base, body = 8, digits[2:]
	case strings.HasPrefix(digits, "0X"):
		invalid("The hex integer literal syntax `"+s+"` is no longer supported, please use `0x"+s[2:]+"` instead", "Write 0x"+s[2:])
	case strings.ContainsAny(digits, ".eEdDfF"):
		return p.float(at, s, digits, negative)
	case len(digits) > 1 && digits[0] == '0' && allDigits(digits):
		octal := strings.TrimLeft(digits, "0")
		if octal == "" {
			octal = "0"
		}
		invalid("The octal integer literal syntax `"+s+"` is no longer supported, please use `0o"+octal+"` instead",
			"Write "+octal+" for the decimal number, 0o"+octal+" for the octal one")
	}
	// The sign is part of what is parsed, so that the least integer can be written.
	if negative {
		body = "-" + body
	}
	n, err := strconv.ParseInt(body, base, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		p.fail(at, "IntegerOverflow", "integer is too large", "Integers have 64 bits; write a float such as 1e19, or a string")
	case err != nil:
		invalid("invalid literal number", "")
	}
	return &IntegerLit{at, n}
}

func allDigits(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
}

func (p *parser) float(at Span, s, digits string, negative bool) Expr {
	// A suffix d or f changes nothing where it is a float already; letters otherwise
	// make it no number, and so does what only Go reads as one.
	body := strings.TrimRight(digits, "dDfF")
	if len(digits)-len(body) > 1 || !strings.ContainsAny(body, ".eE") || strings.Trim(body, "0123456789.eE+-") != "" {
		p.fail(at, "InvalidNumberLiteral", "invalid literal number", "")
	}
	f, err := strconv.ParseFloat(body, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) && math.IsInf(f, 0):
		p.fail(at, "FloatingPointOverflow", "floating point number is too large", "")
	case err != nil && !errors.Is(err, strconv.ErrRange):
		p.fail(at, "InvalidNumberLiteral", "invalid literal number", "")
	}
	if negative {
		f = -f
	}
	return &FloatLit{at, f}
}

// unescape resolves the escapes of a string, or only \u of a `name`. An unknown
// escape keeps its backslash.
func (p *parser) unescape(s string, at Span, all bool) string {
	i := strings.IndexByte(s, '\\')
	if i < 0 {
		return s
	}
	var b strings.Builder
	for i >= 0 && i+1 < len(s) {
		b.WriteString(s[:i])
		c := s[i+1]
		replacement := strings.IndexByte(`'"\bfnrt`, c)
		switch {
		case c == 'u':
			r, n := p.unicodeEscape(s[i:], at)
			b.WriteRune(r)
			s = s[i+n:]
		case all && replacement >= 0:
			b.WriteByte("'\"\\\b\f\n\r\t"[replacement])
			s = s[i+2:]
		default:
			b.WriteString(s[i : i+2])
			s = s[i+2:]
		}
		i = strings.IndexByte(s, '\\')
	}
	b.WriteString(s)
	return b.String()
}

// unicodeEscape reads \uXXXX at the start of s, or two of them that make one
// character, and returns how many bytes it took.
func (p *parser) unicodeEscape(s string, at Span) (rune, int) {
	first, ok := hex4(s)
	if !ok {
		p.fail(at, "InvalidUnicodeLiteral", "Invalid input '"+firstRunes(s[2:], 4)+"': expected four hexadecimal digits specifying a unicode character",
			`Write \u and four hexadecimal digits, as in \u00e9`)
	}
	if !utf16.IsSurrogate(first) {
		return first, 6
	}
	if second, ok := hex4(s[6:]); ok {
		if r := utf16.DecodeRune(first, second); r != utf8.RuneError {
			return r, 12
		}
	}
	return utf8.RuneError, 6
}

func hex4(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(n), err == nil
}

func firstRunes(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}

package adr

import (
	"path"
	"regexp"
	"strconv"
	"strings"
)

// nameParts is what a record's file name says.
type nameParts struct {
	prefix string // adr, fe-adr …, lower case, without the separator
	number string // zeros kept; "" when the name has none or begins with a date
	slug   string // lower case
	stem   string // the whole name without its extension, lower case
}

// series is what the letters before a number say beside that a record has it: "ddr" of
// DDR-012, "fe" of FE-ADR-012, nothing of ADR-012. Each series has numbers of its own.
func (p nameParts) series() string {
	return strings.TrimRight(strings.TrimSuffix(p.prefix, "adr"), "-_ ")
}

var nameForm = pattern(`^((?:[a-z0-9]{1,12}[-_]adr|(?:[a-z]{2,12}[-_ ]?){0,3}?))[-_ ]?(\d{1,5}[a-z]?)(?:[-_. ]+(.*))?$`)

// letterForm is a name with one letter before the number: D-018-slug, D0151-slug.
var letterForm = pattern(`^([a-z])(?:-?(\d{3,5})|-(\d{2}))(?:[-_. ]+(.*))?$`)

func readName(name string) nameParts {
	base := path.Base(name)
	p := nameParts{stem: strings.ToLower(strings.TrimSuffix(base, path.Ext(base)))}
	if dateName().MatchString(p.stem) {
		p.slug = strings.Trim(p.stem[len(dateName().FindString(p.stem)):], "-_. ")
		return p
	}
	p.slug = p.stem
	if m := letterForm().FindStringSubmatch(p.stem); m != nil {
		p.prefix, p.number, p.slug = m[1], m[2]+m[3], m[4]
	} else if m := nameForm().FindStringSubmatch(p.stem); m != nil {
		p.prefix, p.number, p.slug = strings.Trim(m[1], "-_ "), m[2], m[3]
	}
	return p
}

var (
	titleNumber = pattern(`(?i)^(?:\[?(?:adr|madr|decision record|decision|record|决策|決定)[-_ ]*(?:(?:no\.?|nr\.?|n°|#|№)\s*)?)[-_. ]*(\d{1,5}[a-z]?)\b\]?\s*[-–—:.)：、|·•]*\s*`)
	titleCount  = pattern(`^#?(\d{1,5}[a-z]?)(?:\s*[.:)：、|·•–—-]+\s*|\s+[-–—]\s*|$)`)
	titlePrefix = pattern(`^([A-Z][A-Z0-9-]{0,11}[-_ ]|[A-Z])(\d{1,5})\b\s*[-–—:.)：、|·•]*\s*`)
	titleLabel  = pattern(`(?i)^(?:adr|architecture decision record|decision record|decision)\s*[:：·–—]\s+`)
)

// readTitle splits a heading into the record's number, if it names one, and
// its title. The file's own number allows the forms "7 Queue mail" and "KEP-7: Queue mail".
func readTitle(heading string, own nameParts) (number, title string) {
	s := strings.TrimSpace(heading)
	for _, form := range []*regexp.Regexp{titleNumber(), titleCount()} {
		if m := form.FindStringSubmatchIndex(s); m != nil {
			return strings.ToLower(s[m[2]:m[3]]), orWhole(s[m[1]:], s)
		}
	}
	if m := setOffNumber().FindStringSubmatch(s); m != nil && own.prefix != "" && strings.EqualFold(m[1], own.prefix) {
		return m[2], orWhole(s[len(m[0]):], s)
	}
	if m := titlePrefix().FindStringSubmatch(s); m != nil && (strings.EqualFold(strings.TrimRight(m[1], "-_ "), own.prefix) || own.number != "" && sameNumber(m[2], own.number)) {
		return m[2], orWhole(s[len(m[0]):], s)
	}
	if first, rest, ok := strings.Cut(s, " "); ok && own.number != "" && sameNumber(first, own.number) {
		return first, strings.TrimSpace(rest)
	}
	if m := titleLabel().FindString(s); m != "" {
		return "", orWhole(s[len(m):], s)
	}
	return "", s
}

func orWhole(rest, whole string) string {
	if rest = strings.TrimSpace(rest); rest == "" {
		return whole
	}
	return rest
}

// sameNumber compares record numbers by value: 7 and 0007 are the same, 7 and 7a are not.
func sameNumber(a, b string) bool {
	x, y := numberKey(a), numberKey(b)
	return x != "" && x == y
}

// numberKey returns a number without leading zeros, "" for what is no number.
func numberKey(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	digits := strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz")
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 || len(s) > len(digits)+1 || len(digits) > 5 {
		return ""
	}
	return strconv.Itoa(n) + s[len(digits):]
}

// slugify writes a title as it stands in file names, for comparison.
func slugify(title string) string {
	var b strings.Builder
	for _, t := range tokenize(title) {
		if t.kind == wordToken || t.kind == numberToken || (t.kind == markToken && len(t.word) >= 3) {
			if b.Len() > 0 && t.kind != markToken {
				b.WriteByte('-')
			}
			b.WriteString(t.word)
		}
	}
	return b.String()
}

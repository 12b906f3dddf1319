package bdgraph

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// FoundDate is a date expression in a text.
type FoundDate struct {
	Start, End int    // byte offsets in the text; End is not included
	Written    string // the expression as written
	// Date is what it means; zero when the expression has the form of a date
	// but there is no such day, such as 2024-02-30.
	Date Date
	// Ambiguous says that day and month may be swapped (03/04/2024); Date
	// then spans both readings.
	Ambiguous bool
}

// FindDates returns the date expressions of a text in order of place, none
// overlapping: 2024-03-05, 2024/3/5, 05.03.2024, 5-3-2024, 20240305, 5 March 2024,
// March 5th, 2024, le 5 mars 2024, 5 de marzo de 2024, 2024年3月5日, Q1 2024, and
// the coarser March 2024, 2024-03, 03/2024 and 2024. Month names are those of
// English, French, German, Spanish, Portuguese, Italian and Dutch. Dates without
// a year and relative ones ("last week") are not found.
//
// The order resolves 03/04/2024: "dmy", "mdy" or, where nobody knows, "", which
// gives an ambiguous date unless one part is above 12. With an order given, years of
// two digits are read as well, as 20YY ("ymd": 24/03/05).
func FindDates(text, order string) []FoundDate {
	var found []FoundDate
	r := dateReader{text: text, order: order}
	r.tokenize()
	for i := 0; i < len(r.tokens); {
		d, next, ok := r.dateAt(i)
		if !ok {
			i++
			continue
		}
		d.Start, d.End = r.tokens[i].start, r.tokens[next-1].end
		d.Written = text[d.Start:d.End]
		found = append(found, d)
		i = next
	}
	return found
}

// dateReader reads dates from the tokens of a text: numbers, words, blanks
// and single other characters.
type dateReader struct {
	text   string
	order  string
	tokens []dateToken
}

type dateToken struct {
	kind       byte // '0' number, 'a' word, ' ' blanks, else the character itself ('?' when it is not ASCII)
	start, end int
	digits     int // of a number
	value      int // of a number of at most eight digits, else -1
}

func (r *dateReader) tokenize() {
	for i := 0; i < len(r.text); {
		c, n := utf8.DecodeRuneInString(r.text[i:])
		t := dateToken{start: i, end: i + n}
		switch {
		case digitValue(c) >= 0:
			t.kind = '0'
			for t.end = i; t.end < len(r.text); {
				c, n := utf8.DecodeRuneInString(r.text[t.end:])
				v := digitValue(c)
				if v < 0 {
					break
				}
				if t.digits++; t.digits > 8 {
					t.value = -1
				} else {
					t.value = t.value*10 + v
				}
				t.end += n
			}
		case isAlphabetic(c):
			t.kind = 'a'
			t.end = i + runLength(r.text[i:], isAlphabetic)
		case unicode.IsSpace(c):
			t.kind = ' '
			t.end = i + runLength(r.text[i:], unicode.IsSpace)
		case c < utf8.RuneSelf:
			t.kind = byte(c)
		default:
			t.kind = '?'
		}
		r.tokens = append(r.tokens, t)
		i = t.end
	}
}

// digitValue returns the value of an ASCII or full-width digit, -1 for others.
func digitValue(c rune) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case '０' <= c && c <= '９':
		return int(c - '０')
	}
	return -1
}

// isAlphabetic reports letters of scripts that are written with blanks
// between words; each ideograph stands for itself.
func isAlphabetic(c rune) bool {
	return (unicode.IsLetter(c) || unicode.IsMark(c)) && !unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

func runLength(s string, in func(rune) bool) int {
	if i := strings.IndexFunc(s, func(c rune) bool { return !in(c) }); i >= 0 {
		return i
	}
	return len(s)
}

// at returns the token i, or a token of no kind beyond the ends.
func (r *dateReader) at(i int) dateToken {
	if i < 0 || i >= len(r.tokens) {
		return dateToken{}
	}
	return r.tokens[i]
}

func (r *dateReader) word(i int) string {
	t := r.at(i)
	return strings.ToLower(r.text[t.start:t.end])
}

// dateAt reads the longest date that begins at token i, and the token after it.
func (r *dateReader) dateAt(i int) (FoundDate, int, bool) {
	t := r.at(i)
	if (t.kind != '0' && t.kind != 'a') || !r.startsHere(i) {
		return FoundDate{}, 0, false
	}
	for _, form := range dateForms {
		if d, next, ok := form(r, i); ok && r.endsHere(next) {
			return d, next, true
		}
	}
	return FoundDate{}, 0, false
}

// startsHere keeps parts of longer things (ADR-2024-03, v1.2024, $2024, #2024) from being dates.
func (r *dateReader) startsHere(i int) bool {
	switch before := r.at(i - 1); before.kind {
	case '0', 'a':
		return false
	case '-', '.', '/', '_', ':':
		k := r.at(i - 2).kind
		return k != '0' && (k != 'a' || before.kind == ':')
	case '$', '#', '@':
		return false
	}
	return true
}

// endsHere does so for what follows; a time of day may follow a day.
func (r *dateReader) endsHere(next int) bool {
	switch t := r.at(next); t.kind {
	case '0':
		return false
	case 'a':
		w := r.word(next)
		return w == "t" && r.at(next+1).kind == '0'
	case '-', '.', '/', '_':
		return r.at(next+1).kind != '0'
	case '%':
		return false
	}
	return true
}

// dateForms are tried in turn; those that take more come first.
var dateForms = []func(*dateReader, int) (FoundDate, int, bool){
	(*dateReader).yearFirst, (*dateReader).yearLast, (*dateReader).dayMonthName, (*dateReader).monthNameFirst,
	(*dateReader).yearMonthName, (*dateReader).ideographic, (*dateReader).compact, (*dateReader).quarter,
	(*dateReader).shortYear, (*dateReader).yearMonth, (*dateReader).monthYear, (*dateReader).yearOnly,
}

// number reports whether token i is a number with so many digits.
func (r *dateReader) number(i, least, most int) bool {
	t := r.at(i)
	return t.kind == '0' && t.digits >= least && t.digits <= most
}

func dateSeparator(kind byte) bool { return kind == '-' || kind == '/' || kind == '.' }

// yearFirst reads 2024-03-05, 2024/3/5 and 2024.03.05.
func (r *dateReader) yearFirst(i int) (FoundDate, int, bool) {
	sep := r.at(i + 1).kind
	if !r.number(i, 4, 4) || !dateSeparator(sep) || !r.number(i+2, 1, 2) || r.at(i+3).kind != sep || !r.number(i+4, 1, 2) {
		return FoundDate{}, 0, false
	}
	return FoundDate{Date: civil(r.at(i).value, r.at(i+2).value, r.at(i+4).value)}, i + 5, true
}

// yearLast reads 05.03.2024, 5/3/2024 and 5-3-2024.
func (r *dateReader) yearLast(i int) (FoundDate, int, bool) {
	sep := r.at(i + 1).kind
	if !r.number(i, 1, 2) || !dateSeparator(sep) || !r.number(i+2, 1, 2) || r.at(i+3).kind != sep || !r.number(i+4, 4, 4) {
		return FoundDate{}, 0, false
	}
	return r.eitherOrder(r.at(i).value, r.at(i+2).value, r.at(i+4).value, sep), i + 5, true
}

// shortYear reads 24/03/05 and 05/03/24, only where an order was given.
func (r *dateReader) shortYear(i int) (FoundDate, int, bool) {
	sep := r.at(i + 1).kind
	if r.order == "" || !r.number(i, 1, 2) || !dateSeparator(sep) || !r.number(i+2, 1, 2) || r.at(i+3).kind != sep || !r.number(i+4, 1, 2) {
		return FoundDate{}, 0, false
	}
	a, b, c := r.at(i), r.at(i+2), r.at(i+4)
	if r.order == "ymd" {
		if a.digits != 2 {
			return FoundDate{}, 0, false
		}
		return FoundDate{Date: civil(2000+a.value, b.value, c.value)}, i + 5, true
	}
	if c.digits != 2 {
		return FoundDate{}, 0, false
	}
	return r.eitherOrder(a.value, b.value, 2000+c.value, sep), i + 5, true
}

// eitherOrder decides between day-month and month-day. Points are written
// between day and month only in countries that put the day first.
func (r *dateReader) eitherOrder(a, b, year int, sep byte) FoundDate {
	dmy, mdy := civil(year, b, a), civil(year, a, b)
	switch {
	case mdy.IsZero() || dmy == mdy:
		return FoundDate{Date: dmy}
	case dmy.IsZero():
		return FoundDate{Date: mdy}
	case r.order == "mdy":
		return FoundDate{Date: mdy}
	case r.order == "dmy" || sep == '.':
		return FoundDate{Date: dmy}
	}
	return FoundDate{
		Date:      DateBetween(min(dmy.Earliest, mdy.Earliest), max(dmy.Latest, mdy.Latest)),
		Ambiguous: true,
	}
}

// dayMonthName reads 5 March 2024, 5th of March, 2024, 1er mars 2024, 5. März 2024 and 5-Mar-2024.
func (r *dateReader) dayMonthName(i int) (FoundDate, int, bool) {
	if !r.number(i, 1, 2) {
		return FoundDate{}, 0, false
	}
	j := r.skipGlue(r.skipOrdinal(i + 1))
	month, ok := monthNames[r.word(j)]
	if !ok {
		return FoundDate{}, 0, false
	}
	j = r.skipGlue(j + 1)
	if !r.number(j, 4, 4) {
		return FoundDate{}, 0, false
	}
	return FoundDate{Date: civil(r.at(j).value, month, r.at(i).value)}, j + 1, true
}

// monthNameFirst reads March 5, 2024 and March 2024.
func (r *dateReader) monthNameFirst(i int) (FoundDate, int, bool) {
	month, ok := monthNames[r.word(i)]
	if !ok || r.at(i).kind != 'a' {
		return FoundDate{}, 0, false
	}
	j := r.skipGlue(i + 1)
	if r.number(j, 4, 4) {
		return FoundDate{Date: wholeMonth(r.at(j).value, month)}, j + 1, true
	}
	if !r.number(j, 1, 2) {
		return FoundDate{}, 0, false
	}
	day := r.at(j).value
	if j = r.skipGlue(r.skipOrdinal(j + 1)); !r.number(j, 4, 4) {
		return FoundDate{}, 0, false
	}
	return FoundDate{Date: civil(r.at(j).value, month, day)}, j + 1, true
}

// yearMonthName reads 2024 March 5, 2024-Mar-05 and 2024 March.
func (r *dateReader) yearMonthName(i int) (FoundDate, int, bool) {
	if !r.number(i, 4, 4) {
		return FoundDate{}, 0, false
	}
	j := r.skipGlue(i + 1)
	month, ok := monthNames[r.word(j)]
	if !ok {
		return FoundDate{}, 0, false
	}
	if k := r.skipGlue(j + 1); r.number(k, 1, 2) && r.endsHere(k+1) {
		return FoundDate{Date: civil(r.at(i).value, month, r.at(k).value)}, k + 1, true
	}
	return FoundDate{Date: wholeMonth(r.at(i).value, month)}, j + 1, true
}

// ideographic reads 2024年3月5日, 2024年3月 and 2024年.
func (r *dateReader) ideographic(i int) (FoundDate, int, bool) {
	next := func(j int, sign string) (int, bool) {
		if r.at(j).kind == ' ' {
			j++
		}
		for _, s := range strings.Split(sign, "|") {
			if r.word(j) == s {
				return j + 1, true
			}
		}
		return j, false
	}
	number := func(j int) (int, bool) {
		if r.at(j).kind == ' ' {
			j++
		}
		return j, r.number(j, 1, 2)
	}
	year, j := r.at(i).value, 0
	j, ok := next(i+1, "年|년")
	if !r.number(i, 4, 4) || !ok {
		return FoundDate{}, 0, false
	}
	date, end := wholeYear(year), j
	if m, ok := number(j); ok {
		if j, ok = next(m+1, "月|월"); ok {
			date, end = wholeMonth(year, r.at(m).value), j
			if d, ok := number(j); ok {
				if j, ok = next(d+1, "日|号|일"); ok {
					date, end = civil(year, r.at(m).value, r.at(d).value), j
				}
			}
		}
	}
	return FoundDate{Date: date}, end, true
}

// compact reads 20240305; eight digits that are no such day are some other number.
func (r *dateReader) compact(i int) (FoundDate, int, bool) {
	if !r.number(i, 8, 8) {
		return FoundDate{}, 0, false
	}
	v := r.at(i).value
	d := civil(v/10000, v/100%100, v%100)
	return FoundDate{Date: d}, i + 1, !d.IsZero() && plausibleYear(v/10000)
}

// quarter reads Q1 2024, 2024-Q1 and 2024 Q1.
func (r *dateReader) quarter(i int) (FoundDate, int, bool) {
	isQ := func(j int) bool {
		return r.word(j) == "q" && r.number(j+1, 1, 1) && r.at(j+1).value >= 1 && r.at(j+1).value <= 4
	}
	var year, q, next int
	switch j := i + 2; {
	case isQ(i):
		if j = r.skipGlue(j); !r.number(j, 4, 4) {
			return FoundDate{}, 0, false
		}
		year, q, next = r.at(j).value, r.at(i+1).value, j+1
	case r.number(i, 4, 4) && (r.at(i+1).kind == ' ' || r.at(i+1).kind == '-') && isQ(j):
		year, q, next = r.at(i).value, r.at(j+1).value, j+2
	default:
		return FoundDate{}, 0, false
	}
	first, last := wholeMonth(year, 3*q-2), wholeMonth(year, 3*q)
	if first.IsZero() {
		return FoundDate{}, 0, false
	}
	return FoundDate{Date: DateBetween(first.Earliest, last.Latest)}, next, true
}

// yearMonth reads 2024-03 and 2024/03. Points would be versions.
func (r *dateReader) yearMonth(i int) (FoundDate, int, bool) {
	if sep := r.at(i + 1).kind; !r.number(i, 4, 4) || (sep != '-' && sep != '/') || !r.number(i+2, 2, 2) {
		return FoundDate{}, 0, false
	}
	d := wholeMonth(r.at(i).value, r.at(i+2).value)
	return FoundDate{Date: d}, i + 3, !d.IsZero() && plausibleYear(r.at(i).value)
}

// monthYear reads 03/2024 and 03.2024.
func (r *dateReader) monthYear(i int) (FoundDate, int, bool) {
	if sep := r.at(i + 1).kind; !r.number(i, 1, 2) || (sep != '/' && sep != '.') || !r.number(i+2, 4, 4) || (sep == '.' && r.at(i).digits != 2) {
		return FoundDate{}, 0, false
	}
	d := wholeMonth(r.at(i+2).value, r.at(i).value)
	return FoundDate{Date: d}, i + 3, !d.IsZero() && plausibleYear(r.at(i+2).value)
}

// yearOnly reads 2024.
func (r *dateReader) yearOnly(i int) (FoundDate, int, bool) {
	if !r.number(i, 4, 4) || !plausibleYear(r.at(i).value) {
		return FoundDate{}, 0, false
	}
	return FoundDate{Date: wholeYear(r.at(i).value)}, i + 1, true
}

// plausibleYear tells years from other numbers of four digits.
func plausibleYear(y int) bool { return y >= 1900 && y < 2100 }

// skipGlue passes what may stand between the parts of a written-out date:
// blanks, one of . , - / and a preposition.
func (r *dateReader) skipGlue(i int) int {
	for range 2 {
		if r.at(i).kind == ' ' {
			i++
		}
		switch k := r.at(i).kind; {
		case k == ',' || k == '.' || k == '-' || k == '/':
			i++
		case k == 'a' && datePrepositions[r.word(i)]:
			i++
		}
	}
	if r.at(i).kind == ' ' {
		i++
	}
	return i
}

func (r *dateReader) skipOrdinal(i int) int {
	switch r.word(i) {
	case "st", "nd", "rd", "th", "er", "re", "º", "ª", "°", "o":
		return i + 1
	}
	return i
}

// civil returns a day as a date, zero when there is none.
func civil(year, month, day int) Date {
	if year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return Date{}
	}
	return DateOfDay(NewDay(year, time.Month(month), day))
}

func wholeMonth(year, month int) Date {
	if year < 1 || year > 9999 || month < 1 || month > 12 {
		return Date{}
	}
	return DateBetween(NewDay(year, time.Month(month), 1), NewDay(year, time.Month(month), daysIn(year, month)))
}

func wholeYear(year int) Date {
	if year < 1 || year > 9999 {
		return Date{}
	}
	return DateBetween(NewDay(year, 1, 1), NewDay(year, 12, 31))
}

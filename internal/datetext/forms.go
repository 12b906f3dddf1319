package datetext

import (
	"strings"
	"time"

	"bdgraph"
)

// forms are tried in turn; those that take more come first.
var forms = []func(*reader, int) (Found, int, bool){
	(*reader).yearFirst, (*reader).yearLast, (*reader).dayMonthName, (*reader).monthNameFirst,
	(*reader).yearMonthName, (*reader).ideographic, (*reader).compact, (*reader).quarter, (*reader).week,
	(*reader).shortYear, (*reader).yearMonth, (*reader).monthYear, (*reader).yearOnly,
}

// number reports whether token i is a number with so many digits.
func (r *reader) number(i, least, most int) bool {
	t := r.at(i)
	return t.kind == '0' && t.digits >= least && t.digits <= most
}

func isSeparator(kind byte) bool { return kind == '-' || kind == '/' || kind == '.' }

// yearFirst reads 2024-03-05, 2024/3/5 and 2024.03.05.
func (r *reader) yearFirst(i int) (Found, int, bool) {
	sep := r.at(i + 1).kind
	if !r.number(i, 4, 4) || !isSeparator(sep) || !r.number(i+2, 1, 2) || r.at(i+3).kind != sep || !r.number(i+4, 1, 2) {
		return Found{}, 0, false
	}
	return Found{Date: civil(r.at(i).value, r.at(i+2).value, r.at(i+4).value)}, i + 5, true
}

// yearLast reads 05.03.2024, 5/3/2024 and 5-3-2024.
func (r *reader) yearLast(i int) (Found, int, bool) {
	sep := r.at(i + 1).kind
	if !r.number(i, 1, 2) || !isSeparator(sep) || !r.number(i+2, 1, 2) || r.at(i+3).kind != sep || !r.number(i+4, 4, 4) {
		return Found{}, 0, false
	}
	return r.eitherOrder(r.at(i).value, r.at(i+2).value, r.at(i+4).value, sep), i + 5, true
}

// shortYear reads 24/03/05 and 05/03/24, only where an order was given.
func (r *reader) shortYear(i int) (Found, int, bool) {
	sep := r.at(i + 1).kind
	if r.order == "" || !r.number(i, 1, 2) || !isSeparator(sep) || !r.number(i+2, 1, 2) || r.at(i+3).kind != sep || !r.number(i+4, 1, 2) {
		return Found{}, 0, false
	}
	a, b, c := r.at(i), r.at(i+2), r.at(i+4)
	if r.order == "ymd" {
		if a.digits != 2 {
			return Found{}, 0, false
		}
		return Found{Date: civil(2000+a.value, b.value, c.value)}, i + 5, true
	}
	if c.digits != 2 {
		return Found{}, 0, false
	}
	return r.eitherOrder(a.value, b.value, 2000+c.value, sep), i + 5, true
}

// eitherOrder decides between day-month and month-day. Points are written
// between day and month only in countries that put the day first.
func (r *reader) eitherOrder(a, b, year int, sep byte) Found {
	dmy, mdy := civil(year, b, a), civil(year, a, b)
	switch {
	case mdy.IsZero() || dmy == mdy:
		return Found{Date: dmy}
	case dmy.IsZero():
		return Found{Date: mdy}
	case r.order == "mdy":
		return Found{Date: mdy}
	case r.order == "dmy" || sep == '.':
		return Found{Date: dmy}
	}
	return Found{
		Date:      bdgraph.DateBetween(min(dmy.Earliest, mdy.Earliest), max(dmy.Latest, mdy.Latest)),
		Ambiguous: true,
	}
}

// dayMonthName reads 5 March 2024, 5th of March, 2024, 1er mars 2024, 5. März 2024 and 5-Mar-2024.
func (r *reader) dayMonthName(i int) (Found, int, bool) {
	if !r.number(i, 1, 2) {
		return Found{}, 0, false
	}
	j := r.skipGlue(r.skipOrdinal(i + 1))
	month, ok := monthNames()[r.word(j)]
	if !ok {
		return Found{}, 0, false
	}
	j = r.skipGlue(j + 1)
	if !r.number(j, 4, 4) {
		return Found{}, 0, false
	}
	return Found{Date: civil(r.at(j).value, month, r.at(i).value)}, j + 1, true
}

// monthNameFirst reads March 5, 2024 and March 2024.
func (r *reader) monthNameFirst(i int) (Found, int, bool) {
	month, ok := monthNames()[r.word(i)]
	if !ok || r.at(i).kind != 'a' {
		return Found{}, 0, false
	}
	j := r.skipGlue(i + 1)
	if r.number(j, 4, 4) {
		return Found{Date: bdgraph.DateOfMonth(r.at(j).value, month)}, j + 1, true
	}
	if !r.number(j, 1, 2) {
		return Found{}, 0, false
	}
	day := r.at(j).value
	if j = r.skipGlue(r.skipOrdinal(j + 1)); !r.number(j, 4, 4) {
		return Found{}, 0, false
	}
	return Found{Date: civil(r.at(j).value, month, day)}, j + 1, true
}

// yearMonthName reads 2024 March 5, 2024-Mar-05 and 2024 March.
func (r *reader) yearMonthName(i int) (Found, int, bool) {
	if !r.number(i, 4, 4) {
		return Found{}, 0, false
	}
	j := r.skipGlue(i + 1)
	month, ok := monthNames()[r.word(j)]
	if !ok {
		return Found{}, 0, false
	}
	if k := r.skipGlue(j + 1); r.number(k, 1, 2) && r.endsHere(k+1) {
		return Found{Date: civil(r.at(i).value, month, r.at(k).value)}, k + 1, true
	}
	return Found{Date: bdgraph.DateOfMonth(r.at(i).value, month)}, j + 1, true
}

// ideographic reads 2024年3月5日, 2024年3月 and 2024年.
func (r *reader) ideographic(i int) (Found, int, bool) {
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
		return Found{}, 0, false
	}
	date, end := bdgraph.DateOfYear(year), j
	if m, ok := number(j); ok {
		if j, ok = next(m+1, "月|월"); ok {
			date, end = bdgraph.DateOfMonth(year, r.at(m).value), j
			if d, ok := number(j); ok {
				if j, ok = next(d+1, "日|号|일"); ok {
					date, end = civil(year, r.at(m).value, r.at(d).value), j
				}
			}
		}
	}
	return Found{Date: date}, end, true
}

// compact reads 20240305; eight digits that are no such day are some other number.
func (r *reader) compact(i int) (Found, int, bool) {
	if !r.number(i, 8, 8) {
		return Found{}, 0, false
	}
	v := r.at(i).value
	d := civil(v/10000, v/100%100, v%100)
	return Found{Date: d}, i + 1, !d.IsZero() && plausibleYear(v/10000)
}

// quarter reads Q1 2024, 2024-Q1 and 2024 Q1.
func (r *reader) quarter(i int) (Found, int, bool) {
	isQ := func(j int) bool {
		return r.word(j) == "q" && r.number(j+1, 1, 1) && r.at(j+1).value >= 1 && r.at(j+1).value <= 4
	}
	var year, q, next int
	switch j := i + 2; {
	case isQ(i):
		if j = r.skipGlue(j); !r.number(j, 4, 4) {
			return Found{}, 0, false
		}
		year, q, next = r.at(j).value, r.at(i+1).value, j+1
	case r.number(i, 4, 4) && (r.at(i+1).kind == ' ' || r.at(i+1).kind == '-') && isQ(j):
		year, q, next = r.at(i).value, r.at(j+1).value, j+2
	default:
		return Found{}, 0, false
	}
	first, last := bdgraph.DateOfMonth(year, 3*q-2), bdgraph.DateOfMonth(year, 3*q)
	if first.IsZero() {
		return Found{}, 0, false
	}
	return Found{Date: bdgraph.DateBetween(first.Earliest, last.Latest)}, next, true
}

// week reads the weeks of ISO 8601: 2024-W05, 2024W05, 2024-W05-3, and KW 5/2024.
func (r *reader) week(i int) (Found, int, bool) {
	var year, week, day, next int
	switch j := i + 1; {
	case r.number(i, 4, 4):
		if r.at(j).kind == '-' || r.at(j).kind == ' ' {
			j++
		}
		if r.word(j) != "w" || !r.number(j+1, 1, 2) {
			return Found{}, 0, false
		}
		year, week, next = r.at(i).value, r.at(j+1).value, j+2
		if r.at(next).kind == '-' && r.number(next+1, 1, 1) {
			day, next = r.at(next+1).value, next+2
		}
	case r.word(i) == "kw":
		if r.at(j).kind == ' ' {
			j++
		}
		after := r.skipGlue(j + 1)
		if !r.number(j, 1, 2) || !r.number(after, 4, 4) {
			return Found{}, 0, false
		}
		year, week, next = r.at(after).value, r.at(j).value, after+1
	default:
		return Found{}, 0, false
	}
	d := weekOf(year, week, day)
	return Found{Date: d}, next, plausibleYear(year)
}

// weekOf returns a week of ISO 8601, or a day of it that counts from 1; zero when there is none.
func weekOf(year, week, day int) bdgraph.Date {
	// The fourth of January lies in the first week; weeks begin on Monday.
	fourth := time.Date(year, time.January, 4, 0, 0, 0, 0, time.UTC)
	monday := fourth.AddDate(0, 0, 7*(week-1)-(int(fourth.Weekday())+6)%7)
	if y, w := monday.ISOWeek(); week < 1 || y != year || w != week || day > 7 {
		return bdgraph.Date{}
	}
	first, last := monday, monday.AddDate(0, 0, 6)
	if day > 0 {
		first = monday.AddDate(0, 0, day-1)
		last = first
	}
	return bdgraph.DateBetween(bdgraph.NewDay(first.Date()), bdgraph.NewDay(last.Date()))
}

// yearMonth reads 2024-03 and 2024/03. Points would be versions.
func (r *reader) yearMonth(i int) (Found, int, bool) {
	if sep := r.at(i + 1).kind; !r.number(i, 4, 4) || (sep != '-' && sep != '/') || !r.number(i+2, 2, 2) {
		return Found{}, 0, false
	}
	d := bdgraph.DateOfMonth(r.at(i).value, r.at(i+2).value)
	return Found{Date: d}, i + 3, !d.IsZero() && plausibleYear(r.at(i).value)
}

// monthYear reads 03/2024 and 03.2024.
func (r *reader) monthYear(i int) (Found, int, bool) {
	if sep := r.at(i + 1).kind; !r.number(i, 1, 2) || (sep != '/' && sep != '.') || !r.number(i+2, 4, 4) || (sep == '.' && r.at(i).digits != 2) {
		return Found{}, 0, false
	}
	d := bdgraph.DateOfMonth(r.at(i+2).value, r.at(i).value)
	return Found{Date: d}, i + 3, !d.IsZero() && plausibleYear(r.at(i+2).value)
}

// yearOnly reads 2024.
func (r *reader) yearOnly(i int) (Found, int, bool) {
	if !r.number(i, 4, 4) || !plausibleYear(r.at(i).value) {
		return Found{}, 0, false
	}
	return Found{Date: bdgraph.DateOfYear(r.at(i).value)}, i + 1, true
}

// plausibleYear tells years from other numbers of four digits.
func plausibleYear(y int) bool { return y >= 1900 && y < 2100 }

// skipGlue passes what may stand between the parts of a written-out date:
// blanks, one of . , - / and a preposition.
func (r *reader) skipGlue(i int) int {
	for range 2 {
		if r.at(i).kind == ' ' {
			i++
		}
		switch k := r.at(i).kind; {
		case k == ',' || k == '.' || k == '-' || k == '/':
			i++
		case k == 'a' && prepositions[r.word(i)]:
			i++
		}
	}
	if r.at(i).kind == ' ' {
		i++
	}
	return i
}

func (r *reader) skipOrdinal(i int) int {
	switch r.word(i) {
	case "st", "nd", "rd", "th", "er", "re", "º", "ª", "°", "o":
		return i + 1
	}
	return i
}

// civil returns a day as a date, zero when there is none.
func civil(year, month, day int) bdgraph.Date {
	if year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return bdgraph.Date{}
	}
	return bdgraph.DateOfDay(bdgraph.NewDay(year, time.Month(month), day))
}

func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

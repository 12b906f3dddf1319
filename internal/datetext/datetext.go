// Package datetext finds the dates that people write in texts. In go a text and the
// order in which its writers put day and month, out come the expressions with their
// places and with the days that each can mean. What a date is a date of is left to the callers.
package datetext

import "bdgraph"

// Found is a date expression in a text.
type Found struct {
	Start, End int    // byte offsets in the text; End is not included
	Written    string // the expression as written
	// Date is what it means; zero when the expression has the form of a date
	// but there is no such day, such as 2024-02-30.
	Date bdgraph.Date
	// Ambiguous says that day and month may be swapped (03/04/2024); Date
	// then spans both readings.
	Ambiguous bool
}

// Find returns the date expressions of a text in order of place, none
// overlapping: 2024-03-05, 2024/3/5, 05.03.2024, 5-3-2024, 20240305, 5 March 2024,
// March 5th, 2024, le 5 mars 2024, 5 de marzo de 2024, 2024年3月5日, Q1 2024, 2024-W05, and
// the coarser March 2024, 2024-03, 03/2024 and 2024. Month names are those of
// English, French, German, Spanish, Portuguese, Italian and Dutch. Dates without
// a year and relative ones ("last week") are not found.
//
// The order resolves 03/04/2024: "dmy", "mdy" or, where nobody knows, "", which
// gives an ambiguous date unless one part is above 12. With an order given, years of
// two digits are read as well, as 20YY ("ymd": 24/03/05).
func Find(text, order string) []Found {
	var found []Found
	r := reader{text: text, order: order}
	r.tokenize()
	for i := 0; i < len(r.tokens); {
		d, next, ok := r.dateAt(i)
		if !ok {
			i++
			continue
		}
		d.Start, d.End = r.tokens[i].start, r.tokens[next-1].end
		d.Written = text[d.Start:d.End]
		if said, err := bdgraph.ParseDate(d.Date.Text); !d.Date.IsZero() && (err != nil || said != d.Date) {
			d.Date.Written = d.Written
		}
		found = append(found, d)
		i = next
	}
	return found
}

// dateAt reads the longest date that begins at token i, and the token after it.
func (r *reader) dateAt(i int) (Found, int, bool) {
	t := r.at(i)
	if (t.kind != '0' && t.kind != 'a') || !r.startsHere(i) {
		return Found{}, 0, false
	}
	for _, form := range forms {
		if d, next, ok := form(r, i); ok && r.endsHere(next) {
			return d, next, true
		}
	}
	return Found{}, 0, false
}

// startsHere keeps parts of longer things (ADR-2024-03, v1.2024, $2024, #2024) from being dates.
func (r *reader) startsHere(i int) bool {
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
func (r *reader) endsHere(next int) bool {
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

package phase2

import (
	"slices"
	"strings"
	"testing"

	"bdgraph"
	"bdgraph/internal/datetext"
)

// What lasts up to a date does not hold on the first day after it.
func TestDaysAfterLasting(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"It must not be changed until the end of June 2026.", "2026-07-01"},
		{"until 2026-03-31", "2026-04-01"},
		{"Till **31 December 2026** it stays", "2027-01-01"},
		{"through March 31, 2026", "2026-04-01"},
		{"up to and including 2026-02", "2026-03-01"},
		{"the last day is 2028-02-28", "2028-02-29"},
		{"until 2026", "2027-01-01"},
		{"valid from 2026-01-01 to 2026-06-30", "2026-07-01"},
		{"2026-01-01 – 2026-06-30", "2026-07-01"},
		{"jusqu'au 31 mars 2026", "2026-04-01"},
		{"jusqu’à la fin du mois de juin 2026", "2026-07-01"},
		{"bis einschließlich 31. März 2026", "2026-04-01"},
		{"bis zum Ende des Jahres 2026", "2027-01-01"},
		{"hasta el 31 de marzo de 2026", "2026-04-01"},
		{"hasta finales de junio de 2026", "2026-07-01"},
		{"até o fim de junho de 2026", "2026-07-01"},
		{"有效期至2026年6月", "2026-07-01"},
		{"直到2026年3月31日", "2026-04-01"},
		{"2026年6月底为止", "2026-07-01"},
		{"2026年6月末まで", "2026-07-01"},
		{"2026-03-31まで", "2026-04-01"},
		{"until 9999-12-31", ""},
		{"until 2026-02-30", ""},
		{"since 2026-03-31", ""},
		{"It holds until further notice. Decided on 2026-03-31.", ""},
		{"until the end\nof March 2026 it is open", "2026-04-01"},
		{"Bistro 2026-03-31; the untilled 2026-03-31", ""},
		{"自2026年3月起", ""},
	} {
		var got []string
		for _, f := range afterLasting(tt.text, datetext.Find(tt.text, "")) {
			got = append(got, f.Date.Text)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, s, tt.want)
		}
	}
}

// The end that a text states may be written as the text has it or as the first day
// after it, and in no other way; a start may not.
func TestEndsOfWhatLasts(t *testing.T) {
	const until = "# bd-1: Freeze\n\nThe gateway must not be changed until the end of June 2026."
	for _, tt := range []struct {
		role  DateRole
		value string
		codes []string
	}{
		{InvalidAt, "2026-07-01", nil},
		{InvalidAt, "2026-07", nil},
		{InvalidAt, "2026-06", nil},
		{InvalidAt, "2026", nil},
		{InvalidAt, "2026-06-30", []string{"date_unsupported"}},
		{InvalidAt, "2026-07-02", []string{"date_unsupported"}},
		{InvalidAt, "2026-08", []string{"date_unsupported"}},
		{InvalidAt, "2027", []string{"date_unsupported"}},
		{ValidFrom, "2026-07-01", []string{"date_unsupported"}},
		{ValidFrom, "2026-06", nil},
	} {
		value, err := bdgraph.ParseDate(tt.value)
		if err != nil {
			t.Fatal(err)
		}
		r := &reading{page: &page{}, known: &known{}}
		p, ok := r.support(Date{Value: tt.value, Role: tt.role, Quote: until}, value)
		var codes []string
		if !ok {
			codes = append(codes, p.Code)
		}
		if !slices.Equal(codes, tt.codes) {
			t.Errorf("%s %s: %+v", tt.role, tt.value, p)
		}
		if tt.value == "2026-06-30" && (p.Allowed != "2026-06, 2026-07-01" || p.Remedy != "write 2026-07-01, the first day on which it no longer holds") {
			t.Errorf("%+v", p)
		}
	}
}

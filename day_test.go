package bdgraph

import "testing"

// The first and the last day are days like others; what is no day is an error that names it.
func TestDaysAreReadAsWritten(t *testing.T) {
	for _, text := range []string{"0001-01-01", "0001-01-02", "1969-12-31", "1970-01-01", "2024-02-29", "9999-12-31"} {
		d, err := ParseDay(text)
		if err != nil || d.String() != text {
			t.Errorf("%s: %s, %v", text, d, err)
		}
		var back Day
		if err := back.UnmarshalText([]byte(text)); err != nil || back != d {
			t.Errorf("%s unmarshalled: %s, %v", text, back, err)
		}
		if date, err := ParseDate(text); err != nil || date != DateOfDay(d) {
			t.Errorf("%s as a date: %+v, %v", text, date, err)
		}
	}
	if d, _ := ParseDay("0001-01-01"); d != MinDay {
		t.Errorf("the first day is %d", d)
	}
	if d, _ := ParseDay("9999-12-31"); d != MaxDay {
		t.Errorf("the last day is %d", d)
	}
	for _, text := range []string{"0000-01-01", "0000-12-31", "2024-02-30", "2023-02-29", "10000-01-01", "2024-1-1", "2024-01-01 ", "-001-01-01", ""} {
		if d, err := ParseDay(text); err == nil {
			t.Errorf("%q is read as %s", text, d)
		}
	}
}

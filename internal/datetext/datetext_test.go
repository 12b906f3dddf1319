package datetext

import (
	"strings"
	"testing"
	"unicode/utf8"

	"bdgraph"
)

func TestFind(t *testing.T) {
	// Each expectation is "written = text earliest..latest" joined by "; ",
	// bounds only where the text does not give them.
	tests := []struct{ text, order, want string }{
		{"decided 2024-03-05.", "", "2024-03-05 = 2024-03-05"},
		{"at 2024-03-05T23:30:00+02:00 then", "", "2024-03-05 = 2024-03-05"},
		{"2024/3/5 and 2024.03.05", "", "2024/3/5 = 2024-03-05; 2024.03.05 = 2024-03-05"},
		{"05.03.2024", "", "05.03.2024 = 2024-03-05"},
		{"25/12/2024 12-25-2024", "", "25/12/2024 = 2024-12-25; 12-25-2024 = 2024-12-25"},
		{"03/04/2024", "", "03/04/2024 ? 2024 2024-03-04..2024-04-03"},
		{"03-04-2024", "dmy", "03-04-2024 = 2024-04-03"},
		{"03/04/2024", "mdy", "03/04/2024 = 2024-03-04"},
		{"04/04/2024", "", "04/04/2024 = 2024-04-04"},
		{"03/04/24", "", ""},
		{"03/04/24", "dmy", "03/04/24 = 2024-04-03"},
		{"24/03/05", "ymd", "24/03/05 = 2024-03-05"},
		{"May 2023, 3 May 2023, May 3, 2023, May 3rd 2023", "", "May 2023 = 2023-05; 3 May 2023 = 2023-05-03; May 3, 2023 = 2023-05-03; May 3rd 2023 = 2023-05-03"},
		{"the 3rd of May, 2023; 3-May-2023; 2023-May-03; 2023 May", "", "3rd of May, 2023 = 2023-05-03; 3-May-2023 = 2023-05-03; 2023-May-03 = 2023-05-03; 2023 May = 2023-05"},
		{"le 1er février 2024", "", "1er février 2024 = 2024-02-01"},
		{"5. März 2024, 5. Mrz. 2024", "", "5. März 2024 = 2024-03-05; 5. Mrz. 2024 = 2024-03-05"},
		{"5 de marzo de 2024; 5 de março de 2024", "", "5 de marzo de 2024 = 2024-03-05; 5 de março de 2024 = 2024-03-05"},
		{"2024年3月5日に 2024 年 3 月, 2024年", "", "2024年3月5日 = 2024-03-05; 2024 年 3 月 = 2024-03; 2024年 = 2024"},
		{"２０２４年３月５日", "", "２０２４年３月５日 = 2024-03-05"},
		{"Q1 2024 2024-Q2", "", "Q1 2024 = 2024 2024-01-01..2024-03-31; 2024-Q2 = 2024 2024-04-01..2024-06-30"},
		{"2024-W05 2024W05 2020-W53 KW 5/2024", "", "2024-W05 = 2024 2024-01-29..2024-02-04; 2024W05 = 2024 2024-01-29..2024-02-04; 2020-W53 =  2020-12-28..2021-01-03; KW 5/2024 = 2024 2024-01-29..2024-02-04"},
		{"2024-W05-3 2024-W1-8 2024-W60 2021-W53", "", "2024-W05-3 = 2024-01-31 2024-01-31..2024-01-31; 2024-W1-8 = none; 2024-W60 = none; 2021-W53 = none"},
		{"2024-03, 03/2024, 03.2024, in 2024", "", "2024-03 = 2024-03; 03/2024 = 2024-03; 03.2024 = 2024-03; 2024 = 2024"},
		{"20240305 and 99999999", "", "20240305 = 2024-03-05"},
		{"2024-02-30 31/02/2024 30 Feb 2024", "", "2024-02-30 = none; 31/02/2024 = none; 30 Feb 2024 = none"},
		{"2024-02-29 2023-02-29", "", "2024-02-29 = 2024-02-29; 2023-02-29 = none"},
		{"ADR-2024-03 v1.2024 #2024 $2024 2024ms 1.2.3.2024 12024-03-05", "", ""},
		{"this may 3 times fail; YYYY-MM-DD; 3 May", "", ""},
		{"2024-2025", "", ""},
		{"(2024-03-05) since:2024-03-05", "", "2024-03-05 = 2024-03-05; 2024-03-05 = 2024-03-05"},
	}
	for _, tt := range tests {
		var got []string
		for _, d := range Find(tt.text, tt.order) {
			s := d.Written + " = " + d.Date.Text
			switch {
			case d.Date.IsZero():
				s += "none"
			case d.Ambiguous:
				s = d.Written + " ? " + d.Date.Text
				fallthrough
			case strings.ContainsAny(d.Written, "QW"):
				s += " " + d.Date.Earliest.String() + ".." + d.Date.Latest.String()
			}
			got = append(got, s)
			if tt.text[d.Start:d.End] != d.Written {
				t.Errorf("%q: written %q does not stand at [%d,%d)", tt.text, d.Written, d.Start, d.End)
			}
		}
		if g := strings.Join(got, "; "); g != tt.want {
			t.Errorf("Find(%q, %q)\n got %s\nwant %s", tt.text, tt.order, g, tt.want)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("Accepted (2024-03-05), 3 May 2023; 2024年3月5日", "dmy")
	f.Add("03/04/2024 31/02/2024 Q9 2024 May May 2024", "")
	f.Fuzz(func(t *testing.T, text, order string) {
		end := 0
		for _, d := range Find(text, order) {
			if d.Start < end || d.End <= d.Start || d.End > len(text) {
				t.Fatalf("[%d,%d) after %d in %q", d.Start, d.End, end, text)
			}
			end = d.End
			if !d.Date.IsZero() && (d.Date.Earliest < bdgraph.MinDay || d.Date.Latest > bdgraph.MaxDay || d.Date.Earliest > d.Date.Latest) {
				t.Fatalf("%q means %v", d.Written, d.Date)
			}
			if d.Ambiguous && d.Date.Earliest == d.Date.Latest {
				t.Fatalf("%q is ambiguous between one day", d.Written)
			}
			if utf8.ValidString(text) && !utf8.ValidString(d.Written) {
				t.Fatalf("%q is cut inside a character", d.Written)
			}
		}
	})
}

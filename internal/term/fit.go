package term

import (
	"io"
	"os"
	"strings"

	xterm "golang.org/x/term"
)

// Columns returns how many columns the terminal w has, 0 when it is no terminal.
func Columns(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	columns, _, err := xterm.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// narrowest is how many columns a cell keeps, however many there are beside it.
const narrowest = 12

// Fit shortens the widest cells of a table until it is so many columns wide, if it can
// be; what is cut off ends in "…". It returns the new rows and how many cells were shortened, and
// changes nothing of a table that fits.
func Fit(columns []string, rows [][]string, total int) (names []string, fitted [][]string, shortened int) {
	widths := make([]int, len(columns))
	sum, widest := 2*(len(columns)-1), 0
	for i, name := range columns {
		widths[i] = Width(Line(name))
		for _, row := range rows {
			widths[i] = max(widths[i], Width(Line(row[i])))
		}
		sum += widths[i]
		widest = max(widest, widths[i])
	}
	if sum <= total {
		return columns, rows, 0
	}
	for widest > narrowest && sum > total {
		widest--
		sum = 2 * (len(columns) - 1)
		for _, n := range widths {
			sum += min(n, widest)
		}
	}
	shorten := func(row []string) []string {
		out := make([]string, len(row))
		for i, cell := range row {
			var cut bool
			if out[i], cut = shorten(Line(cell), widest); cut {
				shortened++
			}
		}
		return out
	}
	names = shorten(columns)
	for _, row := range rows {
		fitted = append(fitted, shorten(row))
	}
	return names, fitted, shortened
}

// shorten returns the beginning of a text that takes at most so many columns, at
// least one, and ends in "…" where something was cut off.
func shorten(s string, columns int) (short string, cut bool) {
	if len(s) <= columns || Width(s) <= columns {
		return s, false
	}
	n := 0
	for i, r := range s {
		if n += Width(string(r)); n > columns-1 {
			return strings.TrimRight(s[:i], " ") + "…", true
		}
	}
	return s, false // cannot be: it is wider
}

// Package term prints for people: tables that line up, texts that cannot take
// over a terminal, and talk about what is going on. In go values and a writer; what
// a terminal is and whether it wants colour is decided here, what is said is left
// to the verbs. Results go to stdout and talk to stderr, so the two are never mixed.
package term

import (
	"io"
	"os"
	"slices"
	"strings"
	"unicode"

	xterm "golang.org/x/term"
	"golang.org/x/text/width"

	"bdgraph/internal/unseen"
)

// IsTerminal reports whether w is a terminal that a person looks at.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && xterm.IsTerminal(int(f.Fd()))
}

// wantsColor reports whether w may be sent colours: it is a terminal that is
// not dumb, and NO_COLOR is not set.
func wantsColor(w io.Writer, environ []string) bool {
	if !IsTerminal(w) {
		return false
	}
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		if name == "NO_COLOR" && value != "" || name == "TERM" && value == "dumb" {
			return false
		}
	}
	return true
}

// Line returns s on one line, with all that is unseen in it written out.
func Line(s string) string { return unseen.Show(oneLine.Replace(s)) }

var oneLine = strings.NewReplacer("\r\n", "⏎", "\n", "⏎", "\t", " ")

// Width returns the number of columns that s takes on a terminal.
func Width(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case wide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

func wide(r rune) bool {
	k := width.LookupRune(r).Kind()
	return k == width.EastAsianWide || k == width.EastAsianFullwidth
}

// Table writes rows below their column names, each column as wide as its
// widest cell. Every cell is put on one line. Rows have as many cells as there are columns.
func Table(w io.Writer, columns []string, rows [][]string) {
	widths := make([]int, len(columns))
	table := make([][]string, 0, len(rows)+1)
	for _, row := range append([][]string{columns}, rows...) {
		cells := make([]string, len(columns))
		for i, cell := range row {
			cells[i] = Line(cell)
			widths[i] = max(widths[i], Width(cells[i]))
		}
		table = append(table, cells)
	}
	rule := make([]string, len(columns))
	for i, n := range widths {
		rule[i] = strings.Repeat("-", n)
	}
	table = slices.Insert(table, 1, rule)
	var b strings.Builder
	for _, row := range table {
		line := ""
		for i, cell := range row {
			line += cell + strings.Repeat(" ", widths[i]-Width(cell)+2)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	io.WriteString(w, b.String())
}

package adr

import (
	"slices"
	"strings"
)

var (
	asciiColumns  = pattern(`cols\s*=\s*"([^"]*)"`)
	asciiCellSpec = pattern(`(?:^|\s)(?:\d+(?:\.\d+)?[+*])?(?:[<^>](?:\.[<^>])?|\.[<^>])?[adehlms]?$`)
)

// table reads the rows up to the fence that closes the table.
func (d *asciiDoc) table(i int) int {
	end := d.closing(i, strings.TrimSpace(d.o.lines[i]))
	d.block++
	d.open = false
	columns, head, first := d.columns, d.head, d.block
	d.columns, d.head = 0, false
	var cells []rich
	row := func(last bool) {
		if columns == 0 || len(cells) < columns && !last || len(cells) == 0 {
			return
		}
		for len(cells) > 0 {
			n := min(columns, len(cells))
			t := textLine{kind: tableRow, block: first, line: cells[0].lineAt(0), cells: slices.Clone(cells[:n])}
			t.rich = rich{lines: []lineMark{{0, t.line}}}
			body := d.o.body
			t.first = len(body) == 0 || body[len(body)-1].block != first
			t.head = t.first && head
			d.o.body = append(d.o.body, t)
			if cells = cells[n:]; len(cells) < columns {
				break
			}
		}
	}
	for n := i + 1; n < end; n++ {
		line := strings.TrimSpace(d.o.lines[n])
		switch {
		case line == "":
			head = head || n == i+2 && columns > 0 // a blank line after the first makes it the head of the table
		case strings.HasPrefix(line, "//"):
		default:
			found := d.cells(line, n+1)
			if len(found) == 0 && len(cells) > 0 {
				cells[len(cells)-1] = cells[len(cells)-1].join(d.text(line, n+1), " ")
				continue
			}
			row(false)
			cells = append(cells, found...)
			if columns == 0 {
				columns = len(found)
			}
		}
	}
	row(true)
	return end
}

// cells splits a line of a table, without what says how each cell is set.
func (d *asciiDoc) cells(line string, n int) []rich {
	var out []rich
	parts := strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), "|")
	for k, part := range parts {
		if k == 0 {
			continue
		}
		if k+1 < len(parts) {
			part = asciiCellSpec().ReplaceAllString(part, "")
		}
		out = append(out, d.o.shorten(d.text(strings.ReplaceAll(strings.TrimSpace(part), "\x00", "|"), n), n))
	}
	return out
}

// countColumns returns the number of columns that cols="1,3" or cols="2*" give.
func countColumns(spec string) int {
	n := 0
	for part := range strings.FieldsFuncSeq(spec, func(r rune) bool { return r == ',' || r == ';' }) {
		times := 0
		for _, r := range strings.TrimSpace(part) {
			if r < '0' || r > '9' {
				if r != '*' {
					times = 0
				}
				break
			}
			times = times*10 + int(r-'0')
		}
		if !strings.Contains(part, "*") {
			times = 1
		}
		n += min(max(times, 1), 100)
	}
	return n
}

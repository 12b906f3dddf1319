package main

import (
	"io"
	"strconv"

	"bdgraph/export/adr"
	"bdgraph/internal/term"
)

// lintShapes prints how the project's decision records are written.
func lintShapes(w io.Writer, records adr.Options, asJSON bool) error {
	read, err := adr.Read(records)
	if err != nil {
		return err
	}
	shapes := adr.Shapes(read)
	if asJSON {
		return writeJSON(w, shapes)
	}
	rows := [][]string{{"records", "", strconv.Itoa(shapes.Records)}}
	for _, group := range []struct {
		name   string
		counts map[string]int
	}{
		{"shape", shapes.Shapes},
		{"language", shapes.Languages},
		{"status in", shapes.Status},
		{"date in", shapes.Date},
		{"number in", shapes.Number},
		{"status", shapes.Statuses},
		{"relation", shapes.Relations},
		{"section", shapes.Sections},
		{"skipped", shapes.Skipped},
		{"finding", shapes.Findings},
	} {
		for _, name := range sortedKeys(group.counts) {
			rows = append(rows, []string{group.name, name, strconv.Itoa(group.counts[name])})
		}
	}
	rows = append(rows,
		[]string{"relation", "without a target", strconv.Itoa(shapes.Unresolved)},
		[]string{"field", "empty, such as N/A", strconv.Itoa(shapes.Placeholders)})
	term.Table(w, []string{"field", "value", "records"}, rows)
	return nil
}

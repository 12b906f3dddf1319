package parity

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"bdgraph"
	"bdgraph/cypher/value"
	"bdgraph/store"
)

// Probe is a question whose answer somebody knows.
type Probe struct {
	Name   string
	Query  string
	Params map[string]any
	// Rows is what the query must return, in any order unless Ordered is set; the
	// values are of the types of [store.Query] parameters.
	Rows    [][]any
	Ordered bool
	Place   bdgraph.Place // where the probe is written
}

// probe runs one probe.
func (c *checker) probe(ctx context.Context, p Probe) {
	report := func(format string, args ...any) {
		c.add(bdgraph.Finding{
			Code: CodeProbe, Place: p.Place, Message: fmt.Sprintf("probe %q: %s", p.Name, fmt.Sprintf(format, args...)),
			Remedy: "Correct the probe, or look for what changed the answer.",
		})
	}
	want, err := printRows(p.Rows)
	if err != nil {
		report("what it expects is no Cypher value: %v", err)
		return
	}
	result, err := c.reader.Query(ctx, store.Query{Text: p.Query, Params: p.Params})
	if err != nil {
		report("%v", err)
		return
	}
	got := make([]string, len(result.Rows))
	for i, row := range result.Rows {
		got[i] = PrintRow(row)
	}
	if !p.Ordered {
		slices.Sort(want)
		slices.Sort(got)
	}
	switch {
	case result.Truncated:
		report("the answer has more than %d rows", len(got))
	case !slices.Equal(want, got):
		report("expected %s, got %s", list(want), list(got))
	}
}

// PrintRow prints a row on one line: its values as Cypher writes them, parted
// by " | ".
func PrintRow(row []value.Value) string {
	printed := make([]string, len(row))
	for i, v := range row {
		printed[i] = v.String()
	}
	return strings.Join(printed, " | ")
}

func printRows(rows [][]any) ([]string, error) {
	printed := make([]string, len(rows))
	for i, row := range rows {
		values, err := store.ParamValues(map[string]any{"row": row})
		if err != nil {
			return nil, err
		}
		printed[i] = PrintRow(values["row"].List())
	}
	return printed, nil
}

func list(rows []string) string {
	const most = 5
	if len(rows) == 0 {
		return "no rows"
	}
	if more := len(rows) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(rows[:most], "; "), more)
	}
	return strings.Join(rows, "; ")
}

package differential

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bdgraph/cypher"
	"bdgraph/cypher/memgraph"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
	"bdgraph/cypher/valuetest"
)

// answer is what one of the two gave: rows, or a failure.
type answer struct {
	columns []string
	rows    [][]value.Value
	// failure is empty, refused, or the class of the error that the run ended with:
	// TypeError, ArithmeticError ….
	failure string
	message string
}

const (
	// refused is the failure of a query that does not get to run.
	refused = "refused"
	// unclassified is the failure of a run that the server did not foresee, and
	// reports as an error of its own; it stands for any failure of a run.
	unclassified = "unclassified"
)

// steps bounds what a random query may do.
const steps = 20_000_000

// ask asks the engine.
func ask(g *memgraph.Graph, text string, parameters map[string]value.Value) answer {
	r, err := cypher.NewEngine().Query(context.Background(), g, text, parameters, cypher.Limits{Steps: steps})
	if err != nil {
		return answer{failure: refused, message: err.Error()}
	}
	rows, err := r.All()
	var failed *value.Error
	var late *syntax.Error
	switch {
	case err == nil:
		return answer{columns: r.Columns, rows: rows}
	case errors.As(err, &failed):
		return answer{failure: string(failed.Type), message: failed.Error()}
	case errors.As(err, &late):
		return answer{failure: string(late.Type), message: late.Error()}
	}
	return answer{failure: "other", message: err.Error()}
}

// compare says how two answers differ, "" if they are the same. Rows count as a bag unless
// ordered; with bags lists do too.
func compare(ours, theirs answer, ordered, bags bool) string {
	if theirs.failure == unclassified && ours.failure != "" && ours.failure != refused {
		return ""
	}
	if ours.failure != theirs.failure {
		return fmt.Sprintf("ours   %s\ntheirs %s", ours.text(bags), theirs.text(bags))
	}
	if ours.failure != "" {
		return ""
	}
	if !slices.Equal(ours.columns, theirs.columns) {
		return fmt.Sprintf("ours   has columns %q\ntheirs has columns %q", ours.columns, theirs.columns)
	}
	x, y := ours.lines(bags), theirs.lines(bags)
	if !ordered {
		slices.Sort(x)
		slices.Sort(y)
	}
	if !slices.Equal(x, y) {
		return fmt.Sprintf("ours   %s\ntheirs %s", excerpt(x), excerpt(y))
	}
	return ""
}

func (a answer) text(bags bool) string {
	if a.failure != "" {
		return a.failure + ": " + a.message
	}
	return excerpt(a.lines(bags))
}

func excerpt(lines []string) string {
	text := fmt.Sprintf("%d rows: %s", len(lines), strings.Join(lines, "; "))
	if len(text) > 1500 {
		text = text[:1500] + " ..."
	}
	return text
}

// lines prints each row without what the two may give differently: element ids, the
// order of labels, the last digits of sums.
func (a answer) lines(bags bool) []string {
	form := valuetest.Form{Bags: bags, Digits: 12}
	out := make([]string, len(a.rows))
	for i, row := range a.rows {
		out[i] = form.Row(row)
	}
	return out
}

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

// lines prints each row.
func (a answer) lines(bags bool) []string {
	out := make([]string, len(a.rows))
	for i, row := range a.rows {
		cells := make([]string, len(row))
		for j, v := range row {
			cells[j] = canonical(v, bags)
		}
		out[i] = strings.Join(cells, " | ")
	}
	return out
}

// canonical prints a value without what the two stores may give differently:
// element ids, the order of labels, the last digits of sums.
func canonical(v value.Value, bags bool) string {
	switch v.Kind() {
	case value.KindFloat:
		return fmt.Sprintf("%.12gf", v.Float())
	case value.KindList:
		parts := make([]string, len(v.List()))
		for i, e := range v.List() {
			parts[i] = canonical(e, bags)
		}
		if bags {
			slices.Sort(parts)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case value.KindMap:
		return properties(v.Map(), bags)
	case value.KindNode:
		labels := slices.Sorted(slices.Values(v.Node().Labels))
		return "(:" + strings.Join(labels, ":") + properties(v.Node().Properties, bags) + ")"
	case value.KindRelationship:
		r := v.Relationship()
		return "[:" + r.Type + properties(r.Properties, bags) + "]"
	case value.KindPath:
		return path(v.Path(), bags)
	}
	return v.String()
}

func properties(m value.Map, bags bool) string {
	parts := make([]string, len(m))
	for i, e := range m {
		parts[i] = e.Key + ": " + canonical(e.Value, bags)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func path(p *value.Path, bags bool) string {
	var b strings.Builder
	for i, n := range p.Nodes {
		b.WriteString(canonical(n, bags))
		if i == len(p.Relationships) {
			break
		}
		r := p.Relationships[i]
		forward := r.Relationship().StartElementID == n.Node().ElementID
		if !forward {
			b.WriteByte('<')
		}
		b.WriteString("-" + canonical(r, bags) + "-")
		if forward {
			b.WriteByte('>')
		}
	}
	return "<" + b.String() + ">"
}

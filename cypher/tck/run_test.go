package tck

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"bdgraph/cypher"
	"bdgraph/cypher/fixture"
	"bdgraph/cypher/lib"
	"bdgraph/cypher/memgraph"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// run is a scenario that is being run.
type run struct {
	graphs     func(name string) (script string, err error)
	builder    memgraph.Builder
	parameters map[string]value.Value
	engine     *cypher.Engine

	columns []string
	rows    [][]value.Value
	err     error
}

var (
	namedGraph  = regexp.MustCompile(`^the (\S+) graph$`)
	wantedRows  = regexp.MustCompile(`^the result should be, (in any order|in order)( \(ignoring element order for lists\))?:$`)
	wantedBags  = "the result should be (ignoring element order for lists):"
	wantedError = regexp.MustCompile(`^an? (\w+) should be raised at (compile time|runtime|any time): (\S+)$`)
	procedure   = regexp.MustCompile(`^there exists a procedure (\S.*\)) ?:$`)
)

// runScenario runs the steps and returns what is not as it should be.
func runScenario(s scenario, graphs func(name string) (string, error)) error {
	r := &run{graphs: graphs, engine: cypher.NewEngine(), parameters: make(map[string]value.Value)}
	for _, st := range s.steps {
		if err := r.step(st); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) step(s step) error {
	switch {
	case s.text == "an empty graph", s.text == "any graph":
		r.builder = memgraph.Builder{}
	case s.text == "no side effects":
		// The engine cannot write.
	case s.text == "having executed:":
		if err := fixture.Run(&r.builder, s.doc, r.parameters); err != nil {
			return fmt.Errorf("set-up: %w", err)
		}
	case s.text == "parameters are:":
		for _, row := range s.table {
			v, err := parseValue(row[1])
			if err != nil {
				return err
			}
			r.parameters[row[0]] = v
		}
	case s.text == "executing query:", s.text == "executing control query:":
		r.columns, r.rows, r.err = r.query(s.doc)
	case s.text == "the result should be empty":
		return r.compare(nil, false, false)
	case s.text == wantedBags:
		return r.compare(s.table, false, true)
	}
	if m := namedGraph.FindStringSubmatch(s.text); m != nil {
		script, err := r.graphs(m[1])
		if err != nil {
			return err
		}
		return fixture.Run(&r.builder, script, nil)
	}
	if m := wantedRows.FindStringSubmatch(s.text); m != nil {
		return r.compare(s.table, m[1] == "in order", m[2] != "")
	}
	if m := wantedError.FindStringSubmatch(s.text); m != nil {
		return r.compareError(m[1], m[2], m[3])
	}
	if m := procedure.FindStringSubmatch(s.text); m != nil {
		p, err := newProcedure(m[1], s.table)
		r.engine.Procedures = append(r.engine.Procedures, p)
		return err
	}
	if !slices.Contains(plainSteps, s.text) {
		return fmt.Errorf("unknown step: %s", s.text)
	}
	return nil
}

// plainSteps are those without a part that changes.
var plainSteps = []string{
	"an empty graph", "any graph", "no side effects", "having executed:", "parameters are:",
	"executing query:", "executing control query:", "the result should be empty", wantedBags,
}

func (r *run) query(text string) ([]string, [][]value.Value, error) {
	result, err := r.engine.Query(context.Background(), r.builder.Build(), text, r.parameters, cypher.Limits{Steps: 50_000_000})
	if err != nil {
		return nil, nil, err
	}
	rows, err := result.All()
	return result.Columns, rows, err
}

// compare checks the answer against a table whose first line names the columns.
func (r *run) compare(table [][]string, ordered, bags bool) error {
	if r.err != nil {
		return fmt.Errorf("an error: %w", r.err)
	}
	form := form
	form.Bags = bags
	var want []string
	if len(table) > 0 {
		if !slices.Equal(table[0], r.columns) {
			return fmt.Errorf("columns %q, want %q", r.columns, table[0])
		}
		for _, row := range table[1:] {
			values := make([]value.Value, len(row))
			for i, cell := range row {
				var err error
				if values[i], err = parseValue(cell); err != nil {
					return err
				}
			}
			want = append(want, form.Row(values))
		}
	}
	var got []string
	for _, row := range r.rows {
		got = append(got, form.Row(row))
	}
	if !ordered {
		slices.Sort(want)
		slices.Sort(got)
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("%d rows, want %d:\n got %s\nwant %s", len(got), len(want), excerpt(got), excerpt(want))
	}
	return nil
}

func excerpt(rows []string) string {
	text := strings.Join(rows, "; ")
	if len(text) > 1000 {
		text = text[:1000] + " ..."
	}
	return text
}

// compareError checks type, phase and detail of the error.
func (r *run) compareError(kind, phase, detail string) error {
	if r.err == nil {
		return fmt.Errorf("%d rows, want %s at %s: %s", len(r.rows), kind, phase, detail)
	}
	var gotKind, gotPhase, gotDetail string
	var before *syntax.Error
	var during *value.Error
	switch {
	case errors.As(r.err, &before):
		gotKind, gotPhase, gotDetail = string(before.Type), syntax.Phase, before.Detail
	case errors.As(r.err, &during):
		gotKind, gotPhase, gotDetail = string(during.Type), "runtime", string(during.Detail)
	}
	if gotKind != kind || phase != "any time" && gotPhase != phase || detail != "*" && gotDetail != detail {
		return fmt.Errorf("%s at %s: %s, want %s at %s: %s (%w)", gotKind, gotPhase, gotDetail, kind, phase, detail, r.err)
	}
	return nil
}

// newProcedure makes a procedure of a table: a call yields the rows whose first
// cells equal its arguments.
func newProcedure(signature string, table [][]string) (*lib.Procedure, error) {
	var data [][]value.Value
	for _, row := range table[min(1, len(table)):] {
		values := make([]value.Value, len(row))
		for i, cell := range row {
			var err error
			if values[i], err = parseValue(cell); err != nil {
				return nil, err
			}
		}
		data = append(data, values)
	}
	// The TCK marks types that may be null, and names NUMBER, the union of two.
	signature = strings.NewReplacer("?", "", "NUMBER", "INTEGER | FLOAT").Replace(signature)
	return lib.NewProcedure(signature, "", func(_ *lib.Env, args []value.Value, yield func([]value.Value) error) error {
		for _, row := range data {
			if len(row) == 0 {
				continue // a table without columns
			}
			matches := true
			for i, arg := range args {
				matches = matches && value.Equivalent(row[i], arg)
			}
			if !matches {
				continue
			}
			if err := yield(row[len(args):]); err != nil {
				return err
			}
		}
		return nil
	}), nil
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"bdgraph/cypher/value"
	"bdgraph/internal/term"
	"bdgraph/internal/unseen"
	"bdgraph/store"
)

type queryOptions struct {
	file   string
	graph  string
	params []string
	full   bool
	json   bool
}

func (a *app) newQuery() *cobra.Command {
	var o queryOptions
	cmd := &cobra.Command{
		Use:   "query [flags] CYPHER",
		Short: "Ask in openCypher, reading only",
		Example: `  bdgraph query 'MATCH (i:Issue) RETURN i.id, i.title LIMIT 5'
  bdgraph query --param id=demo-1 'MATCH (i:Issue {id: $id})-[r]->(x) RETURN type(r), x'
  bdgraph query --file question.cypher --json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			q, err := a.readQuery(o, args)
			if err != nil {
				return err
			}
			return a.query(cmd.Context(), cmd.OutOrStdout(), q, o)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.file, "file", "f", "", "read the query from this file, - for standard input")
	f.StringArrayVarP(&o.params, "param", "p", nil, "a parameter, NAME=VALUE; the value is JSON, or else a text")
	f.StringVar(&o.graph, "graph", "", "ask this graph file in place of the project's store")
	f.BoolVar(&o.full, "full", false, "print long cells whole on a terminal too, as they are in a file or a pipe")
	f.BoolVar(&o.json, "json", false, "print the answer as JSON")
	return cmd
}

// readQuery takes the text from the argument or the file, and the parameters.
func (a *app) readQuery(o queryOptions, args []string) (store.Query, error) {
	q := store.Query{Params: map[string]any{}}
	switch {
	case o.file == "" && len(args) == 0:
		return q, usageError(errors.New("want a query, as an argument or with --file"))
	case o.file != "" && len(args) > 0:
		return q, usageError(errors.New("want one query, as an argument or with --file, not both"))
	case o.file == "-":
		text, err := io.ReadAll(a.stdin)
		if err != nil {
			return q, fmt.Errorf("read query: %w", err)
		}
		q.Text = string(text)
	case o.file != "":
		text, err := os.ReadFile(o.file)
		if err != nil {
			return q, fmt.Errorf("read query: %w", err)
		}
		q.Text = string(text)
	default:
		q.Text = args[0]
	}
	for _, pair := range o.params {
		name, text, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return q, usageError(fmt.Errorf("--param %s: want NAME=VALUE", pair))
		}
		name = strings.TrimPrefix(name, "$")
		if _, twice := q.Params[name]; twice {
			return q, usageError(fmt.Errorf("--param %s: %s has a value already", pair, name))
		}
		q.Params[name] = parseParam(text)
	}
	return q, nil
}

// parseParam reads a value as JSON, whole numbers as integers; what is no JSON
// is a text.
func parseParam(text string) any {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil || dec.InputOffset() != int64(len(strings.TrimRight(text, " \t\r\n"))) {
		return text
	}
	return integers(v)
}

func integers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := strconv.ParseInt(v.String(), 10, 64); err == nil {
			return n
		}
		f, _ := v.Float64() // beyond the range: infinity, as Cypher reads it
		return f
	case []any:
		for i := range v {
			v[i] = integers(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = integers(v[k])
		}
	}
	return v
}

func (a *app) query(ctx context.Context, w io.Writer, q store.Query, o queryOptions) error {
	defer paceGC(questionHeap).stop()
	reader, p, err := a.openGraph(o.graph)
	if err != nil {
		return err
	}
	defer reader.Close(ctx)
	q.Limits = limits(p)
	a.talk.Progress("asking …")
	result, err := reader.Query(ctx, q)
	if err != nil {
		return queryFailure(q, err)
	}
	a.talk.Done()
	for _, warning := range result.Warnings {
		a.talk.Warn("%s", warning.Message)
		if warning.Remedy != "" {
			a.talk.Next("%s", warning.Remedy)
		}
	}
	if o.graph == "" {
		a.sayStale(glance(p))
	}
	if result.Truncated {
		a.talk.Warn("the answer was cut off after %s: the limit of %s is reached", plural(len(result.Rows), "row"), result.LimitHit)
		a.talk.Next("ask for less with LIMIT or WHERE, or raise limits.%s", result.LimitHit)
	}
	if o.json {
		return printResultJSON(w, result)
	}
	width := 0
	if !o.full {
		width = term.Columns(a.stdout)
	}
	if shortened := printResult(w, result, width); shortened > 0 {
		a.talk.Say("%s shortened to the width of the terminal; --full and --json print them whole", plural(shortened, "cell"))
	}
	return nil
}

// queryFailure adds the line of the query with a caret below the place that is wrong, and
// says how values of parameters are given.
func queryFailure(q store.Query, err error) error {
	var e *store.Error
	if !errors.As(err, &e) {
		return err
	}
	next := e.Remedy
	if e.Code == string(value.ParameterMissing) && next == "" {
		next = "give each value with --param NAME=VALUE"
	}
	at := caret(q.Text, e.Position.Line, e.Position.Column)
	if at == "" {
		return err
	}
	return &failure{err: fmt.Errorf("%w\n  at line %d, column %d:\n%s", err, e.Position.Line, e.Position.Column, at), next: next}
}

// printResult prints an answer as a table. Where a width is given, cells that do not fit
// into it are shortened, and counted.
func printResult(w io.Writer, r store.Result, width int) (shortened int) {
	if r.Plan != nil {
		fmt.Fprintln(w, unseen.Show(strings.TrimRight(r.Plan.String(), "\n")))
		if r.Plan.Rows == nil {
			return 0 // EXPLAIN has no rows
		}
		fmt.Fprintln(w)
	}
	rows := make([][]string, len(r.Rows))
	for i, row := range r.Rows {
		rows[i] = make([]string, len(row))
		for k, cell := range row {
			if cell.Kind() == value.KindString {
				rows[i][k] = cell.Str() // without quotes
			} else {
				rows[i][k] = cell.String()
			}
		}
	}
	columns := r.Columns
	if width > 0 {
		columns, rows, shortened = term.Fit(columns, rows, width)
	}
	term.Table(w, columns, rows)
	fmt.Fprintf(w, "(%s)\n", plural(len(rows), "row"))
	return shortened
}

// printResultJSON writes the answer as docs/formats/cli-json.md promises, one row a line.
func printResultJSON(w io.Writer, r store.Result) error {
	columns, err := json.Marshal(r.Columns)
	if err != nil {
		return err
	}
	generation, err := json.Marshal(r.Generation) // of an imported graph it may be any text
	if err != nil {
		return err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\"columns\":%s,\"rows\":[", columns)
	for i, row := range r.Rows {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n[")
		for k, cell := range row {
			if k > 0 {
				b.WriteByte(',')
			}
			b.Write(value.AppendJSON(nil, cell, value.JSONOptions{}))
		}
		b.WriteByte(']')
	}
	if len(r.Rows) > 0 {
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "],\"truncated\":%t,\"generation\":%s", r.Truncated, generation)
	if r.Plan != nil {
		plan, err := json.Marshal(r.Plan)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, ",\"plan\":%s", plan)
	}
	b.WriteString("}\n")
	_, err = w.Write(b.Bytes())
	return err
}

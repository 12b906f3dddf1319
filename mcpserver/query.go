package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"bdgraph/ask"
	"bdgraph/store"
	"bdgraph/store/guard"
)

// queryAnswer is the answer of query_graph.
type queryAnswer struct {
	ask.Header
	Columns  []string            `json:"columns"`
	Rows     [][]json.RawMessage `json:"rows"` // one value a column
	Warnings []store.Warning     `json:"warnings"`
}

var queryArguments = []argument{
	{
		name: "cypher", kind: text, required: true, max: 64 << 10, example: `"MATCH (i:Issue) RETURN i.id, i.title LIMIT 5"`,
		description: "One openCypher query that only reads. Return properties, not whole nodes, where you can.",
	},
	{
		name: "params", kind: object, example: `{"id": "bd-12"}`,
		description: "Values of the query's $parameters, by name without $. Pass values this way rather than in the query.",
	},
}

var queryTool = tool{
	name: "query_graph", title: "Query the graph",
	description: "Run a read-only openCypher query on the project's graph and get rows. Call get_schema first: it gives labels, relationship types, properties and how time is asked. " +
		"The parameter $as_of is always bound (a DATE, by default today), so that \"holds on that day\" is r.from_latest <= $as_of AND r.to_earliest > $as_of. " +
		"Use it for questions that governs, why, list_changes, impact, rollup, get_timeline, search and get_item do not answer. Dates come as ISO texts, integers beyond 2^53 as texts, nodes and relationships as objects. " +
		"Read warnings: a name that the graph lacks, or an arrow the wrong way round, gives an empty answer, not an error.",
	arguments: append(queryArguments[:len(queryArguments):len(queryArguments)],
		asOfArgument,
		argument{name: "timeout_ms", kind: integer, min: 1, max: 120_000, example: "60000", description: "How long the query may run, in milliseconds. Default 30000."},
	),
	result: reflect.TypeFor[queryAnswer](), list: "rows", cells: true, full: true,
	run: runQuery,
}

func runQuery(ctx context.Context, s *Server, c *call) (headed, error) {
	q, err := s.query(c)
	if err != nil {
		return nil, err
	}
	if err := guard.Check(q.Text, guard.Agent); err != nil {
		return nil, err
	}
	q.Limits = store.Limits{Rows: c.page.offset + c.page.limit, Timeout: untilDeadline(ctx)}
	result, err := s.config.Reader.Query(ctx, q)
	if err != nil {
		return nil, withoutStoredText(err, q)
	}
	header, err := s.header(ctx, result.Generation, s.day(c))
	if err != nil {
		return nil, err
	}
	if result.Truncated {
		c.page.hit = result.LimitHit
	}
	// Rows before the page are not looked at again.
	c.page.skipped = min(c.page.offset, len(result.Rows))
	return queryAnswer{
		Header: header, Columns: notNil(result.Columns), Rows: cells(result.Rows[c.page.skipped:]), Warnings: notNil(result.Warnings),
	}, nil
}

// query gathers a text with its parameters, $as_of among them.
func (s *Server) query(c *call) (store.Query, error) {
	q := store.Query{Text: c.text("cypher"), Params: map[string]any{}}
	given := c.object("params")
	for _, key := range sortedNames(given) {
		name := strings.TrimPrefix(key, "$")
		if _, twice := q.Params[name]; twice {
			return q, badArgument("params", fmt.Sprintf("params: %q is given twice, with and without $", cut(name, 60)), "Give each parameter once, by its name without $.")
		}
		if name == "as_of" {
			return q, badArgument("params", "params: as_of is bound by the argument as_of", `Give {"as_of": "2025-03-01"} beside cypher, not inside of params.`)
		}
		q.Params[name] = given[key]
	}
	q.Params["as_of"] = s.day(c)
	return q, nil
}

// cells writes the values of rows as JSON.
func cells[V json.Marshaler](rows [][]V) [][]json.RawMessage {
	out := make([][]json.RawMessage, len(rows))
	for i, row := range rows {
		out[i] = make([]json.RawMessage, len(row))
		for k, v := range row {
			b, err := v.MarshalJSON()
			if err != nil {
				panic(err) // values always have a form in JSON
			}
			out[i][k] = b
		}
	}
	return out
}

// untilDeadline is the time left.
func untilDeadline(ctx context.Context) time.Duration {
	deadline, ok := ctx.Deadline()
	if !ok {
		return 0
	}
	return max(time.Until(deadline), time.Millisecond)
}

func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

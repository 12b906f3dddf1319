package mcpserver

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"bdgraph/ask"
	"bdgraph/store"
	"bdgraph/store/guard"
)

// checkAnswer is the answer of check_query.
type checkAnswer struct {
	ask.Header
	Allowed bool     `json:"allowed"` // query_graph would run it
	Refusal *failure `json:"refusal,omitempty"`
	// What the query mentions, in the order of its text.
	Clauses    []string `json:"clauses"`
	Procedures []string `json:"procedures"`
	Functions  []string `json:"functions"`
	Labels     []string `json:"labels"`
	Types      []string `json:"relationship_types"`
	Keys       []string `json:"property_keys"`
	Parameters []string `json:"parameters"`
	// Dynamic says that names are computed, so the lists above are not all.
	Dynamic  bool            `json:"dynamic"`
	Plan     string          `json:"plan,omitempty"` // how it would be run, one operator a line
	Warnings []store.Warning `json:"warnings"`
}

var checkTool = tool{
	name: "check_query", title: "Check a query",
	description: "Check an openCypher query without running it: whether query_graph would run it and, if not, which construct at which place is refused and what to write instead; " +
		"which labels, types, properties, procedures and functions it uses; warnings about names the graph lacks, with the nearest name that it has; and the plan. " +
		"Use it when query_graph refuses a query, is slow, or returns nothing unexpectedly.",
	arguments: append(queryArguments[:len(queryArguments):len(queryArguments)], asOfArgument),
	result:    reflect.TypeFor[checkAnswer](), full: true,
	run: runCheck,
}

func runCheck(ctx context.Context, s *Server, c *call) (headed, error) {
	q, err := s.query(c)
	if err != nil {
		return nil, err
	}
	answer := checkAnswer{Warnings: []store.Warning{}}
	inventory, err := guard.Inspect(q.Text, guard.Agent)
	answer.take(inventory)
	if err == nil && inventory.Refusal != nil {
		err = inventory.Refusal.StoreError()
	}
	meta, metaErr := s.config.Reader.Meta(ctx)
	if metaErr != nil {
		return nil, metaErr
	}
	if answer.Header, metaErr = s.header(ctx, meta.Generation, s.day(c)); metaErr != nil {
		return nil, metaErr
	}
	if err == nil {
		err = s.explainPlan(ctx, q, &answer)
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		answer.Refusal = explain(withoutStoredText(err, q))
		return answer, nil
	}
	answer.Allowed = true
	return answer, nil
}

// explainPlan asks the store for the plan. Nothing is run, and parameters may be missing.
// Places are those of the query that the agent sent.
func (s *Server) explainPlan(ctx context.Context, q store.Query, answer *checkAnswer) error {
	const prefix = "EXPLAIN "
	sent := func(p store.Position) store.Position {
		if p.Line == 1 {
			p.Column -= len(prefix)
		}
		return p
	}
	q.Text = prefix + q.Text
	q.Limits = store.Limits{Timeout: untilDeadline(ctx)}
	result, err := s.config.Reader.Query(ctx, q)
	var refused *store.Error
	if errors.As(err, &refused) {
		here := *refused
		here.Position = sent(here.Position)
		return &here
	}
	if err != nil {
		return err
	}
	answer.Warnings = notNil(slices.Clone(result.Warnings))
	for i := range answer.Warnings {
		answer.Warnings[i].Position = sent(answer.Warnings[i].Position)
	}
	if result.Plan != nil {
		answer.Plan = result.Plan.String()
	}
	return nil
}

func (a *checkAnswer) take(v guard.Inventory) {
	a.Clauses, a.Procedures, a.Functions = []string{}, []string{}, []string{}
	a.Labels, a.Types, a.Keys, a.Parameters = []string{}, []string{}, []string{}, []string{}
	if v.Inventory == nil {
		return
	}
	for _, c := range v.Clauses {
		a.Clauses = append(a.Clauses, c.Name)
	}
	a.Procedures, a.Functions = notNil(v.Procedures), notNil(v.Functions)
	a.Labels, a.Types, a.Keys, a.Parameters = notNil(v.Labels), notNil(v.Types), notNil(v.Keys), notNil(v.Parameters)
	a.Dynamic = v.Dynamic
}

package cypher

import (
	"context"
	"errors"
	"iter"
	"strings"
	"time"

	"bdgraph/cypher/check"
	"bdgraph/cypher/exec"
	"bdgraph/cypher/graph"
	"bdgraph/cypher/lib"
	"bdgraph/cypher/plan"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
)

// The words of the packages below that a caller needs.
type (
	// Graph is what queries run on.
	Graph = graph.Graph
	// Value is any value of a query.
	Value = value.Value
	// Limits bound what one query may use.
	Limits = exec.Limits
	// Statistics say what a query has used.
	Statistics = exec.Statistics
	// Warning is something that is allowed and probably not meant.
	Warning = check.Warning
	// PlanDescription is an operator of a plan and those below it.
	PlanDescription = plan.Description
)

// DefaultLimits suit queries of strangers on graphs of some million relationships.
var DefaultLimits = Limits{
	Timeout:     10 * time.Second,
	Steps:       200_000_000,
	Memory:      256 << 20,
	Rows:        100_000,
	ResultBytes: 16 << 20,
}

// Engine answers queries. It keeps the plans of texts that it has seen, by the
// identity of the graph, so graphs must be comparable, as pointers are. It is safe
// for concurrent use.
type Engine struct {
	plans *planCache
	// Now is the time of a query; nil: the machine's clock.
	Now func() time.Time
	// Version is the product's, as dbms.components shows it.
	Version string
	// Procedures are those that queries may call beside those of package lib.
	Procedures []*lib.Procedure
}

// cachedPlans is how many plans an engine keeps.
const cachedPlans = 256

// NewEngine returns an engine without any plans.
func NewEngine() *Engine { return &Engine{plans: newPlanCache(cachedPlans)} }

// prepared is a query that can be run.
type prepared struct {
	plan     *plan.Plan
	names    []string // of the variables, by number
	columns  []string
	warnings []Warning
}

// Result is the answer to a query. Its rows are computed while they are read.
type Result struct {
	Columns  []string
	Warnings []Warning

	engine   *Engine
	ctx      context.Context
	prepared *prepared
	input    exec.Input
	stats    Statistics
}

// Query parses, checks and plans a text, or takes its plan from an earlier
// time, and returns a result from which rows can be read. Parameters are named without
// the $. The error is a *[syntax.Error] if the text is refused. The context
// ends the query while rows are read.
func (e *Engine) Query(ctx context.Context, g Graph, text string, parameters map[string]Value, limits Limits) (*Result, error) {
	p, err := e.prepare(g, text, parameters)
	if err != nil {
		return nil, err
	}
	now := time.Now
	if e.Now != nil {
		now = e.Now
	}
	r := &Result{
		Columns: p.columns, Warnings: p.warnings,
		engine: e, ctx: ctx, prepared: p,
		input: exec.Input{
			Graph: g, Parameters: parameters, Limits: limits, Procedures: e.procedure,
			Profile: p.plan.Mode == syntax.Profile,
			Env:     lib.Env{Now: now().Truncate(time.Millisecond), Clock: now, Version: e.Version},
		},
	}
	if f, ok := g.(lib.FullText); ok {
		r.input.Env.FullText = f
	}
	return r, nil
}

// prepare returns the plan of a text for a graph.
func (e *Engine) prepare(g Graph, text string, parameters map[string]Value) (*prepared, error) {
	types := typesOf(parameters)
	key := planKey{g, text, typeText(types)}
	if p := e.plans.get(key); p != nil {
		return p, nil
	}
	p, err := e.compile(g, text, types, plan.Options{})
	if err != nil {
		return nil, err
	}
	e.plans.put(key, p)
	return p, nil
}

// compile takes a text from parsing to a plan.
func (e *Engine) compile(g Graph, text string, types map[string]check.Type, options plan.Options) (*prepared, error) {
	st, err := syntax.Parse(text)
	if err != nil {
		return nil, err
	}
	bound, err := check.Check(st, check.Env{
		Signatures: signatures{e},
		Schema:     schema{g},
		Parameters: types,
	})
	if err != nil {
		return nil, err
	}
	p := &prepared{names: make([]string, len(bound.Variables)), warnings: bound.Warnings}
	for i, v := range bound.Variables {
		p.names[i] = v.Name
	}
	options.Aggregating = func(name string) bool {
		f := lib.Lookup(name)
		return f != nil && f.Aggregating
	}
	options.ShownColumns = func(what string) int { return lib.LookupListing(what).Default }
	if p.plan, err = plan.Build(st, p.names, g, options); err != nil {
		return nil, err
	}
	for _, c := range p.plan.Columns {
		p.columns = append(p.columns, c.Name)
	}
	return p, nil
}

// Rows runs the query and yields its rows, whose values outlive the graph. It
// ends after the first error: a *[exec.LimitError] if a limit was reached, a
// *[value.Error] if an expression could not be evaluated, or the context's. With
// EXPLAIN there are no rows. Reading the rows again runs the query again.
func (r *Result) Rows() iter.Seq2[[]Value, error] {
	return func(yield func([]Value, error) bool) {
		if r.prepared.plan.Mode == syntax.Explain {
			return
		}
		stopped := false
		stats, err := exec.Run(r.ctx, r.prepared.plan, r.input, func(row []Value) error {
			if !yield(row, nil) {
				stopped = true
				return errStopped
			}
			return nil
		})
		r.stats = stats
		if err != nil && !stopped {
			yield(nil, r.explain(err))
		}
	}
}

// explain adds what the plan tells about the cost to the error of a limit on work.
func (r *Result) explain(err error) error {
	var limit *exec.LimitError
	if !errors.As(err, &limit) || limit.Err != exec.ErrSteps && limit.Err != exec.ErrTimeout {
		return err
	}
	advice := r.prepared.plan.Advice(r.prepared.names)
	if advice == "" {
		return err
	}
	return &exec.LimitError{Err: limit.Err, Max: limit.Max, Hint: advice}
}

var errStopped = errors.New("cypher: the reader has stopped")

// All reads all rows.
func (r *Result) All() ([][]Value, error) {
	var out [][]Value
	for row, err := range r.Rows() {
		if err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, nil
}

// Statistics returns what reading the rows has used.
func (r *Result) Statistics() Statistics { return r.stats }

// Plan describes how the query is run. The rows of each operator are known after the rows of a
// PROFILE query have been read.
func (r *Result) Plan() PlanDescription {
	return r.prepared.plan.Describe(r.prepared.names, r.stats.Operators)
}

// WantsPlan reports whether the query began with EXPLAIN or PROFILE.
func (r *Result) WantsPlan() bool { return r.prepared.plan.Mode != syntax.Run }

// procedure finds one of the engine's own procedures.
func (e *Engine) procedure(name string) *lib.Procedure {
	for _, p := range e.Procedures {
		if p.Name == name {
			return p
		}
	}
	return nil
}

func typesOf(parameters map[string]Value) map[string]check.Type {
	types := make(map[string]check.Type, len(parameters))
	for name, v := range parameters {
		types[name] = check.OfValue(v)
	}
	return types
}

// typeText writes the types of parameters, by name.
func typeText(types map[string]check.Type) string {
	if len(types) == 0 {
		return ""
	}
	var b strings.Builder
	for _, name := range sortedKeys(types) {
		b.WriteString(name)
		b.WriteByte(':')
		b.WriteString(types[name].String())
		b.WriteByte(';')
	}
	return b.String()
}

package exec

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bdgraph/cypher/graph"
	"bdgraph/cypher/lib"
	"bdgraph/cypher/plan"
	"bdgraph/cypher/value"
)

// Input is what a plan runs on.
type Input struct {
	Graph      graph.Graph
	Parameters map[string]value.Value
	Limits     Limits
	// Env is what functions may use; its graph and memory account are set by Run.
	Env lib.Env
	// Procedures finds procedures that package lib lacks; it may be nil.
	Procedures func(name string) *lib.Procedure
	// Profile says that the rows of each operator are to be counted.
	Profile bool
}

// Statistics say what a run has used.
type Statistics struct {
	Rows   int64
	Steps  int64
	Memory int64 // still kept when the run ended, or failed
	// Operators holds the rows that each operator gave, if they were to be counted.
	Operators map[plan.Op]int64
}

// row is the slots of a query. There is one for each run, which all operators share.
type row = []value.Value

// operator takes a row and passes on the rows it makes of it.
type operator func(row) error

// machine is one run of a plan.
type machine struct {
	*budget
	plan    *plan.Plan
	in      Input
	g       graph.Graph
	from    []graph.NodeID // what sources returns
	to      []graph.NodeID // what targets returns
	missing []string       // parameters that were not given
	counts  map[plan.Op]*int64
	failed  error // what could not be compiled
	// deferred holds the errors of predicates that wait for the end of their WHERE.
	deferred []error
	// caseSubject reads the subject of the CASE that is being compiled.
	caseSubject eval
	libEnv      *lib.Env
}

// Run runs a plan and hands each row of the result to yield; rows outlive the
// graph. It ends with the first error of yield, with a [*LimitError], or with an error
// of evaluation, a [*value.Error].
func Run(ctx context.Context, p *plan.Plan, in Input, yield func(row []value.Value) error) (Statistics, error) {
	if in.Limits.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, in.Limits.Timeout, errTimeout)
		defer cancel()
	}
	m := &machine{
		budget: newBudget(ctx, in.Limits), plan: p, in: in, g: in.Graph,
	}
	if in.Profile {
		m.counts = make(map[plan.Op]*int64)
	}
	d := detacher{g: m.g, nodes: make(map[graph.NodeID]*value.Node), rels: make(map[graph.RelID]*value.Relationship)}
	run := m.compile(p.Root, func(r row) error {
		if len(p.Columns) == 0 {
			return nil
		}
		out := make([]value.Value, len(p.Columns))
		for i, c := range p.Columns {
			out[i] = d.value(r[c.Slot])
		}
		if err := m.countResult(out); err != nil {
			return err
		}
		return yield(out)
	})
	err := m.ready()
	if err == nil {
		if err = m.check(); err == nil {
			err = run(make(row, p.Width))
		}
	}
	return m.statistics(), err
}

// sources and targets return the columns of ends. A graph in a file reads each as a
// whole when it is first asked for, which a plan without relationships never does.
func (m *machine) sources() []graph.NodeID {
	if m.from == nil {
		m.from = m.g.Sources()
	}
	return m.from
}

func (m *machine) targets() []graph.NodeID {
	if m.to == nil {
		m.to = m.g.Targets()
	}
	return m.to
}

// ready reports what was wrong with the plan or the parameters.
func (m *machine) ready() error {
	if m.failed != nil {
		return m.failed
	}
	if len(m.missing) == 0 {
		return nil
	}
	slices.Sort(m.missing)
	return value.Errorf(value.ParameterMissing, value.MissingParameter, "Expected parameter(s): %s",
		strings.Join(slices.Compact(m.missing), ", "))
}

func (m *machine) statistics() Statistics {
	s := Statistics{Rows: m.rows, Steps: m.steps, Memory: m.memory}
	if m.counts != nil {
		s.Operators = make(map[plan.Op]int64, len(m.counts))
		for op, n := range m.counts {
			s.Operators[op] = *n
		}
	}
	return s
}

// compile turns a plan into a function that runs it on a row and passes what it
// gives to next.
func (m *machine) compile(op plan.Op, next operator) operator {
	if m.counts != nil {
		n := m.counts[op]
		if n == nil {
			n = new(int64)
			m.counts[op] = n
		}
		inner := next
		next = func(r row) error {
			*n++
			return inner(r)
		}
	}
	switch op := op.(type) {
	case *plan.Argument:
		return next
	case *plan.Empty:
		return m.compile(op.In, func(row) error { return nil })
	case *plan.Filter:
		return m.compile(op.In, m.filter(op, next))
	case *plan.Raise:
		return m.compile(op.In, m.raise(op, next))
	case *plan.Project:
		return m.compile(op.In, m.project(op, next))
	case *plan.Aggregate:
		return m.aggregate(op, next)
	case *plan.Distinct:
		return m.distinct(op, next)
	case *plan.Sort:
		return m.sort(op, next)
	case *plan.Skip:
		return m.skip(op, next)
	case *plan.Limit:
		return m.limit(op, next)
	case *plan.Unwind:
		return m.compile(op.In, m.unwind(op, next))
	case *plan.Optional:
		return m.compile(op.In, m.optional(op, next))
	case *plan.Apply:
		return m.compile(op.In, m.compile(op.Inner, next))
	case *plan.Union:
		return m.union(op, next)
	case *plan.NodeScan:
		return m.compile(op.In, m.nodeScan(op, next))
	case *plan.IndexSeek:
		return m.compile(op.In, m.indexSeek(op, next))
	case *plan.IDSeek:
		return m.compile(op.In, m.idSeek(op, next))
	case *plan.RelScan:
		return m.compile(op.In, m.relScan(op, next))
	case *plan.RelEnds:
		return m.compile(op.In, m.relEnds(op, next))
	case *plan.Expand:
		return m.compile(op.In, m.expand(op, next))
	case *plan.Degree:
		return m.compile(op.In, m.degree(op, next))
	case *plan.Repeat:
		return m.compile(op.In, m.repeat(op, next))
	case *plan.FollowList:
		return m.compile(op.In, m.followList(op, next))
	case *plan.Shortest:
		return m.compile(op.In, m.shortest(op, next))
	case *plan.SelectPaths:
		return m.compile(op.In, m.selectPaths(op, next))
	case *plan.BuildPath:
		return m.compile(op.In, m.buildPath(op, next))
	case *plan.HashJoin:
		return m.hashJoin(op, next)
	case *plan.CountNodes:
		return m.compile(op.In, m.countNodes(op, next))
	case *plan.CountRels:
		return m.compile(op.In, m.countRels(op, next))
	case *plan.CountByType:
		return m.compile(op.In, m.countByType(op, next))
	case *plan.CallProcedure:
		return m.compile(op.In, m.callProcedure(op, next))
	case *plan.Show:
		return m.compile(op.In, m.show(op, next))
	}
	m.fail(fmt.Errorf("exec: unknown operator %T", op))
	return next
}

// fail notes that the plan cannot be run.
func (m *machine) fail(err error) {
	if m.failed == nil {
		m.failed = err
	}
}

// recoverable reports whether an error is one of evaluation, which AND, OR and
// WHERE may forget, rather than a limit or the end of the run.
func recoverable(err error) bool {
	var e *value.Error
	return errors.As(err, &e) && e.Type != value.LimitExceeded
}

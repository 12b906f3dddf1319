package neo4j

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"bdgraph"
	"bdgraph/store"
)

// Reader is the [store.Reader] of a Neo4j database. Its transactions are opened
// in READ mode, which the server holds them to, and always rolled back.
type Reader struct {
	*connection
	guard func(store.Query) error
	types *readTypes // nil: not asked for
	// last is the state after the latest query, which saves the look before the next one.
	last atomic.Pointer[state]
}

var _ store.Reader = (*Reader)(nil)

// ReaderOptions adjust a Reader.
type ReaderOptions struct {
	// Guard sees each query before the server does, and refuses it by an error.
	// READ mode stops writes but not, for instance, LOAD CSV or TERMINATE
	// TRANSACTIONS; whoever lets others write queries wants a guard that does. Nil
	// lets everything through.
	Guard func(store.Query) error
	// ProveTypes asks the server for the type of each new text before it runs, and
	// refuses what does more than read. It is a wall of its own behind the guard.
	ProveTypes bool
}

// NewReader returns a reader of the database. It fails with [store.ErrConfig]
// on a wrong configuration; the server is first spoken to by the first query.
func NewReader(c Config, options ReaderOptions) (*Reader, error) {
	connection, err := connect(c)
	if err != nil {
		return nil, err
	}
	r := &Reader{connection: connection, guard: options.Guard}
	if options.ProveTypes {
		r.types = &readTypes{}
	}
	return r, nil
}

// Query implements [store.Reader]. It runs a query again, as long as its time
// allows, when a load replaced the graph meanwhile.
func (r *Reader) Query(ctx context.Context, q store.Query) (store.Result, error) {
	if r.guard != nil {
		if err := r.guard(q); err != nil {
			return store.Result{}, err
		}
	}
	params, err := driverParams(q.Params)
	if err != nil {
		return store.Result{}, err
	}
	ctx, cancel := withTimeout(ctx, q.Limits)
	defer cancel()
	var result store.Result
	err = r.read(ctx, "query", func(tx runner) error {
		result = store.Result{}
		if r.types != nil {
			if err := r.types.prove(ctx, tx, q.Text, params); err != nil {
				return err
			}
		}
		return stream(ctx, tx, q, params, &result)
	}, func(s state) { result.Generation = s.meta.Generation })
	if err != nil {
		return store.Result{}, err
	}
	return result, nil
}

// Meta implements [store.Reader].
func (r *Reader) Meta(ctx context.Context) (bdgraph.Meta, error) {
	ctx, cancel := withTimeout(ctx, store.Limits{})
	defer cancel()
	var meta bdgraph.Meta
	err := r.read(ctx, "read Meta", nil, func(s state) { meta = s.meta })
	return meta, err
}

// Close implements [store.Reader].
func (r *Reader) Close(ctx context.Context) error { return r.close(ctx) }

func withTimeout(ctx context.Context, l store.Limits) (context.Context, context.CancelFunc) {
	if timeout := l.OrDefault().Timeout; timeout > 0 {
		return context.WithTimeout(ctx, timeout)
	}
	return context.WithCancel(ctx)
}

// read runs work in a transaction until no load came in between, then calls
// done with the state that work saw. Without work it is a look at the state alone.
func (r *Reader) read(ctx context.Context, doing string, work func(runner) error, done func(state)) error {
	reconnected := false
	for {
		seen, err := r.attempt(ctx, work)
		switch {
		case err == nil:
			done(seen)
			return nil
		case ctx.Err() == nil && errors.Is(err, errMoved):
			continue
		case ctx.Err() == nil && neo4j.IsRetryable(err) && !reconnected:
			reconnected = true // a pooled connection may be dead after the server's restart
			continue
		}
		return r.explain(ctx, err, doing)
	}
}

// attempt is one transaction: look, work, look again.
func (r *Reader) attempt(ctx context.Context, work func(runner) error) (seen state, err error) {
	session := r.session(ctx, neo4j.AccessModeRead)
	// The answer is complete or lost by then; giving the connection back must not fail it.
	defer session.Close(context.WithoutCancel(ctx))
	tx, err := session.BeginTransaction(ctx, serverTimeout(ctx))
	if err != nil {
		return state{}, err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))

	before := r.last.Load()
	if before == nil || work == nil {
		if seen, err = settledState(ctx, tx); err != nil {
			return state{}, err
		}
		before = &seen
	}
	if err := before.refusal(); err != nil {
		r.last.Store(nil)
		return state{}, err
	}
	if work == nil {
		return *before, nil
	}

	workErr := work(tx)
	if workErr != nil {
		// A failed statement ends the transaction. What failed on data that was
		// being replaced, such as a node that is gone, is worth another attempt.
		if ctx.Err() != nil || !failedOnData(workErr) {
			return state{}, workErr
		}
		tx.Rollback(ctx)
		if tx, err = session.BeginTransaction(ctx, serverTimeout(ctx)); err != nil {
			return state{}, workErr
		}
		defer tx.Rollback(context.WithoutCancel(ctx))
	}
	after, err := settledState(ctx, tx)
	if err != nil {
		r.last.Store(nil)
		return state{}, err
	}
	r.last.Store(&after)
	if !before.same(after) {
		if err := after.refusal(); err != nil {
			return state{}, err
		}
		return state{}, errMoved
	}
	return after, workErr
}

// failedOnData reports whether an error may be owed to the data rather than to the query's text.
func failedOnData(err error) bool {
	var server *neo4j.Neo4jError
	return errors.As(err, &server) && !strings.HasSuffix(server.Code, ".SyntaxError")
}

// serverTimeout lets the server stop the transaction when ctx's time is over,
// should it not notice that the connection is closed.
func serverTimeout(ctx context.Context) func(*neo4j.TransactionConfig) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return func(*neo4j.TransactionConfig) {}
	}
	return neo4j.WithTxTimeout(max(time.Until(deadline), time.Millisecond))
}

// stream runs a query and takes rows until a limit is reached.
func stream(ctx context.Context, tx runner, q store.Query, params map[string]any, result *store.Result) error {
	rows, err := tx.Run(ctx, q.Text, params)
	if err != nil {
		return err
	}
	if result.Columns, err = rows.Keys(); err != nil {
		return err
	}
	cutter := store.NewCutter(result, q.Limits)
	for more := true; more && rows.Next(ctx); {
		row, err := fromDrivers(rows.Record().Values)
		if err != nil {
			return &store.Error{Kind: store.ErrFailed, Err: err, Message: "query: " + err.Error()}
		}
		more = cutter.Add(row)
	}
	summary, err := rows.Consume(ctx) // drops what is left
	if err != nil {
		return err
	}
	for _, n := range summary.Notifications() {
		result.Warnings = append(result.Warnings, warning(n))
	}
	switch {
	case summary.Profile() != nil:
		result.Plan = profileOf(summary.Profile())
	case summary.Plan() != nil:
		result.Plan = planOf(summary.Plan())
	}
	return nil
}

func warning(n neo4j.Notification) store.Warning {
	w := store.Warning{
		Code:     n.Code()[strings.LastIndex(n.Code(), ".")+1:],
		Severity: n.RawSeverityLevel(),
		Message:  n.Description(),
	}
	if p := n.Position(); p != nil {
		w.Position = store.Position{Line: p.Line(), Column: p.Column()}
	}
	return w
}

func driverParams(params map[string]any) (map[string]any, error) {
	values, err := store.ParamValues(params)
	if err != nil {
		return nil, err
	}
	out := make(map[string]any, len(values))
	for name, v := range values {
		if out[name], err = toDriver(v); err != nil {
			return nil, &store.Error{
				Kind: store.ErrQuery, Code: "ParameterType", Err: err,
				Message: fmt.Sprintf("parameter $%s: %v", name, err),
			}
		}
	}
	return out, nil
}

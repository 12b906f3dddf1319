package neo4j

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"bdgraph"
	"bdgraph/store"
)

// Writer is the [store.Writer] of a Neo4j database.
type Writer struct {
	*connection
	options WriterOptions
}

var _ store.Writer = (*Writer)(nil)

// WriterOptions adjust a Writer.
type WriterOptions struct {
	// ForceShared loads into a database that holds others' nodes too. They are
	// left alone (but for relationships of theirs that hang on a node that goes), and
	// queries that count or match everything see them.
	ForceShared bool
	// TransactionSize is the most changes that are written in one transaction,
	// [DefaultTransactionSize] when 0. A load with more of them is written in several,
	// during which readers are refused.
	TransactionSize int
}

// DefaultTransactionSize keeps a transaction within what a server with the
// smallest usual heap (1 GB) gives it: a change takes up to 7 kB there.
const DefaultTransactionSize = 50_000

// NewWriter returns a writer of the database. It fails with [store.ErrConfig] on
// a wrong configuration; the server is first spoken to by Load.
func NewWriter(c Config, options WriterOptions) (*Writer, error) {
	connection, err := connect(c)
	if err != nil {
		return nil, err
	}
	if options.TransactionSize <= 0 {
		options.TransactionSize = DefaultTransactionSize
	}
	return &Writer{connection: connection, options: options}, nil
}

// Close implements [store.Writer].
func (w *Writer) Close(ctx context.Context) error { return w.close(ctx) }

// Load implements [store.Writer].
func (w *Writer) Load(ctx context.Context, g bdgraph.Graph, meta bdgraph.Meta) (store.Loaded, error) {
	start := time.Now()
	if err := checkEnds(g); err != nil {
		return store.Loaded{}, err
	}
	if meta.Generation == "" {
		meta.Generation = g.Generation()
	}
	const attempts = 3 // against loads that run at the same time
	for attempt := 1; ; attempt++ {
		l := load{Writer: w, graph: g, meta: meta}
		err := l.run(ctx)
		switch {
		case err == nil:
			l.loaded.Took = time.Since(start)
			return l.loaded, nil
		case ctx.Err() == nil && attempt < attempts && (errors.Is(err, errMoved) || neo4j.IsRetryable(err) && !outOfMemory(err)):
			continue
		case errors.Is(err, errMoved):
			err = &store.Error{
				Kind: store.ErrConflict, Err: err, Message: "load the graph: another load changes the database at the same time",
				Remedy: "Let one machine regenerate at a time, then run bdgraph regenerate again.",
			}
		}
		return store.Loaded{}, w.explain(ctx, err, "load the graph")
	}
}

// load is one attempt to make graph what the database holds.
type load struct {
	*Writer
	graph   bdgraph.Graph
	meta    bdgraph.Meta
	session runner // commits each statement by itself
	seen    state
	loaded  store.Loaded
}

func (l *load) run(ctx context.Context) error {
	session := l.Writer.session(ctx, neo4j.AccessModeWrite)
	defer session.Close(context.WithoutCancel(ctx))
	l.session = autocommit{session}

	var err error
	if l.seen, err = l.awaitState(ctx); err != nil {
		return err
	}
	unchanged, err := l.unchanged(ctx)
	if err != nil {
		return err
	}
	if unchanged {
		l.loaded.NodesUnchanged, l.loaded.EdgesUnchanged = len(l.graph.Nodes), len(l.graph.Edges)
		return writeMeta(ctx, l.session, l.seen, l.seen.load, l.meta)
	}
	if err := l.checkForeign(ctx); err != nil {
		return err
	}
	if err := ensureSchema(ctx, l.session); err != nil {
		return err
	}
	if l.seen.loading == inSteps {
		// Stop whoever still writes before looking at what is there.
		if l.seen.load, err = mark(ctx, l.session, l.seen, inSteps); err != nil {
			return err
		}
	}
	changes, err := computeDelta(ctx, l.session, l.graph)
	if err != nil {
		return err
	}
	changes.count(&l.loaded)
	if l.seen.loading == inSteps {
		return l.inSteps(ctx, l.seen.load, changes)
	}
	if changes.size() <= l.options.TransactionSize {
		if err := l.atOnce(ctx, session, changes); !outOfMemory(err) {
			return err
		}
		// The server gives less memory than thought. Nothing was written yet.
		if l.seen, err = l.awaitState(ctx); err != nil {
			return err
		}
	}
	count, err := mark(ctx, l.session, l.seen, inSteps)
	if err != nil {
		return err
	}
	return l.inSteps(ctx, count, changes)
}

// awaitState looks at Meta once no other writer's commit is underway.
func (l *load) awaitState(ctx context.Context) (state, error) {
	waiting, cancel := context.WithTimeout(ctx, maxCommit)
	defer cancel()
	return settledState(waiting, l.session)
}

// unchanged reports whether the database holds this very graph. Equal
// generations with equal counts, which the server has at hand, say so without reading the graph.
func (l *load) unchanged(ctx context.Context) (bool, error) {
	if l.seen.loading == inSteps || l.seen.meta.Generation != l.meta.Generation {
		return false, nil
	}
	var nodes, edges int64
	err := exec(ctx, l.session, "MATCH (n) RETURN count(n)", nil, func(r *neo4j.Record) { nodes, _ = r.Values[0].(int64) })
	if err == nil {
		err = exec(ctx, l.session, "MATCH ()-[r]->() RETURN count(r)", nil, func(r *neo4j.Record) { edges, _ = r.Values[0].(int64) })
	}
	return nodes == int64(len(l.graph.Nodes))+1 && edges == int64(len(l.graph.Edges)), err
}

// atOnce writes everything in one transaction, so that readers see the graph
// before or the graph after.
func (l *load) atOnce(ctx context.Context, session neo4j.SessionWithContext, changes *delta) (err error) {
	tx, err := session.BeginTransaction(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	for b := range ahead(ctx, changes.batches()) {
		if err := b.run(ctx, tx); err != nil {
			return err
		}
	}

	// From here on readers wait. The mark needs a transaction of its own, so a session too.
	other := l.Writer.session(ctx, neo4j.AccessModeWrite)
	defer other.Close(context.WithoutCancel(ctx))
	count, err := mark(ctx, autocommit{other}, l.seen, committing)
	if err != nil {
		return err
	}
	defer func() {
		// Whether the commit was carried out or not, the graph is whole again.
		// Canceling comes too late here; and what fails heals after maxCommit.
		unmarked := unmark(context.WithoutCancel(ctx), autocommit{other}, count)
		if err == nil {
			err = unmarked
		}
	}()
	if err := writeMeta(ctx, tx, l.seen, count, l.meta); err != nil {
		return err
	}
	if err := tx.Commit(ctx); err != nil {
		return err
	}
	l.loaded.Transactions = 1
	return nil
}

// inSteps writes batch by batch. Each transaction first makes sure that no other
// writer has taken over; the last one writes Meta and lets readers in again.
func (l *load) inSteps(ctx context.Context, count int64, changes *delta) error {
	for b := range ahead(ctx, changes.batches()) {
		err := l.step(ctx, func(tx runner) error {
			if err := hold(ctx, tx, count); err != nil {
				return err
			}
			return b.run(ctx, tx)
		})
		if err != nil {
			return err
		}
		l.loaded.Transactions++
	}
	return l.step(ctx, func(tx runner) error {
		if err := writeMeta(ctx, tx, l.seen, count, l.meta); err != nil {
			return err
		}
		return unmark(ctx, tx, count)
	})
}

func (l *load) step(ctx context.Context, work func(runner) error) error {
	session := l.Writer.session(ctx, neo4j.AccessModeWrite)
	defer session.Close(context.WithoutCancel(ctx))
	tx, err := session.BeginTransaction(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	if err := work(tx); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// run carries a batch out. It fails with errMoved when a row does not find what
// it is about: another writer was there.
func (b batch) run(ctx context.Context, tx runner) error {
	var done int64
	err := exec(ctx, tx, b.cypher, map[string]any{"rows": b.rows}, func(r *neo4j.Record) { done, _ = r.Values[0].(int64) })
	if err == nil && done != int64(len(b.rows)) {
		err = errMoved
	}
	return err
}

// checkEnds refuses a graph whose edges lack an end, before anything is written.
func checkEnds(g bdgraph.Graph) error {
	nodes := make(map[bdgraph.NodeRef]bool, len(g.Nodes))
	for i := range g.Nodes {
		nodes[g.Nodes[i].NodeRef] = true
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		for _, end := range []bdgraph.NodeRef{e.From, e.To} {
			if !nodes[end] {
				return &store.Error{
					Kind:    store.ErrFailed,
					Message: fmt.Sprintf("load the graph: %s from %s to %s, stated by %s: the graph has no node %s", e.Type, e.From, e.To, e.Source, end),
					Remedy:  "A graph that bdgraph regenerate makes has all ends; one that was imported needs them added.",
				}
			}
		}
	}
	return nil
}

// checkForeign refuses a database that holds what bdgraph did not write.
func (l *load) checkForeign(ctx context.Context) error {
	var found []string
	total := 0
	list := func(cypher, one, many string) error {
		return exec(ctx, l.session, cypher, nil, func(r *neo4j.Record) {
			n, _ := r.Values[1].(int64)
			total += int(n)
			noun := many
			if n == 1 {
				noun = one
			}
			switch name := r.Values[0].(type) {
			case string:
				found = append(found, fmt.Sprintf("%d %s :%s", n, noun, name))
			default:
				found = append(found, fmt.Sprintf("%d %s without label", n, noun))
			}
		})
	}
	err := list(`MATCH (n) WHERE n.`+bdgraph.HashProperty+` IS NULL
		WITH CASE labels(n) WHEN [] THEN null ELSE reduce(s = head(labels(n)), l IN tail(labels(n)) | s + ':' + l) END AS name
		RETURN name, count(*) AS n ORDER BY n DESC, name`, "node", "nodes")
	if err == nil {
		err = list(`MATCH ()-[r]->() WHERE r.`+bdgraph.HashProperty+` IS NULL
			RETURN type(r) AS name, count(*) AS n ORDER BY n DESC, name`, "relationship", "relationships")
	}
	if err != nil || total == 0 {
		return err
	}
	// What another writer's commit is just removing looks as if it bore no hash.
	if after, err := readState(ctx, l.session); err != nil || !after.same(l.seen) {
		return cmp.Or(err, errMoved)
	}
	const shown = 10
	if more := len(found) - shown; more > 0 {
		found = append(found[:shown], fmt.Sprintf("%d more kinds", more))
	}
	what := strings.Join(found, ", ")
	if !l.options.ForceShared {
		return &store.Error{
			Kind:    store.ErrForeignNodes,
			Message: "load the graph: the database holds what bdgraph did not write: " + what,
			Remedy:  "Give bdgraph a database of its own (Community edition: a server of its own), or add --force-shared.",
		}
	}
	l.loaded.Findings = append(l.loaded.Findings, bdgraph.Finding{
		Code: "foreign_nodes", Severity: bdgraph.Warning, Count: total,
		Message: "the database is shared with " + what + ": queries that count or match everything include them",
		Remedy:  "Give bdgraph a database of its own.",
	})
	return nil
}

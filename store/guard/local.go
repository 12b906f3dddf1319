package guard

import (
	"context"
	"os"
	"path/filepath"
	"sync"

	"bdgraph"
	"bdgraph/cypher/syntax"
	"bdgraph/store"
	"bdgraph/store/embedded"
	"bdgraph/store/exchange"
)

// Local is a reader of a store whose server lacks the procedures that [Constructs]
// gives to bdgraph. It answers queries that call one from a copy of the graph,
// which it takes at the first such query of each generation and keeps in a
// temporary file until it is closed; all others go to the store. It is safe for concurrent use.
type Local struct {
	store.Reader

	mu   sync.Mutex
	dir  string // of the copy, "" before the first
	copy *embedded.Reader
	of   string // generation of the copy
}

// NewLocal returns a Local, which closes r when it is closed.
func NewLocal(r store.Reader) *Local { return &Local{Reader: r} }

// Query implements [store.Reader].
func (l *Local) Query(ctx context.Context, q store.Query) (store.Result, error) {
	if !callsOwn(q.Text) {
		return l.Reader.Query(ctx, q)
	}
	if err := Check(q.Text, Shell); err != nil {
		return store.Result{}, err
	}
	r, generation, err := l.latest(ctx)
	if err != nil {
		return store.Result{}, err
	}
	result, err := r.Query(ctx, q)
	result.Generation = generation
	return result, err
}

// Close implements [store.Reader].
func (l *Local) Close(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.copy != nil {
		l.copy.Close(ctx)
		os.RemoveAll(l.dir)
		l.copy = nil
	}
	return l.Reader.Close(ctx)
}

// callsOwn reports whether a query calls a procedure that bdgraph answers.
func callsOwn(text string) bool {
	stmt, err := syntax.Parse(text)
	if err != nil {
		return false // the store says what is wrong
	}
	for _, name := range syntax.Inspect(stmt).Procedures {
		if answeredHere(name) {
			return true
		}
	}
	return false
}

// latest returns a copy of the present generation.
func (l *Local) latest(ctx context.Context) (*embedded.Reader, string, error) {
	meta, err := l.Meta(ctx)
	if err != nil {
		return nil, "", err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.copy == nil || l.of != meta.Generation {
		if err := l.take(ctx, meta); err != nil {
			return nil, "", err
		}
	}
	return l.copy, l.of, nil
}

func (l *Local) take(ctx context.Context, meta bdgraph.Meta) error {
	g, err := exchange.Read(ctx, l.Reader)
	if err != nil {
		return err
	}
	if l.dir == "" {
		if l.dir, err = os.MkdirTemp("", "bdgraph-copy-"); err != nil {
			return &store.Error{Kind: store.ErrFailed, Message: "copy the graph: " + err.Error(), Err: err}
		}
	}
	path := filepath.Join(l.dir, "graph.bdg")
	if err := embedded.NewWriter(path, embedded.Options{}).Import(ctx, g); err != nil {
		return err
	}
	if l.copy == nil {
		l.copy = embedded.NewReader(path, embedded.Options{})
	}
	l.of = meta.Generation
	return nil
}

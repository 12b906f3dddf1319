package neo4j

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"bdgraph/store"
)

// ProveReadOnly makes sure that the server holds transactions in READ mode to
// it: a CREATE in one must be refused. Other servers speak Bolt too, and a proxy may
// drop the mode. It fails with [store.ErrConfig] when the server would have
// written; the transaction is rolled back in any case.
func (r *Reader) ProveReadOnly(ctx context.Context) error {
	return r.proveReadOnly(ctx, neo4j.AccessModeRead)
}

// proveReadOnly is told the mode, so that a test can see what happens where the
// server does not hold a transaction to READ.
func (r *Reader) proveReadOnly(ctx context.Context, mode neo4j.AccessMode) error {
	ctx, cancel := withTimeout(ctx, store.Limits{})
	defer cancel()
	session := r.session(ctx, mode)
	defer session.Close(context.WithoutCancel(ctx))
	tx, err := session.BeginTransaction(ctx, serverTimeout(ctx))
	if err != nil {
		return r.explain(ctx, err, "test that the server refuses to write")
	}
	defer tx.Rollback(context.WithoutCancel(ctx))
	result, err := tx.Run(ctx, "CREATE (:BdgraphSelfTest)", nil)
	if err == nil {
		_, err = result.Consume(ctx)
	}
	var refused *neo4j.Neo4jError
	switch {
	case err == nil:
		return &store.Error{
			Kind:    store.ErrConfig,
			Message: fmt.Sprintf("the server at %s executed a CREATE in a transaction that only reads; it was rolled back", r.address),
			Remedy:  "Do not let agents ask this server: use the embedded store, or a Neo4j 5 server without a proxy that drops the access mode.",
		}
	case errors.As(err, &refused) && strings.HasSuffix(refused.Code, ".Statement.AccessMode"):
		return nil
	}
	return r.explain(ctx, err, "test that the server refuses to write")
}

// readTypes remembers the texts that the server has said only read.
type readTypes struct {
	mu    sync.Mutex
	texts map[string]bool
}

// mostReadTypes is how many texts are remembered.
const mostReadTypes = 1_000

func (t *readTypes) has(text string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.texts[text]
}

func (t *readTypes) add(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.texts) >= mostReadTypes || t.texts == nil {
		t.texts = make(map[string]bool, mostReadTypes)
	}
	t.texts[text] = true
}

// prove asks the server for the type of a query, by EXPLAIN, and refuses what is
// not of type "r". A text that is an EXPLAIN itself runs nothing.
func (t *readTypes) prove(ctx context.Context, tx runner, text string, params map[string]any) error {
	if len(text) >= 7 && strings.EqualFold(text[:7], "EXPLAIN") || t.has(text) {
		return nil
	}
	result, err := tx.Run(ctx, "EXPLAIN "+text, params)
	if err != nil {
		return err
	}
	summary, err := result.Consume(ctx)
	if err != nil {
		return err
	}
	if kind := summary.StatementType(); kind != neo4j.StatementTypeReadOnly {
		return &store.Error{
			Kind: store.ErrReadOnly, Message: fmt.Sprintf("the server says that the query does more than read (type %v)", kind),
			Remedy: "Queries only read; the graph is changed by bdgraph regenerate.",
		}
	}
	t.add(text)
	return nil
}

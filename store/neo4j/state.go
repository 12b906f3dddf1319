package neo4j

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/dbtype"

	"bdgraph"
	"bdgraph/store"
)

// The Meta node carries, beside what [bdgraph.Meta.Properties] gives, the
// protocol by which no reader gets rows of two generations:
//
//	load           counts the loads that changed nodes or edges
//	loading        absent, or the way in which the graph is being changed
//	loading_since  when loading was set, by the server's clock
//
// A writer sets loading and raises load in a transaction of its own before it
// commits a change, and removes loading in another one after. A reader looks at both before and
// after its query, and drops the rows unless it saw no loading and the same load twice:
// then no commit was applied in between.
const (
	loadProperty    = "load"
	loadingProperty = "loading"
	sinceProperty   = "loading_since"
)

// The values of loading.
const (
	// committing: one transaction is about to be applied. Readers wait for it.
	// When the writer dies meanwhile, the transaction has been applied as a whole
	// or not at all, so the mark loses its meaning after maxCommit.
	committing = "commit"
	// inSteps: several transactions follow each other. Readers are refused; when
	// the writer dies, until the next load has ended.
	inSteps = "steps"
)

// maxCommit is far more than the application of one transaction takes, which
// is a second or two at [DefaultTransactionSize].
const maxCommit = 30 * time.Second

// state is what the Meta node says.
type state struct {
	exists  bool
	meta    bdgraph.Meta
	keys    []string // of the stored properties
	load    int64
	loading string
	since   time.Duration // age of loading
}

// hasGraph reports whether a load has ever ended.
func (s state) hasGraph() bool { return s.meta.Generation != "" }

// underway reports whether a commit may be being applied right now.
func (s state) underway() bool { return s.loading == committing && s.since < maxCommit }

// same reports whether no change was applied between two looks, neither of which was underway.
func (s state) same(o state) bool {
	return s.load == o.load && s.meta.Generation == o.meta.Generation && s.loading == o.loading
}

// refusal returns why a reader gets nothing in this state, or nil.
func (s state) refusal() error {
	switch {
	case s.loading == inSteps:
		return &store.Error{
			Kind:    store.ErrGraphLoading,
			Message: fmt.Sprintf("the graph is being loaded in several steps since %s", s.since.Round(time.Second)),
			Remedy:  "Wait for the load to end; if it was interrupted, run bdgraph regenerate.",
		}
	case s.underway():
		return &store.Error{
			Kind: store.ErrGraphLoading, Message: "the graph is being replaced",
			Remedy: "Try again in a moment.",
		}
	case !s.hasGraph():
		return &store.Error{
			Kind: store.ErrNoGraph, Message: "the database holds no graph",
			Remedy: "bdgraph regenerate",
		}
	}
	return nil
}

const readStateCypher = `
	MATCH (m:Meta {key: 'meta'}) WHERE m.` + bdgraph.HashProperty + ` IS NOT NULL
	RETURN properties(m) AS properties, duration.inSeconds(m.` + sinceProperty + `, datetime()).seconds AS since`

// readState looks at the Meta node.
func readState(ctx context.Context, on runner) (state, error) {
	var s state
	err := exec(ctx, on, readStateCypher, nil, func(r *neo4j.Record) {
		properties, _ := r.Values[0].(map[string]any)
		since, _ := r.Values[1].(int64)
		s = state{exists: true, since: time.Duration(since) * time.Second}
		for key, v := range properties {
			s.keys = append(s.keys, key)
			if date, ok := v.(dbtype.Date); ok {
				properties[key] = bdgraph.NewDay(date.Time().Date())
			}
		}
		s.load, _ = properties[loadProperty].(int64)
		s.loading, _ = properties[loadingProperty].(string)
		s.meta = bdgraph.MetaFromProperties(properties)
		s.meta.GeneratedAt = s.meta.GeneratedAt.UTC()
	})
	return s, err
}

// settledState looks at the Meta node until no commit is underway. When ctx
// ends meanwhile, that a commit is underway is the error.
func settledState(ctx context.Context, on runner) (state, error) {
	var waited error
	for pause := time.Millisecond; ; pause = min(2*pause, 100*time.Millisecond) {
		s, err := readState(ctx, on)
		switch {
		case err != nil && waited != nil && ctx.Err() != nil:
			return s, waited
		case err != nil || !s.underway():
			return s, err
		}
		waited = s.refusal()
		select {
		case <-ctx.Done():
			return s, waited
		case <-time.After(pause):
		}
	}
}

// errMoved says that another writer changed Meta since it was looked at.
var errMoved = errors.New("the stored graph has changed")

// holdMeta takes the write lock on Meta until the transaction ends, then
// fails with errMoved unless the count of loads is still the same.
const holdMeta = `
	MATCH (m:Meta {key: 'meta'})
	SET m.key = m.key
	WITH m WHERE m.` + loadProperty + ` = $load `

// mark announces a change of the graph to readers and to other writers, and
// returns the count of loads that stands for it. It fails with errMoved unless the state is
// still the one given.
func mark(ctx context.Context, on runner, seen state, loading string) (int64, error) {
	moved := true
	err := exec(ctx, on, `
		MERGE (m:Meta {key: 'meta'}) ON CREATE SET m.`+bdgraph.HashProperty+` = ''
		SET m.key = m.key
		WITH m WHERE coalesce(m.`+loadProperty+`, 0) = $load AND coalesce(m.`+loadingProperty+`, '') = $seen
		SET m.`+loadProperty+` = $load + 1, m.`+loadingProperty+` = $loading, m.`+sinceProperty+` = datetime()
		RETURN true`,
		map[string]any{"load": seen.load, "seen": seen.loading, "loading": loading},
		func(*neo4j.Record) { moved = false })
	if err == nil && moved {
		err = errMoved
	}
	return seen.load + 1, err
}

// unmark ends what mark began. A Meta node that a first load left without a
// graph goes with the mark.
func unmark(ctx context.Context, on runner, load int64) error {
	return exec(ctx, on, holdMeta+`
		REMOVE m.`+loadingProperty+`, m.`+sinceProperty+`
		WITH m WHERE m.generation IS NULL
		DELETE m`, map[string]any{"load": load}, nil)
}

// hold takes Meta's lock within a transaction of several, and fails with
// errMoved when another writer has taken the load over.
func hold(ctx context.Context, on runner, load int64) error {
	moved := true
	err := exec(ctx, on, holdMeta+`RETURN true`, map[string]any{"load": load}, func(*neo4j.Record) { moved = false })
	if err == nil && moved {
		err = errMoved
	}
	return err
}

// writeMeta replaces what Meta says of the graph and leaves the protocol's
// properties alone. It fails with errMoved unless the count of loads is the one given.
func writeMeta(ctx context.Context, on runner, seen state, load int64, meta bdgraph.Meta) error {
	properties := driverProperties(meta.Properties())
	for _, key := range seen.keys {
		switch key {
		case loadProperty, loadingProperty, sinceProperty:
		default:
			if _, stays := properties[key]; !stays {
				properties[key] = nil // += removes it
			}
		}
	}
	moved := true
	err := exec(ctx, on, holdMeta+`SET m += $properties RETURN true`,
		map[string]any{"load": load, "properties": properties}, func(*neo4j.Record) { moved = false })
	if err == nil && moved {
		err = errMoved
	}
	return err
}

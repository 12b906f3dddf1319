package main

import (
	"context"
	"sync"

	"bdgraph"
	"bdgraph/store"
)

// lazyReader opens a store at the first query that succeeds in it, so that a
// server can start before there is one.
type lazyReader struct {
	open func(context.Context) (store.Reader, error)

	mu     sync.Mutex
	reader store.Reader
}

func (l *lazyReader) get(ctx context.Context) (store.Reader, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.reader == nil {
		r, err := l.open(ctx)
		if err != nil {
			return nil, err
		}
		l.reader = r
	}
	return l.reader, nil
}

// Query implements [store.Reader].
func (l *lazyReader) Query(ctx context.Context, q store.Query) (store.Result, error) {
	r, err := l.get(ctx)
	if err != nil {
		return store.Result{}, err
	}
	return r.Query(ctx, q)
}

// Meta implements [store.Reader].
func (l *lazyReader) Meta(ctx context.Context) (bdgraph.Meta, error) {
	r, err := l.get(ctx)
	if err != nil {
		return bdgraph.Meta{}, err
	}
	return r.Meta(ctx)
}

// Close implements [store.Reader].
func (l *lazyReader) Close(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.reader == nil {
		return nil
	}
	return l.reader.Close(ctx)
}

package embedded

import (
	"context"
	"errors"
	"fmt"

	"bdgraph/cypher/exec"
	"bdgraph/cypher/syntax"
	"bdgraph/cypher/value"
	"bdgraph/store"
)

// explain turns an error of the engine into one of the store's.
func explain(ctx context.Context, err error) error {
	var refused *syntax.Error
	var failed *value.Error
	var limit *exec.LimitError
	switch {
	case errors.As(err, &refused):
		return store.FromSyntax(refused)
	case errors.As(err, &limit):
		kind := store.ErrLimit
		if errors.Is(err, exec.ErrTimeout) {
			kind = store.ErrTimeout
		}
		return &store.Error{
			Kind: kind, Message: fmt.Sprintf("the query reached the %s of %s", limit.Err, limit.Max),
			Remedy: limit.Hint, Err: err,
		}
	case errors.As(err, &failed):
		kind := store.ErrQuery
		if failed.Type == value.LimitExceeded {
			kind = store.ErrLimit
		}
		return &store.Error{
			Kind: kind, Code: string(failed.Type), Message: failed.Message,
			Position: store.Position{Line: failed.Line, Column: failed.Column}, Err: err,
		}
	case ctx.Err() != nil:
		kind := store.ErrCanceled
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			kind = store.ErrTimeout
		}
		return &store.Error{Kind: kind, Message: "the query was stopped before its end", Err: ctx.Err()}
	}
	return &store.Error{Kind: store.ErrFailed, Message: err.Error(), Err: err}
}

package guard

import (
	"errors"

	"bdgraph/cypher/syntax"
	"bdgraph/store"
)

// The codes of refusals, stable.
const (
	CodeCharacter = "refused_character" // a character outside of the alphabet
	CodeEscape    = "refused_escape"    // \u
	CodePrefix    = "refused_prefix"    // EXPLAIN, PROFILE, CYPHER
	CodeClause    = "refused_clause"    // a clause that writes, or reaches beyond the graph
	CodeProcedure = "refused_procedure" // a procedure that is not on the list
	CodeFunction  = "refused_function"  // a function that is not on the list
)

// Refusal says which construct is refused and where. It is the cause of the
// [store.Error] that [Check] returns.
type Refusal struct {
	Code      string
	Construct string // "CREATE", "apoc.load.json", "a control character"
	Pos       syntax.Pos
	Reason    string
	Remedy    string
}

// Error says what is refused, where and why.
func (r *Refusal) Error() string {
	return "refused: " + r.Construct + " at " + r.Pos.String() + ": " + r.Reason
}

func refuse(code, construct string, pos syntax.Pos, reason, remedy string) *Refusal {
	return &Refusal{Code: code, Construct: construct, Pos: pos, Reason: reason, Remedy: remedy}
}

// StoreError returns the refusal as an error of a store.
func (r *Refusal) StoreError() error {
	return &store.Error{
		Kind: store.ErrReadOnly, Code: r.Code, Message: r.Error(), Remedy: r.Remedy, Position: position(r.Pos), Err: r,
	}
}

func position(p syntax.Pos) store.Position {
	return store.Position{Line: p.Line, Column: p.Column}
}

// unreadable turns the parser's error into one of the store's.
func unreadable(err error) error {
	var s *syntax.Error
	if errors.As(err, &s) {
		return store.FromSyntax(s)
	}
	return &store.Error{Kind: store.ErrQuery, Message: err.Error(), Err: err}
}

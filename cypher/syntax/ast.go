package syntax

// Node is anything in the tree: clause, expression, pattern element, name.
type Node interface {
	Pos() Pos
	Extent() Span
}

// Statement is one parsed text: options, then one query. Commands (SHOW, CREATE
// INDEX, GRANT ...) are clauses of the query too.
type Statement struct {
	Span
	Text    string // the text as given to [Parse]
	Version string // "5" of a prefix CYPHER 5, else empty
	Options []Option
	Mode    Mode
	Query   *Query

	refused *ClauseUse // see Refusal
}

// Option is one name=value of a CYPHER prefix, such as runtime=slotted.
type Option struct{ Name, Value Name }

// Mode says whether the plan is wanted.
type Mode int

// The modes of a statement.
const (
	Run     Mode = iota // answer the query
	Explain             // EXPLAIN: the plan, nothing is run
	Profile             // PROFILE: the answer and the plan with counts
)

// Query is one or more parts combined by UNION. Subqueries are queries too.
type Query struct {
	Span
	Parts  []*Part // at least one
	Unions []Union // Unions[i] stands between Parts[i] and Parts[i+1]
}

// Union is the word between two parts of a query.
type Union struct {
	Span
	All bool // UNION ALL keeps duplicates
}

// Part is a sequence of clauses without UNION.
type Part struct {
	Span
	Clauses []Clause // empty only in a Query that check refuses
}

// Name is an identifier as used: backticks removed, escapes resolved.
type Name struct {
	Span
	Value string
}

// Variable is an occurrence of a variable, where it is declared as well as where
// it is used.
type Variable struct {
	Span
	Name string
	// ID tells variables of the same name apart. The parser leaves 0; check sets
	// it to an index into its table of variables, from 1. See package check.
	ID int
}

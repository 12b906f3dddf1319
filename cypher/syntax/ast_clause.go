package syntax

// Clause is one clause of a query. Reading clauses are in this file, writing
// clauses and commands in ast_write.go.
type Clause interface {
	Node
	clause()
}

// Match is [OPTIONAL] MATCH pattern [USING hints] [WHERE where].
type Match struct {
	Span
	Optional bool
	Pattern  *Pattern
	Hints    []Hint
	Where    Expr // nil where absent
}

// Hint is a planner hint: USING INDEX n:Label(key), USING SCAN n:Label, USING
// JOIN ON n. Hints never change an answer.
type Hint struct {
	Span
	Kind  string      // "INDEX", "TEXT INDEX SEEK", "SCAN", "JOIN"
	Vars  []*Variable // the variable, or those of JOIN ON
	Label Name        // of INDEX and SCAN
	Keys  []Name      // of INDEX
}

// Unwind is UNWIND list AS var.
type Unwind struct {
	Span
	List Expr
	Var  *Variable
}

// With is WITH projection [WHERE where].
type With struct {
	Span
	Projection
	// Where sees the columns of the projection and, without DISTINCT or
	// aggregation, what was visible before it. Check rewrites it: a part equal to a
	// projected expression becomes a *Variable of that column.
	Where Expr
}

// Return is RETURN projection.
type Return struct {
	Span
	Projection
}

// Projection is what WITH and RETURN share: [DISTINCT] items ORDER BY SKIP LIMIT.
type Projection struct {
	Distinct bool
	Star     bool // * stands before the items
	Items    []*Item
	OrderBy  []*SortItem
	Skip     Expr // nil where absent; also written OFFSET
	Limit    Expr // nil where absent
	// Columns is set by check: the columns in order, * expanded (by name) before
	// Items. Without * it is Items.
	Columns []*Item
}

// Item is expr [AS alias].
type Item struct {
	Span
	Expr Expr
	// Alias is the variable that the column becomes. The parser sets it where AS is
	// written; check sets it for all, with its ID, and then Alias.Name is the name of
	// the column: the alias, the variable's name, or the expression as it was written.
	// Where Expr is a *Variable with the same ID, the value passes through unchanged.
	Alias *Variable
	As    bool // AS is written
}

// SortItem is one key of ORDER BY.
type SortItem struct {
	Span
	// Expr is evaluated after the projection. Check rewrites it: a part equal to a
	// projected expression becomes a *Variable of that column, so after aggregation or
	// DISTINCT only columns are read.
	Expr       Expr
	Descending bool
}

// OrderLimit is ORDER BY, SKIP and LIMIT as a clause of its own.
type OrderLimit struct {
	Span
	OrderBy []*SortItem
	Skip    Expr
	Limit   Expr
}

// Finish is FINISH: the query gives no rows.
type Finish struct{ Span }

// Use is USE graph.
type Use struct {
	Span
	Graph Expr // *Variable, *Property, *Parameter or *FunctionCall as written
}

// ProcedureCall is [OPTIONAL] CALL name(args) [YIELD items [WHERE where]].
type ProcedureCall struct {
	Span
	Optional  bool
	Name      Name // dotted
	Args      []Expr
	HasArgs   bool // parentheses are written; without them arguments are parameters of the same names
	YieldStar bool // YIELD *
	Yield     []*YieldItem
	Where     Expr
	// Columns is set by check: what is yielded, also where nothing is written
	// (standalone calls give all columns of the procedure).
	Columns []*YieldItem
}

// YieldItem is name [AS var]; Var is always set, with the name itself where AS is absent.
type YieldItem struct {
	Span
	Name Name
	Var  *Variable
}

// Subquery is [OPTIONAL] CALL (imports) { query } [IN TRANSACTIONS ...].
type Subquery struct {
	Span
	Optional bool
	// HasScope: a scope (x, y), (*) or () is written. Without it the query imports
	// by its first WITH.
	HasScope       bool
	ImportAll      bool // (*)
	Imports        []*Variable
	Query          *Query
	InTransactions *InTransactions // nil where absent
}

// InTransactions is IN [n CONCURRENT] TRANSACTIONS [OF n ROWS] [ON ERROR ...] [REPORT STATUS AS v].
type InTransactions struct {
	Span
	IsConcurrent bool
	Concurrent   Expr // nil where absent
	Rows         Expr // nil where absent
	OnError      string
	Report       *Variable
}

// Show is SHOW what [YIELD ...] [WHERE ...]; RETURN may follow as a clause.
type Show struct {
	Span
	// What is what is asked for, canonical and in the plural: "FUNCTIONS",
	// "PROCEDURES", "INDEXES", "CONSTRAINTS", "TRANSACTIONS", "SETTINGS", "DATABASES", ...
	What string
	// Filter is the words before What: "BUILT IN", "ALL", "RANGE", "NODE KEY" ...
	Filter string
	// Detail is what stands after What as written: EXECUTABLE BY CURRENT USER, a list of names.
	Detail    string
	HasYield  bool
	YieldStar bool
	Yield     []*YieldItem
	OrderBy   []*SortItem
	Skip      Expr
	Limit     Expr
	Where     Expr
	// Columns is set by check, as in ProcedureCall.
	Columns []*YieldItem
}

func (*Match) clause()         {}
func (*Unwind) clause()        {}
func (*With) clause()          {}
func (*Return) clause()        {}
func (*OrderLimit) clause()    {}
func (*Finish) clause()        {}
func (*Use) clause()           {}
func (*ProcedureCall) clause() {}
func (*Subquery) clause()      {}
func (*Show) clause()          {}

package syntax

// Create is CREATE pattern, or INSERT pattern.
type Create struct {
	Span
	Insert  bool
	Pattern *Pattern
}

// Merge is MERGE path [ON CREATE|MATCH SET ...].
type Merge struct {
	Span
	Path    *PathPattern
	Actions []MergeAction
}

// MergeAction is ON CREATE SET items or ON MATCH SET items.
type MergeAction struct {
	Span
	OnCreate bool
	Items    []SetItem
}

// Set is SET items.
type Set struct {
	Span
	Items []SetItem
}

// SetItem is one assignment. Target is a *Property or *Index with Op "=", a
// *Variable with Op "=" or "+=", or a *Variable with Labels and Op ":".
type SetItem struct {
	Span
	Target Expr
	Op     string
	Value  Expr        // nil with Op ":"
	Labels []LabelExpr // *LabelName or *LabelDynamic
}

// Remove is REMOVE items; Op of each is "" (a property) or ":" (labels).
type Remove struct {
	Span
	Items []SetItem
}

// Delete is [DETACH|NODETACH] DELETE exprs.
type Delete struct {
	Span
	Detach   bool
	NoDetach bool
	Exprs    []Expr
}

// Foreach is FOREACH (var IN list | updating clauses).
type Foreach struct {
	Span
	Var     *Variable
	List    Expr
	Clauses []Clause
}

// LoadCSV is LOAD CSV [WITH HEADERS] FROM url AS var [FIELDTERMINATOR text].
type LoadCSV struct {
	Span
	WithHeaders     bool
	URL             Expr
	Var             *Variable
	FieldTerminator Expr // nil where absent
}

// Command is a schema or administration command: its head tells what it is, the
// rest is kept as written.
type Command struct {
	Span
	Head string // "CREATE INDEX", "DROP CONSTRAINT", "GRANT", "TERMINATE TRANSACTIONS"
	Rest string // the text after Head, trimmed
}

func (*Create) clause()  {}
func (*Merge) clause()   {}
func (*Set) clause()     {}
func (*Remove) clause()  {}
func (*Delete) clause()  {}
func (*Foreach) clause() {}
func (*LoadCSV) clause() {}
func (*Command) clause() {}

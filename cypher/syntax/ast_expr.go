package syntax

// Expr is an expression. The set of implementations is closed: it is those in
// this file.
type Expr interface {
	Node
	expr()
}

// Literals. A minus directly before a number belongs to it, so -2 ^ 2 is 4.0;
// elsewhere a sign is a [Unary].
type (
	// NullLit is null.
	NullLit struct{ Span }
	// BoolLit is true or false.
	BoolLit struct {
		Span
		Value bool
	}
	// IntegerLit is a decimal, hexadecimal (0x) or octal (0o) integer.
	IntegerLit struct {
		Span
		Value int64
	}
	// FloatLit is a floating point number; Infinity and NaN are written as words.
	FloatLit struct {
		Span
		Value float64
	}
	// StringLit is a string in single or double quotes, escapes resolved.
	StringLit struct {
		Span
		Value string
	}
	// ListLit is [a, b].
	ListLit struct {
		Span
		Items []Expr
	}
	// MapLit is {key: value}. Keys may repeat: the last one counts.
	MapLit struct {
		Span
		Entries []MapEntry
	}
	// MapEntry is one key: value of a map.
	MapEntry struct {
		Key   Name
		Value Expr
	}
	// Parameter is $name.
	Parameter struct {
		Span
		Name string
	}
)

// Op is an operator of a [Unary], [Binary] or [Chain].
type Op int

// The operators, loosest first.
const (
	OpOr Op = iota + 1
	OpXor
	OpAnd
	OpNot // unary
	OpEq
	OpNe
	OpLt
	OpLe
	OpGt
	OpGe
	OpRegex // =~
	OpStartsWith
	OpEndsWith
	OpContains
	OpIn
	OpAdd
	OpSub
	OpConcat // ||
	OpMul
	OpDiv
	OpMod
	OpPow
	OpPlus  // unary
	OpMinus // unary
)

type (
	// Unary is NOT x, -x or +x.
	Unary struct {
		Span
		Op Op
		X  Expr
	}
	// Binary is x op y for every two-sided operator, comparisons included. It is
	// left-associative, OpPow too.
	Binary struct {
		Span
		Op    Op
		OpPos Pos
		X, Y  Expr
	}
	// Chain is a chain of at least two comparisons, a < b <= c, which means
	// a < b AND b <= c with b evaluated once. A single comparison is a Binary.
	Chain struct {
		Span
		Operands []Expr // one more than Ops
		Ops      []Op   // OpEq ... OpGe
	}
	// IsNull is x IS [NOT] NULL.
	IsNull struct {
		Span
		X   Expr
		Not bool
	}
	// IsType is x IS [NOT] :: type, also spelled IS TYPED.
	IsType struct {
		Span
		X    Expr
		Not  bool
		Type *TypeExpr
	}
	// IsNormalized is x IS [NOT] [NFC|NFD|NFKC|NFKD] NORMALIZED.
	IsNormalized struct {
		Span
		X    Expr
		Not  bool
		Form string // "NFC" where none is written
	}
	// HasLabels is x:Label as a predicate, for nodes and relationships.
	HasLabels struct {
		Span
		X      Expr
		Labels LabelExpr
	}
)

type (
	// Property is x.key.
	Property struct {
		Span
		X   Expr
		Key Name
	}
	// Index is x[i], on lists, maps, nodes and relationships.
	Index struct {
		Span
		X, Index Expr
	}
	// Slice is x[from..to]; From and To may each be nil, not both.
	Slice struct {
		Span
		X, From, To Expr
	}
	// FunctionCall is name(args) of a function or aggregate. Name is dotted where
	// the function lives in a namespace: date.truncate. normalize(x, NFC) has the form
	// as a StringLit; trim(BOTH c FROM s) has Trim "BOTH" and the arguments s, c.
	FunctionCall struct {
		Span
		Name     Name
		Distinct bool // count(DISTINCT x)
		Args     []Expr
		Trim     string // "BOTH", "LEADING" or "TRAILING" where FROM is written
		// Refusal is set by check where the call fails whenever it is evaluated, and
		// says why: openCypher wants that error when the query runs, not before.
		Refusal string
	}
	// CountStar is count(*).
	CountStar struct{ Span }
	// Case is CASE [subject] WHEN ... THEN ... [ELSE ...] END.
	Case struct {
		Span
		Subject Expr // nil: each Test is a predicate
		Whens   []When
		Else    Expr // nil where absent, which means null
	}
	// When is one alternative of a [Case].
	When struct {
		Span
		// Tests are alternatives, at least one; without a Subject exactly one. With
		// a Subject a test is a value to compare with it, or, where it is written as
		// in WHEN > 3 or WHEN IS NULL, a predicate in which [CaseSubject] stands for it.
		Tests []Expr
		Then  Expr
	}
	// CaseSubject stands for the subject inside a test such as WHEN > 3.
	CaseSubject struct{ Span }
)

type (
	// ListComprehension is [var IN list WHERE where | map].
	ListComprehension struct {
		Span
		Var   *Variable
		List  Expr
		Where Expr // nil where absent
		Map   Expr // nil where absent: the element itself
	}
	// PatternComprehension is [path = pattern WHERE where | map].
	PatternComprehension struct {
		Span
		Pattern *PathPattern // its Var is the path variable
		Where   Expr         // nil where absent
		Map     Expr
	}
	// Quantifier is all|any|none|single(var IN list WHERE where).
	Quantifier struct {
		Span
		Kind  QuantifierKind
		Var   *Variable
		List  Expr
		Where Expr
	}
	// Reduce is reduce(acc = init, var IN list | step).
	Reduce struct {
		Span
		Acc  *Variable
		Init Expr
		Var  *Variable
		List Expr
		Step Expr
	}
	// MapProjection is v {.key, .*, key: value, variable}.
	MapProjection struct {
		Span
		Var   *Variable
		Items []MapProjectionItem
	}
	// MapProjectionItem is one item; exactly one of the shapes below.
	MapProjectionItem struct {
		Span
		All   bool // .*
		Key   Name // .key (Value nil), key: value, or variable (Key is its name, Value the *Variable)
		Value Expr
	}
)

// QuantifierKind is the word before a [Quantifier].
type QuantifierKind int

// The quantifiers.
const (
	All QuantifierKind = iota
	Any
	None
	Single
)

type (
	// PatternExpr is a path pattern used as an expression: a predicate such as
	// (a)-->(b), also written exists((a)-->(b)), or the path or list of paths of
	// shortestPath((a)-[*]->(b)) and allShortestPaths.
	PatternExpr struct {
		Span
		Pattern *PathPattern // without Var
		Exists  bool         // exists(...) is written
	}
	// SubqueryExpr is EXISTS, COUNT or COLLECT { query }. The short form
	// { pattern WHERE ... } is read as MATCH pattern WHERE ... without RETURN.
	SubqueryExpr struct {
		Span
		Kind  SubqueryKind
		Query *Query
	}
)

// SubqueryKind says what a [SubqueryExpr] gives.
type SubqueryKind int

// The kinds of subquery expressions.
const (
	Exists  SubqueryKind = iota // whether there is a row
	Count                       // the number of rows
	Collect                     // the list of the only column
)

// TypeExpr is a type in a type predicate, such as LIST<INTEGER NOT NULL> or
// STRING | DATE.
type TypeExpr struct {
	Span
	Name    string      // canonical: BOOLEAN, STRING, INTEGER, FLOAT, DATE, ZONED DATETIME, LIST, ANY, ...; "" where Union is set
	Element *TypeExpr   // of LIST
	Union   []*TypeExpr // alternatives, at least two, none a union itself
	NotNull bool        // NOT NULL or !; of a union its alternatives have it
}

func (*NullLit) expr()              {}
func (*BoolLit) expr()              {}
func (*IntegerLit) expr()           {}
func (*FloatLit) expr()             {}
func (*StringLit) expr()            {}
func (*ListLit) expr()              {}
func (*MapLit) expr()               {}
func (*Parameter) expr()            {}
func (*Variable) expr()             {}
func (*Unary) expr()                {}
func (*Binary) expr()               {}
func (*Chain) expr()                {}
func (*IsNull) expr()               {}
func (*IsType) expr()               {}
func (*IsNormalized) expr()         {}
func (*HasLabels) expr()            {}
func (*Property) expr()             {}
func (*Index) expr()                {}
func (*Slice) expr()                {}
func (*FunctionCall) expr()         {}
func (*CountStar) expr()            {}
func (*Case) expr()                 {}
func (*CaseSubject) expr()          {}
func (*ListComprehension) expr()    {}
func (*PatternComprehension) expr() {}
func (*Quantifier) expr()           {}
func (*Reduce) expr()               {}
func (*MapProjection) expr()        {}
func (*PatternExpr) expr()          {}
func (*SubqueryExpr) expr()         {}

// Package check decides whether a parsed query means something before it runs.
//
// In goes a statement from package syntax and what is known about the world: the
// functions and procedures ([Signatures]), the names in the graph ([Schema]) and
// the types of the parameters. Out comes the same statement, annotated, with a table
// of its variables and the warnings; or an error, a *[syntax.Error] with type,
// detail, position and, where there is one, the remedy.
//
// Check writes its findings into the tree:
//
//   - [syntax.Variable].ID of every occurrence, an index into [Bound.Variables].
//     Two variables of one name in different scopes have different IDs. A variable
//     that WITH or RETURN passes on unchanged keeps its ID; everything else that is
//     projected gets a new one. Columns of all parts of a UNION share the IDs of the
//     first part's columns, and these are always new.
//   - [syntax.Projection].Columns with * expanded, and Item.Alias of each.
//   - ORDER BY and WHERE of a projection read columns where they repeat a
//     projected expression.
//   - [syntax.ProcedureCall].Columns and [syntax.Show].Columns.
//   - [syntax.RelPattern].Groups and [syntax.GroupPattern].Groups.
//   - The subject of an importing CALL { WITH x ... } is not copied: x has the same
//     ID inside as outside.
//
// A statement is checked once. The package leaves evaluation, and the order of it,
// to packages plan and exec; what it refuses no later stage sees.
package check

import (
	"bdgraph/cypher/syntax"
)

// Env is what is known about the world of a query. The zero Env knows nothing
// and allows no function.
type Env struct {
	Signatures Signatures
	Schema     Schema // nil: names are not checked against the graph
	// Parameters gives the type of each parameter; nil means that the parameters are
	// not known yet and may have any type. Otherwise one that is missing is an error.
	Parameters map[string]Type
	// AllowWrites lets writing clauses pass, which tests need to load graphs.
	// Otherwise the first one is refused with its position.
	AllowWrites bool
}

// Signatures tells which functions and procedures exist. Names of functions are
// looked up in any case, those of procedures exactly.
type Signatures interface {
	Function(name string) (Function, bool)
	Procedure(name string) (Procedure, bool)
	// FunctionNames and ProcedureNames list all names, for suggestions.
	FunctionNames() []string
	ProcedureNames() []string
	// ShowColumns returns the columns of SHOW what ("FUNCTIONS", "INDEXES" ...).
	ShowColumns(what string) ([]Argument, bool)
}

// Function is the signature of a function.
type Function struct {
	Name       string // as it is to be written
	Args       []Argument
	Variadic   bool // the last argument may be repeated
	Result     Type
	Aggregate  bool
	Volatile   bool   // two calls in one query may differ, as those of rand()
	Deprecated string // what to use instead; empty where it is not deprecated
}

// Procedure is the signature of a procedure.
type Procedure struct {
	Name       string
	Args       []Argument
	Columns    []Argument // what it yields; empty for one that yields nothing
	Writes     bool
	Deprecated string
}

// Argument is a parameter of a function or procedure, or a column of one.
type Argument struct {
	Name     string
	Type     Type
	Optional bool // it and those after it may be left out
}

// Schema tells which names the graph has.
type Schema interface {
	Labels() []string
	RelationshipTypes() []string
	PropertyKeys() []string
	// PropertyKinds returns the types of the values under a property key, over all
	// nodes and relationships; Any where it is not known.
	PropertyKinds(key string) Type
	// Leads reports whether relationships of a type lead from nodes with one label to
	// nodes with another, "" being any. Of a name that the graph lacks none does.
	Leads(from, relType, to string) bool
}

// Bound is a statement that passed.
type Bound struct {
	Statement *syntax.Statement
	// Variables is indexed by syntax.Variable.ID; element 0 is unused.
	Variables []Variable
	Warnings  []Warning
}

// Variable is one variable of a statement.
type Variable struct {
	Name string
	Type Type        // as far as known
	Decl syntax.Span // where it is declared
}

// Warning is something that is allowed and probably not meant.
type Warning struct {
	Code    string // as Neo4j's notification: UnknownLabelWarning, CartesianProduct ...
	Pos     syntax.Pos
	Message string
	Hint    string // what to write instead; may be empty
}

// Check annotates a statement, or says why it means nothing. The error, if any,
// is a *[syntax.Error].
func Check(stmt *syntax.Statement, env Env) (bound *Bound, err error) {
	if !env.AllowWrites {
		if err := stmt.Refusal(); err != nil {
			return nil, err
		}
	}
	c := checker{env: env, text: stmt.Text, root: stmt.Query, vars: make([]Variable, 1, 16)}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *syntax.Error:
			bound, err = nil, r
		default:
			panic(r)
		}
	}()
	c.query(stmt.Query, topLevel)
	c.parameters(stmt)
	return &Bound{Statement: stmt, Variables: c.vars, Warnings: c.warnings}, nil
}

// checker walks a statement. Its methods give up by panicking with a
// *syntax.Error, which Check catches.
type checker struct {
	env      Env
	text     string
	root     *syntax.Query
	vars     []Variable
	warnings []Warning
	scope    *scope

	known     *names               // of the schema; nil until the first is needed
	functions map[string]*Function // as looked up, by name as written; nil for unknown ones

	style       labelStyle     // of the labels in the clause so far
	aggregation aggregation    // what an aggregating function may do here
	imported    []*syntax.With // the WITHs that only import into a subquery
	place       place          // where the query stands that is being checked
	union       *union         // of the query whose part is being checked; nil without UNION
}

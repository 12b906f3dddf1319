// Package plan turns a checked query into a tree of operators.
//
// What goes in: the tree of package syntax after package check has numbered its
// variables, and the graph, for its exact counts and its indexes. What comes
// out: a [Plan], which package exec runs, and which prints as EXPLAIN shows it.
//
// A plan works on rows of slots. The slot of a variable is its number; the plan
// adds slots for what has no name in the query. Each operator takes the rows of
// its input and gives rows in which it has filled in its own slots; where the
// input is an [Argument] it starts from the one row that is handed in, so a
// subquery is a plan too, run on a row of the outer one.
//
// Package plan decides in which order patterns are matched and where predicates
// are tested. How that is done fast is left to package exec. There is no
// operator that writes.
package plan

import (
	"bdgraph/cypher/syntax"
)

// Slot is a place in the row. Slots from 1 to the number of variables belong to
// the variable of that number; NoSlot says that a value is not wanted.
type Slot = int

// NoSlot is no slot.
const NoSlot Slot = 0

// Plan is a query ready to be run.
type Plan struct {
	Root    Op
	Columns []Column // empty where the query gives no rows
	Width   int      // how many slots a row has, slot 0 included
	Mode    syntax.Mode

	// Subplans holds the plan of each expression that is a query of its own.
	Subplans map[syntax.Expr]*Subplan
	// Computed holds the slot of each expression that an operator has worked out
	// before: aggregates and grouping keys.
	Computed map[syntax.Expr]Slot
}

// Column is a column of the result.
type Column struct {
	Name string
	Slot Slot
}

// Subplan is the plan of an expression: EXISTS, COUNT and COLLECT subqueries,
// pattern predicates, pattern comprehensions and shortest paths.
type Subplan struct {
	Root Op
	Kind SubplanKind
	// Value is what each row gives to a list or as the only value.
	Value syntax.Expr
}

// SubplanKind says what becomes of the rows of a [Subplan].
type SubplanKind int

// The kinds of subplan.
const (
	AnyRow   SubplanKind = iota // true if there is a row
	RowCount                    // the number of rows
	RowList                     // the list of their values
	FirstRow                    // the value of the first row, null without one
)

// Op is an operator. Its input comes first in the tree and last in a drawing.
type Op interface {
	// Input returns the operator that this one takes its rows from, nil for a leaf.
	Input() Op
	// Estimate returns how many rows are expected in all, for one row handed in.
	Estimate() float64
}

// Base is what every operator has.
type Base struct {
	In   Op
	Rows float64
}

// Input returns the input.
func (b *Base) Input() Op { return b.In }

// Estimate returns the expected number of rows.
func (b *Base) Estimate() float64 { return b.Rows }

// Argument is the one row that is handed in.
type Argument struct{ Base }

// Empty takes its input to the end and gives no row. It is how FINISH ends, and
// what a pattern that cannot match becomes.
type Empty struct{ Base }

// Filter keeps the rows for which all predicates are true.
type Filter struct {
	Base
	Predicates []syntax.Expr
	// Deferred says that an error of a predicate is kept until [Raise], since
	// another predicate of the same WHERE may still turn out false.
	Deferred Slot
}

// Raise ends the query with the error that a Filter has deferred to one of the slots.
type Raise struct {
	Base
	Deferred []Slot
}

// Project computes expressions.
type Project struct {
	Base
	Items []Item
}

// Item is a slot and the expression that fills it.
type Item struct {
	Slot Slot
	Expr syntax.Expr
}

// Aggregate groups rows by keys and gives one row for each group, in the order in
// which the groups were met. Without keys it gives exactly one row.
type Aggregate struct {
	Base
	Keys []Item
	Aggs []Item // each Expr is an aggregating *syntax.FunctionCall or a *syntax.CountStar
	// Weight holds the number of rows that one row stands for; all Aggs only
	// count rows then. NoSlot: each row stands for itself.
	Weight Slot
}

// Distinct keeps the first of the rows that agree in all slots.
type Distinct struct {
	Base
	Slots []Slot
}

// Sort gives the rows in order. Where Skip or Limit is set it keeps no more rows than they
// ask for.
type Sort struct {
	Base
	Keys []SortKey
	Live []Slot // what later operators read of the row
	// Top bounds how many rows are kept; the sum of these expressions. Empty: all.
	Top []syntax.Expr
}

// SortKey is one key of a [Sort].
type SortKey struct {
	Expr       syntax.Expr
	Descending bool
}

// Skip leaves out the first rows.
type Skip struct {
	Base
	Count syntax.Expr
}

// Limit ends the input after so many rows.
type Limit struct {
	Base
	Count syntax.Expr
}

// Unwind gives a row for each element of a list.
type Unwind struct {
	Base
	List syntax.Expr
	Slot Slot
}

// Optional runs a plan on each row and, where it gives none, gives the row
// itself with nulls.
type Optional struct {
	Base
	Inner Op
	Nulls []Slot
}

// Apply runs a plan on each row and gives its rows.
type Apply struct {
	Base
	Inner Op
}

// Union gives the rows of all branches, one after the other.
type Union struct {
	Base     // In is nil: each branch starts from the row that is handed in
	Branches []Branch
	Slots    []Slot // where the columns end up
	Distinct bool
}

// Branch is one part of a [Union], with the slots of its columns.
type Branch struct {
	Root  Op
	Slots []Slot
}

// CallProcedure calls a procedure for each row.
type CallProcedure struct {
	Base
	Name  syntax.Name
	Args  []syntax.Expr // nil with Implicit
	Yield []Yield
	// Implicit says that arguments are the parameters of the same names.
	Implicit bool
	// Void says that the row itself goes on, since the procedure gives no columns.
	Void bool
}

// Yield is a column of a procedure and the slot it goes to.
type Yield struct {
	Column string
	Slot   Slot
}

// Show lists functions, procedures, indexes or constraints.
type Show struct {
	Base
	What   string
	Filter string
	Yield  []Yield
}

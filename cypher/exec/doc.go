// Package exec runs plans.
//
// What goes in: a [plan.Plan], the graph that it was made for, parameters and
// [Limits]. What comes out: rows of values, handed to a callback one at a time,
// in the same order each time. Within a run nodes and relationships are references;
// the rows that come out are detached, so they outlive the graph.
//
// Execution pushes: an operator is compiled into a function that takes a row and
// calls the next operator for each row it gives. All operators share one row of slots and
// write only their own, so rows are copied only where they are kept: by sorting, grouping,
// DISTINCT, hash joins and lists. What an operator has to remember while
// it runs lies on the Go stack, so that a subquery is simply another function
// that is called with the current row. LIMIT ends its input by an error that it
// recognises itself.
//
// Expressions are compiled into functions too. Both kinds of function belong to
// one run of one query, a machine, which counts steps and kept memory.
package exec

// Package lib is Cypher's library: its functions, aggregating functions and
// procedures, each with a signature, a line of help and an implementation.
//
// The tables are the one source for calling ([Lookup], [Procedures]), for the
// checker (arity and types), for SHOW FUNCTIONS and SHOW PROCEDURES and for "did
// you mean" ([Suggest]). A call gets its arguments as values and an [Env]: the
// graph, the clock, randomness, the memory account. Nothing here reads files, the
// network or the environment, or waits.
//
// Left to the caller: evaluation of arguments (coalesce must stop at the first
// value that is not null), the quantifiers any, all, none and single, reduce,
// exists and the other forms with a syntax of their own.
package lib

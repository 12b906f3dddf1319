// Package cypher answers queries in a read-only subset of openCypher, as Neo4j 5
// would, on any graph that implements the interface of package graph.
//
// In go a text, parameters and [Limits]; out come rows of values that outlive
// the graph. A text takes five steps, each in a package of its own:
//
//	syntax   text  → tree                 syntax.Parse
//	check    tree  → numbered variables   check.Check
//	plan     tree  → operators            plan.Build
//	exec     operators → rows             exec.Run
//	value, temporal, lib: what expressions compute with, and the functions
//
// Take MATCH (a:Person {name: $n})-[:KNOWS]->(b) WHERE b.age > 30 RETURN b.name.
//
// Parse reads it into a tree with the place of every node. It reads writing clauses too,
// so that Check can refuse them by name and place; no later step knows any.
//
// Check gives a and b the numbers 1 and 2, makes sure that functions exist and
// types can fit, and names the column. It refuses what means nothing.
//
// Build turns {name: $n} and the WHERE into predicates. From the graph's exact counts it
// sees that an index on Person.name finds few nodes, so it seeks a there, follows the
// relationships, and tests b.age as soon as b is known:
//
//	ProduceResults  b.name
//	└ Project  b.name
//	  └ Filter  b.age > 30
//	    └ Expand  (a)-[:KNOWS]->(b)
//	      └ IndexSeek  (a:Person) by name: = $n
//
// Run compiles each operator into a function that fills its slots in one shared
// row and calls the next operator, and each expression into a function of that
// row. It counts every step, and the memory of rows that are kept, against the
// limits.
//
// [Engine.Query] does all of this and keeps the plan for the next time. Rows are
// computed while they are read. The same query on the same graph gives the same
// rows in the same order each time.
package cypher

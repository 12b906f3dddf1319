// Package syntax turns the text of a Cypher 5 query into a tree and back.
//
// In goes a text; out comes a [Statement], or an [Error] that says where, what was
// expected there and, for the mistakes that people and language models usually make,
// what to write instead. The package knows the grammar and nothing else: which
// variables and functions exist and what types fit together is decided in package
// check, with the same error type.
//
// # From text to tree
//
// The steps are in files of their own, to be read in this order:
//
//   - position.go: where something stands. Every node embeds a [Span].
//   - token.go, lexer.go: lex cuts the text into tokens with line and column, and
//     pairs the brackets, so that the parser can look behind a bracket at no cost.
//   - parser.go: [Parse], the prefix (CYPHER, EXPLAIN), and the helpers that everything
//     else is written with: at, accept, expect, try. No keyword is reserved, so a word
//     becomes a keyword only where the grammar has one.
//   - parse_clause.go, parse_write.go, parse_command.go: one method a clause.
//   - parse_pattern.go: paths, nodes, relationships, quantifiers.
//   - parse_label.go: label expressions.
//   - parse_expr.go: expressions, one method for each level of binding.
//   - parse_function.go: function calls.
//   - parse_form.go: expressions that bring variables of their own, such as
//     comprehensions, CASE and subqueries.
//   - parse_literal.go, parse_type.go: numbers, strings, types.
//
// The tree itself is declared in ast.go, ast_clause.go, ast_write.go,
// ast_pattern.go and ast_expr.go.
//
// The grammar is ambiguous in two places, and both are decided by looking ahead
// rather than by luck: a parenthesis may begin an expression or a pattern
// (patternFollows, then try), and a bar may continue a label expression or
// end the WHERE of a comprehension (inBrackets).
//
// # Errors
//
// A method that cannot go on panics with an *Error; run recovers it. Only when
// a text is refused is it parsed a second time, now noting everything that would have
// been accepted at the place of the failure; so a query that is right pays nothing for
// good messages. hint.go then looks at the tokens around the place for one of the known
// habits.
//
// Texts are bounded by [MaxText] and nesting by [MaxDepth], since a stack that
// overflows cannot be recovered. Long chains (a + b + c ...) are not nesting.
//
// # From tree to text, and questions about the tree
//
// print.go prints a tree so that it parses back to the same one. [Walk] and
// [Subexprs] go over a tree; [Inspect] lists what a statement mentions and which
// clause a read-only graph refuses. Writing clauses are read as completely as the
// others, so that the refusal can name them and tests can load graphs with them;
// schema and administration commands only as far as their names.
package syntax

// Package guard decides whether the query of a stranger may be run.
//
// In goes a text, out comes nil or a [store.Error] that says which construct is
// refused, where it stands and what to do instead. The decision is an allow-list
// over what our own parser finds in the text: clauses, procedures and functions
// that are not on it are refused, whatever they are. [Constructs] is that list as a
// table, with an example of everything that is refused.
//
// A text that two parsers read differently would slip through between them, so
// [Check] also holds it to an alphabet in which they agree: outside of string
// literals and back-ticks ASCII alone, no \u anywhere, no control characters.
//
// The guard is the first wall. The others, each of which stands alone, are the
// stores': an engine without operators that write, and READ transactions that are
// rolled back.
package guard

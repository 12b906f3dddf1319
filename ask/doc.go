// Package ask answers the questions that people come for: what governs a
// component and since when, why, what changed between two days, what depends on a
// thing, what came out of an epic, what an agent should know before a task.
//
// In goes a [store.Reader] and a question with a day; out comes a typed answer
// whose JSON is a promise (docs/formats/answers.md). Every answer says the day it is
// about and the generation of the graph it was taken from. The questions are
// named queries in queries/*.cypher, the same for every store; joining what they
// return, coalescing intervals and ranking happen here, in Go, so that every store
// gives the same answer. Deriving the graph and printing answers are left to others.
//
// Reading order: ask.go runs questions, graph.go and interval.go hold what queries return,
// names.go finds what a person's word means, documents.go what relationships call a
// document, around.go what surrounds a node and dating.go how an end was dated, claims.go
// and rules.go gather what is known of rules; then a file for each question. That of
// context.go has several steps: what the task names (briefing_subjects.go), how rules are
// scored (briefing_scores.go), which are told (briefing_rules.go) and what else is
// (briefing_notes.go), what the budget has room for (briefing_budget.go), and the text
// (briefing_text.go).
package ask

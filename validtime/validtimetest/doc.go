// Package validtimetest holds what proves the closure: random graphs, and a
// reference that decides day by day, straight from the definitions, whether a record
// or a claim holds. The reference is slow and shares no code with package validtime.
// In go a rapid generator or a graph; out come graphs and states. It is for tests only.
package validtimetest

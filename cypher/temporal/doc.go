// Package temporal holds Cypher's six temporal types: [Date], [LocalTime],
// [Time], [LocalDateTime], [DateTime] and [Duration].
//
// In go ISO 8601 texts in every form that Cypher accepts, field maps (as a
// [Fields] of plain integers, durations' as floats too) and Go times; out come
// values that are immutable, comparable with ==, printed as Neo4j prints them,
// and taken apart again by field name. The package also does the calendar's
// arithmetic: truncation, differences, addition of durations.
//
// Years run from -999999999 to 999999999 in the proleptic Gregorian calendar;
// a day has 86400 seconds (no leap seconds); fractions are nanoseconds. Time
// zones come from the machine's IANA data or, where it has none, from the copy
// in the binary.
//
// The package knows nothing of queries: Cypher's values, null and the choice of
// a function's overload are the business of packages value and lib.
package temporal

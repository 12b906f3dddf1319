// Package beads reads a project's issues and memories out of beads, by the bd
// command or from the files below .beads/.
//
// In go the project's folder and the environment; out come issues and memories
// as the root package describes them, stamps of what was read, and a finding for
// everything that was repaired, left out or could not be read. The user's store
// is never written to. Texts, mentions and the meaning of a dependency are left
// to later stages: records are kept as they are stored.
//
// The data moves through the files in this order:
//
//	locate.go             where the store is: BEADS_DIR, worktrees, redirect
//	ask.go, probe.go      which calls this bd knows; command.go and copy.go run them apart from the store
//	files.go, lines.go    which files hold records, and the lines of one file
//	reader.go             what an object is; conflict.go leaves out what git put between two versions
//	objects.go, record.go what each kind of object says, and the fields of one record
//	values.go             the value of one field, of whatever type it is
//	scan.go, unquote.go   JSON as it is really found, and the texts in it
//	group.go, merge.go    the records of one source, and of all sources
//	targets.go            where dependencies lead
//	times.go, clock.go    what a time says, and which times of edges can be trusted
//	findings.go           every code that the package reports
//
// docs/formats/beads.md says the same for users.
package beads

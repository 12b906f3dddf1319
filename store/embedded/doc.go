// Package embedded keeps the graph as one immutable file that is mapped into
// memory and queried in process: no server, no port, no password.
//
// A [Writer] builds the image of a graph (package image), writes it beside the
// present file and renames it over; a crash leaves the old file or the new one. A [Reader] looks at
// the file at each query, takes a new generation after checking all of it, and goes on with the
// old one where the new is damaged. A query runs on one generation to its end.
//
// Reading order: convert.go turns a graph into what an image is built from,
// writer.go stores it, snapshot.go opens a file and keeps it while it is in use,
// reader.go answers.
package embedded

// Package clients knows where coding agents keep their settings for a project,
// and adds bdgraph's to them without touching anything else.
//
// In go the project's files as they are; out come the files as they should be,
// with comments and order kept ([Plan]), or with bdgraph's part taken out again
// ([Remove]). Both are pure: showing and writing the difference is left to the caller. What
// is there already stays, so that planning twice changes nothing.
package clients

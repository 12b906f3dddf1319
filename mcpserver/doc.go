// Package mcpserver serves a stored graph to coding agents over the Model Context Protocol.
//
// In goes a [store.Reader] with what only the caller can know (freshness,
// coverage, the day); out come tools, resources, prompts and completions over stdio or
// streamable HTTP. A tool is a row of a table: its name and words, its arguments,
// the Go type of its answer, and a function that is a thin call of package ask
// or of the store. Everything else is common to all of them:
//
//   - door.go looks at each message before the library does, and codes.go gives errors
//     of handlers the codes that the protocol wants;
//   - args.go reads arguments and says what is wrong with them in words;
//   - schema.go derives JSON Schemas from arguments and answers;
//   - shape.go makes stored values fit for a model: long texts shortened visibly, integers
//     that JavaScript would round as strings, invisible characters made visible;
//   - answer.go cuts an answer to its size, at the boundaries of rows, and says how to go on;
//   - failure.go turns errors into answers that say what to do.
//
// The package is the only user of the MCP library, and it holds nothing that
// writes: a test keeps every Writer out of what it imports directly. Which queries may
// be run is decided in package store/guard; reading sources and building graphs is
// left to the command line.
package mcpserver

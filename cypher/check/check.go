// Package check decides whether a parsed query means something.
package check

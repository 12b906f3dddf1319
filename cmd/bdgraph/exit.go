package main

import (
	"errors"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"bdgraph/export"
	"bdgraph/internal/files"
	"bdgraph/store"
)

// The exit codes.
const (
	exitOK          = 0
	exitFailed      = 1
	exitFindings    = 2 // stale, or findings
	exitUsage       = 64
	exitInterrupted = 130
)

// failure is an error that knows its exit code (exitFailed when 0) and the next step.
type failure struct {
	err  error
	code int
	next string
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// errFindings ends a verb that has printed its result and whose answer is "not all is well".
var errFindings = &failure{err: errors.New(""), code: exitFindings}

// usageError marks an error as one of how the command was called; the next step
// is the help of the verb.
func usageError(err error) error {
	if err == nil {
		return nil
	}
	return &failure{err: err, code: exitUsage}
}

func exitCode(err error) int {
	var f *failure
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &f) && f.code != 0:
		return f.code
	}
	return exitFailed
}

// report prints an error of a verb with the next step and returns the exit code.
func (a *app) report(verb *cobra.Command, err error) int {
	code := exitCode(err)
	if err == nil || errors.Is(err, errFindings) {
		return code
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if strings.HasPrefix(line, "  ") { // belongs to the one before
			a.talk.More("%s", line)
		} else {
			a.talk.Fail("%s", line)
		}
	}
	next := nextStep(err)
	if next == "" && code == exitUsage {
		next = verb.CommandPath() + " --help"
	}
	if next != "" {
		a.talk.Next("%s", next)
	}
	return code
}

// nextStep returns what to do about an error.
func nextStep(err error) string {
	var f *failure
	var s *store.Error
	switch {
	case errors.As(err, &f) && f.next != "":
		return f.next
	case errors.As(err, &s):
		return s.Remedy
	case errors.Is(err, syscall.ENOSPC):
		return "make room on the disk; what was stored before still stands"
	case errors.Is(err, files.ErrLocked):
		return "wait until it has finished, then try again"
	case errors.Is(err, export.ErrNoSources):
		return "run bdgraph in the project's folder, or name the places in bdgraph.toml ([beads] dir, [adr] folders)"
	case errors.Is(err, export.ErrNoCorpus):
		return "bdgraph export"
	case errors.Is(err, export.ErrDamagedCorpus):
		return "bdgraph regenerate"
	}
	return ""
}

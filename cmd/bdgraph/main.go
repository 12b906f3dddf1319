// Command bdgraph turns a project's beads and decision records into a property
// graph with valid time, and answers questions about it. In go the project's
// folder and the arguments; results come out on stdout, talk on stderr, and an exit
// code. The work is done by the packages that this one wires together, one file a verb.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
	_ "time/tzdata" // zones are the same on every machine
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	defer func() {
		if r := recover(); r != nil { // Go's own exit code would be that of findings
			fmt.Fprintf(os.Stderr, "error: bdgraph has a bug, please report it: %v\n%s", r, debug.Stack())
			os.Exit(exitFailed)
		}
	}()
	a := &app{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
		environ: os.Environ(), clock: time.Now,
	}
	os.Exit(a.run(ctx, os.Args[1:]))
}

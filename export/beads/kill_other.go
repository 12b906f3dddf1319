//go:build !unix

package beads

import "os/exec"

// killWithChildren leaves the default: where there are no process groups, the
// command alone is killed.
func killWithChildren(*exec.Cmd) {}

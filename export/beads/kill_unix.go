//go:build unix

package beads

import (
	"os/exec"
	"syscall"
)

// killWithChildren gives the command a process group of its own, all of which
// dies when its context ends: a daemon that it started must not outlive it.
func killWithChildren(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}

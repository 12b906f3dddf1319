package bench

import (
	"os"
	"syscall"
)

// peak returns how many bytes of memory a process held at most.
func peak(p *os.ProcessState) int64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return usage.Maxrss << 10
}

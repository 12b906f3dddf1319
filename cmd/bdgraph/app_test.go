package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"
)

// fullDisk takes so many bytes.
type fullDisk int

func (d *fullDisk) Write(p []byte) (int, error) {
	n := min(len(p), int(*d))
	*d -= fullDisk(n)
	if n < len(p) {
		return n, errors.New("no space left on device")
	}
	return n, nil
}

// A result that cannot be written is a failure, and told once.
func TestResultsThatCannotBeWritten(t *testing.T) {
	for _, room := range []fullDisk{0, 5000} {
		for _, verb := range []string{"config --defaults", "demo", "version", "config --defaults --json"} {
			var talk bytes.Buffer
			disk := room
			a := &app{stdin: os.Stdin, stdout: &disk, stderr: &talk, environ: os.Environ(), clock: time.Now}
			code := a.run(context.Background(), strings.Fields(verb))
			if fits := disk > 0; fits != (code == exitOK) || strings.Count(talk.String(), "no space left on device") != map[bool]int{false: 1}[fits] {
				t.Errorf("%s with room for %d: exit code %d: %s", verb, room, code, talk.String())
			}
		}
	}
}

package beads

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// command is a bd and the surroundings in which it may run.
type command struct {
	path    string
	environ environment
	timeout time.Duration
}

// setVariables keep bd from writing, from phoning home and from starting
// anything; unsetVariables would limit or reshape its answers.
var (
	setVariables = []string{
		"BD_BACKUP_ENABLED=false", "BD_DISABLE_METRICS=1", "DO_NOT_TRACK=1", "BD_NON_INTERACTIVE=1",
		"BEADS_NO_DAEMON=1", "NO_COLOR=1", "BD_NO_PAGER=1",
	}
	unsetVariables = []string{"BEADS_MAX_ROWS", "CLAUDE_CODE", "BD_AGENT_MODE", "BD_JSON_ENVELOPE"}
	// placeVariables say where the store is; each call gets its own.
	placeVariables = []string{"BEADS_DIR", "BEADS_DB", "BD_DB"}
)

// findCommand returns the bd that the options or PATH name, or an error that
// wraps [exec.ErrNotFound].
func findCommand(o Options) (*command, error) {
	name := o.Command
	if name == "" {
		name = "bd"
	}
	env := environment(o.Environ)
	path := ""
	if strings.ContainsRune(name, filepath.Separator) || strings.Contains(name, "/") {
		found, err := exec.LookPath(name)
		if err != nil {
			return nil, fmt.Errorf("find bd: %w", err)
		}
		path = found
	} else {
		for _, folder := range filepath.SplitList(env.get("PATH")) {
			if found, err := exec.LookPath(filepath.Join(folder, name)); err == nil && filepath.IsAbs(folder) {
				path = found
				break
			}
		}
	}
	if path == "" {
		return nil, fmt.Errorf("find bd: %s: %w", name, exec.ErrNotFound)
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find bd: %w", err)
	}
	kept := slices.DeleteFunc(slices.Clone(env), func(entry string) bool {
		key, _, _ := strings.Cut(entry, "=")
		return slices.Contains(unsetVariables, key) || slices.Contains(placeVariables, key)
	})
	return &command{path: path, environ: append(kept, setVariables...), timeout: o.Timeout}, nil
}

// store is where a call of bd finds its data.
type store struct {
	dir      string // the .beads folder
	database string // file that BEADS_DB named, "" when it named none
}

// answer is what a call printed. The two streams are never mixed.
type answer struct {
	stdout []byte
	stderr string
}

// runError is returned when bd exits with a failure or has to be stopped.
type runError struct {
	call   string
	reason string
	stderr string
}

func (e *runError) Error() string {
	if said := firstLine(e.stderr); said != "" {
		return fmt.Sprintf("%s: %s: %s", e.call, e.reason, said)
	}
	return e.call + ": " + e.reason
}

// run calls bd in the folder of a store; nil is an empty folder without one.
// When the time is up, bd is killed with all it has started.
func (c *command) run(ctx context.Context, s *store, args ...string) (answer, error) {
	call := "bd " + strings.Join(args, " ")
	limited, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	cmd := exec.CommandContext(limited, c.path, args...)
	cmd.Env = slices.Clone(c.environ)
	if s == nil {
		nowhere, err := os.MkdirTemp("", "bdgraph-probe-")
		if err != nil {
			return answer{}, fmt.Errorf("%s: %w", call, err)
		}
		defer os.RemoveAll(nowhere)
		cmd.Dir = nowhere
	} else {
		cmd.Dir = filepath.Dir(s.dir)
		cmd.Env = append(cmd.Env, "BEADS_DIR="+s.dir)
		if s.database != "" {
			cmd.Env = append(cmd.Env, "BEADS_DB="+s.database)
		}
	}
	cmd.Env = append(cmd.Env, "PWD="+cmd.Dir)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	killWithChildren(cmd)
	cmd.WaitDelay = 2 * time.Second // for children that hold the pipes open

	err := cmd.Run()
	a := answer{stdout.Bytes(), stderr.String()}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return a, ctx.Err()
	case limited.Err() != nil:
		return a, &runError{call, fmt.Sprintf("no answer within %v, stopped", c.timeout), a.stderr}
	case errors.As(err, &exit):
		if firstLine(a.stderr) == "" {
			return a, &runError{call, exit.Error(), statedError(a.stdout)}
		}
		return a, &runError{call, exit.Error(), a.stderr}
	case err != nil && !errors.Is(err, exec.ErrWaitDelay):
		return a, &runError{call, err.Error(), a.stderr}
	}
	return a, nil
}

// statedError returns the message of {"error":"…"}, as some commands fail with on stdout.
func statedError(stdout []byte) string {
	var failure struct {
		Error string `json:"error"`
	}
	if json.Unmarshal(stdout, &failure) != nil {
		return ""
	}
	return failure.Error
}

// firstLine returns the first line of what bd wrote to stderr that tells
// something; "" when there is only the talk that every call may make.
func firstLine(stderr string) string {
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		if line == "" || slices.ContainsFunc(talk, func(t string) bool { return strings.Contains(line, t) }) {
			continue
		}
		return line
	}
	return ""
}

// talk marks lines of stderr that mean no harm.
var talk = []string{
	"(recommended: 0700)", "beads.role not configured", "git config beads.role", "more results matched",
	"auto-imported", "found in PATH", "failed to clear dirty issue",
}

package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"bdgraph"
)

// history is what git knows of a project; empty outside a work tree.
type history struct {
	head       string                 // commit id of HEAD
	repository string                 // host/owner/name of the remote "origin", or of the only remote
	firstAdded map[string]bdgraph.Day // by path of a decision record: day of the commit that added it, renames followed
	findings   []bdgraph.Finding
}

// readHistory asks git, without writing to it. That git is missing, fails or
// knows nothing is not an error: days of first adding only sharpen bounds. A
// failure inside a work tree is a finding.
func readHistory(ctx context.Context, root string, paths []string, zone *time.Location) history {
	h := history{firstAdded: map[string]bdgraph.Day{}}
	top, err := git(ctx, root, "rev-parse", "--show-prefix")
	if err != nil {
		return h
	}
	prefix := strings.TrimSpace(string(top))
	if head, err := git(ctx, root, "rev-parse", "--verify", "-q", "HEAD"); err == nil {
		h.head = strings.TrimSpace(string(head))
	}
	h.repository = repositoryName(ctx, root)
	if h.head == "" || len(paths) == 0 {
		return h
	}
	if err := h.readAdds(ctx, root, prefix, paths, zone); err != nil {
		h.findings = append(h.findings, bdgraph.Finding{
			Code: "git_history", Severity: bdgraph.Info, Count: 1,
			Message: "git log failed, so no decision record is bounded by its first commit: " + err.Error(),
		})
	}
	return h
}

// readAdds follows every file from now to its first commit, newest commit
// first, in one call of git log. Only files with the extensions of the wanted
// paths are listed, but in all folders, so that a rename from elsewhere is seen.
func (h *history) readAdds(ctx context.Context, root, prefix string, paths []string, zone *time.Location) error {
	args := []string{"log", "--format=%x01%at", "--name-status", "--diff-filter=AR", "-M", "-z", "--no-color", "HEAD", "--"}
	seen := map[string]bool{}
	today := make(map[string]string, len(paths)) // name at that commit → path today
	for _, p := range paths {
		today[prefix+p] = p
		if ext := path.Ext(p); !seen[ext] {
			seen[ext] = true
			args = append(args, ":(top,glob)**/*"+ext)
		}
	}
	out, err := git(ctx, root, args...)
	if err != nil {
		return err
	}
	var day bdgraph.Day
	fields := strings.Split(string(out), "\x00")
	for i := 0; i < len(fields); i++ {
		field := strings.TrimLeft(fields[i], "\n")
		if stamp, ok := strings.CutPrefix(field, "\x01"); ok {
			secs, err := strconv.ParseInt(strings.TrimSpace(stamp), 10, 64)
			if err != nil {
				return fmt.Errorf("unexpected output of git log: %q", field)
			}
			day = bdgraph.DayOf(time.Unix(secs, 0).In(zone))
			continue
		}
		switch {
		case field == "A" && i+1 < len(fields):
			if p, ok := today[fields[i+1]]; ok {
				h.firstAdded[p] = day
			}
			i++
		case strings.HasPrefix(field, "R") && i+2 < len(fields):
			if p, ok := today[fields[i+2]]; ok {
				today[fields[i+1]] = p
			}
			i += 2
		}
	}
	return nil
}

// repositoryName returns host/owner/name of a remote, without user and password.
func repositoryName(ctx context.Context, root string) string {
	url, err := git(ctx, root, "config", "--get", "remote.origin.url")
	if err != nil {
		remotes, err := git(ctx, root, "remote")
		names := strings.Fields(string(remotes))
		if err != nil || len(names) != 1 {
			return ""
		}
		if url, err = git(ctx, root, "config", "--get", "remote."+names[0]+".url"); err != nil {
			return ""
		}
	}
	return trimRemote(strings.TrimSpace(string(url)))
}

func trimRemote(url string) string {
	s := url
	if _, rest, ok := strings.Cut(s, "://"); ok {
		if strings.HasPrefix(url, "file:") {
			return ""
		}
		s = rest
	} else if host, rest, ok := strings.Cut(s, ":"); ok && !strings.Contains(host, "/") {
		s = host + "/" + rest // scp form: git@host:owner/name.git
	} else {
		return "" // a path on this machine is no name
	}
	host, rest, ok := strings.Cut(s, "/")
	if !ok {
		return ""
	}
	if _, h, ok := strings.Cut(host, "@"); ok {
		host = h
	}
	host, _, _ = strings.Cut(host, ":")
	return host + "/" + strings.Trim(strings.TrimSuffix(strings.TrimRight(rest, "/"), ".git"), "/")
}

// git runs one reading command in the project's folder and returns its standard output.
func git(ctx context.Context, root string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.quotePath=false"}, args...)...)
	cmd.Dir = filepath.Clean(root)
	cmd.Env = append(slices.DeleteFunc(os.Environ(), namesAnotherRepository), "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if msg := strings.TrimSpace(stderr.String()); msg != "" {
			return nil, errors.New(msg)
		}
		return nil, err
	}
	return out, nil
}

// namesAnotherRepository tells the variables that git sets for its hooks, and
// that would lead a command away from the project's folder.
func namesAnotherRepository(env string) bool {
	return strings.HasPrefix(env, "GIT_DIR=") || strings.HasPrefix(env, "GIT_WORK_TREE=") || strings.HasPrefix(env, "GIT_INDEX_FILE=")
}

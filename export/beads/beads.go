package beads

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"bdgraph"
)

// The modes of reading.
const (
	ModeAuto    = "auto"    // bd where it answers, compared with the files; else the files
	ModeCommand = "command" // bd has to answer; its data is compared with the files
	ModeFiles   = "files"   // no command is run
)

// Options says which store to read, and how.
type Options struct {
	Root         string        // project folder; locating starts here
	Dir          string        // .beads folder named explicitly; "" locates it
	Command      string        // path or name of bd; "" is bd on PATH
	Mode         string        // "" is [ModeAuto]
	Timeout      time.Duration // of one call of bd; 0 is a minute
	Ephemeral    bool          // keep wisps
	PersonalData bool          // keep names, addresses and comment authors
	Environ      []string      // environment of the process as KEY=value; nil is os.Environ
	Now          time.Time     // time of the export, which no edge can be later than; zero is the clock's
	// Reading is told the size of each file or answer of bd before it is decoded; nil when
	// nobody wants to know.
	Reading func(bytes int64)
}

func (o *Options) reading(bytes int64) {
	if o.Reading != nil {
		o.Reading(bytes)
	}
}

// Result is what a store holds.
type Result struct {
	Issues    []bdgraph.Issue       // sorted by ID
	Memories  []bdgraph.Memory      // sorted by Key
	Findings  []bdgraph.Finding     // as [bdgraph.SortFindings] puts them
	Sources   []bdgraph.SourceStamp // beads-file for each file read, beads-store for the parts of a database
	BDVersion string                // "" when only files were read
	Prefixes  []string              // of issue ids, seen or configured, sorted
	Skipped   map[string]int        // records left out, by reason; each reason has a finding
	Dir       string                // the .beads folder
}

// Read reads the issues and memories of a project and writes nothing. It
// returns an error that wraps [ErrNoStore] when there is no beads data at all, and
// others when a named folder, a file or, in [ModeCommand], bd cannot be used.
func Read(ctx context.Context, o Options) (Result, error) {
	switch o.Mode {
	case "":
		o.Mode = ModeAuto
	case ModeAuto, ModeCommand, ModeFiles:
	default:
		return Result{}, fmt.Errorf("beads mode %q is none of auto, command, files", o.Mode)
	}
	if o.Timeout <= 0 {
		o.Timeout = time.Minute
	}
	if o.Now.IsZero() {
		o.Now = time.Now()
	}
	if o.Environ == nil {
		o.Environ = os.Environ()
	}
	var n notes
	env := environment(o.Environ)
	at, err := locate(o, env, &n)
	if err != nil {
		return Result{}, err
	}
	l := &loader{at: at, options: o, notes: &n, skipped: map[string]int{}}
	groups, err := l.files()
	if err != nil {
		return Result{}, err
	}
	database, hasDatabase := databaseIn(at.dir)
	if hasDatabase {
		l.stamps = append(l.stamps, stampStore(at.root, database)...)
	}
	answered, version, err := l.command(ctx, groups, hasDatabase)
	if err != nil {
		return Result{}, err
	}
	if answered != nil {
		groups = append([]*group{answered}, groups...)
	} else if hasDatabase && o.Mode != ModeFiles {
		n.add(databaseNotRead, bdgraph.Place{File: relative(at.root, database)}, "", "")
	}
	m := merger{groups: groups, ephemeral: o.Ephemeral, exported: o.Now, notes: &n, skipped: l.skipped}
	issues, memories := m.merge()
	if len(issues)+len(memories) == 0 {
		n.add(noRecords, bdgraph.Place{File: relative(at.root, at.dir)}, "", missingDatabase(at.dir))
	}
	return Result{
		Issues: issues, Memories: memories, Findings: n.findings(), Sources: l.stamps, BDVersion: version,
		Prefixes: prefixes(configuredPrefixes(at.dir, groups), issues), Skipped: l.skipped, Dir: at.dir,
	}, nil
}

// command asks bd as the mode wants it, and checks the answer against the files.
// A nil group says that the files are all there is.
func (l *loader) command(ctx context.Context, files []*group, hasDatabase bool) (*group, string, error) {
	o := l.options
	wanted := o.Mode == ModeCommand
	if o.Mode == ModeAuto && !hasDatabase {
		return nil, "", nil // bd could only make a database out of the files
	}
	var answered *group
	var version string
	err := errFilesOnly
	if o.Mode != ModeFiles {
		var c *command
		if c, err = findCommand(o); err == nil {
			answered, version, err = l.ask(ctx, c)
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	case err != nil && wanted:
		return nil, "", fmt.Errorf("%w; mode auto would read the files", err)
	case err != nil && len(files) == 0:
		return nil, "", fmt.Errorf("%w; the store in %s has a database but no JSONL files: "+
			"install the bd that made it, or write the file with it: bd export -o .beads/issues.jsonl", err, l.at.dir)
	case errors.Is(err, errFilesOnly), errors.Is(err, exec.ErrNotFound):
		return nil, "", nil
	case err != nil:
		l.notes.add(commandFailed, bdgraph.Place{File: relative(l.at.root, l.at.dir)}, "", err.Error())
		return nil, "", nil
	}
	if inFiles := countKnowledge(files); len(answered.records) == 0 && inFiles > 0 {
		if wanted {
			return nil, "", fmt.Errorf("bd %s succeeded but yielded nothing, although the files hold %d issues: "+
				"see bd doctor, or use mode files", version, inFiles)
		}
		l.notes.add(commandEmpty, bdgraph.Place{File: answered.name}, "", "bd "+version)
		return nil, "", nil
	}
	return answered, version, nil
}

// errFilesOnly stands for the answer of a bd that is not to be asked.
var errFilesOnly = errors.New("mode files runs no bd")

// countKnowledge counts the issues of files that bd should have answered with.
func countKnowledge(groups []*group) (n int) {
	for _, g := range groups {
		for _, r := range g.records {
			if reasonOf(r, false) == "" {
				n++
			}
		}
	}
	return n
}

// configuredPrefixes reads the prefixes out of config.yaml and the tables.
func configuredPrefixes(dir string, groups []*group) []string {
	var all []string
	for _, g := range groups {
		all = append(all, g.prefixes...)
	}
	for _, name := range [...]string{"config.yaml", "config.local.yaml"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		for line := range strings.Lines(string(text)) {
			key, value, ok := strings.Cut(line, ":")
			if !ok || key != "issue-prefix" && key != "issue_prefix" {
				continue
			}
			value, _, _ = strings.Cut(value, " #")
			if value = strings.Trim(strings.TrimSpace(value), `"'`); value != "" {
				all = append(all, strings.TrimSuffix(value, "-"))
			}
		}
	}
	return all
}

// environment is a list of KEY=value, of which the last counts.
type environment []string

func (e environment) get(key string) string {
	value := ""
	for _, entry := range e {
		name, v, ok := strings.Cut(entry, "=")
		if ok && (name == key || runtime.GOOS == "windows" && strings.EqualFold(name, key)) {
			value = v
		}
	}
	return value
}

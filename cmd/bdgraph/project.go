package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bdgraph/export"
	"bdgraph/export/adr"
	"bdgraph/export/beads"
	"bdgraph/internal/config"
	"bdgraph/internal/files"
	"bdgraph/internal/pipeline"
	"bdgraph/store"
)

// sources translates the settings into what export reads.
func sources(p config.Project, environ []string) export.Sources {
	return export.Sources{
		Root: p.Root, Zone: p.Location(), Version: version(),
		Beads: beads.Options{
			Dir: optionalPath(p, p.Beads.Dir), Command: p.Beads.Command, Mode: p.Beads.Source,
			Timeout: time.Duration(p.Beads.Timeout), Ephemeral: p.Beads.Ephemeral, PersonalData: p.PersonalData, Environ: environ,
		},
		ADR: adr.Options{Folders: p.ADR.Folders, DateOrder: p.ADR.DateOrder, Words: optionalPath(p, p.ADR.Words)},
	}
}

// inputs gathers what a graph of the project is built from.
func (a *app) inputs(p config.Project, offline bool) (pipeline.Inputs, error) {
	now, err := a.now()
	if err != nil {
		return pipeline.Inputs{}, usageError(err)
	}
	return pipeline.Inputs{
		Sources:    sources(p, a.environ),
		CorpusDir:  corpusDir(p),
		Offline:    offline,
		Vocabulary: p.Vocabulary(),
		SeedRules:  p.SeedRules,
		SeedLinks:  p.SeedLinks,
		Extracted:  folder(p, p.ExtractedDir),
		Verdicts:   folder(p, p.VerdictsDir),
		Now:        now,
		KeepTime:   !pipeline.IsTimeGiven(a.environ),
		Progress:   func(step string) { a.talk.Progress("%s …", step) },
	}, nil
}

// folder returns a folder of the settings, which need not exist.
func folder(p config.Project, setting string) pipeline.Folder {
	f := pipeline.Folder{Path: filepath.ToSlash(setting)}
	if info, err := os.Stat(p.Path(setting)); err == nil && info.IsDir() {
		f.FS = os.DirFS(p.Path(setting))
	}
	return f
}

// optionalPath is Project.Path for a setting that may be empty.
func optionalPath(p config.Project, setting string) string {
	if setting == "" {
		return ""
	}
	return p.Path(setting)
}

// stateLock is the lock on a state folder.
type stateLock struct {
	*files.Held
	made string // the folder, when taking the lock made it
}

// makeState makes the state folder, if there is none, and sees that git ignores what lies
// in it: it is derived, and the key of planted claims is no verifier's to see. The path is
// that of the folder, "" when it was there. A .gitignore that is there is the user's.
func makeState(p config.Project) (made string, err error) {
	if _, err := os.Stat(p.State()); errors.Is(err, fs.ErrNotExist) {
		made = p.State()
	}
	file := p.State(".gitignore")
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return made, nil
	}
	return made, files.Write(file, []byte(ignoredState(p)), 0o644)
}

// ignoredState is the state folder's .gitignore. Agents' work that lies there already, as in a
// clone of a project that tracks it, is not derived and stays for git to see.
func ignoredState(p config.Project) string {
	text := "*\n"
	for _, setting := range []string{p.ExtractedDir, p.VerdictsDir} {
		rel, err := filepath.Rel(p.State(), p.Path(setting))
		if info, missing := os.Stat(p.Path(setting)); err != nil || !filepath.IsLocal(rel) || rel == "." || missing != nil || !info.IsDir() {
			continue
		}
		folder := "!"
		for part := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
			folder += "/" + part
			text += folder + "/\n" // git looks into no folder that is ignored
		}
		text += folder + "/**\n"
	}
	return text
}

// lockState takes the state folder for a verb that writes to it, and removes
// what verbs that were killed left there.
func lockState(p config.Project, verb string) (stateLock, error) {
	made, err := makeState(p)
	if err != nil {
		return stateLock{}, &failure{err: err, next: "see that the state folder can be written, or name another: --set state_dir=FOLDER"}
	}
	held, err := files.Lock(p.State("lock"), "bdgraph "+verb)
	if errors.Is(err, files.ErrLocked) {
		return stateLock{}, err
	}
	if err != nil {
		return stateLock{}, &failure{err: err, next: "see that the state folder can be written, or name another: --set state_dir=FOLDER"}
	}
	for _, path := range []string{corpusDir(p), reportFile(p)} {
		if err := files.RemoveUnfinished(path); err != nil {
			held.Release()
			return stateLock{}, err
		}
	}
	return stateLock{held, made}, nil
}

// Release gives the lock back. A folder that was made for it and holds nothing
// else goes too: a verb that failed in the wrong place leaves no trace there.
func (l stateLock) Release() error {
	if l.made != "" {
		removeBare(l.made)
	}
	return l.Held.Release()
}

// removeBare removes a state folder that holds nothing but what every one has.
func removeBare(dir string) {
	bare := []string{".gitignore", "lock"}
	entries, err := os.ReadDir(dir)
	if err != nil || slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !slices.Contains(bare, e.Name()) }) {
		return
	}
	for _, name := range bare {
		os.Remove(filepath.Join(dir, name))
	}
	os.Remove(dir)
}

// limits are the settings' limits on a query.
func limits(p config.Project) store.Limits {
	return store.Limits{Rows: p.Limits.Rows, Bytes: p.Limits.Bytes, Timeout: time.Duration(p.Limits.Timeout)}
}

// derive builds the graph in memory from the sources, or when offline from the
// stored corpus. Nothing is written.
func (a *app) derive(ctx context.Context, p config.Project, offline bool) (pipeline.Built, error) {
	in, err := a.inputs(p, offline)
	if err != nil {
		return pipeline.Built{}, err
	}
	corpus, err := pipeline.ReadCorpus(ctx, in)
	if err != nil {
		return pipeline.Built{}, err
	}
	return pipeline.Derive(corpus, in), nil
}

package beads

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bdgraph"
)

const metadataFile = "metadata.json"

// metadata is what bd says of a store in metadata.json.
type metadata struct {
	JSONL        string `json:"jsonl_export"`
	Backend      string `json:"backend"`
	Database     string `json:"database"`
	DoltMode     string `json:"dolt_mode"`
	DoltDatabase string `json:"dolt_database"`
}

// readMetadata returns the zero value when there is none that can be read.
func readMetadata(dir string) metadata {
	var m metadata
	text, err := os.ReadFile(filepath.Join(dir, metadataFile))
	if err != nil || json.Unmarshal(text, &m) != nil {
		return metadata{}
	}
	return m
}

// missingDatabase says which database metadata.json names although none is there, as in a
// clone, since git seldom holds it; "" when it names none.
func missingDatabase(dir string) string {
	m := readMetadata(dir)
	if _, there := databaseIn(dir); there {
		return ""
	}
	name := m.Database
	if m.Backend == "dolt" || m.Database == "dolt" {
		name = strings.TrimSpace("Dolt database " + m.DoltDatabase)
	} else if name != "" {
		name = "database " + name
	}
	if name == "" {
		return ""
	}
	return metadataFile + " names the " + name + ", which is not in this checkout"
}

// remote reports whether the data lies with a server rather than in the folder.
func (m metadata) remote() bool {
	return m.Backend == "http" || m.DoltMode == "server" || m.DoltMode == "proxied-server"
}

// sourceFile is a file of records and the group it belongs to.
type sourceFile struct {
	path  string
	group string // path of the file, or of the folder whose tables are read together
	holds fileKind
}

// backupTables are the tables of records, beside config.jsonl. The events hold
// nothing that these lack.
var backupTables = []string{"issues.jsonl", "dependencies.jsonl", "comments.jsonl", "labels.jsonl"}

// tableKind says how a table of a backup is read.
func tableKind(path string) fileKind {
	if filepath.Base(path) == "config.jsonl" {
		return configFile
	}
	return issuesFile
}

// lacksTable says whether a file beside issues.jsonl is the table of what its issues lack, in
// a store that bd was told to back up into .beads itself. An export has all in its
// issues: such files beside it are left from another time.
func (g *group) lacksTable(path, dir string) bool {
	if g == nil || filepath.Dir(path) != dir || filepath.Base(path) != "config.jsonl" && !slices.Contains(backupTables, filepath.Base(path)) {
		return false
	}
	for _, r := range g.records {
		if i := r.issue; len(i.Dependencies)+len(i.Comments)+len(i.Labels) > 0 {
			return false
		}
	}
	return true
}

// recordFiles lists the files of a .beads folder that hold records, those of a store with a file
// for each issue among them, and the other JSONL files, which are left alone: histories,
// bases of merges, foreign data.
func recordFiles(dir string) (read []sourceFile, others []string) {
	known := map[string]fileKind{
		"issues.jsonl": issuesFile, "beads.jsonl": issuesFile, "bd.jsonl": issuesFile, "issues.json": issuesFile,
		"memories.jsonl": memoriesFile, "deletions.jsonl": deletionsFile, "interactions.jsonl": logFile,
	}
	if name := readMetadata(dir).JSONL; name != "" && name == filepath.Base(name) {
		known[name] = issuesFile
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		kind, ok := known[e.Name()]
		switch {
		case e.IsDir() && ok:
			others = append(others, path)
		case e.IsDir():
		case ok:
			read = append(read, sourceFile{path, path, kind})
		case strings.Contains(e.Name(), ".jsonl"):
			others = append(others, path)
		}
	}
	folder := filepath.Join(dir, "issues")
	for _, pattern := range [...]string{"issues/*.json", "comments/*/*.json"} {
		single, _ := filepath.Glob(filepath.Join(globEscape(dir), filepath.FromSlash(pattern)))
		for _, path := range single {
			read = append(read, sourceFile{path, folder, issuesFile})
		}
	}
	backup := filepath.Join(dir, "backup")
	entries, _ = os.ReadDir(backup)
	for _, e := range entries {
		path := filepath.Join(backup, e.Name())
		switch {
		case e.IsDir():
		case e.Name() == "config.jsonl", slices.Contains(backupTables, e.Name()):
			read = append(read, sourceFile{path, backup, tableKind(path)})
		case strings.Contains(e.Name(), ".jsonl"):
			others = append(others, path)
		}
	}
	for _, folder := range [...]string{"knowledge", ".br_history"} {
		foreign, _ := filepath.Glob(filepath.Join(globEscape(dir), folder, "*.jsonl"))
		others = append(others, foreign...)
	}
	written := exportIn(dir)
	ofIssues := func(f sourceFile) bool { return f.holds == issuesFile }
	if n := slices.Index(others, written); n >= 0 && !slices.ContainsFunc(read, ofIssues) {
		read, others = append(read, sourceFile{written, written, issuesFile}), slices.Delete(others, n, n+1)
	}
	return read, others
}

// syncBranchFiles lists the copies that an old bd with a sync branch keeps in
// its own worktrees below .git; the file in the project is stale then.
func syncBranchFiles(gitDir string) []sourceFile {
	if gitDir == "" {
		return nil
	}
	var read []sourceFile
	// A branch may have slashes in its name; errors mean that there is nothing.
	_ = filepath.WalkDir(filepath.Join(gitDir, "beads-worktrees"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return nil
		}
		if e.Name() != ".beads" {
			return nil
		}
		found, _ := recordFiles(path)
		read = append(read, found...)
		return fs.SkipDir
	})
	return read
}

// exportIn is the file that bd export writes for want of a better name.
func exportIn(dir string) string { return filepath.Join(dir, "export.jsonl") }

// folders are those whose times tell of records that are added, in a store with a file for
// each: issues, comments and what lies between.
func (f sourceFile) folders() []string {
	if f.path == f.group || filepath.Ext(f.path) != ".json" {
		return nil
	}
	folder := filepath.Dir(f.path)
	if folder == f.group {
		return []string{folder}
	}
	return []string{f.group, filepath.Dir(folder), folder}
}

// loader reads files into groups.
type loader struct {
	at      location
	options Options
	notes   *notes
	skipped map[string]int
	stamps  []bdgraph.SourceStamp
}

// files reads all files of a store, each source into a group of its own, the
// newest by its records first.
func (l *loader) files() ([]*group, error) {
	read, others := recordFiles(l.at.dir)
	read = append(read, syncBranchFiles(l.at.gitDir)...)
	var groups []*group
	byName := map[string]*group{}
	stamped := map[string]bool{}
	for _, f := range read {
		name := relative(l.at.root, f.group)
		g := byName[name]
		if g == nil {
			g = newGroup(name)
			byName[name] = g
			groups = append(groups, g)
		}
		for _, folder := range f.folders() {
			if !stamped[folder] {
				stamped[folder] = true
				l.stamps = append(l.stamps, stampStore(l.at.root, folder)...)
			}
		}
		if err := l.file(f, g); err != nil {
			return nil, err
		}
	}
	holdsIssues := func(g *group) bool { return len(g.records) > 0 }
	for _, path := range others {
		if path == exportIn(l.at.dir) && !slices.ContainsFunc(groups, holdsIssues) {
			g := newGroup(relative(l.at.root, path))
			groups = append(groups, g)
			if err := l.file(sourceFile{path, path, issuesFile}, g); err != nil {
				return nil, err
			}
			continue
		}
		if g := byName[relative(l.at.root, filepath.Join(l.at.dir, "issues.jsonl"))]; g.lacksTable(path, l.at.dir) {
			if err := l.file(sourceFile{path, g.name, tableKind(path)}, g); err != nil {
				return nil, err
			}
			continue
		}
		l.notes.add(fileNotRead, bdgraph.Place{File: relative(l.at.root, path)}, "", "a folder, a history, a base of merges, a log or foreign data")
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return b.newest().Compare(a.newest()) })
	return groups, nil
}

// unreadable wraps why a file cannot be read, with what to do about it.
func unreadable(name string, err error) error {
	return fmt.Errorf("read %s: %w: give read permission, or delete what cannot be read", name, err)
}

// file reads one file into a group and stamps it.
func (l *loader) file(f sourceFile, g *group) error {
	name := relative(l.at.root, f.path)
	info, err := os.Stat(f.path) // before opening, which would wait at a pipe
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read %s: it is a link that leads nowhere: restore what it names, or delete it", name)
	}
	if err != nil {
		return unreadable(name, err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("read %s: it is no regular file: move it out of the folder", name)
	}
	in, err := os.Open(f.path)
	if err != nil {
		return unreadable(name, err)
	}
	defer in.Close()
	l.options.reading(info.Size())
	sum := sha256.New()
	if err := l.reader(g, f.holds).read(io.TeeReader(in, sum), name); err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	l.stamps = append(l.stamps, bdgraph.SourceStamp{
		Path: name, Kind: bdgraph.StampBeadsFile, Size: info.Size(), ModTime: info.ModTime().UTC(), SHA256: hex.EncodeToString(sum.Sum(nil)),
	})
	return nil
}

func (l *loader) reader(g *group, holds fileKind) *reader {
	return &reader{
		decoder: decoder{notes: l.notes, personal: l.options.PersonalData, words: map[string]string{}},
		group:   g, skipped: l.skipped, holds: holds,
	}
}

package beads

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"bdgraph"
	"bdgraph/internal/checkout"
)

// ErrNoStore is returned, wrapped in a [NoStoreError], when there is no beads data at all: neither a
// database nor a file of records.
var ErrNoStore = errors.New("no beads data")

// location is where a store lies.
type location struct {
	dir    string // the .beads folder, absolute
	root   string // the project folder that was asked for, absolute
	gitDir string // .git of the store's main repository, "" when there is none

	database string // the file that BEADS_DB or BD_DB named, "" when neither did
}

// locate finds the store as bd does: a folder that is named, BEADS_DIR, the folder of BEADS_DB or BD_DB,
// then upwards from the project to the repository's root. A linked git worktree has the
// main checkout's store. A redirect is followed once.
func locate(o Options, env environment, n *notes) (location, error) {
	root, err := filepath.Abs(o.Root)
	if err != nil {
		return location{}, fmt.Errorf("locate the store: %w", err)
	}
	at := location{root: root}
	repository, main := checkout.Around(root)
	name, named := "the folder that was named", o.Dir
	if named == "" {
		name = ""
		for _, variable := range [...]string{"BEADS_DIR", "BEADS_DB", "BD_DB"} {
			if named = env.get(variable); named != "" {
				name = variable
				if variable != "BEADS_DIR" {
					at.database = absolute(root, named)
					named = filepath.Dir(named)
				}
				break
			}
		}
	}
	if named != "" {
		if !filepath.IsAbs(named) {
			named = filepath.Join(root, named)
		}
		if info, err := os.Stat(named); err != nil || !info.IsDir() {
			return at, fmt.Errorf("%s, %s, is no folder: correct it or leave it out", name, named)
		}
		at.dir = follow(filepath.Clean(named), at, n)
	} else {
		at.dir = search(root, repository, main, at, n)
	}
	if err := closedTo(at.dir); err != nil {
		return at, unreadable(relative(root, at.dir), err)
	}
	if at.dir == "" || !holdsData(at.dir) {
		return at, noStore(at, name, n)
	}
	if _, main := checkout.Around(at.dir); main != "" {
		at.gitDir = filepath.Join(main, ".git")
	}
	return at, nil
}

// NoStoreError is returned when there is no beads data; it wraps [ErrNoStore].
type NoStoreError struct {
	// Reason says why, where something looks like a store: a folder was named,
	// .beads is there, or a redirect. "" when there is nothing of the kind.
	Reason string
}

func (e *NoStoreError) Error() string {
	reason := e.Reason
	if reason == "" {
		reason = "there is no .beads folder"
	}
	return fmt.Sprintf("%v: %s", ErrNoStore, reason)
}

func (e *NoStoreError) Unwrap() error { return ErrNoStore }

// noStore says why there is no data; name is what named the folder, "" when nothing did.
func noStore(at location, name string, n *notes) error {
	var why []string
	where := filepath.Join(at.root, ".beads")
	if at.dir != "" {
		where = at.dir
	}
	shown := relative(at.root, where)
	if name != "" {
		shown = name + ", " + shown + ","
	}
	switch info, err := os.Stat(where); {
	case err == nil && !info.IsDir():
		why = append(why, shown+" is a file, not a folder")
	case err == nil:
		why = append(why, shown+" holds neither a database nor JSONL files"+butOthers(where))
		if missing := missingDatabase(where); missing != "" {
			why = append(why, missing+": fetch it with bd bootstrap, or commit what bd export -o .beads/issues.jsonl writes")
		}
	default:
		if _, err := os.Readlink(where); err == nil {
			why = append(why, shown+" is a link that leads nowhere")
		}
	}
	for _, note := range n.order {
		if note.code == badRedirect {
			why = append(why, fmt.Sprintf("the redirect at %s:%d was not followed, since %s", note.place.File, note.place.Line, note.detail))
		}
	}
	return &NoStoreError{Reason: strings.Join(why, "; ")}
}

// butOthers names the JSONL files that hold no records for bd.
func butOthers(dir string) string {
	_, others := recordFiles(dir)
	if len(others) == 0 {
		return ""
	}
	names := make([]string, 0, len(others))
	for _, path := range others {
		names = append(names, relative(dir, path))
	}
	return " that bd reads issues from, but " + strings.Join(names, ", ")
}

// search looks for a store with data in the main checkout of a worktree, then from
// root upwards, but not above the repository.
func search(root, repository, main string, at location, n *notes) string {
	if main != "" && main != repository {
		if dir := follow(filepath.Join(main, ".beads"), at, n); holdsData(dir) || closedTo(dir) != nil {
			own, _ := recordFiles(filepath.Join(repository, ".beads"))
			for _, f := range own {
				n.add(fileNotRead, bdgraph.Place{File: relative(at.root, f.path)}, "", "the store of the main checkout was read instead of the worktree's")
			}
			return dir
		}
	}
	for folder := root; ; folder = filepath.Dir(folder) {
		dir := filepath.Join(folder, ".beads")
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			if dir = follow(dir, at, n); holdsData(dir) || closedTo(dir) != nil {
				return dir
			}
		}
		if folder == repository || folder == filepath.Dir(folder) {
			return ""
		}
	}
}

func absolute(base, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(base, filepath.FromSlash(path))
}

// follow returns the folder that a redirect file names, or dir itself. The path
// is relative to the folder that holds .beads; one hop is made. A redirect that leads to
// no data is reported and ignored: some are committed by mistake.
func follow(dir string, at location, n *notes) string {
	file := filepath.Join(dir, "redirect")
	text, err := os.ReadFile(file)
	if err != nil {
		return dir
	}
	place := bdgraph.Place{File: relative(at.root, file)}
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		place.Line++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		target := absolute(filepath.Dir(dir), line)
		onward := exists(filepath.Join(target, "redirect")) && target != dir
		switch {
		case holdsData(target) && onward:
			n.add(badRedirect, bdgraph.Place{File: relative(at.root, filepath.Join(target, "redirect"))}, "", "one redirect is followed, and this is the second")
			return target
		case holdsData(target):
			return target
		case onward:
			n.add(badRedirect, place, "", line+" holds no data but another redirect, and one is followed")
		default:
			n.add(badRedirect, place, "", line+" holds no data")
		}
		return dir
	}
	n.add(badRedirect, place, "", "the file names no folder")
	return dir
}

// relative returns path as findings and stamps show it: relative to the
// project where inside it, with forward slashes.
func relative(root, path string) string {
	if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(path)
}

// holdsData reports whether a folder holds a database or a file of records.
func holdsData(dir string) bool {
	if _, ok := databaseIn(dir); ok {
		return true
	}
	found, _ := recordFiles(dir)
	return len(found) > 0
}

// closedTo returns why a folder that is there, or its backup, cannot be listed.
// Its data would otherwise be missed in silence.
func closedTo(dir string) error {
	for _, folder := range [...]string{dir, filepath.Join(dir, "backup")} {
		if info, err := os.Stat(folder); dir == "" || err == nil && !info.IsDir() {
			continue
		}
		if _, err := os.ReadDir(folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// databaseIn returns the path of the store's database: a SQLite file, a Dolt folder, or metadata.json
// where it tells of a server. ok is false when there is none.
func databaseIn(dir string) (path string, ok bool) {
	for _, name := range [...]string{"embeddeddolt", "dolt"} {
		path := filepath.Join(dir, name)
		if entries, err := os.ReadDir(path); err == nil && len(entries) > 0 {
			return path, true
		}
	}
	if files, _ := filepath.Glob(filepath.Join(globEscape(dir), "*.db")); len(files) > 0 {
		for _, file := range files {
			info, err := os.Stat(file)
			if err == nil && info.Mode().IsRegular() && info.Size() > 0 && !strings.Contains(info.Name(), "backup") {
				return file, true
			}
		}
	}
	if m := readMetadata(dir); m.remote() {
		return filepath.Join(dir, metadataFile), true
	}
	return "", false
}

// globEscape quotes what filepath.Glob would read as a pattern.
func globEscape(path string) string {
	if os.PathSeparator == '\\' {
		return path // there the backslash escapes nothing
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

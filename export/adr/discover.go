package adr

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"bdgraph"
)

// usualFolders are the places in which decision records are kept, below the
// project or one of its parts.
var usualFolders = []string{
	"docs/adr", "docs/adrs", "docs/decisions", "docs/architecture/decisions", "docs/architecture/adr",
	"docs/architecture-decisions", "docs/decision-records", "doc/adr", "doc/adrs", "doc/decisions", "doc/architecture/decisions",
	"adr", "adrs", "decisions", "architecture-decisions", "architecture/decisions", "decision-records",
	".adr", ".adrs", ".decisions",
}

// foreignFolders hold other people's files, or copies.
var foreignFolders = []string{
	".git", ".hg", ".svn", "node_modules", "bower_components", "vendor", "third_party", "third-party", "thirdparty", "external",
	"dist", "build", "target", "out", "site", "_site", "public", ".venv", "venv", "site-packages", "__pycache__", ".tox",
	".cache", ".bdgraph", ".beads", "testdata", "fixtures", "__fixtures__", ".worktrees", "worktrees",
}

// archiveFolders hold records that were put aside, or copies of present ones.
var archiveFolders = []string{"archive", "archives", "archived", "_archive", ".archive", "old", "backup", "backups", "attic"}

// unreadFormats are those of texts that may be records and cannot be read.
var unreadFormats = []string{".asc", ".org", ".txt", ".html", ".htm", ".tex", ".textile", ".docx", ".odt", ".pdf", ".yaml", ".yml", ".json", ".toml"}

// maxDepth bounds the search for folders.
const maxDepth = 8

var (
	numberedName = pattern(`(?i)^(?:[a-z0-9]{1,12}[-_]adr[-_ ]|(?:[a-z]{2,12}[-_ ]?){0,3})\d{1,5}[a-z]?(?:[-_. ]|\.(?:md|markdown|mdown|mdx|rst|adoc|asciidoc)$)`)
	dateName     = pattern(`^(?:19|20)\d{2}(?:[-_.]?[01]\d[-_.]?[0-3]\d|[-_.](?:0[1-9]|1[0-2]))(?:[-_. ]|$)`)
)

// finder looks for folders of decision records and the files in them.
type finder struct {
	root     string
	findings []bdgraph.Finding
	skipped  map[string]int
}

// skip counts a file or folder that is left out and says so.
func (f *finder) skip(reason, name, message, remedy string, severity bdgraph.Severity) {
	f.skipped[reason]++
	f.findings = append(f.findings, bdgraph.Finding{
		Code: "skipped_" + reason, Severity: severity, Place: bdgraph.Place{File: name}, Message: message, Remedy: remedy, Count: 1,
	})
}

// folders returns the folders to read, as configured or as found, without
// those that lie in another of them.
func (f *finder) folders(configured []string) ([]string, error) {
	found := make([]string, 0, len(configured))
	for _, c := range configured {
		name := path.Clean(filepath.ToSlash(c))
		info, err := os.Stat(f.abs(name))
		if err != nil {
			return nil, fmt.Errorf("the configured folder of decision records cannot be read: %w", err)
		}
		if !info.IsDir() {
			return nil, fmt.Errorf("the configured folder of decision records %s is no folder", name)
		}
		found = append(found, name)
	}
	if len(configured) == 0 {
		found = f.detect()
	}
	slices.Sort(found)
	found = slices.Compact(found)
	return slices.DeleteFunc(slices.Clone(found), func(a string) bool {
		return slices.ContainsFunc(found, func(b string) bool { return a != b && (b == "." || strings.HasPrefix(a, b+"/")) })
	}), nil
}

// Folders returns the folders of decision records that [Read] finds in a project
// whose settings name none, relative to it.
func Folders(root string) ([]string, error) {
	f := &finder{root: root, skipped: map[string]int{}}
	return f.folders(nil)
}

func (f *finder) abs(name string) string {
	if filepath.IsAbs(filepath.FromSlash(name)) {
		return filepath.FromSlash(name)
	}
	return filepath.Join(f.root, filepath.FromSlash(name))
}

// detect walks the project once. Folders with a usual name count when they hold
// a record; only where there is none do folders count whose file names look like records.
func (f *finder) detect() []string {
	var usual, likely []string
	if b, err := os.ReadFile(filepath.Join(f.root, ".adr-dir")); err == nil {
		if dir := path.Clean(filepath.ToSlash(strings.TrimSpace(string(b)))); fs.ValidPath(dir) {
			if info, err := os.Stat(f.abs(dir)); err == nil && info.IsDir() {
				usual = append(usual, dir)
			}
		}
	}
	f.walkFolders(".", 0, func(dir string, files []fs.DirEntry) {
		numbered, written, unread := 0, 0, 0
		for _, e := range files {
			switch ext := strings.ToLower(path.Ext(e.Name())); {
			case e.IsDir(): // a folder that is a record
				numbered++
			case markup(e.Name()) && skipName(e.Name()) == "":
				written++
				if recordName(e.Name()) {
					numbered++
				}
			case slices.Contains(unreadFormats, ext) && recordName(e.Name()):
				unread++
			}
		}
		switch {
		case usualFolder(dir) && (numbered > 0 || written > 0 && saysRecords(dir)):
			usual = append(usual, dir)
		case usualFolder(dir) && unread > 0:
			usual = append(usual, dir) // so that its files are named
		case numbered > 0 && aboveUsual(dir) != "", written > 0 && slices.Contains(usualFolders, strings.ToLower(aboveUsual(dir))):
			usual = append(usual, aboveUsual(dir)) // records by year, area or status
		case numbered >= 2 && numbered*2 >= written:
			likely = append(likely, dir)
		}
	})
	if len(usual) > 0 {
		return usual
	}
	return likely
}

// usualFolder reports whether a folder's path is or ends in one of the usual ones.
func usualFolder(dir string) bool {
	dir = strings.ToLower(dir)
	return slices.ContainsFunc(usualFolders, func(u string) bool { return dir == u || strings.HasSuffix(dir, "/"+u) })
}

// saysRecords reports whether a folder's path alone says that records are in it, however they
// are named: docs/adr anywhere, and adr, which may hold code elsewhere, in the project's root.
func saysRecords(dir string) bool {
	dir = strings.ToLower(dir)
	return slices.ContainsFunc(usualFolders, func(u string) bool { return dir == u || strings.Contains(u, "/") && strings.HasSuffix(dir, "/"+u) })
}

// aboveUsual returns the folder with a usual path that a folder lies below, or "".
func aboveUsual(dir string) string {
	for dir = path.Dir(dir); dir != "."; dir = path.Dir(dir) {
		if usualFolder(dir) {
			return dir
		}
	}
	return ""
}

// walkFolders visits the project's own folders; links are not followed.
func (f *finder) walkFolders(dir string, depth int, visit func(dir string, files []fs.DirEntry)) {
	entries, err := os.ReadDir(f.abs(dir))
	if err != nil {
		f.skip("unreadable", dir, "the folder cannot be read: "+reasonOf(err), "give read permission, or name the folders of decision records in the configuration", bdgraph.Warning)
		return
	}
	var files []fs.DirEntry
	for _, e := range entries {
		switch {
		case !utf8.ValidString(e.Name()):
		case !e.IsDir():
			files = append(files, e)
		case f.ownRecord(path.Join(dir, e.Name())) != "":
			files = append(files, e)
		case depth < maxDepth && !f.foreign(path.Join(dir, e.Name())):
			f.walkFolders(path.Join(dir, e.Name()), depth+1, visit)
		}
	}
	visit(dir, files)
}

// foreign reports whether a folder holds other people's files: by its name, or
// because it is a repository of its own.
func (f *finder) foreign(dir string) bool {
	if slices.Contains(foreignFolders, strings.ToLower(path.Base(dir))) {
		return true
	}
	_, err := os.Lstat(filepath.Join(f.abs(dir), ".git"))
	return err == nil
}

// ownRecord returns the name of the one text in a folder that is a record by
// itself, such as README.md in 0007-queue-mail; "" for other folders.
func (f *finder) ownRecord(dir string) string {
	if !recordName(path.Base(dir) + "-") {
		return ""
	}
	entries, err := os.ReadDir(f.abs(dir))
	if err != nil {
		return ""
	}
	found := ""
	for _, e := range entries {
		switch stem := strings.ToLower(strings.TrimSuffix(e.Name(), path.Ext(e.Name()))); {
		case !markup(e.Name()) || e.IsDir():
		case recordName(e.Name()):
			return "" // a folder of records, such as one for a year
		case stem == "readme" && e.Type().IsRegular(), stem == "index" && e.Type().IsRegular() && found == "":
			found = e.Name()
		}
	}
	return found
}

// file is one file that may be a record.
type file struct {
	name    string // relative to the root, with forward slashes
	archive bool   // lies in an archive folder
	folder  bool   // the folder has the record's name
}

// called returns the name that tells of the record: the file's own, or its folder's.
func (f file) called() string {
	if f.folder {
		return path.Dir(f.name) + path.Ext(f.name)
	}
	return f.name
}

// files returns the files of a folder and those below it, sorted.
func (f *finder) files(folder string) []file {
	var out []file
	f.collect(folder, 0, false, &out)
	return out
}

func (f *finder) collect(dir string, depth int, archive bool, out *[]file) {
	entries, err := os.ReadDir(f.abs(dir))
	if err != nil {
		f.skip("unreadable", dir, "the folder cannot be read: "+reasonOf(err), "give read permission to the folder", bdgraph.Error)
		return
	}
	own := ""
	if depth > 0 {
		own = f.ownRecord(dir)
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case !utf8.ValidString(name): // the path is the record's identity, and no file of text can hold this one
			f.skip("bad_name", strings.ToValidUTF8(name, "\ufffd"), "the name is no UTF-8 text", "rename it", bdgraph.Warning)
		case e.IsDir() && f.foreign(name):
			f.skip("foreign", name, "a folder of other people's files or of copies is not searched", "name it in the configuration to read it", bdgraph.Info)
		case e.IsDir() && depth >= maxDepth:
			f.skip("too_deep", name, fmt.Sprintf("folders more than %d levels down are not searched", maxDepth), "name the folder in the configuration", bdgraph.Warning)
		case e.IsDir():
			f.collect(name, depth+1, archive || slices.Contains(archiveFolders, strings.ToLower(e.Name())), out)
		case !markup(e.Name()):
			f.skip("other_file", name, "the file is neither Markdown, reStructuredText nor AsciiDoc", "", bdgraph.Info)
		case e.Type()&fs.ModeSymlink != 0:
			if f.linkCounts(name) {
				*out = append(*out, file{name: name, archive: archive, folder: e.Name() == own})
			}
		case !e.Type().IsRegular():
			f.skip("not_regular", name, "this is no regular file", "", bdgraph.Warning)
		default:
			*out = append(*out, file{name: name, archive: archive, folder: e.Name() == own})
		}
	}
}

// linkCounts reports whether a symbolic link leads to a file inside the project.
func (f *finder) linkCounts(name string) bool {
	target, err := filepath.EvalSymlinks(f.abs(name))
	if err != nil {
		f.skip("broken_link", name, "the symbolic link leads nowhere: "+reasonOf(err), "remove the link or mend it", bdgraph.Warning)
		return false
	}
	root, err := filepath.EvalSymlinks(f.root)
	if err != nil {
		root = f.root
	}
	if rel, err := filepath.Rel(root, target); err != nil || !filepath.IsLocal(rel) {
		f.skip("outside_link", name, "the symbolic link leads out of the project", "copy the file into the project, or read that folder by itself", bdgraph.Warning)
		return false
	}
	if info, err := os.Stat(target); err != nil || !info.Mode().IsRegular() {
		f.skip("not_regular", name, "the symbolic link does not lead to a regular file", "", bdgraph.Warning)
		return false
	}
	return true
}

// reasonOf returns what went wrong without the path, which the finding has already.
func reasonOf(err error) string {
	if e, ok := err.(*fs.PathError); ok {
		return e.Err.Error()
	}
	return err.Error()
}

func recordName(name string) bool {
	return numberedName().MatchString(name) || letterForm().MatchString(strings.ToLower(withoutMarkup(name))) || dateName().MatchString(name)
}

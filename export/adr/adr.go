// Package adr reads decision records as people write them.
//
// In go the folders of a project, out come records with status, dates,
// relations and sections, each with the line it was read from, the canonical
// text of every file, and findings for all that was left out or could not be
// decided. Markdown, reStructuredText and AsciiDoc are understood, with front matter,
// sections, bold lines, bullets, tables, changelogs and notes, in the languages
// of the word lists. docs/formats/adr.md describes the shapes and the words.
//
// When a record was in force is left to others: this package says what is
// written, never what follows from it.
package adr

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
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

// Options says where records are and how they are to be read.
type Options struct {
	// Root is the project's folder; paths in the result are relative to it.
	Root string
	// Folders are relative to Root; none means that they are looked for.
	Folders []string
	// DateOrder resolves 03/04/2024: "dmy", "mdy", "ymd", or "" when nobody knows.
	DateOrder string
	// Words is the path of a file with more words, in the form of words.toml; "" for none.
	Words string
	// IssueIDs reports whether a token is the id of an issue. Without it,
	// whatever looks like an id counts.
	IssueIDs func(string) bool
}

// Result is what was read.
type Result struct {
	ADRs     []bdgraph.ADR     // sorted by Path, with ids and resolved relations
	Texts    map[string]string // by path: UTF-8, lines ending in \n and numbered as in the file
	Findings []bdgraph.Finding
	Sources  []bdgraph.SourceStamp // each file, and each folder, whose time moves when files come and go
	Folders  []string              // that were read, relative to Root
	// Skipped counts what was left out, by reason; a finding names each.
	Skipped map[string]int

	shapes []shape // of the records, in their order
}

// ErrOptions is returned (wrapped) when an option has no meaning.
var ErrOptions = errors.New("invalid option")

// Read reads the decision records of a project. A project without any is no
// error. Errors are a root or configured folder that cannot be read, a word list that
// cannot be understood, and options that wrap [ErrOptions].
func Read(o Options) (Result, error) {
	if !slices.Contains([]string{"", "dmy", "mdy", "ymd"}, o.DateOrder) {
		return Result{}, fmt.Errorf("%w: date order %q is none of dmy, mdy, ymd", ErrOptions, o.DateOrder)
	}
	w, err := readWords(o.Words)
	if err != nil {
		return Result{}, err
	}
	if info, err := os.Stat(o.Root); err != nil {
		return Result{}, fmt.Errorf("read the project's folder: %w", err)
	} else if !info.IsDir() {
		return Result{}, fmt.Errorf("read the project's folder: %s is no folder", o.Root)
	}
	f := &finder{root: o.Root, skipped: map[string]int{}}
	out := Result{Texts: map[string]string{}}
	if out.Folders, err = f.folders(o.Folders); err != nil {
		return Result{}, err
	}
	var records []*record
	for _, folder := range out.Folders {
		out.Sources = append(out.Sources, folderStamps(f, folder)...)
		for _, file := range f.files(folder) {
			r, stamp, ok := f.open(file, w)
			if stamp.Path != "" {
				out.Sources = append(out.Sources, stamp)
			}
			if ok {
				records = append(records, r)
			}
		}
	}
	records = f.withoutCopies(records)
	slices.SortFunc(records, func(a, b *record) int { return strings.Compare(a.adr.Path, b.adr.Path) })
	readAll(records, w, o)
	for _, r := range records {
		out.ADRs = append(out.ADRs, r.adr)
		out.Texts[r.adr.Path] = r.text
		out.shapes = append(out.shapes, r.shape)
		out.Findings = append(out.Findings, distinct(r.findings)...)
	}
	out.Findings = append(out.Findings, f.findings...)
	out.Findings = append(out.Findings, duplicateNumbers(records)...)
	out.Findings = append(out.Findings, datesOfLastUpdate(records)...)
	out.Findings = append(out.Findings, withoutStatus(records)...)
	bdgraph.SortFindings(out.Findings)
	out.Skipped = f.skipped
	return out, nil
}

// readAll reads the headers of records whose outlines and names are known.
func readAll(records []*record, w *words, o Options) {
	dropFalseNumbers(records, w)
	assignIDs(records)
	x := newIndex(records)
	for _, r := range records {
		h := newHeaderReader(r, x, w, o)
		h.read()
	}
}

func newHeaderReader(r *record, x *index, w *words, o Options) *headerReader {
	return &headerReader{w: w, x: x, r: r, order: o.DateOrder, isIssue: o.IssueIDs, language: map[string]int{}, dates: map[field]dated{}}
}

// distinct drops findings that say the same of the same line.
func distinct(fs []bdgraph.Finding) []bdgraph.Finding {
	seen := map[string]bool{}
	return slices.DeleteFunc(fs, func(f bdgraph.Finding) bool {
		key := fmt.Sprint(f.Code, f.Place.Line, f.Message)
		again := seen[key]
		seen[key] = true
		return again
	})
}

// folderStamps returns the stamps of a folder and the folders below it.
func folderStamps(f *finder, folder string) []bdgraph.SourceStamp {
	var out []bdgraph.SourceStamp
	_ = filepath.WalkDir(f.abs(folder), func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return nil // collect reports folders that cannot be read
		}
		rel, relErr := filepath.Rel(f.abs(folder), name)
		if relErr != nil {
			return nil
		}
		rel = path.Join(folder, filepath.ToSlash(rel))
		if rel != folder && f.foreign(rel) || !utf8.ValidString(rel) {
			return fs.SkipDir
		}
		if info, err := e.Info(); err == nil {
			out = append(out, bdgraph.SourceStamp{Path: rel, Kind: bdgraph.StampADRFolder, ModTime: info.ModTime()})
		}
		return nil
	})
	return out
}

// open reads one file as far as its outline and identity. A file that is no
// record is counted and reported; its stamp is returned all the same.
func (f *finder) open(file file, w *words) (*record, bdgraph.SourceStamp, bool) {
	if reason := skipName(path.Base(file.called())); reason != "" {
		f.skip(reason, file.name, "by its name this is "+skipWords[reason]+", no record", "", bdgraph.Info)
		return nil, bdgraph.SourceStamp{}, false
	}
	info, err := os.Stat(f.abs(file.name))
	if err != nil {
		f.skip("unreadable", file.name, "the file cannot be read: "+reasonOf(err), "give read permission to the file", bdgraph.Error)
		return nil, bdgraph.SourceStamp{}, false
	}
	stamp := bdgraph.SourceStamp{Path: file.name, Kind: bdgraph.StampADR, Size: info.Size(), ModTime: info.ModTime()}
	if info.Size() > maxFileSize {
		f.skip("too_large", file.name, fmt.Sprintf("the file has %d bytes; records of more than %d are not read", info.Size(), maxFileSize), "split it, or move it out of the folder", bdgraph.Warning)
		return nil, stamp, false
	}
	data, err := os.ReadFile(f.abs(file.name))
	if err != nil {
		f.skip("unreadable", file.name, "the file cannot be read: "+reasonOf(err), "give read permission to the file", bdgraph.Error)
		return nil, stamp, false
	}
	sum := sha256.Sum256(data)
	stamp.SHA256 = hex.EncodeToString(sum[:])
	text, replaced, ok := canonicalText(data)
	if !ok {
		f.skip("binary", file.name, "the file is no text", "move it out of the folder", bdgraph.Warning)
		return nil, stamp, false
	}
	r := newRecord(file, text)
	if reason := r.noRecord(w); reason != "" {
		f.skip(reason, file.name, "by its text this is "+skipWords[reason]+", no record", "", bdgraph.Info)
		return nil, stamp, false
	}
	if replaced > 0 {
		r.findings = append(r.findings, bdgraph.Finding{
			Code: "invalid_text", Severity: bdgraph.Warning, Document: file.name, Place: bdgraph.Place{File: file.name}, Count: replaced,
			Message: "bytes that are no UTF-8 text were replaced", Remedy: "save the file as UTF-8",
		})
	}
	if n := len(r.outline.conflict); n > 0 {
		r.findings = append(r.findings, bdgraph.Finding{
			Code: "conflict_markers", Severity: bdgraph.Error, Document: file.name, Place: bdgraph.Place{File: file.name, Line: r.outline.conflict[0]}, Count: n,
			Message: "a merge conflict is unresolved; both sides were read, and what stands first counts", Remedy: "resolve the conflict",
		})
	}
	for _, line := range r.outline.long {
		r.findings = append(r.findings, bdgraph.Finding{
			Code: "long_line", Severity: bdgraph.Info, Document: file.name, Place: bdgraph.Place{File: file.name, Line: line}, Count: 1,
			Message: "the line is too long or too deeply nested to be searched for fields", Remedy: "break it if it holds any",
		})
	}
	if b := r.outline.broken; b != nil {
		r.findings = append(r.findings, bdgraph.Finding{
			Code: "broken_front_matter", Severity: bdgraph.Warning, Document: file.name, Place: bdgraph.Place{File: file.name, Line: b.line}, Count: 1,
			Message: "the front matter cannot be read as YAML and was read line by line: " + b.message, Remedy: "correct the line; values with a colon need quotes",
		})
	}
	return r, stamp, true
}

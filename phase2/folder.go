package phase2

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"bdgraph"
	"bdgraph/internal/agentfile"
)

// Extension is the extension of an extraction file; its name before that is
// [bdgraph.FileName] of the document's id.
const Extension = ".json"

// CheckFiles checks files of a folder, as many at once as there are processors.
// What comes of them is in the order of the names.
func (c *Checker) CheckFiles(extractions fs.FS, names []string) []Checked {
	all := make([]Checked, len(names))
	bdgraph.InParallel(len(names), func(i int) { all[i] = c.CheckFile(extractions, names[i]) })
	return all
}

// CheckFile reads a file of a folder and checks it.
func (c *Checker) CheckFile(extractions fs.FS, name string) Checked {
	data, err := agentfile.Read(extractions, name)
	if err != nil {
		return Checked{File: name, Err: err, Problems: []Problem{{
			Code: "unreadable_extraction", Message: fmt.Sprintf("it cannot be read: %v", err), Remedy: "make the file readable, remove it, or name another",
		}}}
	}
	return c.Check(name, data)
}

// List returns the names of the extractions in a folder, and findings about what
// else lies there. A nil or missing folder has none; an error says why it cannot be read.
func List(extractions fs.FS) (names []string, others []bdgraph.Finding, err error) {
	if extractions == nil {
		return nil, nil, nil
	}
	entries, err := fs.ReadDir(extractions, ".")
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	for _, entry := range entries {
		name := entry.Name()
		why := ""
		switch {
		case strings.HasPrefix(name, "."): // editors' and git's, and the stamps
			continue
		case path.Ext(name) == Extension:
			names = append(names, name)
			continue
		case entry.IsDir():
			why = "extractions in a folder of their own are not read"
		default:
			why = "this file is no extraction, since its name does not end in " + Extension
		}
		others = append(others, bdgraph.Finding{Code: "unknown_file", Severity: bdgraph.Info, Place: bdgraph.Place{File: name}, Count: 1, Message: why})
	}
	return names, others, err
}

// list is List with the error among the findings.
func list(extractions fs.FS) ([]string, []bdgraph.Finding) {
	names, findings, err := List(extractions)
	if err != nil {
		findings = append(findings, bdgraph.Finding{
			Code: "unreadable_extraction", Severity: bdgraph.Error, Place: bdgraph.Place{File: "."}, Count: 1,
			Message: fmt.Sprintf("the folder cannot be read: %v", err), Remedy: "make the folder readable",
		})
	}
	return names, findings
}

package phase2

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"bdgraph"
)

// Extension is the extension of an extraction file; its name before that is
// [bdgraph.FileName] of the document's id.
const Extension = ".json"

// longestFile is the size in bytes above which a file is no extraction.
const longestFile = 16 << 20

// Read reads all extractions in a folder. Those that pass every check become
// edges of phase 2, unverified; Extracted lists their documents. An extraction
// with a problem, or one of a text that has changed since (stale_extraction),
// leaves findings only. A nil or missing folder holds no extractions.
func Read(c bdgraph.Corpus, v bdgraph.Vocabulary, extractions fs.FS) bdgraph.Fragment {
	k := newKnown(c, v)
	b := &builder{known: k, rules: make(map[bdgraph.NodeRef]map[string]any)}
	var f bdgraph.Fragment
	if extractions == nil {
		return f
	}
	entries, err := fs.ReadDir(extractions, ".")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		f.Findings = append(f.Findings, unreadable(".", err))
	}
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, ".") || entry.IsDir() {
			continue // editors' and git's
		}
		if path.Ext(name) != Extension {
			f.Findings = append(f.Findings, bdgraph.Finding{
				Code: "unknown_file", Severity: bdgraph.Info, Place: bdgraph.Place{File: name}, Count: 1,
				Message: "this file is no extraction, since its name does not end in " + Extension,
			})
			continue
		}
		data, err := readFile(extractions, name)
		if err != nil {
			f.Findings = append(f.Findings, unreadable(name, err))
			continue
		}
		x, findings := read(name, data, k)
		f.Findings = append(f.Findings, findings...)
		if x != nil {
			b.add(*x)
			f.Extracted = append(f.Extracted, x.Document)
		}
	}
	f.Nodes, f.Edges = b.nodes(), b.edges
	bdgraph.SortEdges(f.Edges)
	bdgraph.SortFindings(f.Findings)
	return f
}

// read returns the extraction in a file, nil when it is not accepted.
func read(name string, data []byte, k *known) (*Extraction, []bdgraph.Finding) {
	x, stale, problems := examine(name, data, k)
	if stale != nil {
		return nil, []bdgraph.Finding{*stale}
	}
	if len(problems) == 0 {
		return &x, nil
	}
	findings := make([]bdgraph.Finding, len(problems))
	for i, p := range problems {
		where := ""
		if p.Pointer != "" {
			where = p.Pointer + ": "
		}
		findings[i] = bdgraph.Finding{
			Code: p.Code, Severity: bdgraph.Error, Document: x.Document, Count: 1,
			Place:   bdgraph.Place{File: name, Line: p.Line, Column: p.Column},
			Message: where + p.Message + "; the extraction is not loaded", Remedy: p.Remedy,
		}
	}
	return nil, findings
}

// examine checks a file in the order in which checks make sense: JSON, form,
// document, and then all gates.
func examine(name string, data []byte, k *known) (x Extraction, stale *bdgraph.Finding, problems []Problem) {
	s, problems := newSource(data)
	for _, p := range problems {
		if p.Code == "extraction_syntax" {
			return x, nil, problems
		}
	}
	problems = append(problems, checkForm(s)...)
	if len(problems) > 0 {
		// For the findings' sake; a text that has another form has no document.
		var named struct {
			Document any `json:"document"`
		}
		_ = json.Unmarshal(data, &named)
		x.Document, _ = named.Document.(string)
		return x, nil, problems
	}
	if err := json.Unmarshal(data, &x); err != nil {
		return x, nil, []Problem{s.at(0, "", Problem{Code: "extraction_schema", Message: err.Error(), Remedy: "write the extraction anew"})}
	}
	if want := bdgraph.FileName(x.Document) + Extension; name != want {
		problems = append(problems, s.problem("/document", Problem{
			Code: "extraction_file_name", Message: fmt.Sprintf("the file of document %q is called %s", x.Document, want),
			Remedy: "rename the file, or correct the document's id",
		}))
	}
	d := k.documents[x.Document]
	if d == nil {
		return x, nil, append(problems, s.problem("/document", Problem{
			Code: "unknown_document", Message: fmt.Sprintf("the corpus has no document %q", x.Document),
			Remedy: "remove the file if the document is gone",
		}))
	}
	switch {
	case d.SHA256 == x.SHA256:
	case len(problems) > 0:
		return x, nil, problems
	default:
		return x, &bdgraph.Finding{
			Code: "stale_extraction", Severity: bdgraph.Warning, Document: x.Document, Place: bdgraph.Place{File: name}, Count: 1,
			Message: fmt.Sprintf("%s has changed since it was extracted; the extraction is not loaded", x.Document),
			Remedy:  "extract the document anew: bdgraph plan",
		}, nil
	}
	r := &reading{source: s, extraction: x, document: d, known: k}
	for _, check := range gates {
		problems = append(problems, check(r)...)
	}
	return x, nil, problems
}

func readFile(extractions fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(extractions, name)
	if err != nil {
		return nil, err
	}
	if info.Size() > longestFile {
		return nil, fmt.Errorf("it has %d bytes, more than the %d that an extraction may have", info.Size(), longestFile)
	}
	return fs.ReadFile(extractions, name)
}

func unreadable(name string, err error) bdgraph.Finding {
	return bdgraph.Finding{
		Code: "unreadable_extraction", Severity: bdgraph.Error, Place: bdgraph.Place{File: name}, Count: 1,
		Message: fmt.Sprintf("it cannot be read: %v", err), Remedy: "make the file readable, or remove it",
	}
}

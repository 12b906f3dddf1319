package phase2

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"bdgraph"
	"bdgraph/cypher/spelling"
	"bdgraph/internal/agentfile"
)

// Checker holds extractions against a corpus and a vocabulary. It is safe for
// concurrent use.
type Checker struct{ known *known }

// NewChecker returns a checker of extractions of a corpus.
func NewChecker(c bdgraph.Corpus, v bdgraph.Vocabulary, options ...Option) *Checker {
	return &Checker{newKnown(c, v, options...)}
}

// Checked is what came of checking one file.
type Checked struct {
	File       string
	Hash       string      // SHA-256 of the file
	Document   string      // as the file names it, "" when it does not
	Extraction *Extraction // nil unless it is accepted
	Stale      bool        // it is of an earlier text of the document
	Problems   []Problem   // sorted by place
	Err        error       // why the file cannot be read; one of the problems then
}

// Check checks a file: JSON, form, document, and then all gates at once. The
// name is that of the file in the folder of extractions.
func (c *Checker) Check(name string, data []byte) Checked {
	out := c.check(name, data)
	out.Hash = digest(data)
	slices.SortStableFunc(out.Problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Code, b.Code))
	})
	return out
}

func (c *Checker) check(name string, data []byte) Checked {
	out := Checked{File: name}
	s, problems := agentfile.Parse("extraction", data)
	if slices.ContainsFunc(problems, Problem.IsSyntax) {
		out.Problems = problems
		return out
	}
	problems = append(problems, form().Check(s)...)
	var x Extraction
	if len(problems) == 0 {
		problems = s.Decode(&x)
	}
	if len(problems) > 0 {
		// For the findings' sake; a text that has another form has no document.
		var named struct {
			Document any `json:"document"`
		}
		_ = json.Unmarshal(data, &named)
		out.Document, _ = named.Document.(string)
		out.Problems = problems
		return out
	}
	out.Document = x.Document
	if want := bdgraph.FileName(x.Document) + Extension; name != want {
		problems = append(problems, s.Problem("/document", Problem{
			Code: "extraction_file_name", Found: name, Allowed: want, Message: fmt.Sprintf("the file of document %q is called %s", x.Document, want),
			Remedy: "rename the file, or correct the document's id",
		}))
	}
	page := c.known.page(x.Document)
	if page == nil {
		p := Problem{
			Code: "unknown_document", Found: x.Document, Message: fmt.Sprintf("the corpus has no document %q", x.Document),
			Remedy: "remove the file if the document is gone",
		}
		if moved := c.known.withText(x.SHA256); moved != "" {
			p.Allowed = moved
			p.Remedy = fmt.Sprintf("did you mean %q, which has the text that was read? Put it in the place of %s in this file, and call the file %s",
				moved, x.Document, bdgraph.FileName(moved)+Extension)
		} else if near := spelling.Nearest(x.Document, slices.Collect(maps.Keys(c.known.documents))); near != "" {
			p.Remedy = fmt.Sprintf("did you mean %q?", near)
		}
		out.Problems = append(problems, s.Problem("/document", p))
		return out
	}
	if page.SHA256 != x.SHA256 {
		out.Stale = true
		out.Problems = append(problems, s.Problem("/sha256", Problem{
			Code: "stale_extraction", Found: x.SHA256, Allowed: page.SHA256,
			Message: fmt.Sprintf("%s has changed since it was extracted", x.Document),
			Remedy:  "extract the document anew: bdgraph plan",
		}))
		return out
	}
	r := &reading{Source: s, extraction: x, page: page, known: c.known}
	for _, check := range gates {
		problems = append(problems, check(r)...)
	}
	out.Problems = problems
	if len(problems) == 0 {
		out.Extraction = &x
	}
	return out
}

// Findings returns the problems as findings of a build that does not load the
// extraction. One of an earlier text is no error, since documents do change.
func (c Checked) Findings() []bdgraph.Finding {
	findings := make([]bdgraph.Finding, len(c.Problems))
	for i, p := range c.Problems {
		where := ""
		if p.Pointer != "" {
			where = p.Pointer + ": "
		}
		findings[i] = bdgraph.Finding{
			Code: p.Code, Severity: bdgraph.Error, Document: c.Document, Count: 1,
			Place:   bdgraph.Place{File: c.File, Line: p.Line, Column: p.Column},
			Message: where + p.Message + "; the extraction is not loaded", Remedy: p.Remedy,
		}
		if c.Stale && len(c.Problems) == 1 {
			findings[i].Severity = bdgraph.Warning
		}
	}
	return findings
}

// Read reads all extractions in a folder. Those that pass every check become
// edges of phase 2, unverified; Extracted lists their documents. An extraction
// with a problem, or one of a text that has changed since (stale_extraction),
// leaves findings only. A nil or missing folder holds no extractions.
func Read(c bdgraph.Corpus, v bdgraph.Vocabulary, extractions fs.FS, options ...Option) bdgraph.Fragment {
	names, findings := list(extractions)
	if len(names) == 0 { // most first builds: nothing has to be known of the corpus
		bdgraph.SortFindings(findings)
		return bdgraph.Fragment{Findings: findings}
	}
	checker := NewChecker(c, v, append([]Option{Beside(extractions)}, options...)...)
	if chosen := checker.known.chosen; chosen != nil {
		names = slices.DeleteFunc(names, func(name string) bool { return !chosen[name] })
	}
	checked := checker.CheckFiles(extractions, names)
	f := bdgraph.Fragment{Findings: findings}
	b := &builder{known: checker.known, rules: make(map[bdgraph.NodeRef]map[string]any)}
	for _, x := range checked { // what sets a rule tells more of it than what names it
		if x.Extraction != nil {
			b.addEstablished(*x.Extraction)
		}
	}
	for _, x := range checked {
		f.Findings = append(f.Findings, x.Findings()...)
		if x.Extraction != nil {
			b.add(*x.Extraction)
			f.Extracted = append(f.Extracted, x.Document)
		}
	}
	f.Nodes, f.Edges = b.nodes(), b.edges
	bdgraph.SortEdges(f.Edges)
	bdgraph.SortFindings(f.Findings)
	return f
}

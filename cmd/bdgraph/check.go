package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/export"
	"bdgraph/internal/config"
	"bdgraph/internal/files"
	"bdgraph/internal/term"
	"bdgraph/phase2"
	"bdgraph/prompts"
)

type checkOptions struct {
	shard int
	json  bool
}

func (a *app) newCheck() *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check [FILE…]",
		Short: "Check extractions: form, names, quotes, dates; stamp those that pass",
		Long: "Hold extractions against the stored corpus and the vocabulary, and print every problem with its place\n" +
			"and what to write instead. One that passes gets a stamp; one with a problem is not loaded at all. Without\n" +
			"a FILE all extractions are checked, and a stale one stays stale; name its FILE when its document has been\n" +
			"read again. The exit code is 2 when there is a problem.",
		RunE: func(cmd *cobra.Command, args []string) error { return a.check(cmd.OutOrStdout(), o, args) },
	}
	cmd.Flags().IntVar(&o.shard, "shard", 0, "the document must be in this shard of the plan")
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON Lines: one a problem, and one a file")
	return cmd
}

// checkedFile is the line that check --json and verify check --json print for a file.
type checkedFile struct {
	File     string `json:"file"`
	Document string `json:"document,omitempty"`
	Accepted bool   `json:"accepted"`
	Stamped  bool   `json:"stamped,omitempty"`
	Stale    string `json:"stale,omitempty"` // why it keeps its old stamp, when it does
	Edges    int    `json:"edges,omitempty"`
	Verdicts int    `json:"verdicts,omitempty"`
	Problems int    `json:"problems"`
}

// checkProblem is the line that check --json prints for a problem.
type checkProblem struct {
	File     string `json:"file"`
	Document string `json:"document,omitempty"`
	phase2.Problem
}

func (a *app) check(w io.Writer, o checkOptions, args []string) error {
	p, corpus, err := a.exported()
	if err != nil {
		return err
	}
	return a.checkIn(w, p, corpus, o, args)
}

// checkIn is check in a project with its stored corpus.
func (a *app) checkIn(w io.Writer, p config.Project, corpus bdgraph.Corpus, o checkOptions, args []string) (err error) {
	all := len(args) == 0
	if all {
		var others []string
		if args, others, err = extractionFiles(p); err != nil {
			return err
		}
		if len(others) > 0 {
			a.talk.Warn("what is no extraction in %s is not checked: %s", p.ExtractedDir, term.Line(strings.Join(others, ", ")))
		}
	}
	var shard []string
	if o.shard > 0 {
		plan, err := readPlan(p)
		if err != nil {
			return err
		}
		s, err := plan.Shard(o.shard)
		if err != nil {
			return usageError(err)
		}
		shard = s.Documents
	}
	checker := phase2.NewChecker(corpus, p.Vocabulary(), reading(p, corpus)...)
	versions := phase2.VersionsOf(prompts.Extraction)
	stored := os.DirFS(p.Path(p.ExtractedDir))
	proposed, err := proposals(p, corpus)
	if err != nil {
		return err
	}
	bad, stale := 0, 0
	var unstamped error // the first reason; the rest is checked all the same
	for path, checked := range checkPaths(checker, args) {
		if o.shard > 0 && !slices.Contains(shard, checked.Document) {
			checked.Extraction = nil
			checked.Problems = append(checked.Problems, phase2.Problem{
				Code: "not_in_shard", Pointer: "/document", Line: 1, Column: 1, Found: checked.Document,
				Message: fmt.Sprintf("%q is not in shard %d", checked.Document, o.shard), Remedy: "write the documents of your own shard alone",
			})
		}
		line := checkedFile{File: path, Document: checked.Document, Accepted: checked.Extraction != nil, Problems: len(checked.Problems)}
		if x := checked.Extraction; x != nil {
			line.Edges = len(x.Edges)
			standing := phase2.Extracted // who names a file has read its document again, and may have found nothing to change
			if all {
				standing, line.Stale = checker.Standing(stored, checked, versions, proposed[x.Document])
			}
			switch standing {
			case phase2.Extracted:
				line.Stale = ""
				line.Stamped, err = stamp(p, path, checker.Stamp(checked, proposed[x.Document], versions))
				unstamped = cmp.Or(unstamped, err)
			case phase2.Stale:
				stale++
			default:
				line.Stale, line.Stamped = "", true
			}
		} else {
			bad++
		}
		if err := printChecked(w, line, checked.Problems, o.json); err != nil {
			return err
		}
	}
	a.talk.Done()
	if len(args) == 0 {
		a.talk.Say("there is no extraction in %s", p.ExtractedDir)
	}
	if stale > 0 {
		a.talk.Say("%s to be read again", plural(stale, "stale extraction"))
		a.talk.Next("bdgraph plan")
	}
	switch {
	case unstamped != nil:
		return fmt.Errorf("some extractions have no stamp: %w", unstamped)
	case bad > 0:
		return errFindings
	}
	return nil
}

// checkPaths checks files in order. Those that lie together are checked together,
// some at a time, so that their texts do not all stand in memory.
func checkPaths(checker *phase2.Checker, paths []string) iter.Seq2[string, phase2.Checked] {
	const some = 256
	return func(yield func(string, phase2.Checked) bool) {
		for len(paths) > 0 {
			dir, n := filepath.Dir(paths[0]), 0
			var names []string
			for n < min(len(paths), some) && filepath.Dir(paths[n]) == dir {
				names = append(names, filepath.Base(paths[n]))
				n++
			}
			for i, checked := range checker.CheckFiles(os.DirFS(dir), names) {
				if !yield(paths[i], checked) {
					return
				}
			}
			paths = paths[n:]
		}
	}
}

// stamp marks an accepted extraction, if it lies where extractions do.
func stamp(p config.Project, path string, s phase2.Stamp) (bool, error) {
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return false, err
	}
	if dir != p.Path(p.ExtractedDir) {
		return false, nil
	}
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return false, err
	}
	data = append(data, '\n')
	file := filepath.Join(dir, phase2.StampFolder, filepath.Base(path))
	if before, err := os.ReadFile(file); err == nil && bytes.Equal(before, data) {
		return true, nil
	}
	if err := files.Replace(file, data, 0o644); err != nil {
		return false, err
	}
	return true, nil
}

func printChecked(w io.Writer, line checkedFile, problems []phase2.Problem, asJSON bool) error {
	if asJSON {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		for _, p := range problems {
			if err := enc.Encode(checkProblem{line.File, line.Document, p}); err != nil {
				return err
			}
		}
		return enc.Encode(line)
	}
	for _, p := range problems {
		code := p.Code
		if p.Pointer != "" { // else the file as a whole is meant
			code += " " + term.Line(p.Pointer)
		}
		fmt.Fprintf(w, "%s: %s: %s\n", problemPlace(line.File, p), code, term.Line(p.Message))
		if p.Remedy != "" {
			fmt.Fprintf(w, "    %s\n", term.Line(p.Remedy))
		}
	}
	switch {
	case line.Accepted && line.Verdicts > 0:
		fmt.Fprintf(w, "%s: accepted, %s\n", term.Line(line.File), plural(line.Verdicts, "verdict"))
	case line.Accepted:
		fmt.Fprintf(w, "%s: accepted, %s%s\n", term.Line(line.File), plural(line.Edges, "relationship"), orNothing("; stale: ", term.Line(line.Stale)))
	default:
		fmt.Fprintf(w, "%s: rejected, %s\n", term.Line(line.File), plural(line.Problems, "problem"))
	}
	return nil
}

// problemPlace says where a problem is. A file that cannot be read has no lines.
func problemPlace(file string, p phase2.Problem) string {
	if p.Line == 0 {
		return term.Line(file)
	}
	return fmt.Sprintf("%s:%d:%d", term.Line(file), p.Line, p.Column)
}

// extractionFiles returns the paths of all extractions of a project, and the
// names of what else lies there.
func extractionFiles(p config.Project) (paths, others []string, err error) {
	names, findings, err := phase2.List(os.DirFS(p.Path(p.ExtractedDir)))
	for _, name := range names {
		paths = append(paths, filepath.Join(p.Path(p.ExtractedDir), name))
	}
	for _, f := range findings {
		others = append(others, f.Place.File)
	}
	return paths, others, err
}

// exported returns the project with its stored corpus.
func (a *app) exported() (config.Project, bdgraph.Corpus, error) {
	p, err := a.project()
	if err != nil {
		return p, bdgraph.Corpus{}, err
	}
	corpus, err := loadCorpus(p)
	return p, corpus, err
}

// loadCorpus returns the stored corpus: agents work on what was exported.
func loadCorpus(p config.Project) (bdgraph.Corpus, error) {
	return export.Load(corpusDir(p))
}

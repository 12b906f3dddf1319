package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"bdgraph/internal/config"
	"bdgraph/internal/term"
	"bdgraph/phase2"
)

type vocabOptions struct {
	least int
	toml  bool
	json  bool
}

func (a *app) newVocab() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "vocab",
		Short: "Work on the names of components and rules",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	var o vocabOptions
	suggest := &cobra.Command{
		Use:   "suggest",
		Short: "Propose components from labels, folders of records, titles and paths",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return a.vocabSuggest(cmd.OutOrStdout(), o) },
	}
	f := suggest.Flags()
	f.IntVar(&o.least, "least", 3, "leave out what fewer documents use")
	f.BoolVar(&o.toml, "toml", false, "print tables for bdgraph.toml")
	f.BoolVar(&o.json, "json", false, "print them as JSON")
	cmd.AddCommand(suggest)
	return cmd
}

func (a *app) vocabSuggest(w io.Writer, o vocabOptions) error {
	p, corpus, err := a.exported()
	if err != nil {
		return err
	}
	suggestions := phase2.Suggest(corpus, p.Vocabulary(), o.least)
	addFolders(p, suggestions)
	a.talk.Done()
	switch {
	case o.json:
		if suggestions == nil {
			suggestions = []phase2.Suggestion{}
		}
		return writeJSON(w, suggestions)
	case o.toml:
		for _, s := range suggestions {
			fmt.Fprintf(w, "[[vocab.components]] # %s: %s\nname = %q\n%s\n", plural(s.Count, "document"), countList(s.From), s.Name, pathLines(p, s.Paths))
		}
		return nil
	}
	var rows [][]string
	for _, s := range suggestions {
		near := ""
		if s.Near != "" {
			near = "near " + s.Near
		}
		rows = append(rows, []string{s.Name, strconv.Itoa(s.Count), countList(s.From), near})
	}
	term.Table(w, []string{"name", "documents", "from", ""}, rows)
	if len(suggestions) > 0 {
		a.talk.Next("bdgraph vocab suggest --toml, and keep in bdgraph.toml what is a component")
	} else {
		a.talk.Say("no further name is used by %s; --least lowers the bar", plural(o.least, "document"))
	}
	return nil
}

// addFolders adds to suggestions whose globs lead nowhere the project's folders of their name,
// but for those that lie in another one: texts seldom name paths.
func addFolders(p config.Project, suggestions []phase2.Suggestion) {
	wanted := map[string]*phase2.Suggestion{}
	for i := range suggestions {
		s := &suggestions[i]
		if !slices.ContainsFunc(s.Paths, func(glob string) bool { return isFolder(p, glob) }) {
			wanted[strings.ToLower(s.Name)] = s
		}
	}
	const deepest = 4
	foreign := []string{"node_modules", "vendor", "third_party", "dist", "build", "target", "testdata"} // or made from the project's
	_ = fs.WalkDir(os.DirFS(p.Root), ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == "." || !e.IsDir() {
			return nil // what cannot be read has no folder to propose
		}
		name := e.Name()
		switch {
		case strings.HasPrefix(name, ".") || slices.Contains(foreign, name):
			return fs.SkipDir
		case wanted[strings.ToLower(name)] != nil:
			s := wanted[strings.ToLower(name)]
			s.Paths = append(s.Paths, path+"/**")
			return fs.SkipDir
		case strings.Count(path, "/")+1 == deepest:
			return fs.SkipDir
		}
		return nil
	})
}

// isFolder reports whether a glob is that of a folder of the project.
func isFolder(p config.Project, glob string) bool {
	info, err := os.Stat(p.Path(strings.TrimSuffix(glob, "/**")))
	return err == nil && info.IsDir()
}

// pathLines writes the globs of a proposed component: as a setting where they lead to
// folders of the project, else as a comment, since questions about files need some.
func pathLines(p config.Project, globs []string) string {
	var here, elsewhere []string
	for _, glob := range globs {
		if isFolder(p, glob) {
			here = append(here, strconv.Quote(glob))
		} else {
			elsewhere = append(elsewhere, strconv.Quote(glob))
		}
	}
	lines := ""
	if len(here) > 0 {
		lines = "paths = [" + strings.Join(here, ", ") + "]\n"
	}
	switch {
	case len(elsewhere) > 0:
		lines += "# paths = [" + strings.Join(elsewhere, ", ") + "] # as texts name them; there is no such folder\n"
	case len(here) == 0:
		lines += "# paths = [] # globs of its files; without any, questions about files do not find it\n"
	}
	return lines
}

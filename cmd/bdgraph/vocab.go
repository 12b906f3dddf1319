package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"bdgraph"
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
		Short: "Propose components from labels, titles, paths and folders",
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
	folders := projectFolders(p)
	suggestions := phase2.Suggest(corpus, p.Vocabulary(), folders, o.least)
	here := addFolders(p, suggestions, folders)
	a.talk.Done()
	if len(suggestions) == 0 {
		a.talk.Say("no further name is used by %s; --least lowers the bar, and bdgraph.toml takes any", plural(o.least, "document"))
	}
	switch {
	case o.json:
		if suggestions == nil {
			suggestions = []phase2.Suggestion{}
		}
		return writeJSON(w, suggestions)
	case o.toml:
		for _, s := range suggestions {
			aliases := ""
			if len(s.Aliases) > 0 {
				aliases = "aliases = [" + tomlList(s.Aliases) + "]\n"
			}
			fmt.Fprintf(w, "[[vocab.components]] # %s: %s\nname = %s\n%s%s\n", plural(s.Count, "document"), countList(s.From), tomlText(s.Name), aliases, pathLines(here, s.Paths))
		}
		return nil
	case len(suggestions) == 0:
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
	a.talk.Next("bdgraph vocab suggest --toml, and keep in bdgraph.toml what is a component")
	return nil
}

// projectFolders returns the folders of the project in which parts of it may lie, the outer ones first.
func projectFolders(p config.Project) []string {
	const deepest = 4
	foreign := []string{"node_modules", "vendor", "third_party", "dist", "build", "target", "testdata"} // or made from the project's
	var folders []string
	_ = fs.WalkDir(os.DirFS(p.Root), ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == "." || !e.IsDir() {
			return nil // what cannot be read has no folder to propose
		}
		if strings.HasPrefix(e.Name(), ".") || slices.Contains(foreign, e.Name()) {
			return fs.SkipDir
		}
		folders = append(folders, path)
		if strings.Count(path, "/")+1 == deepest {
			return fs.SkipDir
		}
		return nil
	})
	return folders
}

// addFolders adds to suggestions whose globs lead nowhere the project's folders of their name,
// but for those that lie in another one: texts seldom name paths. It returns the globs that lead to a folder.
func addFolders(p config.Project, suggestions []phase2.Suggestion, folders []string) map[string]bool {
	here := make(map[string]bool)
	for i := range suggestions {
		s := &suggestions[i]
		found := false
		for _, glob := range s.Paths {
			if info, err := os.Stat(p.Path(strings.TrimSuffix(glob, "/**"))); err == nil && info.IsDir() {
				here[glob], found = true, true
			}
		}
		if found {
			continue
		}
		outer := "" // the last one that was added
		for _, folder := range folders {
			if strings.EqualFold(path.Base(folder), s.Name) && (outer == "" || !strings.HasPrefix(folder, outer+"/")) {
				glob := bdgraph.LiteralGlob(folder) + "/**"
				s.Paths, here[glob] = append(s.Paths, glob), true
				outer = folder
			}
		}
	}
	return here
}

// tomlList writes texts as the elements of a list in TOML.
func tomlList(texts []string) string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = tomlText(text)
	}
	return strings.Join(list, ", ")
}

// tomlText writes a text as a string in TOML, which knows fewer escapes than Go.
func tomlText(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			fmt.Fprintf(&b, `\U%08X`, r)
		}
	}
	return `"` + b.String() + `"`
}

// pathLines writes the globs of a proposed component: as a setting where they lead to
// folders of the project, else as a comment, since questions about files need some.
func pathLines(here map[string]bool, globs []string) string {
	var settings, elsewhere []string
	for _, glob := range globs {
		if here[glob] {
			settings = append(settings, glob)
		} else {
			elsewhere = append(elsewhere, glob)
		}
	}
	lines := ""
	if len(settings) > 0 {
		lines = "paths = [" + tomlList(settings) + "]\n"
	}
	switch {
	case len(elsewhere) > 0:
		lines += "# paths = [" + tomlList(elsewhere) + "] # as texts name them; there is no such folder\n"
	case len(settings) == 0:
		lines += "# paths = [] # globs of its files; without any, questions about files do not find it\n"
	}
	return lines
}

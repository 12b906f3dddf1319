package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/internal/config"
	"bdgraph/internal/term"
)

func (a *app) newGoverns() *cobra.Command {
	return a.asks(&cobra.Command{
		Use:   "governs COMPONENT|PATH|ID",
		Short: "Say which rules bind a component on a day, and which no longer do",
		Long: "Say which rules govern or constrain a component, with what it inherits from the components that it is a\n" +
			"part of. A path leads to components by their globs; an issue, memory, decision record or rule to those\n" +
			"that it is about.",
		Example: "  bdgraph governs Api\n  bdgraph governs cmd/api/main.go --as-of 2025-01-15",
		Args:    notBlank(cobra.ExactArgs(1)),
	}, asking.governs)
}

func (q asking) governs() (reply, error) {
	word := q.name()
	g, err := q.Governs(q.ctx, word, q.day)
	if err == nil && g.Empty == ask.UnknownComponent {
		err = unknownSubject(q.project, word, g.Suggestions)
	}
	r := answered(g, printGoverning)
	if g.Empty == ask.NoRules || g.Empty == ask.NoComponent {
		r.next = "bdgraph context " + quoted(q.args[0]) + " finds rules by their words; agents find whom each one binds: bdgraph plan"
	}
	return r, err
}

// unknownSubject says that a word names nothing that rules could govern, or of a file or
// folder of the project that it lies outside of all components' globs.
func unknownSubject(p config.Project, word string, suggestions []string) error {
	unknown := &ask.UnknownError{Word: word, What: "component, path, issue or record", Suggestions: suggestions}
	info, err := os.Stat(p.Path(word))
	if err != nil || len(p.Vocab.Components) == 0 {
		return unknown
	}
	var with []string
	for _, c := range p.Vocab.Components {
		if len(c.Paths) > 0 {
			with = append(with, c.Name)
		}
	}
	next := "give a component of bdgraph.toml paths, as in paths = [" + tomlText(globFor(filepath.ToSlash(word), info.IsDir())) + "]; "
	if len(with) == 0 {
		next += "no component has any"
	} else {
		next += "components with paths: " + strings.Join(with, ", ")
	}
	return &failure{err: fmt.Errorf("no component's paths match %s", word), next: next + "; then bdgraph regenerate"}
}

// globFor is a glob that holds a file or folder of the project: that of the folder, or of the one
// that the file lies in, but not of everything for the sake of a file beside bdgraph.toml.
func globFor(name string, isFolder bool) string {
	name = path.Clean(name)
	folder := path.Dir(name)
	switch {
	case isFolder && name == ".":
		return "**"
	case isFolder:
		return bdgraph.LiteralGlob(name) + "/**"
	case folder == ".":
		return "/" + bdgraph.LiteralGlob(name)
	default:
		return bdgraph.LiteralGlob(folder) + "/**"
	}
}

func printGoverning(w io.Writer, g ask.Governing) {
	var names []string
	for _, s := range g.Subjects {
		names = append(names, s.Component)
	}
	if len(names) == 0 {
		names = []string{g.Asked}
	}
	fmt.Fprintf(w, "%s on %s\n\n", term.Line(strings.Join(names, ", ")), g.AsOf)
	if text := emptyTexts[g.Empty]; text != "" {
		fmt.Fprintf(w, "%s %s\n", term.Line(g.Asked), text)
	} else {
		term.Table(w, []string{"rule", "says", "state", "since", "established by", "notes"}, ruleRows(g.Rules))
	}
	if len(g.NoLonger) > 0 {
		rows := make([][]string, len(g.NoLonger))
		for i, r := range g.NoLonger {
			rows[i] = []string{r.Rule, r.Fact, r.SinceWords(), r.UntilWords(), cmp.Or(orEmpty(r.EndedBy), r.EndedAs)}
		}
		fmt.Fprintln(w)
		term.Table(w, []string{"no longer", "said", "since", "until", "ended by"}, rows)
	}
	if len(g.NotYet) > 0 {
		rows := ruleRows(g.NotYet)
		for i := range rows {
			rows[i] = slices.Delete(rows[i], 2, 3) // the state, which is NO of all
		}
		fmt.Fprintln(w)
		term.Table(w, []string{"not yet", "will say", "since", "established by", "notes"}, rows)
	}
}

var emptyTexts = map[string]string{
	ask.NoComponent: "is known, but about no component",
	ask.NoRules:     "is known, and the graph has no rule that binds it",
	ask.OnlyEnded:   "is known; all rules about it are over",
	ask.OnlyFuture:  "is known; all rules about it begin later",
}

func ruleRows(rules []ask.GoverningRule) [][]string {
	rows := make([][]string, len(rules))
	for i, r := range rules {
		var by, notes []string
		for _, s := range r.Support {
			by = append(by, fmt.Sprintf("%s (%s)", s.EstablishedBy, placeOf(s.Document, s.Line)))
		}
		if ends := untilBy(r.Span, orEmpty(r.EndedBy)); ends != "" {
			notes = append(notes, "until "+ends)
		}
		if r.InheritedFrom != nil {
			notes = append(notes, "from "+*r.InheritedFrom)
		}
		if r.Confidence == "unverified" {
			notes = append(notes, "unverified")
		}
		for _, c := range r.Caveats {
			note := strings.ReplaceAll(c.Kind, "_", " ") + " by " + c.By
			if c.Scope != "" {
				note += " (" + c.Scope + ")"
			}
			notes = append(notes, note)
		}
		rows[i] = []string{r.Rule, r.Fact, string(r.State), r.SinceWords(), strings.Join(by, ", "), strings.Join(notes, "; ")}
	}
	return rows
}

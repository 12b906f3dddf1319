package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/export"
	"bdgraph/internal/config"
	"bdgraph/internal/term"
)

func (a *app) newShow() *cobra.Command {
	var text bool
	cmd := a.asks(&cobra.Command{
		Use:   "show ID",
		Short: "Show an issue, memory, ADR, rule, component or PR with its relationships",
		Long: "Show what ID names, with its relationships but mentions and the state of each on a day. ID is an issue id,\n" +
			"a memory's key, an ADR's path, id or number, or the name of a rule, component or PR.",
		Example: "  bdgraph show ADR-0004\n  bdgraph show ADR-0004 --text",
		Args:    notBlank(cobra.ExactArgs(1)),
	}, func(q asking) (reply, error) { return q.show(text) })
	cmd.Flags().BoolVar(&text, "text", false, "print the document's canonical text with line numbers, and nothing more")
	return cmd
}

func (q asking) show(text bool) (reply, error) {
	s, err := q.Show(q.ctx, q.name(), q.day)
	if err != nil || !text {
		return answered(s, printShown), err
	}
	d, err := documentOf(q.project, s.Thing)
	return reply{header: s.Header, json: d, print: func(w io.Writer) { printText(w, d) }}, err
}

// documentOf returns the document that a thing was made from, as the stored corpus has it.
func documentOf(p config.Project, t ask.Thing) (bdgraph.Document, error) {
	corpus, err := export.Load(corpusDir(p))
	if err != nil {
		return bdgraph.Document{}, err
	}
	ref := bdgraph.NodeRef{Label: bdgraph.Label(t.Label), Key: t.Key}
	for _, d := range corpus.Documents {
		if d.Ref() == ref {
			return d, nil
		}
	}
	return bdgraph.Document{}, &failure{err: fmt.Errorf("%s is no document: it has no text", ref), next: "bdgraph show without --text"}
}

func printShown(w io.Writer, s ask.Shown) {
	rows := [][]string{}
	add := func(name, value string) {
		if value != "" {
			rows = append(rows, []string{name, value})
		}
	}
	if s.Name != s.Key {
		add("name", s.Name)
	}
	if s.Placeholder {
		add("state", placeholderText)
	}
	add("title", s.Title)
	add("kind", s.Kind)
	add("status", s.Status)
	add("aliases", strings.Join(s.Aliases, ", "))
	add("state on "+s.AsOf.String(), string(s.State))
	add("since", s.SinceWords())
	add("until", s.UntilWords())
	add("ended by", s.EndedBy)
	term.Table(w, []string{s.Label, s.Key}, rows)
	if len(s.Out)+len(s.In) == 0 {
		fmt.Fprintln(w, "\nno relationships; mentions are not shown")
		return
	}
	rows = rows[:0]
	for _, side := range []struct {
		arrow string
		links []ask.Link
	}{{"-> ", s.Out}, {"<- ", s.In}} {
		for _, l := range side.links {
			rows = append(rows, []string{
				side.arrow + string(l.Type), l.Thing.Label + " " + l.Thing.Name, string(l.State), l.SinceWords(), l.UntilWords(),
				placeOf(l.Document, l.Line), l.Quote,
			})
		}
	}
	fmt.Fprintln(w)
	term.Table(w, []string{"relationship", "with", "on " + s.AsOf.String(), "since", "until", "source", "quote"}, rows)
}

// placeholderText says of a placeholder what it is.
const placeholderText = "not in the corpus; only what others say of it is known"

// printText writes the lines of a document with their numbers.
func printText(w io.Writer, d bdgraph.Document) {
	for i, line := range strings.Split(strings.TrimSuffix(d.Text, "\n"), "\n") {
		fmt.Fprintf(w, "%4d  %s\n", i+1, line)
	}
}

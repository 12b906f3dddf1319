package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"bdgraph/ask"
)

func (a *app) newSearch() *cobra.Command {
	var o ask.SearchQuery
	cmd := a.asks(&cobra.Command{
		Use:     "search TEXT…",
		Short:   "Find what a text is found in, what holds before what has ended",
		Example: "  bdgraph search sessions postgres --kind rule",
		Args:    notBlank(cobra.MinimumNArgs(1)),
		PreRunE: func(*cobra.Command, []string) error { return atLeastOne("limit", o.Limit) },
	}, func(q asking) (reply, error) { return q.search(o) })
	cmd.Flags().StringVar(&o.Kind, "kind", "", "only issue, adr, memory, rule, component, or a kind of rule or type of issue")
	cmd.Flags().IntVar(&o.Limit, "limit", ask.SearchLimit, "list at most so many")
	return cmd
}

func (q asking) search(o ask.SearchQuery) (reply, error) {
	o.Text, o.Day = strings.Join(q.args, " "), q.day
	f, err := q.Search(q.ctx, o)
	r := answered(f, printFound)
	switch {
	case len(f.Terms) == 0:
		r.warning = "the text has no word to look for"
	case f.Total == 0 && o.Kind != "":
		r.warning = "nothing of the kind " + quoted(o.Kind) + " has these words; there are the kinds issue, adr, memory, rule, component, " +
			"of rules decision, constraint, invariant, preference, and the types of issues"
	}
	return r, err
}

func printFound(w io.Writer, f ask.Found) {
	rows := make([][]string, len(f.Hits))
	for i, h := range f.Hits {
		rows[i] = []string{h.Label, h.Name, h.Title, h.Status, string(h.State), h.SinceWords(), untilBy(h.Span, h.EndedBy), h.Snippet}
	}
	listing(w, []string{"is", "name", "title", "status", "state", "since", "until", "where"}, rows)
	fmt.Fprintf(w, "(%d of %s)\n", len(rows), plural(f.Total, "hit"))
}

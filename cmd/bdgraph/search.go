package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"bdgraph/ask"
	"bdgraph/internal/config"
	"bdgraph/internal/term"
)

type searchOptions struct {
	askOptions
	kind  string
	limit int
}

func (a *app) newSearch() *cobra.Command {
	var o searchOptions
	cmd := &cobra.Command{
		Use:     "search TEXT…",
		Short:   "Find what a text is found in, what holds before what has ended",
		Example: "  bdgraph search sessions postgres --kind rule",
		Args:    notBlank(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.search(cmd.Context(), cmd.OutOrStdout(), strings.Join(args, " "), o)
		},
	}
	o.add(cmd)
	cmd.Flags().StringVar(&o.kind, "kind", "", "only issue, adr, memory, rule, component, or a kind of rule or type of issue")
	cmd.Flags().IntVar(&o.limit, "limit", ask.SearchLimit, "list at most so many")
	return cmd
}

func (a *app) search(ctx context.Context, w io.Writer, text string, o searchOptions) error {
	day, err := dayFlag("as-of", o.asOf)
	if err == nil {
		err = atLeastOne("limit", o.limit)
	}
	if err != nil {
		return err
	}
	return a.answer(ctx, w, o.json, func(asker *ask.Asker, _ config.Project) (reply, error) {
		f, err := asker.Search(ctx, ask.SearchQuery{Text: text, Kind: o.kind, Day: day, Limit: o.limit})
		r := reply{header: f.Header, json: f, print: func(w io.Writer) error { return printFound(w, f) }}
		switch {
		case len(f.Terms) == 0:
			r.warning = "the text has no word to look for"
		case f.Total == 0 && o.kind != "":
			r.warning = "nothing of the kind " + quoted(o.kind) + " has these words; there are the kinds issue, adr, memory, rule, component, " +
				"of rules decision, constraint, invariant, preference, and the types of issues"
		}
		return r, err
	})
}

func printFound(w io.Writer, f ask.Found) error {
	rows := make([][]string, len(f.Hits))
	for i, h := range f.Hits {
		ended := until(h.Span)
		if h.EndedBy != "" {
			ended += " by " + h.EndedBy
		}
		rows[i] = []string{h.Label, h.Name, h.Title, h.Status, string(h.State), since(h.Span), ended, h.Snippet}
	}
	if err := term.Table(w, []string{"is", "name", "title", "status", "state", "since", "until", "where"}, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "(%d of %s)\n", len(rows), plural(f.Total, "hit"))
	return err
}

package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"bdgraph/ask"
)

type changesOptions struct {
	from, to, component, epic string
	json                      bool
}

func (a *app) newChanges() *cobra.Command {
	var o changesOptions
	cmd := &cobra.Command{
		Use:   "changes",
		Short: "List the rules that began, ended, were replaced or amended between two days",
		Long: "List what is otherwise on the second day than on the first: the rules that began, ended, were replaced or\n" +
			"amended after --from, up to and including --to, each with its cause.",
		Example: "  bdgraph changes --from 2025-01-01 --component Api",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			changes, err := o.query()
			if err != nil {
				return err
			}
			return a.answer(cmd.Context(), cmd.OutOrStdout(), o.json, asking{}, func(q asking) (reply, error) {
				c, err := q.Changes(q.ctx, changes)
				return answered(c, printChanges), err
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.from, "from", "", "the first day (default: 30 days before the second)")
	f.StringVar(&o.to, "to", "", "the second day (default: today)")
	f.StringVar(&o.component, "component", "", "only rules about this component, or about what it is a part of")
	f.StringVar(&o.epic, "epic", "", "only rules that came out of this epic")
	f.BoolVar(&o.json, "json", false, "print the answer as JSON")
	return cmd
}

// query reads the days.
func (o changesOptions) query() (q ask.ChangesQuery, err error) {
	q.Component, q.Epic = o.component, o.epic
	if q.From, err = dayFlag("from", o.from); err == nil {
		q.To, err = dayFlag("to", o.to)
	}
	return q, err
}

func printChanges(w io.Writer, c ask.Changes) {
	rows := make([][]string, len(c.Events))
	for i, e := range c.Events {
		by := e.Cause.By
		if e.Cause.Scope != "" {
			by += " (" + e.Cause.Scope + ")"
		}
		rows[i] = []string{whenText(e), e.Kind, e.Rule, by, placeOf(e.Cause.Document, e.Cause.Line), e.Cause.Quote}
	}
	listing(w, []string{"day", "change", "rule", "by", "source", "quote"}, rows)
	fmt.Fprintf(w, "(%s; %s in force on %s, %d on %s)\n", plural(len(rows), "change"), plural(c.Held, "rule"), c.From, c.Hold, c.To)
}

// whenText says when a change happened, with a question mark where it may lie
// outside the days that were asked about.
func whenText(e ask.Change) string {
	if !e.Certain {
		return e.When() + " ?"
	}
	return e.When()
}

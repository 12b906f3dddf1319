package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"bdgraph/ask"
	"bdgraph/internal/term"
)

func (a *app) newRollup() *cobra.Command {
	return a.asks(&cobra.Command{
		Use:   "rollup EPIC",
		Short: "List the decisions, rules, memories and pull requests that came out of an epic",
		Long: "List what came out of an epic and the issues below it: decision records that are tracked in one of them, their\n" +
			"rules, memories, pull requests. A record is tracked where it says so in its header, as in \"Tracked in: shop-2\".",
		Example: "  bdgraph rollup demo-ep1",
		Args:    notBlank(cobra.ExactArgs(1)),
	}, asking.rollup)
}

func (q asking) rollup() (reply, error) {
	r, err := q.Rollup(q.ctx, q.args[0], q.day)
	return answered(r, printRollup), err
}

func printRollup(w io.Writer, r ask.Rollup) {
	var rows [][]string
	for _, list := range [][]ask.Outcome{r.Records, r.Memories, r.PRs} {
		for _, x := range list {
			rows = append(rows, []string{x.Label, x.Name, x.Title, string(x.State), x.SinceWords(), x.UntilWords(), x.From})
		}
	}
	for _, x := range r.Rules {
		rows = append(rows, []string{"Rule", x.Rule, x.Kind, string(x.State), x.SinceWords(), untilBy(x.Span, x.EndedBy), x.From})
	}
	fmt.Fprintf(w, "%s%s: %s below it, %d open\n", term.Line(r.Epic.Name), titleText(r.Epic.Title), plural(r.Issues, "issue"), r.Open)
	if len(rows) == 0 {
		fmt.Fprintln(w, "\nno record, memory, rule or pull request came out of it")
		return
	}
	fmt.Fprintln(w)
	term.Table(w, []string{"is", "name", "title", "state", "since", "until", "from"}, rows)
}

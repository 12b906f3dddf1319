package main

import (
	"io"

	"github.com/spf13/cobra"

	"bdgraph/ask"
)

func (a *app) newContext() *cobra.Command {
	var budget int
	cmd := a.asks(&cobra.Command{
		Use:   "context TASK-TEXT|ID|PATH…",
		Short: "Gather what an agent should know before a task, within a budget of tokens",
		Long: "Gather the rules that bear on a task, its open blockers, recent changes, and guidance that is over but may\n" +
			"still be found in documents. The search is lexical, and equal graphs give equal briefings.",
		Example: "  bdgraph context 'let the API remember who is logged in'\n  bdgraph context demo-bug7 cmd/api/main.go --budget 1000",
		Args:    notBlank(cobra.MinimumNArgs(1)),
		PreRunE: func(*cobra.Command, []string) error { return atLeastOne("budget", budget) },
	}, func(q asking) (reply, error) { return q.context(budget) })
	cmd.Flags().IntVar(&budget, "budget", ask.ContextBudget, "tokens that the briefing may take, about")
	return cmd
}

func (q asking) context(budget int) (reply, error) {
	var words []string
	for _, word := range q.args {
		words = append(words, q.app.word(q.project, word))
	}
	briefing, err := q.Context(q.ctx, ask.ContextQuery{Words: words, Budget: budget, Day: q.day})
	return answered(briefing, printBriefing), err
}

func printBriefing(w io.Writer, b ask.Briefing) {
	io.WriteString(w, b.Text())
}

package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"bdgraph/ask"
	"bdgraph/internal/config"
	"bdgraph/internal/term"
)

type contextOptions struct {
	askOptions
	budget int
}

func (a *app) newContext() *cobra.Command {
	var o contextOptions
	cmd := &cobra.Command{
		Use:   "context TASK-TEXT|ID|PATH…",
		Short: "Gather what an agent should know before a task, within a budget of tokens",
		Long: "Gather the rules that bear on a task, its open blockers, recent changes, and guidance that is over but may\n" +
			"still be found in documents. The search is lexical, and equal graphs give equal packets.",
		Example: "  bdgraph context 'let the API remember who is logged in'\n  bdgraph context demo-bug7 cmd/api/main.go --budget 1000",
		Args:    notBlank(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.context(cmd.Context(), cmd.OutOrStdout(), args, o)
		},
	}
	o.add(cmd)
	cmd.Flags().IntVar(&o.budget, "budget", ask.ContextBudget, "tokens that the packet may take, about")
	return cmd
}

func (a *app) context(ctx context.Context, w io.Writer, words []string, o contextOptions) error {
	day, err := dayFlag("as-of", o.asOf)
	if err == nil {
		err = atLeastOne("budget", o.budget)
	}
	if err != nil {
		return err
	}
	return a.answer(ctx, w, o.json, func(asker *ask.Asker, p config.Project) (reply, error) {
		for i, word := range words {
			words[i] = a.word(p, word)
		}
		packet, err := asker.Context(ctx, ask.ContextQuery{Words: words, Budget: o.budget, Day: day})
		return reply{header: packet.Header, json: packet, print: func(w io.Writer) error {
			_, err := io.WriteString(w, term.Safe(packet.Text()))
			return err
		}}, err
	})
}

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"bdgraph/eval"
	"bdgraph/internal/pipeline"
	"bdgraph/internal/term"
)

type evalOptions struct {
	unverified bool
	json       bool
}

func (a *app) newEval() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "eval",
		Short: "Measure extractions against a gold file",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	var o evalOptions
	score := &cobra.Command{
		Use:   "score GOLD.json",
		Short: "Print precision, recall and F1 by type, and the share of right dates and components",
		Long: "Build the graph from the stored corpus, the extractions and the verdicts, and compare it to a gold file\n" +
			"(docs/formats/gold.md). Nothing is written.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.evalScore(cmd.Context(), cmd.OutOrStdout(), o, args[0])
		},
	}
	score.Flags().BoolVar(&o.unverified, "unverified", false, "leave the verdicts out, to see what they change")
	score.Flags().BoolVar(&o.json, "json", false, "print it as JSON")
	cmd.AddCommand(score)
	return cmd
}

func (a *app) evalScore(ctx context.Context, w io.Writer, o evalOptions, path string) error {
	p, err := a.project()
	if err != nil {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	gold, err := eval.ReadGold(data)
	if err != nil {
		return &failure{err: fmt.Errorf("%s: %w", path, err)}
	}
	in, err := a.inputs(p, true)
	if err != nil {
		return err
	}
	if o.unverified {
		in.Verdicts = pipeline.Folder{}
	}
	corpus, err := loadCorpus(p)
	if err != nil {
		return err
	}
	score := eval.NewScore(pipeline.Derive(corpus, in).Graph, corpus.Documents, gold)
	a.talk.Done()
	for _, id := range score.Stale {
		a.talk.Warn("%s is not the text that the gold was written for, and does not count", id)
	}
	if o.json {
		return writeJSON(w, score)
	}
	printScore(w, score)
	return nil
}

func printScore(w io.Writer, s eval.Score) {
	var rows [][]string
	row := func(name string, t eval.TypeScore) {
		rows = append(rows, []string{name, strconv.Itoa(t.Found), strconv.Itoa(t.Right), percent(t.Precision), strconv.Itoa(t.Expected), strconv.Itoa(t.Hit), percent(t.Recall), fmt.Sprintf("%.3f", t.F1)})
	}
	for _, name := range sortedKeys(s.Types) {
		row(name, s.Types[name])
	}
	row("all", s.Total)
	term.Table(w, []string{"type", "found", "right", "precision", "expected", "hit", "recall", "F1"}, rows)
	fmt.Fprintf(w, "\n%s; dates right: %d of %d (%s); components right: %d of %d (%s)\n", plural(s.Documents, "document"),
		s.Dates.Right, s.Dates.Of, percent(s.Dates.Share), s.Components.Right, s.Components.Of, percent(s.Components.Share))
	for _, group := range []struct {
		name   string
		claims []eval.Claim
	}{{"wrong", s.Wrong}, {"missed", s.Missed}, {"wrong dates", s.WrongDates}} {
		for i, c := range group.claims {
			if i == 0 {
				fmt.Fprintf(w, "\n%s:\n", group.name)
			}
			fmt.Fprintf(w, "  %s: %s %s→%s: “%s” %s\n", term.Line(c.Document), c.Type, term.Line(c.From), term.Line(c.To), term.Line(c.Quote), c.Note)
		}
	}
}

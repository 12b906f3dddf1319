package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"bdgraph/internal/config"
	"bdgraph/internal/files"
	"bdgraph/internal/names"
	"bdgraph/internal/term"
	"bdgraph/phase2"
	"bdgraph/prompts"
)

type planOptions struct {
	only    []string
	changed bool
	limit   int
	bytes   int
	lines   int
	all     bool
	json    bool
}

func (a *app) newPlan() *cobra.Command {
	var o planOptions
	cmd := &cobra.Command{
		Use:   "plan",
		Short: "Say what is left to extract, and share it out in shards",
		Long: "Look at the extraction of every document and share out those that are to be read. The plan is stored;\n" +
			"bdgraph prompt extract --shard N prints what an agent needs for a shard. After an interruption, or when\n" +
			"documents, prompt or vocabulary have changed, run plan again: it shows what is left. Of the vocabulary only what\n" +
			"a document names makes its extraction stale.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.plan(cmd.OutOrStdout(), o) },
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.only, "only", nil, "share out these documents alone: ids or globs, trivial ones too")
	f.BoolVar(&o.changed, "changed", false, "leave out what an earlier plan left pending")
	f.IntVar(&o.limit, "limit", 0, "share out at most so many documents")
	f.IntVar(&o.bytes, "shard-bytes", phase2.DefaultShardBytes, "the most bytes of text in a shard; a longer document is alone in one")
	f.IntVar(&o.lines, "shard-lines", phase2.DefaultShardLines, "the most lines in a shard")
	f.BoolVar(&o.all, "all", false, "print every document, not only those in shards")
	f.BoolVar(&o.json, "json", false, "print the plan as JSON")
	return cmd
}

func (a *app) plan(w io.Writer, o planOptions) error {
	p, err := a.project()
	if err != nil {
		return err
	}
	if o.limit < 0 || o.bytes < 1 || o.lines < 1 {
		return usageError(errors.New("--limit, --shard-bytes and --shard-lines must not be negative or zero"))
	}
	corpus, err := loadCorpus(p)
	if err != nil {
		return err
	}
	lock, err := lockState(p, "plan")
	if err != nil {
		return err
	}
	defer lock.Release()
	options := phase2.PlanOptions{
		Bytes: o.bytes, Lines: o.lines, Only: o.only, Changed: o.changed, Limit: o.limit,
		PromptTokens: names.Tokens(prompts.Extraction + string(phase2.Schema)),
	}
	if options.Proposals, err = proposals(p, corpus); err != nil {
		return err
	}
	if earlier, err := readPlan(p); err == nil {
		options.Earlier = &earlier
	}
	plan, err := phase2.NewPlan(corpus, p.Vocabulary(), folder(p, p.ExtractedDir).FS, phase2.VersionsOf(prompts.Extraction), options, reading(p, corpus)...)
	if err != nil {
		return usageError(err)
	}
	if err := files.WriteJSON(planFile(p), plan, 0o644); err != nil {
		return err
	}
	a.talk.Done()
	if o.json {
		return writeJSON(w, plan)
	}
	printPlan(w, plan, o.all)
	switch {
	case len(plan.Shards) > 0:
		a.talk.Next("bdgraph prompt extract --shard 1")
	case plan.Counts[phase2.Extracted] > 0:
		a.talk.Next("bdgraph check")
	case plan.Counts[phase2.Accepted] > 0:
		a.talk.Next("bdgraph verify plan")
	}
	return nil
}

func printPlan(w io.Writer, plan phase2.Plan, all bool) {
	var rows [][]string
	for _, d := range plan.Documents {
		if d.Shard == 0 && !all {
			continue
		}
		shard, reason := "", d.Reason
		if d.Shard > 0 {
			shard = strconv.Itoa(d.Shard)
		} else if d.Skipped != "" {
			reason = "skipped: " + d.Skipped
		}
		rows = append(rows, []string{shard, d.ID, string(d.State), strconv.Itoa(d.Lines), strconv.Itoa(d.Bytes), strconv.Itoa(d.Tokens), reason})
	}
	if len(rows) > 0 {
		term.Table(w, []string{"shard", "document", "state", "lines", "bytes", "tokens", "why"}, rows)
		fmt.Fprintln(w)
	}
	counts := map[string]int{}
	for state, n := range plan.Counts {
		counts[string(state)] = n
	}
	skipped := ""
	if plan.Skipped > 0 {
		skipped = fmt.Sprintf(", %s skipped", plural(plan.Skipped, "document"))
		if !all {
			skipped += " (--all says why)"
		}
	}
	fmt.Fprintf(w, "%s: %s\n%s to read%s; about %d tokens\n",
		plural(len(plan.Documents), "document"), countList(counts), plural(len(plan.Shards), "shard"), skipped, plan.Tokens)
}

// readPlan returns the stored plan.
func readPlan(p config.Project) (phase2.Plan, error) {
	data, err := os.ReadFile(planFile(p))
	if errors.Is(err, os.ErrNotExist) {
		return phase2.Plan{}, &failure{err: errors.New("there is no plan yet"), next: "bdgraph plan"}
	}
	if err != nil {
		return phase2.Plan{}, fmt.Errorf("read plan: %w", err)
	}
	plan, err := phase2.ReadPlan(data)
	if err != nil {
		return plan, &failure{err: err, next: "bdgraph plan"}
	}
	return plan, nil
}

package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/demo"
	"bdgraph/internal/config"
	"bdgraph/phase2"
	"bdgraph/store"
)

type demoOptions struct{ dir string }

func (a *app) newDemo() *cobra.Command {
	var o demoOptions
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Run the whole pipeline on a built-in project and ask it questions",
		Long: "Run the pipeline on a built-in project: issues, memories and decision records of a small shop whose\n" +
			"sessions moved twice. With --dir the project stays, and every other verb can be tried in it.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.demo(cmd.Context(), cmd.OutOrStdout(), o) },
	}
	cmd.Flags().StringVar(&o.dir, "dir", "", "leave the project in this folder, which must be empty or missing")
	return cmd
}

// demo runs with the demo's own settings and time alone, so that it prints the
// same everywhere.
func (a *app) demo(ctx context.Context, w io.Writer, o demoOptions) (err error) {
	dir := o.dir
	if dir == "" {
		if dir, err = os.MkdirTemp("", "bdgraph-demo-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	if err := demo.Write(dir); err != nil {
		return &failure{err: err, next: "bdgraph demo --dir with a folder that is empty or missing"}
	}
	p, err := config.Load(config.Options{Dir: dir})
	if err != nil {
		return err
	}
	// The folder of stamps comes first: what is touched after the build makes the graph look old.
	if err := os.Mkdir(filepath.Join(p.Path(p.ExtractedDir), phase2.StampFolder), 0o755); err != nil {
		return err
	}
	in, err := a.inputs(p, false)
	if err != nil {
		return err
	}
	in.Now, in.Sources.Beads.Environ = demo.Now, []string{}
	built, report, err := build(ctx, p, in, false)
	if err != nil {
		return err
	}
	a.talk.Done()
	printReport(w, report)
	fmt.Fprintf(w, "\n# What was repaired, left out or could not be decided\n\n")
	all := built.Findings()
	shown := slices.DeleteFunc(slices.Clone(all), func(f bdgraph.Finding) bool { return f.Severity == bdgraph.Info })
	if err := printFindings(w, shown, false); err != nil {
		return err
	}
	if n := len(all) - len(shown); n > 0 {
		fmt.Fprintf(w, "%s of lower severity: bdgraph lint --all\n", plural(n, "finding"))
	}
	if err := askDemo(ctx, w, p); err != nil {
		return err
	}
	if o.dir == "" {
		a.talk.Next("bdgraph demo --dir shop leaves this project in a folder, to ask questions of your own")
		return nil
	}
	// Agents check what they write, so these extractions are left checked too.
	corpus, err := loadCorpus(p)
	if err != nil {
		return err
	}
	if err := a.checkIn(io.Discard, p, corpus, checkOptions{}, nil); err != nil {
		return err
	}
	a.talk.Next("cd %s && bdgraph governs Api", o.dir)
	return nil
}

// askDemo asks the demo's questions of its store.
func askDemo(ctx context.Context, w io.Writer, p config.Project) error {
	reader, err := openReader(p)
	if err != nil {
		return err
	}
	defer reader.Close(ctx)
	for _, q := range demo.Questions {
		result, err := reader.Query(ctx, store.Query{Text: q.Cypher, Params: q.Params, Limits: limits(p)})
		if err != nil {
			return fmt.Errorf("%s: %w", q.Title, err)
		}
		fmt.Fprintf(w, "\n# %s\n%s\n\n", q.Title, q.Cypher)
		printResult(w, result, 0)
	}
	return nil
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/ask"
	"bdgraph/internal/config"
	"bdgraph/internal/pipeline"
	"bdgraph/internal/term"
	"bdgraph/store/embedded"
)

type lintOptions struct {
	adr           bool
	offline       bool
	all           bool
	json          bool
	sarif         bool
	failOn        string
	baseline      string
	writeBaseline string
}

func (a *app) newLint() *cobra.Command {
	var o lintOptions
	cmd := &cobra.Command{
		Use:   "lint",
		Short: "Print what was repaired, left out or could not be decided, and what is wrong with the whole",
		Long: "Read the sources, derive the graph and print every finding with its place and remedy. Nothing is\n" +
			"written but a baseline that is asked for. The exit code is 2 when there are findings at or above --fail-on.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.lint(cmd.Context(), cmd.OutOrStdout(), o) },
	}
	f := cmd.Flags()
	f.BoolVar(&o.adr, "adr", false, "print how the decision records are written: counts per shape and field")
	f.BoolVar(&o.offline, "offline", false, "use the stored corpus as it is")
	f.BoolVar(&o.all, "all", false, "print findings below --fail-on too")
	f.BoolVar(&o.json, "json", false, "print it as JSON")
	f.BoolVar(&o.sarif, "sarif", false, "print it as SARIF 2.1.0, for code scanning")
	f.StringVar(&o.failOn, "fail-on", string(bdgraph.Warning), "the least severity that fails: info, warning or error")
	f.StringVar(&o.baseline, "baseline", "", "leave out the findings that this file knows")
	f.StringVar(&o.writeBaseline, "write-baseline", "", "write the present findings at or above --fail-on to this file and succeed")
	return cmd
}

func (a *app) lint(ctx context.Context, w io.Writer, o lintOptions) error {
	if rankOf(bdgraph.Severity(o.failOn)) < 0 {
		return usageError(fmt.Errorf("--fail-on %s: want info, warning or error", o.failOn))
	}
	if o.json && o.sarif {
		return usageError(errors.New("want one of --json and --sarif"))
	}
	p, err := a.project()
	if err != nil {
		return err
	}
	if o.adr {
		records := sources(p, a.environ).ADR
		records.Root = p.Root
		return lintShapes(w, records, o.json)
	}
	all, err := a.allFindings(ctx, p, o.offline)
	if err != nil {
		return err
	}
	serious := slices.DeleteFunc(slices.Clone(all), func(f bdgraph.Finding) bool {
		return rankOf(f.Severity) < rankOf(bdgraph.Severity(o.failOn))
	})
	if o.writeBaseline != "" {
		a.talk.Say("%s written to %s", plural(len(serious), "finding"), o.writeBaseline)
		return writeBaseline(o.writeBaseline, serious)
	}
	known := 0
	if o.baseline != "" {
		b, err := readBaseline(o.baseline)
		if err != nil {
			return err
		}
		before := len(serious)
		all, serious = b.without(all), b.without(serious)
		known = before - len(serious)
	}
	shown := serious
	if o.all {
		shown = all
	}
	if o.sarif {
		err = writeSARIF(w, shown)
	} else {
		err = printFindings(w, shown, o.json)
	}
	if err != nil {
		return err
	}
	if known > 0 {
		a.talk.Say("%s known to %s", plural(known, "finding"), o.baseline)
	}
	if n := len(all) - len(shown); n > 0 {
		a.talk.Say("%s of lower severity: bdgraph lint --all", plural(n, "finding"))
	}
	if len(serious) > 0 {
		return errFindings
	}
	return nil
}

// allFindings returns what the stages found and what the whole graph shows, sorted.
func (a *app) allFindings(ctx context.Context, p config.Project, offline bool) ([]bdgraph.Finding, error) {
	built, err := a.derive(ctx, p, offline)
	if err != nil {
		return nil, err
	}
	linted, err := lintGraph(ctx, built)
	if err != nil {
		return nil, err
	}
	a.talk.Done()
	all := append(built.Findings(), linted.Findings...)
	bdgraph.SortFindings(all)
	return all, nil
}

// lintGraph asks the whole graph, from a file that is gone afterwards.
func lintGraph(ctx context.Context, built pipeline.Built) (ask.Linted, error) {
	dir, err := os.MkdirTemp("", "bdgraph-lint-")
	if err != nil {
		return ask.Linted{}, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, graphFile)
	writer := embedded.NewWriter(file, embedded.Options{})
	defer writer.Close(ctx)
	if _, err := writer.Load(ctx, built.Graph, built.Meta); err != nil {
		return ask.Linted{}, err
	}
	reader := embedded.NewReader(file, embedded.Options{InMemory: true})
	defer reader.Close(ctx)
	return ask.New(reader, ask.Options{}).Lint(ctx, built.Meta.ClosedOn)
}

// severities from least to worst.
var severities = []bdgraph.Severity{bdgraph.Info, bdgraph.Warning, bdgraph.Error}

// rankOf orders severities; -1 is none.
func rankOf(s bdgraph.Severity) int { return slices.Index(severities, s) }

func printFindings(w io.Writer, fs []bdgraph.Finding, asJSON bool) error {
	if asJSON {
		if fs == nil {
			fs = []bdgraph.Finding{}
		}
		return writeJSON(w, fs)
	}
	for _, f := range fs {
		place := f.Place
		place.File = cmp.Or(place.File, f.Document) // lines without a file are those of the document's text
		where := cmp.Or(place.String(), "-")
		fmt.Fprintf(w, "%s: %s: %s [%s]\n", term.Line(where), f.Severity, term.Line(f.Message), f.Code)
		if f.Remedy != "" {
			fmt.Fprintf(w, "    %s\n", term.Line(f.Remedy))
		}
	}
	fmt.Fprintf(w, "%s\n", plural(len(fs), "finding"))
	return nil
}

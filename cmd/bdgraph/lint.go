package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"bdgraph"
	"bdgraph/export/adr"
	"bdgraph/internal/term"
)

type lintOptions struct {
	adr     bool
	offline bool
	all     bool
	json    bool
}

func (a *app) newLint() *cobra.Command {
	var o lintOptions
	cmd := &cobra.Command{
		Use:   "lint",
		Short: "Print what was repaired, left out or could not be decided",
		Long: "Read the sources, derive the graph and print every finding with its place and remedy. Nothing is\n" +
			"written. The exit code is 2 when there are warnings or errors.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.lint(cmd.Context(), cmd.OutOrStdout(), o) },
	}
	f := cmd.Flags()
	f.BoolVar(&o.adr, "adr", false, "print how the decision records are written: counts per shape and field")
	f.BoolVar(&o.offline, "offline", false, "use the stored corpus as it is")
	f.BoolVar(&o.all, "all", false, "print findings of severity info too")
	f.BoolVar(&o.json, "json", false, "print it as JSON")
	return cmd
}

func (a *app) lint(ctx context.Context, w io.Writer, o lintOptions) error {
	p, err := a.project()
	if err != nil {
		return err
	}
	if o.adr {
		records := sources(p, a.environ).ADR
		records.Root = p.Root
		return lintShapes(w, records, o.json)
	}
	built, err := a.derive(ctx, p, o.offline)
	if err != nil {
		return err
	}
	a.talk.Done()
	all := built.Findings()
	serious := slices.DeleteFunc(slices.Clone(all), func(f bdgraph.Finding) bool { return f.Severity == bdgraph.Info })
	shown := serious
	if o.all {
		shown = all
	}
	if err := printFindings(w, shown, o.json); err != nil {
		return err
	}
	if n := len(all) - len(shown); n > 0 {
		a.talk.Say("%s of severity info: bdgraph lint --all", plural(n, "finding"))
	}
	if len(serious) > 0 {
		return errFindings
	}
	return nil
}

func printFindings(w io.Writer, fs []bdgraph.Finding, asJSON bool) error {
	if asJSON {
		if fs == nil {
			fs = []bdgraph.Finding{}
		}
		return writeJSON(w, fs)
	}
	for _, f := range fs {
		where := cmp.Or(f.Place.String(), f.Document, "-")
		if _, err := fmt.Fprintf(w, "%s: %s: %s [%s]\n", term.Line(where), f.Severity, term.Line(f.Message), f.Code); err != nil {
			return err
		}
		if f.Remedy != "" {
			if _, err := fmt.Fprintf(w, "    %s\n", term.Line(f.Remedy)); err != nil {
				return err
			}
		}
	}
	_, err := fmt.Fprintf(w, "%s\n", plural(len(fs), "finding"))
	return err
}

// lintShapes prints how the project's decision records are written.
func lintShapes(w io.Writer, records adr.Options, asJSON bool) error {
	read, err := adr.Read(records)
	if err != nil {
		return err
	}
	shapes := adr.Shapes(read)
	if asJSON {
		return writeJSON(w, shapes)
	}
	rows := [][]string{{"records", "", itoa(shapes.Records)}}
	for _, group := range []struct {
		name   string
		counts map[string]int
	}{
		{"shape", shapes.Shapes},
		{"language", shapes.Languages},
		{"status in", shapes.Status},
		{"date in", shapes.Date},
		{"number in", shapes.Number},
		{"status", shapes.Statuses},
		{"relation", shapes.Relations},
		{"section", shapes.Sections},
		{"skipped", shapes.Skipped},
		{"finding", shapes.Findings},
	} {
		for _, name := range sortedKeys(group.counts) {
			rows = append(rows, []string{group.name, name, itoa(group.counts[name])})
		}
	}
	rows = append(rows,
		[]string{"relation", "without a target", itoa(shapes.Unresolved)},
		[]string{"field", "empty, such as N/A", itoa(shapes.Placeholders)})
	return term.Table(w, []string{"field", "value", "records"}, rows)
}
